"""Files with too many combinations: refused with figures, counted state by state, or raised."""

from __future__ import annotations

import random
from dataclasses import replace

import polars as pl
import pytest
from engine_agreement import check_pushed
from hypothesis import given, settings
from hypothesis import strategies as st

import incrowd as ic
from incrowd.engines import connect
from incrowd.errors import CrowdNeeded, CrowdTooLarge

ROLES = {"age": "quasi", "zip": "quasi", "born": "quasi", "illness": "sensitive"}
QUASI = ["age", "zip", "born"]


def make_people(rows: int = 600, seed: int = 3) -> pl.DataFrame:
    draw = random.Random(seed)
    return pl.DataFrame(
        {
            "age": [draw.choice([None, *range(20, 60)]) for _ in range(rows)],
            "zip": [f"{draw.randrange(88_000, 88_300)}" for _ in range(rows)],
            "born": [draw.choice(["1960-01-02", "1971-03-04", "1982-05-06"]) for _ in range(rows)],
            "illness": [
                draw.choice(["flu", "Flu ", "n/a", None, "gout", "cold"]) for _ in range(rows)
            ],
        }
    )


@pytest.fixture(scope="module", params=["csv", "parquet", "frame"])
def data(request, tmp_path_factory):
    people = make_people()
    folder = tmp_path_factory.mktemp("files")
    if request.param == "csv":
        people.write_csv(folder / "people.csv")
        return folder / "people.csv"
    if request.param == "parquet":
        people.write_parquet(folder / "people.parquet")
        return folder / "people.parquet"
    return people


def test_states_of_a_file_are_counted_as_the_crowd_is(data):
    check_pushed(connect(data, ordered=True, most_tuples=10), connect(data, ordered=True), ROLES)


@given(st.integers(0, 2**32), st.integers(5, 60))
@settings(max_examples=10)
def test_states_of_any_table_are_counted_as_the_crowd_is(seed, rows):
    people = make_people(rows, seed)
    check_pushed(connect(people, ordered=True, most_tuples=1), connect(people, ordered=True), ROLES)


def test_too_many_combinations_are_refused_with_figures_and_choices(data):
    with (
        ic.open(data, quasi=QUASI, sensitive=["illness"], most_combinations=50) as people,
        pytest.raises(CrowdTooLarge, match=r"600 rows have about \d{3} different") as refused,
    ):
        people.risk()
    assert "--coarsen auto" in refused.value.hint
    assert "--push-down" in refused.value.hint


def test_columns_of_a_file_are_generalised_until_they_fit(data, tmp_path):
    opened = ic.open(
        data, quasi=QUASI, sensitive=["illness"], most_combinations=300, coarsen="auto"
    )
    with opened as people:
        assert people.begun
        assert len(people.protected_crowd.counts) <= 300
        assert people.risk().original_rows == 600
        outcome = people.anonymize(k=3, max_suppression=0.9)
        assert outcome.write(tmp_path / "out.csv").verified
    name, begun = next(iter(people.begun.items()))
    assert outcome.to_recipe().levels[name] >= begun.level


def test_states_above_what_was_raised_are_those_of_the_file(data):
    levels = {"age": 1, "zip": 2}
    with (
        ic.open(data, quasi=QUASI, coarsen=levels) as raised,
        ic.open(data, quasi=QUASI, coarsen=levels, push_down=True) as pushed,
        ic.open(data, quasi=QUASI) as exact,
    ):
        theirs = exact.risk(levels)
        for table in (raised, pushed):
            assert table.risk().class_sizes == theirs.class_sizes


def test_other_protections_ask_for_nothing_that_is_known(data):
    with ic.open(data, quasi=QUASI, sensitive=["illness"], push_down=True) as people:
        strict = people.with_promises("illness:l=3")
        assert people.states is not strict.states, "nothing was counted yet"
        assert people.with_promises("illness:l=2").states is people.states
        assert strict.risk(k=2).suppressed_rows >= people.risk(k=2).suppressed_rows


def test_what_needs_the_crowd_says_so_of_a_file(data):
    with ic.open(data, quasi=QUASI, push_down=True) as people:
        with pytest.raises(CrowdNeeded, match="state by state"):
            people.anonymize(k=2)
        assert replace(people, push_down=False).anonymize(k=2, max_suppression=1)
