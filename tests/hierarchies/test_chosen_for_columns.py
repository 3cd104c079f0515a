"""From a name and values to a hierarchy: a role is guessed, a builder chosen, a value told."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hierarchy_domains import path

from incrowd.hierarchies import Domain, Hierarchy, choose
from incrowd.roles import guess
from incrowd.table import Kind, Profile


def hierarchy_of(name: str, values: list[str | None], kind: Kind) -> Hierarchy:
    """The hierarchy that somebody gets who opens a table with this column."""
    present = [value for value in values if value is not None]
    counts = Counter(present)
    numbers = sorted(present, key=float) if kind.numeric else []
    profile = Profile(
        name,
        kind,
        len(values),
        len(values) - len(present),
        len(counts),
        min(map(len, counts)),
        max(map(len, counts)),
        numbers[0] if numbers else None,
        numbers[-1] if numbers else None,
        common=tuple(counts.most_common(1000)),
    )
    (attribute,) = guess([profile])
    domain = tuple(dict.fromkeys(values))
    rows = Counter(values)
    return choose(Domain(attribute, domain, np.array([rows[value] for value in domain])))


def cycle(values: list[str], rows: int = 60) -> list[str | None]:
    return [values[row % len(values)] for row in range(rows)]


AGES = [str(18 + 7 * row % 71) for row in range(60)]
DAYS = [f"{1950 + row}-{1 + row % 12:02}-{1 + row % 28:02}" for row in range(50)]
INCOMES = [str(900 + 131 * row) for row in range(60)]
CODES = ["E11.9", "E11.0", "E10.1", "I10.0", "I11.9", "J45.1", "J45.0", "C50.2"]

COLUMNS = {
    "ages": (("Edad", AGES, Kind.INTEGER), "age", "39", "35-39"),
    "ages in German": (("Alter", AGES, Kind.INTEGER), "age", "39", "35-39"),
    "dates of birth": (("dob", DAYS, Kind.DATE), "date", "1962-01-13", "1960s"),
    "years": (("birth_year", [day[:4] for day in DAYS], Kind.INTEGER), "year", "1962", "1960-1964"),
    "postcodes": (
        ("PLZ", cycle(["01067", "01099", "02625", "10115"]), Kind.TEXT),
        "mask",
        "01067",
        "010**",
    ),
    "American postcodes": (
        ("zip", cycle(["02138", "02139", "10001"]), Kind.TEXT),
        "mask",
        "02139",
        "0213*",
    ),
    "countries": (
        ("Land", cycle(["Spanien", "Italien", "Peru", "Japan"]), Kind.TEXT),
        "country",
        "Italien",
        "Southern Europe",
    ),
    "nationalities": (
        ("nationality", cycle(["spanish", "italian", "peruvian"]), Kind.TEXT),
        "country",
        "spanish",
        "Southern Europe",
    ),
    "diagnoses": (("icd10", cycle(CODES), Kind.TEXT), "icd10", "E11.9", "E11"),
    "incomes": (("Gehalt", INCOMES, Kind.INTEGER), "rounding", "1031", "[1000, 1500["),
    "sexes": (("sex", cycle(["f", "m"]), Kind.TEXT), "suppress", "f", "*"),
    "flags": (("smoker", cycle(["true", "false"]), Kind.BOOLEAN), "suppress", "true", "*"),
    "words": (
        ("marital_status", cycle(["single", "married", "divorced", "widowed"]), Kind.TEXT),
        "marital_status",
        "widowed",
        "separated, divorced or widowed",
    ),
    "occupations": (
        ("job", cycle(["cook", "lawyer", "nurse", "cashier", "plumber"]), Kind.TEXT),
        "occupation",
        "lawyer",
        "Professionals",
    ),
    "languages": (
        ("idioma", cycle(["Spanish", "French", "German", "Polish", "Russian"]), Kind.TEXT),
        "spoken_language",
        "Polish",
        "Slavic",
    ),
    "words of which nothing is known": (
        ("colour", cycle(["red", "green", "blue", "grey"]), Kind.TEXT),
        "frequency",
        "red",
        "{blue, red}",
    ),
    "numbers that nobody knows": (
        ("x17", [str(row) for row in range(17)] * 3, Kind.INTEGER),
        "interval",
        "3",
        "[2, 4[",
    ),
}


@pytest.mark.parametrize("case", COLUMNS)
def test_a_column_gets_the_hierarchy_that_fits_its_meaning(case: str) -> None:
    (name, values, kind), builder, value, label = COLUMNS[case]
    hierarchy = hierarchy_of(name, [*values], kind)
    assert hierarchy.builder == builder
    assert label in path(hierarchy, value)
    assert hierarchy.labels[-1] == ("*",)


@pytest.mark.parametrize("case", COLUMNS)
def test_missing_values_change_no_other_value(case: str) -> None:
    (name, values, kind), builder, value, label = COLUMNS[case]
    hierarchy = hierarchy_of(name, [*values, None], kind)
    assert hierarchy.builder == builder
    if builder != "frequency":  # there a missing value is generalised with the rest
        assert label in path(hierarchy, value)
    assert path(hierarchy, None)[-1] == "*"


def test_the_reason_says_why_before_how() -> None:
    hierarchy = hierarchy_of("Edad", [*AGES], Kind.INTEGER)
    assert hierarchy.reason == "Its values are ages: bands of 5, 10 and 20 years."
