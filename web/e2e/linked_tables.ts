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
