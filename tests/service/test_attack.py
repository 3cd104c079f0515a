"""Linking a release with known people, against a walk through all pairs."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.linking.values.published_value import covers
from incrowd.service.attacks import attack


@pytest.mark.slow
def test_the_patients_and_the_voters(golden: Path) -> None:
    found = attack(golden / "odd_table1a_patient.csv", golden / "odd_table1b_external.csv")
    assert (found.people, found.rows, found.matched, found.certain) == (9, 7, 9, 5)
    assert [(one.candidates, one.people) for one in found.probable] == [(1, 5), (2, 4)]
    assert found.journalist_risk == 100
    assert found.marketer_risk == pytest.approx(100 * (5 + 2 / 2) / 7)
    assert found.match.certain == 9


def test_the_published_suppression_exposes_people() -> None:
    original = pa.table({"a": ["1", "1", "2", "3"], "b": ["x", "x", "x", "y"]})
    release = pa.table({"a": ["1", "1", "*", "*"], "b": ["x", "x", "x", "*"]})
    found = attack(release, original, {"a": "a", "b": "b"}, k=2)
    # 1,x is covered by all four rows, 2,x by the last two, 3,y by the last alone
    assert found.match.exposed_people == 1
    assert found.match.certain == 1
    assert found.match.highest_risk == 100


TEXTS = st.sampled_from(["a", "b", "*", "{a, b}"])
VALUES = st.sampled_from(["a", "b", "c"])


@pytest.mark.slow
@settings(max_examples=scaled(25))
@given(
    release=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12),
    people=st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12),
)
def test_figures_against_all_pairs(
    release: list[tuple[str, str]], people: list[tuple[str, str]]
) -> None:
    def may(row: tuple[str, str], person: tuple[str, str]) -> bool:
        return all(covers(text, value) for text, value in zip(row, person, strict=True))

    behind = [sum(may(row, person) for person in people) for row in release]
    rows = [sum(may(row, person) for row in release) for person in people]
    best = [
        min((n for row, n in zip(release, behind, strict=True) if may(row, person)), default=0)
        for person in people
    ]
    tables = [
        pa.table({name: [row[place] for row in table] for place, name in enumerate("pq")})
        for table in (release, people)
    ]
    found = attack(*tables, {"p": "p", "q": "q"}, k=3)
    assert found.matched == sum(n > 0 for n in rows)
    assert found.certain == sum(n == 1 for n in best)
    assert {one.candidates: one.people for one in found.probable} == {
        n: best.count(n) for n in set(best) - {0}
    }
    assert found.match.exposed_people == sum(0 < n < 3 for n in rows)
    assert found.match.certain == sum(n == 1 for n in rows)
    assert found.marketer_risk == pytest.approx(
        100 * sum(1 / n for n in behind if n) / len(release)
    )
    assert found.journalist_risk == pytest.approx(
        100 / min((n for n in behind if n), default=float("inf"))
    )


def test_columns_that_do_not_belong_together() -> None:
    left, right = pa.table({"a": ["1"]}), pa.table({"b": ["1"]})
    with pytest.raises(InvalidParameter, match="no quasi-identifier in common"):
        attack(left, right)
    with pytest.raises(UnknownAttribute, match="'c'"):
        attack(left, right, {"c": "b"})
    with pytest.raises(UnknownAttribute, match="'c'"):
        attack(left, right, {"a": "c"})
    with pytest.raises(InvalidParameter, match="k = 0"):
        attack(left, left, k=0)
