"""What the values of a column can be about, and the role that follows from it.

A `Meaning.POSTCODE` is a quasi-identifier, for others may know where somebody lives.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from incrowd.answers import Words
from incrowd.language import say
from incrowd.table import Attribute, Role, RoleName


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


POINTS: Final = "it points to one person"
KNOWN: Final = "others may know it"
HEALTH: Final = "health is private (GDPR Article 9)"
MONEY: Final = "a person's finances are private"


@dataclass(frozen=True)
class RoleOption:
    """One of several roles that a column may well have, and what follows from it."""

    role: RoleName
    consequence: Words


@dataclass(frozen=True)
class Concept:
    """A meaning in plain words, and what follows from it for privacy."""

    role: Role
    title: str
    consequence: str
    options: tuple[RoleOption, ...] = ()
    """Where two roles make sense, both; the first is the one that is guessed."""


def _identifier(title: str, consequence: str = POINTS) -> Concept:
    return Concept(Role.IDENTIFIER, title, consequence)


def _quasi(title: str, consequence: str = KNOWN) -> Concept:
    return Concept(Role.QUASI, title, consequence)


def _sensitive(title: str, consequence: str) -> Concept:
    return Concept(Role.SENSITIVE, title, consequence)


_IDENTIFIERS: Final[Mapping[Meaning, Concept]] = {
    Meaning.NAME: _identifier("name of a person"),
    Meaning.EMAIL: _identifier("e-mail address"),
    Meaning.PHONE: _identifier("phone number"),
    Meaning.ADDRESS: _identifier("street address", "few people live at one address"),
    Meaning.IBAN: _identifier("bank account number (IBAN)"),
    Meaning.CARD_NUMBER: _identifier("payment card number"),
    Meaning.ACCOUNT_NUMBER: _identifier("account number"),
    Meaning.NATIONAL_ID: _identifier("official personal number"),
    Meaning.IDENTIFIER: _identifier("identification number"),
    Meaning.USERNAME: _identifier("user name or other secret of an account"),
    Meaning.IP_ADDRESS: _identifier("network address (IP)", "it points to one connection"),
    Meaning.MAC_ADDRESS: _identifier("device address", "it points to one device"),
    Meaning.URL: _identifier("web address", "it can lead to a page about one person"),
    Meaning.PLATE: _identifier("number of a vehicle", "it points to one owner"),
    Meaning.FREE_TEXT: _identifier("free text", "free text can contain anything, even names"),
}

_QUASI: Final[Mapping[Meaning, Concept]] = {
    Meaning.AGE: _quasi("age"),
    Meaning.BIRTH_DATE: _quasi("date of birth"),
    Meaning.DATE: _quasi("date", "others may know when something happened"),
    Meaning.YEAR: _quasi("year"),
    Meaning.SEX: _quasi("sex"),
    Meaning.POSTCODE: _quasi("postcode"),
    Meaning.COUNTRY: _quasi("country"),
    Meaning.NATIONALITY: _quasi("nationality"),
    Meaning.PLACE: _quasi("place"),
    Meaning.COORDINATES: _quasi("position on the map"),
    Meaning.PROFESSION: _quasi("profession"),
    Meaning.EMPLOYER: _quasi("employer or institution"),
    Meaning.EDUCATION: _quasi("education"),
    Meaning.MARITAL_STATUS: _quasi("marital status"),
    Meaning.FAMILY: _quasi("family or household"),
    Meaning.ETHNICITY: Concept(
        Role.QUASI,
        "ethnic origin",
        "it is a special category (GDPR Article 9), but visible, so others may know it",
        (
            RoleOption(
                Role.QUASI.value,
                say(
                    "as a quasi-identifier it becomes coarser until nobody can be found by "
                    "it, but anyone who finds a group can read it there"
                ),
            ),
            RoleOption(
                Role.SENSITIVE.value,
                say(
                    "as a sensitive attribute it stays as it is and no group may give it "
                    "away, but anyone who knows it can use it to tell the people of a group "
                    "apart"
                ),
            ),
        ),
    ),
    Meaning.LANGUAGE: _quasi("language"),
    Meaning.BODY: _quasi("body measurement", "others can see it"),
    Meaning.VEHICLE: _quasi("vehicle", "others can see it"),
    Meaning.HOUSING: _quasi("housing", "others can see it"),
    Meaning.CODE: _quasi("code", "we are not sure, but others may know it"),
    Meaning.THING: _quasi("property of a thing", "we are not sure, but others may know it"),
}

_SENSITIVE: Final[Mapping[Meaning, Concept]] = {
    Meaning.ICD10: _sensitive("diagnosis code (ICD-10)", HEALTH),
    Meaning.DIAGNOSIS: _sensitive("disease or diagnosis", HEALTH),
    Meaning.HEALTH: _sensitive("health", HEALTH),
    Meaning.GENETIC: _sensitive("genetic data", "genetic data is private (GDPR Article 9)"),
    Meaning.BIOMETRIC: _sensitive("biometric data", "biometric data is private (GDPR Article 9)"),
    Meaning.RELIGION: _sensitive("religion or belief", "beliefs are private (GDPR Article 9)"),
    Meaning.POLITICS: _sensitive("political opinion", "opinions are private (GDPR Article 9)"),
    Meaning.UNION: _sensitive("trade-union membership", "it is private (GDPR Article 9)"),
    Meaning.SEXUALITY: _sensitive("sex life or orientation", "it is private (GDPR Article 9)"),
    Meaning.INCOME: _sensitive("income", MONEY),
    Meaning.FINANCE: _sensitive("financial situation", MONEY),
    Meaning.CRIMINAL: _sensitive("criminal record", "it is private (GDPR Article 10)"),
}

CONCEPTS: Final[Mapping[Meaning, Concept]] = MappingProxyType(
    {**_IDENTIFIERS, **_QUASI, **_SENSITIVE}
)


def role_options(attribute: Attribute) -> tuple[RoleOption, ...]:
    """The roles that make sense for what a column is about, where there are several."""
    return CONCEPTS[Meaning(attribute.meaning)].options if attribute.meaning else ()
