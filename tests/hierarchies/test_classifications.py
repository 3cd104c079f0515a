"""Every region in every language, every chapter of ICD-10, and one example for every builder."""

from __future__ import annotations

import pytest
from hierarchy_domains import make_domain, path

from incrowd.hierarchies import BUILT_IN, build, choose
from incrowd.hierarchies.builders.country import REGIONS, continent_of
from incrowd.table import Kind

CHAPTERS = [
    ("A09.0", "A09", "A00-A09", "Chapter I"),
    ("B20.1", "B20", "B20-B24", "Chapter I"),
    ("C34.1", "C34", "C30-C39", "Chapter II"),
    ("D12.6", "D12", "D10-D36", "Chapter II"),
    ("D50.0", "D50", "D50-D53", "Chapter III"),
    ("E78.0", "E78", "E70-E90", "Chapter IV"),
    ("F32.1", "F32", "F30-F39", "Chapter V"),
    ("G40.9", "G40", "G40-G47", "Chapter VI"),
    ("H25.1", "H25", "H25-H28", "Chapter VII"),
    ("H66.0", "H66", "H65-H75", "Chapter VIII"),
    ("I21.0", "I21", "I20-I25", "Chapter IX"),
    ("J18.9", "J18", "J09-J18", "Chapter X"),
    ("K35.8", "K35", "K35-K38", "Chapter XI"),
    ("L40.0", "L40", "L40-L45", "Chapter XII"),
    ("M54.5", "M54", "M50-M54", "Chapter XIII"),
    ("N18.5", "N18", "N17-N19", "Chapter XIV"),
    ("O80.0", "O80", "O80-O84", "Chapter XV"),
    ("P07.1", "P07", "P05-P08", "Chapter XVI"),
    ("Q21.0", "Q21", "Q20-Q28", "Chapter XVII"),
    ("R51", "R51", "R50-R69", "Chapter XVIII"),
    ("S72.0", "S72", "S70-S79", "Chapter XIX"),
    ("T14.9", "T14", "T08-T14", "Chapter XIX"),
    ("W19.9", "W19", "W00-W19", "Chapter XX"),
    ("Z38.0", "Z38", "Z30-Z39", "Chapter XXI"),
    ("U07.1", "U07", "U00-U49", "Chapter XXII"),
]


@pytest.mark.parametrize(("code", "category", "block", "chapter"), CHAPTERS)
def test_places_of_diagnoses(code: str, category: str, block: str, chapter: str) -> None:
    # two siblings each, so that no level groups as its neighbour does
    siblings = ["E11.0", "E11.1", "E10.0", "E66.0", "I10.0", "I10.1", "I11.0", "I20.0"]
    hierarchy = choose(make_domain(sorted({code, *siblings}), meaning="icd10"))
    assert path(hierarchy, code) == [category, block, chapter, "*"]


COUNTRIES = [
    ("Morocco", "Northern Africa", "Africa"),
    ("Marruecos", "Northern Africa", "Africa"),
    ("Ägypten", "Northern Africa", "Africa"),
    ("Éthiopie", "Eastern Africa", "Africa"),
    ("Kenya", "Eastern Africa", "Africa"),
    ("Camerun", "Middle Africa", "Africa"),
    ("Angola", "Middle Africa", "Africa"),
    ("África do Sul", "Southern Africa", "Africa"),
    ("Namibia", "Southern Africa", "Africa"),
    ("Ivory Coast", "Western Africa", "Africa"),
    ("Sénégal", "Western Africa", "Africa"),
    ("Cuba", "Caribbean", "North America"),
    ("Haïti", "Caribbean", "North America"),
    ("México", "Central America", "North America"),
    ("El-Salvador", "Central America", "North America"),
    ("Perú", "South America", "South America"),
    ("Brasilien", "South America", "South America"),
    ("Stati Uniti", "Northern America", "North America"),
    ("Kanada", "Northern America", "North America"),
    ("Kasachstan", "Central Asia", "Asia"),
    ("Giappone", "Eastern Asia", "Asia"),
    ("Taiwan", "Eastern Asia", "Asia"),
    ("Viet-Nam", "South-eastern Asia", "Asia"),
    ("Filipinas", "South-eastern Asia", "Asia"),
    ("Inde", "Southern Asia", "Asia"),
    ("Iran", "Southern Asia", "Asia"),
    ("Türkei", "Western Asia", "Asia"),
    ("Chipre", "Western Asia", "Asia"),
    ("Polonia", "Eastern Europe", "Europe"),
    ("Russia", "Eastern Europe", "Europe"),
    ("Suède", "Northern Europe", "Europe"),
    ("England", "Northern Europe", "Europe"),
    ("Grecia", "Southern Europe", "Europe"),
    ("Kosovo", "Southern Europe", "Europe"),
    ("Schweiz", "Western Europe", "Europe"),
    ("Países Bajos", "Western Europe", "Europe"),
    ("Nuova Zelanda", "Australia and New Zealand", "Oceania"),
    ("Fidschi", "Melanesia", "Oceania"),
    ("Guam", "Micronesia", "Oceania"),
    ("Samoa", "Polynesia", "Oceania"),
    ("Antarctica", "Antarctica", "Antarctica"),
]


def test_countries_in_six_languages() -> None:
    names = [name for name, _, _ in COUNTRIES]
    hierarchy = choose(make_domain(names, meaning="nationality"))
    assert hierarchy.builder == "country"
    for name, region, continent in COUNTRIES:
        assert path(hierarchy, name) == [region, continent, "*"]


def test_the_table_above_names_every_region() -> None:
    assert {region for _, region, _ in COUNTRIES} == set(REGIONS)
    assert {continent_of(region) for region in REGIONS} == {one for _, _, one in COUNTRIES}


