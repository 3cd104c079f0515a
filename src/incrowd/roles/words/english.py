"""English words for column names: `date of birth` is a birth date.

Phrases are separated by commas. `?` marks one that counts only where the values confirm it, `~` one
that counts only where no other word says more, `*` one that counts as the end of a longer word.
"""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        ~name, ~names, full name, first name, last name, middle name, given name, surname,
        family name, forename, maiden name, fname, lname, customer name, client name, patient
        name, person name, employee name, student name, contact name, owner name, doctor name,
        nickname, mother name, father name, initials, legal name, birth name, physician,
        cardholder
    """,
    Meaning.EMAIL: "email, e mail, ?mail, email address, mail address, mailbox",
    Meaning.PHONE: """
        phone, telephone, mobile, ?cell, cellphone, ?tel, fax, phone number, mobile number,
        telephone number, contact number, cell phone, fax number, msisdn
    """,
    Meaning.ADDRESS: """
        address, street, street address, address line, home address, house number, street name,
        postal address, mailing address, street number, residence address
    """,
    Meaning.IBAN: "iban",
    Meaning.CARD_NUMBER: """
        card number, credit card, credit card number, debit card, card no, ccnum, cc number,
        payment card, primary account number
    """,
    Meaning.ACCOUNT_NUMBER: """
        account number, bank account, account no, account id, acct, acct no, policy number,
        policy id, insurance number, bic, swift
    """,
    Meaning.NATIONAL_ID: """
        ssn, social security, social security number, national id, national insurance, national
        insurance number, nino, nhs number, nhs no, passport, passport number, passport no, tax
        id, tax number, tin, identity card, identity number, id card, id card number, id number,
        national identity number, driver license, drivers license, driving licence, license
        number, licence number, personal number, personal id, citizen id, bsn, pesel,
        personnummer, cpr number, government id, voter id
    """,
    Meaning.IDENTIFIER: """
        ~id, ~ids, ~uid, ~identifier, ~key, ~rowid, uuid, guid, patient id, customer id, client
        id, user id, person id, member id, employee id, student id, subject id, participant id,
        respondent id, record id, row id, case id, household id, family id, individual id, staff
        id, worker id, mrn, medical record number, patient number, customer number, employee
        number, member number, student number, case number, record number, serial number, serial
        no, row number, ?index, ?row, ?record, ?patient, ?customer, ?client, ?person, ?subject,
        ?participant, ?respondent, ?member, ?employee, ?student, unique id, device id, imei,
        imsi, advertising id, cookie, session id, transaction id, order id, order number,
        invoice number, ticket number, hash, pseudonym, patient code, subject code, participant
        code, chart number, seq, sequence number, patient no, customer no, client no, client
        number, person no, person number, member no, employee no, student no, user no, user
        number, subject no, subject number, participant no, participant number, respondent
        number, patient key, customer key, client key, person key, member key, employee key,
        student key, user key, subject key, participant key, insured id, insured number
    """,
    Meaning.USERNAME: """
        username, user name, login, login name, screen name, handle, account name, password,
        passwd, twitter, facebook, linkedin, instagram, skype
    """,
    Meaning.IP_ADDRESS: "ip, ip address, ipaddr, client ip, remote addr, source ip, ipv4, ipv6",
    Meaning.MAC_ADDRESS: "mac address, ?mac, bssid",
    Meaning.URL: "url, website, web site, homepage, web page, profile link, web address",
    Meaning.PLATE: """
        license plate, licence plate, number plate, plate number, registration plate, vin,
        vehicle identification number, vehicle registration
    """,
    Meaning.FREE_TEXT: """
        ~comment, ~comments, ~notes, ~remark, ~remarks, free text, ~description, ~feedback,
        ~message, ~narrative, ~observations, ~anamnesis
    """,
    Meaning.AGE: """
        age, age group, age band, age range, age class, age category, age years, age in years,
        age at diagnosis, age at death, age at admission, ?years old, agegrp, agecat
    """,
    Meaning.BIRTH_DATE: """
        date of birth, birth date, dob, birthday, birth, born, date born, bdate, birth dt
    """,
    Meaning.DATE: """
        date, dates, datetime, timestamp, ?time, ?day, ?month, ?week, admission date, discharge
        date, visit date, death date, date of death, created at, updated at, ?created, ?updated,
        ?admission, ?discharge, ?visit, ?dt, dod, admitted, deceased on, dates of stay, hire
        date
    """,
    Meaning.YEAR: "year, birth year, year of birth, yob, graduation year, ?yr",
    Meaning.SEX: "sex, gender, gender identity, sex at birth, pronouns, salutation",
    Meaning.POSTCODE: """
        postcode, postal code, zip, zip code, post code, postal, zip 5, zcta, eircode, pincode
    """,
    Meaning.COUNTRY: """
        country, country code, native country, country of birth, birth country, country of
        residence, home country, country of origin, nation, country name
    """,
    Meaning.NATIONALITY: "nationality, citizenship, citizen, nationalities, nationality code",
    Meaning.PLACE: """
        city, town, village, municipality, ~state, province, region, county, district,
        ~location, ~place, place of birth, birthplace, birth place, birth city, residence,
        neighborhood, neighbourhood, borough, locality, ward, census tract, suburb, department
        of residence, commune, city name, state code, region code, ?area, home town, hometown,
        parish, nuts, territory
    """,
    Meaning.COORDINATES: """
        latitude, longitude, ?lat, ?lon, ?lng, ?long, coordinates, geolocation, gps, geo point,
        lat lon, lat long, geohash
    """,
    Meaning.PROFESSION: """
        profession, occupation, ~job, job title, work class, workclass, employment, employment
        status, employment type, position title, ?position, job role, job category, career,
        vocation, rank, seniority, hours per week, working hours, work hours, job type, military
        service, industry, type of work, occupation code, labor force, labour force
    """,
    Meaning.EMPLOYER: """
        employer, company, company name, ~organization, ~organisation, ~department, workplace,
        firm, hospital, clinic, hospital name, school, university, school name, institution,
        employer name, office, business unit, college, hospital id, school id, employer id
    """,
    Meaning.EDUCATION: """
        education, education level, education num, degree, qualification, schooling, highest
        degree, highest education, educational attainment, field of study, academic degree,
        years of education, educ, ~major, educational level, study program
    """,
    Meaning.MARITAL_STATUS: """
        marital status, marital, civil status, married, relationship status, maritalst, marriage
        status
    """,
    Meaning.FAMILY: """
        children, number of children, num children, household size, family size, household,
        dependents, dependants, number of dependents, siblings, relationship, kids, family
        status, number of kids, household type, family type, parity, twins, number of persons,
        next of kin
    """,
    Meaning.ETHNICITY: """
        race, ethnicity, ethnic group, ethnic origin, ethnic, race ethnicity, racial origin,
        skin color, skin colour, tribe, ancestry, caste, indigenous, hispanic, hispanic origin
    """,
    Meaning.LANGUAGE: """
        language, mother tongue, native language, preferred language, spoken language
    """,
    Meaning.BODY: """
        ~height, ~weight, bmi, body mass index, eye color, eye colour, hair color, hair colour,
        body weight, body height, shoe size, height cm, weight kg, waist, tattoo
    """,
    Meaning.VEHICLE: "vehicle, car, car model, car make, vehicle type, vehicle model, car brand",
    Meaning.HOUSING: """
        housing, housing type, home ownership, dwelling, dwelling type, house type, tenure
    """,
    Meaning.CODE: "~code, ~codes, id type, document type, card type, account type, ~category",
    Meaning.THING: """
        file name, filename, product name, host name, hostname, table name, column name, domain
        name, event name, brand name, item name, project name, model name, drug code, phone
        model, phone type, phone brand, phone os, phone service, variable name, field name,
        server name, package name, product id, item id, class name, campaign name, function
        name, study name, name length, page name
    """,
    Meaning.ICD10: "icd, icd 10, icd code, icd 10 code, icd 10 cm, icd 10 gm",
    Meaning.DIAGNOSIS: """
        diagnosis, diagnoses, disease, diseases, illness, health condition, condition name,
        medical condition, primary diagnosis, secondary diagnosis, comorbidity, comorbidities,
        cause of death, disorder, syndrome, symptom, symptoms, icd 9, dx, diag, cancer,
        diabetes, hiv, hiv status, aids, covid, tumor, tumour, depression, infection, hepatitis,
        asthma, stroke, hypertension, chief complaint, diagnosis code, problem list, morbidity,
        heart disease, injury, snomed
    """,
    Meaning.HEALTH: """
        health, health status, medical history, medication, medications, drug, drugs, treatment,
        therapy, procedure, surgery, disability, disabled, pregnant, pregnancy, smoker, smoking,
        alcohol, blood type, blood group, blood pressure, cholesterol, glucose, hba1c, lab
        result, test result, allergy, allergies, vaccination, vaccinated, prescription, mental
        health, heart rate, insulin, hospitalization, drug use, drug name, systolic, diastolic,
        sick leave, sick days, triage, creatinine, hemoglobin, haemoglobin, smoking status,
        viral load, handicap, patient history, diet, diets, dietary, dietary requirements,
        dietary restrictions, dietary needs, special diet, special meal, meal preference, food
        allergy, food intolerance, intolerance, lactose intolerance, gluten free, celiac,
        coeliac, vegan, vegetarian, eating disorder, eating disorders, anorexia, bulimia,
        psychotherapy, physiotherapy, counselling, counseling, psychiatric, antidepressant,
        antidepressants, meds, pill, pills, painkillers, pain, chronic pain, pain level,
        insomnia, sleep disorder, burnout, stress level, anxiety, mood, suicide, self harm,
        addiction, substance use, substance abuse, drug abuse, rehab, drinking habits, drinks
        per week, alcohol consumption, smokes, cigarettes, cigarettes per day, tobacco, vaping,
        cannabis, impairment, hearing aid, hearing impairment, visual impairment, wheelchair,
        special needs, special educational needs, learning disability, dyslexia, adhd, autism,
        autistic, care level, nursing care, pregnancies, number of pregnancies, trimester,
        miscarriage, abortion, contraception, contraceptive, birth control, fertility, ivf,
        menopause, menstruation, menstrual cycle, breastfeeding, immunization, immunisation,
        vaccine, chronic illness, health problems, doctor visits, gp visits, hospital stays,
        transplant, organ donor, dialysis
    """,
    Meaning.GENETIC: """
        genetic, genome, genotype, gene, dna, snp, mutation, allele, haplotype, variant call,
        genetic test, brca, brca 1, brca 2
    """,
    Meaning.BIOMETRIC: """
        biometric, biometrics, fingerprint, fingerprints, iris scan, face image, face encoding,
        voiceprint, retina, retina scan, face id, palm print, facial features
    """,
    Meaning.RELIGION: """
        religion, faith, belief, beliefs, denomination, religious affiliation, religious, church
    """,
    Meaning.POLITICS: """
        political party, party affiliation, political opinion, political affiliation, vote,
        voted for, political, political views, political view, voting intention
    """,
    Meaning.UNION: "union member, trade union, union membership, labor union, labour union, union",
    Meaning.SEXUALITY: """
        sexual orientation, sexuality, sex life, sexual preference, sexual partners, lgbt,
        lgbtq, number of sexual partners, sexual activity
    """,
    Meaning.INCOME: """
        income, salary, salary class, wage, wages, earnings, pay, annual income, monthly income,
        household income, capital gain, capital loss, ~compensation, pension, bonus, pay grade,
        net worth, hourly rate, salaries, remuneration, income class, net income, gross income,
        incwage, inctot
    """,
    Meaning.FINANCE: """
        ~cost, ~costs, ~expenses, treatment cost, debt, debts, credit score, account balance,
        ~balance, loan, loan amount, mortgage, credit history, credit rating, bankruptcy,
        savings, wealth, assets, credit limit, credit amount, overdraft, payment default, loan
        status, welfare, social benefits, tax paid, rent, checking account, savings account,
        credit, financial status, insurance claim, claim amount
    """,
    Meaning.CRIMINAL: """
        criminal, criminal record, conviction, convictions, offence, offense, crime, arrest,
        arrests, felony, prison, sentence length, recidivism, charge degree, priors, priors
        count, victim
    """,
}
