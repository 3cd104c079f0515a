"""Who is a patient of which hospital, counted from the truth that comes with the tables."""

from __future__ import annotations

from itertools import combinations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import InvalidParameter
from incrowd.roles import guess
from incrowd.synthetic import generate
from incrowd.synthetic.hospitals import (
    IDENTIFIERS,
    OWN,
    SENSITIVE,
    Hospitals,
    make_hospitals,
    quasi_identifiers,
)
from incrowd.table import Kind, Profile, Role


def patients(made: Hospitals) -> list[set[str]]:
    """The persons of each hospital, by the truth."""
    persons = made.truth["person_id"].to_pylist()
    columns = [made.truth[f"hospital_{place}"] for place in range(1, len(made.tables) + 1)]
    return [
        {person for person, number in zip(persons, column.to_pylist(), strict=True) if number}
        for column in columns
    ]


@settings(max_examples=scaled(40), deadline=None)
@given(
    st.integers(1, 60), st.sampled_from([2, 3]), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0])
)
def test_a_share_of_the_patients_of_each_hospital_has_been_elsewhere(
    rows: int, hospitals: int, shared: float
) -> None:
    members = patients(make_hospitals(rows, 3, hospitals, shared))
    for place, mine in enumerate(members):
        others = set().union(*(m for other, m in enumerate(members) if other != place))
        assert len(mine) == rows
        assert len(mine & others) == round(shared * rows)


def test_three_hospitals_share_patients_two_by_two_and_all_together() -> None:
    members = patients(make_hospitals(80, 3, 3, 0.5))
    everywhere = set.intersection(*members)
    pairs = [len((members[a] & members[b]) - everywhere) for a, b in combinations(range(3), 2)]
    # 40 shared: a quarter of them with each of the others alone, the rest with both
    assert (len(everywhere), pairs) == (20, [10, 10, 10])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_each_hospital_asks_something_of_its_own(place: int) -> None:
    table = make_hospitals(20, 3, 3, 0.3).tables[place]
    assert table.column_names == [*IDENTIFIERS, *quasi_identifiers(place), SENSITIVE]
    others = {name for other, names in enumerate(OWN) if other != place for name in names}
    assert not others & set(table.column_names)


def test_numbers_in_a_table_are_those_of_the_truth() -> None:
    made = make_hospitals(50, 9, 2, 0.4)
    for place, table in enumerate(made.tables, start=1):
        rows = {row[f"hospital_{place}"]: row for row in made.truth.to_pylist()}
        for patient in table.to_pylist():
            truth = rows[patient["patient_id"]]
            assert patient["age"] == truth["age"]
            assert patient["diagnosis"] == truth[f"diagnosis_{place}"]


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"hospitals": 1}, "1 hospitals cannot be generated.", "Ask for 2 or 3 hospitals."),
        ({"hospitals": 4}, "4 hospitals cannot be generated.", "Ask for 2 or 3 hospitals."),
        (
            {"shared": 1.5},
            "A share of 1.5 of the patients is not possible.",
            "Give the share of patients who have also been elsewhere, from 0 to 1.",
        ),
        ({"rows": 0}, "Cannot generate 0 rows.", "Ask for 1 row or more."),
    ],
)
def test_hospitals_that_cannot_be_are_refused(
    asked: dict[str, int], message: str, hint: str
) -> None:
    with pytest.raises(InvalidParameter) as caught:
        make_hospitals(**({"rows": 10, "seed": 1} | asked))
    assert (str(caught.value), caught.value.hint) == (message, hint)


ROLES = {
    "census": {
        "person_id": Role.IDENTIFIER,
        "age": Role.QUASI,
        "sex": Role.QUASI,
        "postcode": Role.QUASI,
        "birth_country": Role.QUASI,
        "marital_status": Role.QUASI,
        "education": Role.QUASI,
        "occupation": Role.QUASI,
        "household_size": Role.QUASI,
        "religion": Role.SENSITIVE,
        "income": Role.SENSITIVE,
    },
    "hospital": {
        "patient_id": Role.IDENTIFIER,
        "name": Role.IDENTIFIER,
        "birth_date": Role.QUASI,
        "sex": Role.QUASI,
        "postcode": Role.QUASI,
        "icd10": Role.SENSITIVE,
        "diagnosis": Role.SENSITIVE,
        "blood_type": Role.SENSITIVE,
        "insurance": Role.QUASI,
    },
}


def profile(name: str, column: pa.ChunkedArray) -> Profile:
    kind = Kind.DATE if pa.types.is_date(column.type) else Kind.TEXT
    kind = Kind.INTEGER if pa.types.is_integer(column.type) else kind
    kind = Kind.DECIMAL if pa.types.is_floating(column.type) else kind
    counts = {str(item["values"]): item["counts"] for item in column.value_counts().to_pylist()}
    counts.pop("None", None)
    common = tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:1000])
    return Profile(name, kind, len(column), column.null_count, len(counts), common=common)


@pytest.mark.parametrize("table", ROLES)
def test_the_roles_of_generated_columns_are_guessed(table: str) -> None:
    made = generate(table, 800, 5)
    guessed = guess([profile(name, made[name]) for name in made.column_names])
    roles = {attribute.name: attribute.role for attribute in guessed}
    assert {name: roles[name] for name in ROLES[table]} == ROLES[table]