EXAMPLES = {
    "age": (["37", "36", "31", "22", "41"], "37", ["35-39", "30-39", "20-39", "*"]),
    "date": (
        ["2024-03-14", "2024-03-15", "2024-02-01", "2024-05-01", "2023-01-01", "2019-01-01"],
        "2024-03-14",
        ["2024-03", "2024-Q1", "2024", "2020s", "*"],
    ),
    "year": (
        ["1987", "1986", "1981", "1993", "2001"],
        "1987",
        ["1985-1989", "1980s", "1980-1999", "*"],
    ),
    "icd10": (
        ["E11.9", "E11.0", "E10.0", "E66.0", "I10.0"],
        "E11.9",
        ["E11", "E10-E14", "Chapter IV", "*"],
    ),
    "country": (
        ["Germany", "Austria", "Italy", "Japan"],
        "Germany",
        ["Western Europe", "Europe", "*"],
    ),
    "ip_address": (
        ["192.168.7.9", "192.168.7.8", "192.168.1.1", "192.1.1.1", "10.0.0.1"],
        "192.168.7.9",
        ["192.168.7.0/24", "192.168.0.0/16", "192.0.0.0/8", "*"],
    ),
    "email": (
        ["ann@mail.example.org", "bob@mail.example.org", "cy@x.org", "d@y.com"],
        "ann@mail.example.org",
        ["*@mail.example.org", "*@*.org", "*"],
    ),
    "suppress": (["Male", "Female"], "Male", ["*"]),
    "mask": (
        ["47677", "47678", "47602", "47905", "42905", "13053"],
        "47677",
        ["4767*", "476**", "47***", "4****", "*"],
    ),
    "rounding": (
        [str(1000 * i) for i in range(1, 101)],
        "23000",
        ["[20000, 25000[", "[20000, 30000[", "[0, 50000[", "*"],
    ),
    "interval": (
        ["17", "39", "90"],
        "39",
        ["[37, 47[", "[37, 57[", "[17, 57[", "*"],
    ),
    "marital_status": (
        ["single", "married", "divorced", "widowed"],
        "widowed",
        ["separated, divorced or widowed", "*"],
    ),
    "religion": (
        ["Catholic", "Lutheran", "Sunni", "Shia", "Atheist"],
        "Lutheran",
        ["Christianity", "a religion", "*"],
    ),
    "education": (
        ["primary", "lower secondary", "Abitur", "Bachelor", "PhD"],
        "Abitur",
        ["medium (ISCED 3-4)", "*"],
    ),
    "occupation": (
        ["cook", "lawyer", "nurse", "cashier", "manager"],
        "lawyer",
        ["Professionals", "high-skilled non-manual", "*"],
    ),
    "economic_sector": (
        ["banking", "insurance", "mining", "farming", "retail"],
        "banking",
        ["Financial and insurance activities", "Services", "*"],
    ),
    "spoken_language": (
        ["Polish", "Russian", "Spanish", "Arabic", "Turkish"],
        "Russian",
        ["Slavic", "Indo-European", "*"],
    ),
    "shared_words": (
        ["school nurse", "private nurse", "pastry cook", "ship cook", "pilot"],
        "school nurse",
        ["nurse", "*"],
    ),
    "frequency": (["a", "b", "c", "d"], "a", ["{a, d}", "*"]),
}


def test_every_builder_has_an_example() -> None:
    assert set(EXAMPLES) == {builder.name for builder in BUILT_IN}


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_example(name: str) -> None:
    values, value, expected = EXAMPLES[name]
    assert path(build(name, make_domain(values)), value) == expected


@pytest.mark.parametrize(
    ("meaning", "kind", "values", "builder"),
    [
        ("age", Kind.INTEGER, [str(i) for i in range(18, 99)], "age"),
        ("age", Kind.TEXT, ["young", "middle", "old", "very old"], "frequency"),
        ("year", Kind.INTEGER, [str(i) for i in range(1950, 2010)], "year"),
        ("birth_date", Kind.DATE, ["1950-01-01", "1950-02-01", "1951-01-01"], "date"),
        ("postcode", Kind.TEXT, ["01067", "01069", "80331", "80333"], "mask"),
        ("phone", Kind.TEXT, ["0301234", "0301235", "0891234", "0891235"], "mask"),
        ("code", Kind.TEXT, ["a", "b", "c", "d"], "frequency"),
        ("country", Kind.TEXT, ["AT", "DE", "IT", "JP"], "country"),
        ("income", Kind.DECIMAL, [f"{i}.50" for i in range(1000, 9000, 50)], "rounding"),
        ("income", Kind.TEXT, ["low", "middle", "high", "very high"], "frequency"),
        ("sex", Kind.TEXT, ["f", "m"], "suppress"),
        ("education", Kind.TEXT, ["1st-4th", "5th-6th", "Bachelors", "Masters"], "frequency"),
        (None, Kind.INTEGER, [str(i) for i in range(50)], "interval"),
        (None, Kind.DECIMAL, [f"{i}.5" for i in range(50)], "interval"),
        (None, Kind.TEXT, [f"{i:05d}" for i in range(50)], "mask"),
        (None, Kind.TEXT, ["France", "Italy", "Peru", "Chile"], "country"),
        (None, Kind.TEXT, ["Paris", "Rome", "Lima", "Santiago"], "frequency"),
        (None, Kind.BOOLEAN, ["true", "false"], "suppress"),
        (None, Kind.TIMESTAMP, ["2024-01-01 10:00", "2024-01-01 11:00", "2024-02-01 1:00"], "date"),
    ],
)
def test_choice(meaning: str | None, kind: Kind, values: list[str], builder: str) -> None:
    assert choose(make_domain(values, kind, meaning)).builder == builder
