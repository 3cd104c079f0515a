/** Releases that are linked with each other, and lists of names. */

/** AnonymityPal's tables 8 and 9: two hospitals, each harmless alone. */
export const HOSPITAL_A = `ZipCode,Age,MaritalStatus,HealthCondition
130**,20-30,Single,Cardiovascular
130**,20-30,Married,HIV
130**,20-30,Single,Diabetes
130**,20-30,Married,Diabetes
150**,30-40,Single,Broken Arm
150**,30-40,Single,Broken Pelvis
150**,60-70,Married,Broken Leg
150**,60-70,Married,Broken Arm
160**,50-60,Married,Eye Disease
160**,50-60,Married,Cardiovascular
160**,50-60,Married,Broken Arm
450**,40-50,Single,Cardiovascular
450**,40-50,Single,Diabetes
450**,40-50,Single,HIV
771**,30-40,Single,Diabetes
771**,30-40,Single,Cancer
771**,30-40,Single,HIV
`;

export const HOSPITAL_B = `ZipCode,Nationality,Gender,BloodType,HealthCondition
130**,European,Male,A,Cancer
130**,European,Male,A,Diabetes
130**,European,Male,A,Cardiovascular
150**,European,Male,B,Broken Arm
150**,European,Male,B,HIV
150**,European,Female,AB,Cancer
150**,European,Female,AB,Diabetes
160**,European,Female,O,Cardiovascular
160**,European,Female,O,HIV
160**,European,Female,A,Cardiovascular
160**,European,Female,A,Broken Arm
450**,Asian,Female,A,Broken Arm
450**,Asian,Female,A,Broken Leg
771**,American,Male,O,Diabetes
771**,American,Male,O,Cancer
771**,American,Male,O,Cancer
`;

/** Ages in two columns, postcodes masked by one digit, another name for everything. */
export const CLINIC = `postcode,LowerAge,UpperAge,diagnosis
1301*,22,32,Diabetes
1301*,22,32,HIV
1501*,33,41,Broken Arm
1501*,33,41,Broken Leg
`;

/** Nothing in common with the hospitals. */
export const SHOP = `article,colour,price
shoe,red,20
hat,blue,15
coat,green,80
`;

/** Two of the people are in both. */
export const PEOPLE_A = "patient_id,zip,disease\np1,13012,flu\np2,13012,hiv\np3,14001,flu\np4,14001,cold\n";
export const PEOPLE_B = "patient_id,zip,job,drug\np2,13012,clerk,x\np3,14001,cook,y\np9,15001,cook,x\n";

/** Nations, and what they are generalised to. */
export const RAW = "origin,job,disease\nFrench,x,flu\nFrench,y,hiv\nGerman,x,flu\nThai,x,cold\n";
export const COARSE = "origin,sex,disease\nEuropean,m,flu\nEuropean,f,hiv\nAsian,f,cold\nAsian,m,flu\n";

/** ODD's table 1: patients, and an external table with names. */
export const PATIENTS = `Job,Gender,Age,Diagnosis
Engineer,Male,32,Hepatitis
Engineer,Female,25,Flu
Musician,Male,28,HIV
Dancer,Female,30,Flu
Dancer,Female,30,HIV
`;
export const VOTERS = `Name,Job,Gender,Age
Smith,Engineer,Male,32
Eve,Engineer,Female,25
Bob,Musician,Male,28
Alice,Dancer,Female,30
Gladys,Dancer,Female,30
Zoe,Pilot,Female,51
`;

/** Masks, and ranges made of two columns, attacked by exact values under other names. */
export const GENERAL = `zip,LowerAge,UpperAge,ill
130**,20,29,flu
148**,30,39,HIV
148**,30,39,cold
`;
export const LIST = `person,postcode,age
Ann,13012,25
Bob,14850,31
Cy,14899,35
Di,99999,70
`;
