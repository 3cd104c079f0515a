"""The largest sets of attributes that can be released together, by hand and against all sets."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.subsets.columns import Columns
from incrowd.subsets.matrix import build_matrix
from incrowd.subsets.maximal import MaximalSubsets, find_maximal

CUBE: list[Row] = [(a, b, c) for a in "01" for b in "01" for c in "01"]
"""Three attributes that say nothing about each other: k is 4, 2 and 1 for one, two, three."""


def maximal(rows: list[Row], threshold: int) -> MaximalSubsets:
    crowd = crowd_of(rows, len(rows[0]))
    columns = Columns.of(crowd.at(crowd.bottom))
    return find_maximal(columns, build_matrix(columns), threshold)


@pytest.mark.parametrize(
    ("threshold", "sets"),
    [
        (1, [((0, 1, 2), 1)]),
        (2, [((0, 1), 2), ((0, 2), 2), ((1, 2), 2)]),
        (3, [((0,), 4), ((1,), 4), ((2,), 4)]),
        (4, [((0,), 4), ((1,), 4), ((2,), 4)]),
        (5, []),
    ],
)
def test_sets_of_unrelated_attributes(
    threshold: int, sets: list[tuple[tuple[int, ...], int]]
) -> None:
    result = maximal(CUBE, threshold)
    assert [(subset.members, subset.k) for subset in result.subsets] == sets
    assert result.complete


def test_attributes_that_say_the_same_can_go_together() -> None:
    rows: list[Row] = [(value, value.upper(), str(place)) for place, value in enumerate("aabb")]
    result = maximal(rows, 2)
    assert [(subset.members, subset.k) for subset in result.subsets] == [((0, 1), 2)]


def test_an_attribute_that_is_too_rare_alone_is_in_no_set() -> None:
    rows: list[Row] = [("a", "x"), ("a", "y"), ("a", "z")]
    assert [subset.members for subset in maximal(rows, 2).subsets] == [(0,)]


def test_a_search_without_work_to_spend_is_not_complete() -> None:
    crowd = crowd_of(CUBE, 3)
    columns = Columns.of(crowd.at(crowd.bottom))
    result = find_maximal(columns, build_matrix(columns), 2, most_work=0)
    assert not result.complete


@given(tables(4, 30), st.integers(1, 6))
def test_every_set_that_holds_lies_in_one_that_is_told(rows: list[Row], threshold: int) -> None:
    crowd = crowd_of(rows, 4)
    columns = Columns.of(crowd.at(crowd.bottom))
    result = find_maximal(columns, build_matrix(columns), threshold)
    members = [set(subset.members) for subset in result.subsets]
    for size in range(1, 5):
        for places in combinations(range(4), size):
            holds = columns.group(places).k >= threshold
            assert holds is any(set(places) <= larger for larger in members)
