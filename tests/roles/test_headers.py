"""Names of columns in six languages, and names that only look like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.roles.headers import LANGUAGES, fold, read, split
from incrowd.roles.meaning import Meaning

HEADERS = {
    "English": {
        "age": "age Age AGE age_2 patientAge age_group AgeBand age-at-diagnosis age.years LowerAge",
        "birth_date": "dob DOB birth_date birthDate BIRTHDATE date_of_birth dateofbirth birthday",
        "date": "date admission_date dischargeDate created_at timestamp date_of_death visit-date",
        "year": "year birth_year YearOfBirth yob graduation.year",
        "sex": "sex gender Gender GENDER_CODE sex_at_birth",
        "postcode": "zip zip_code ZipCode ZIPCODE postcode postal.code PostalCode zip5",
        "country": "country native-country country_of_birth CountryCode",
        "nationality": "nationality citizenship",
        "place": "city City town county place_of_birth birthplace residence region state_code",
        "coordinates": "latitude longitude gps geolocation",
        "profession": "profession occupation workclass job_title jobTitle hours-per-week",
        "employer": "employer company school_name hospital",
        "education": "education education-num EducationLevel degree",
        "marital_status": "marital-status MaritalStatus maritalstatus civil_status",
        "family": "children number_of_children household_size relationship NumChildren",
        "ethnicity": "race ethnicity ethnic_group RaceEthnicity",
        "language": "language mother_tongue",
        "body": "height weight bmi eye_color",
        "name": "name first_name FirstName LASTNAME surname full.name customer_name fname",
        "email": "email e-mail eMail E_MAIL email_address",
        "phone": "phone telephone mobile phone_number Phone2 cellphone",
        "address": "address street street_address address1 home_address",
        "iban": "iban IBAN customer_iban",
        "card_number": "card_number CreditCard credit_card_number",
        "national_id": "ssn SSN national_id passport NHS_number tax_id social.security.number",
        "identifier": "id ID patient_id PatientID customerId user_id uuid mrn record_number",
        "username": "username user_name login password",
        "ip_address": "ip ip_address IPAddress clientIp",
        "url": "url website homepage",
        "plate": "license_plate vin",
        "free_text": "comment notes remarks free_text",
        "diagnosis": "diagnosis disease HealthCondition cause_of_death symptoms hiv_status",
        "icd10": "icd icd10 ICD-10 icd_10_code",
        "health": "medication treatment disability blood_type BloodPressure smoker hba1c",
        "genetic": "genotype dna BRCA1",
        "biometric": "fingerprint biometric_data",
        "religion": "religion faith",
        "politics": "political_party voting_intention",
        "union": "trade_union union_member",
        "sexuality": "sexual_orientation sex_life",
        "income": "income salary salary-class SalaryK annual_income capital-gain wage",
        "finance": "debt credit_score account_balance loan_amount",
        "criminal": "criminal_record convictions",
    },
    "Spanish": {
        "age": "edad Edad grupo_edad edadAños",
        "birth_date": "fecha_nacimiento fechaNacimiento FECHA_DE_NACIMIENTO fec_nac",
        "date": "fecha fecha_ingreso fechaAlta FECHA_DIAGNOSTICO",
        "year": "año año_nacimiento",
        "sex": "sexo género",
        "postcode": "código_postal CodigoPostal cod.postal",
        "country": "país pais_de_nacimiento",
        "nationality": "nacionalidad",
        "place": "ciudad municipio Población provincia lugar_nacimiento",
        "profession": "profesión ocupacion puesto_de_trabajo",
        "education": "estudios nivel_estudios nivelEducativo",
        "marital_status": "estado_civil EstadoCivil",
        "family": "hijos num_hijos número-de-hijos",
        "ethnicity": "etnia origen_étnico raza",
        "name": "nombre apellidos primer_apellido nombreCompleto",
        "email": "correo correo_electrónico",
        "phone": "teléfono TELEFONO móvil telefono2",
        "address": "dirección domicilio calle",
        "national_id": "dni DNI nif pasaporte num_seguridad_social número_seguridad_social",
        "identifier": "id_paciente nhc historia_clinica",
        "diagnosis": "diagnóstico enfermedad diagnostico_principal",
        "health": "medicación discapacidad grupo_sanguíneo",
        "religion": "religión",
        "union": "sindicato",
        "sexuality": "orientación_sexual",
        "income": "salario ingresos renta sueldo_bruto",
        "finance": "deuda saldo préstamo",
        "criminal": "antecedentes_penales",
    },
    "German": {
        "age": "Alter altersgruppe Lebensalter",
        "birth_date": "Geburtsdatum GEBURTSTAG geb_datum",
        "date": "Datum Aufnahmedatum Entlassungsdatum Diagnosedatum",
        "year": "Jahr Geburtsjahr",
        "sex": "Geschlecht Anrede",
        "postcode": "PLZ plz Postleitzahl plz_wohnort",
        "country": "Land Geburtsland Herkunftsland",
        "nationality": "Nationalität Staatsangehörigkeit STAATSANGEHOERIGKEIT_1",
        "place": "Stadt Wohnort Bundesland Geburtsort",
        "profession": "Beruf Tätigkeit Berufsbezeichnung",
        "employer": "Arbeitgeber Krankenhaus",
        "education": "Bildung Schulabschluss",
        "marital_status": "Familienstand Zivilstand",
        "family": "Kinder anzahl_kinder Haushaltsgröße",
        "ethnicity": "Ethnie Hautfarbe",
        "language": "Muttersprache",
        "body": "Körpergröße Gewicht Größe",
        "name": "Vorname Nachname Familienname",
        "phone": "Telefon Handynummer Notfalltelefonnummer",
        "address": "Straße Anschrift Hausnummer STRASSE Wohnstraße",
        "national_id": "Steuer-ID Sozialversicherungsnummer Personalausweis",
        "identifier": "Kundennummer Patientennummer Lfd-Nr Personalnummer",
        "diagnosis": "Diagnose Hauptdiagnose Krankheit Vorerkrankung",
        "health": "Medikamente Blutgruppe Behinderung Raucher",
        "religion": "Konfession Religionszugehörigkeit",
        "politics": "Partei",
        "union": "Gewerkschaft",
        "income": "Einkommen Gehalt Nettoeinkommen Haushaltseinkommen",
        "finance": "Schulden Kontostand",
        "criminal": "Vorstrafen",
    },
    "French": {
        "age": "tranche_âge groupe_d_age",
        "birth_date": "dateNaissance date_de_naissance DATE_NAISSANCE naissance",
        "date": "date_entrée dateSortie date_de_deces",
        "year": "année année_naissance",
        "sex": "sexe SEXE civilité",
        "postcode": "codePostal CODE_POSTAL",
        "country": "pays pays_naissance",
        "nationality": "nationalité",
        "place": "ville commune lieu_de_naissance département",
        "profession": "métier emploi csp",
        "education": "diplôme niveau_etudes",
        "marital_status": "état_civil situation_matrimoniale etat.civil",
        "family": "enfants nombre_enfants nb_enfants",
        "name": "nom prénom nom_de_famille NomPrenom",
        "email": "courriel adresse_mail",
        "phone": "numéro_téléphone portable",
        "address": "rue adresse_postale",
        "national_id": "nir numéro_sécurité_sociale numSecu carte_identité",
        "identifier": "identifiant numéro_dossier",
        "diagnosis": "maladie diagnostic pathologie",
        "icd10": "cim10 code_CIM_10",
        "health": "traitement_médical groupe_sanguin handicapé_santé",
        "religion": "croyances",
        "union": "syndicat",
        "income": "salaire revenu revenuAnnuel",
        "finance": "dette solde",
        "criminal": "casier_judiciaire",
    },
    "Italian": {
        "age": "età fascia_eta",
        "birth_date": "data_nascita dataDiNascita nascita",
        "date": "data_ricovero dataDimissione",
        "year": "anno anno_di_nascita",
        "sex": "sesso genere",
        "postcode": "cap_residenza",
        "country": "paese nazione",
        "nationality": "cittadinanza nazionalità",
        "place": "città comune_di_nascita luogoNascita regione",
        "profession": "professione lavoro",
        "education": "titolo_di_studio istruzione",
        "marital_status": "stato_civile StatoCivile",
        "family": "figli numero_figli",
        "name": "nome cognome nome_cognome",
        "phone": "telefono cellulare",
        "address": "indirizzo",
        "national_id": "codiceFiscale CODICE_FISCALE cod_fiscale tessera_sanitaria",
        "identifier": "id_paziente matricola",
        "diagnosis": "malattia diagnosi",
        "health": "farmaci gruppo_sanguigno",
        "religion": "religione",
        "sexuality": "orientamento_sessuale",
        "income": "reddito stipendio",
        "finance": "debiti mutuo",
        "criminal": "precedenti_penali",
    },
    "Portuguese": {
        "age": "idade faixa_etária",
        "birth_date": "data_nascimento dataNascimento DT_NASC",
        "date": "data_internamento data_de_obito",
        "year": "ano ano_nascimento",
        "sex": "gênero",
        "country": "pais_de_residência",
        "nationality": "nacionalidade",
        "place": "cidade concelho freguesia",
        "profession": "profissão ocupação",
        "education": "escolaridade habilitações",
        "marital_status": "situação_conjugal",
        "family": "filhos numero_de_filhos",
        "ethnicity": "raça cor_da_pele",
        "name": "sobrenome nome_completo",
        "phone": "telemóvel telefone",
        "address": "morada endereço",
        "national_id": "cpf CPF numero_contribuinte cartão_cidadão",
        "identifier": "prontuário numero_do_processo",
        "diagnosis": "doença doenças",
        "icd10": "cid10",
        "health": "gravidez saúde",
        "religion": "religião",
        "income": "renda ordenado rendimento_mensal",
        "finance": "dívida",
    },
}

CASES = [
    (header, meaning)
    for meanings in HEADERS.values()
    for meaning, headers in meanings.items()
    for header in headers.split()
]


@pytest.mark.parametrize(("header", "meaning"), CASES)
def test_a_header_is_read_in_every_language(header: str, meaning: str) -> None:
    readings = read(header)
    assert readings, header
    assert readings[0].meaning.value == meaning


TRAPS = (
    "package postage stage page usage average image mileage manager capital cape gap embrace trace"
    " terrace raceway update candidate essex mobility telemetry transport sport report walter"
    " schalter named status organize x x1 q12 fnlwgt var_003 survey sexagesimal ipod agenda"
    " dataset datapoint"
)


@pytest.mark.parametrize("header", TRAPS.split())
def test_a_word_inside_another_word_says_nothing(header: str) -> None:
    assert read(header) == ()


@pytest.mark.parametrize("header", ["CAP", "data", "index", "cp", "Lat", "genre", "position"])
def test_words_with_several_senses_are_marked_as_unsure(header: str) -> None:
    assert all(reading.entry.unsure for reading in read(header))
    assert read(header)


@pytest.mark.parametrize(
    ("header", "meanings"),
    [
        ("diagnosis_date", ["date", "diagnosis"]),
        ("edad_diagnostico", ["age", "diagnosis"]),
        ("salary_year", ["year", "income"]),
        ("country_id", ["country", "identifier"]),
        ("file_name", ["thing"]),
        ("gender_code", ["sex", "code"]),
    ],
)
def test_the_head_of_a_name_leads(header: str, meanings: list[str]) -> None:
    assert [reading.meaning.value for reading in read(header)] == meanings


def test_the_language_is_told() -> None:
    assert read("Familienstand")[0].entry.language == "German"
    assert read("codice_fiscale")[0].entry.language == "Italian"


def test_a_number_behind_the_word_leaves_it_whole() -> None:
    assert read("phone2")[0].whole
    assert read("id")[0].whole
    assert not read("product_group_id")[0].whole


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_phrase_of_every_language_is_found(language: str) -> None:
    for phrases in LANGUAGES[language].values():
        for phrase in phrases.split(","):
            assert read(phrase.strip().lstrip("?~*")), phrase


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_knows_what_matters_most(language: str) -> None:
    missing = {
        Meaning.NAME,
        Meaning.PHONE,
        Meaning.ADDRESS,
        Meaning.NATIONAL_ID,
        Meaning.AGE,
        Meaning.BIRTH_DATE,
        Meaning.SEX,
        Meaning.POSTCODE,
        Meaning.PROFESSION,
        Meaning.EDUCATION,
        Meaning.MARITAL_STATUS,
        Meaning.DIAGNOSIS,
        Meaning.RELIGION,
        Meaning.POLITICS,
        Meaning.UNION,
        Meaning.SEXUALITY,
        Meaning.INCOME,
    } - set(LANGUAGES[language])
    assert not missing


@given(st.text(max_size=400))
def test_any_text_can_be_read(name: str) -> None:
    assert all(word == fold(word) for word in split(name))
    assert read(name) == read(name)


@given(st.sampled_from(["fecha nacimiento", "marital status", "codice fiscale"]), st.data())
def test_case_and_separators_do_not_matter(phrase: str, data: st.DataObject) -> None:
    separator = data.draw(st.sampled_from(["_", "-", ".", " ", "__", " / ", ""]))
    change = data.draw(st.sampled_from([str.lower, str.upper]))
    assert read(change(separator.join(phrase.split())))[0] == read(phrase)[0]
