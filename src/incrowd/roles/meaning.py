"""What the values of a column can be about: `Meaning.POSTCODE` is stored as `postcode`."""

from __future__ import annotations

from enum import StrEnum


class Meaning(StrEnum):
    """What an attribute is about; hierarchies choose their builder by it."""

    # Identifiers: each value points at one person.
    NAME = "name"
    EMAIL = "email"
    PHONE = "phone"
    ADDRESS = "address"
    IBAN = "iban"
    CARD_NUMBER = "card_number"
    ACCOUNT_NUMBER = "account_number"
    NATIONAL_ID = "national_id"
    IDENTIFIER = "identifier"
    USERNAME = "username"
    IP_ADDRESS = "ip_address"
    MAC_ADDRESS = "mac_address"
    URL = "url"
    PLATE = "plate"
    FREE_TEXT = "free_text"

    # Quasi-identifiers: others may know them.
    AGE = "age"
    BIRTH_DATE = "birth_date"
    DATE = "date"
    YEAR = "year"
    SEX = "sex"
    POSTCODE = "postcode"
    COUNTRY = "country"
    NATIONALITY = "nationality"
    PLACE = "place"
    COORDINATES = "coordinates"
    PROFESSION = "profession"
    EMPLOYER = "employer"
    EDUCATION = "education"
    MARITAL_STATUS = "marital_status"
    FAMILY = "family"
    ETHNICITY = "ethnicity"
    LANGUAGE = "language"
    BODY = "body"
    VEHICLE = "vehicle"
    HOUSING = "housing"
    CODE = "code"
    THING = "thing"

    # Sensitive: what nobody should learn about a person.
    ICD10 = "icd10"
    DIAGNOSIS = "diagnosis"
    HEALTH = "health"
    GENETIC = "genetic"
    BIOMETRIC = "biometric"
    RELIGION = "religion"
    POLITICS = "politics"
    UNION = "union"
    SEXUALITY = "sexuality"
    INCOME = "income"
    FINANCE = "finance"
    CRIMINAL = "criminal"
