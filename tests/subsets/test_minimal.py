"""Smallest combinations that single rows out, by hand: who, by what, and how far was looked."""

from __future__ import annotations

import numpy as np
import pytest
from small_crowds import Row, crowd_of

from incrowd.errors import InvalidParameter
from incrowd.subsets.columns import Columns
from incrowd.subsets.minimal import MinimalSets, find_minimal, possible_size

PEOPLE: list[Row] = [
    ("17", "single", "x"),
    ("17", "single", "x"),
    ("17", "widowed", "x"),
    ("50", "widowed", "x"),
    ("50", "widowed", "y"),
    ("50", "single", "x"),
]
"""The job y is alone by itself; 17 and widowed, and 50 and single, only together."""


def columns_of(rows: list[Row], levels: tuple[int, ...] | None = None) -> Columns:
    crowd = crowd_of(rows, len(rows[0]))
    return Columns.of(crowd.at(levels or crowd.bottom))


def combinations_by_person(result: MinimalSets) -> dict[tuple[str, ...], set[tuple[int, ...]]]:
    """The combinations of each person, by what is published of them."""
    width = range(result.columns.width)
    people: dict[tuple[str, ...], set[tuple[int, ...]]] = {}
    for combination in result.combinations:
        for entry in combination.entries.tolist():
            values = tuple(result.columns.published(entry, width).values())
            people.setdefault(values, set()).add(combination.attributes)
    return people


def test_nobody_is_told_by_more_than_it_takes() -> None:
    result = find_minimal(columns_of(PEOPLE))
    assert combinations_by_person(result) == {
        ("50", "widowed", "y"): {(2,)},
        ("17", "widowed", "x"): {(0, 1)},
        ("50", "single", "x"): {(0, 1)},
        ("50", "widowed", "x"): {(0, 1, 2)},
    }
    assert result.size == 3


@pytest.mark.parametrize(
    ("size", "people"), [(1, {("50", "widowed", "y")}), (2, 3), (3, 4), (9, 4)]
)
def test_only_combinations_of_the_size_asked_for_are_looked_at(size: int, people: object) -> None:
    result = combinations_by_person(find_minimal(columns_of(PEOPLE), max_size=size))
    assert (set(result) if isinstance(people, set) else len(result)) == people


def test_a_larger_k_finds_groups_that_are_too_small() -> None:
    result = combinations_by_person(find_minimal(columns_of(PEOPLE), k=4))
    # 17 and 50 have three rows each, so have single and widowed
    assert all({(0,), (1,)} <= combinations for combinations in result.values())
    assert len(result) == 5


def test_generalising_hides_who_stood_out() -> None:
    crowd = crowd_of(PEOPLE, 3)
    as_stars = columns_of(PEOPLE, (crowd.heights[0], 0, crowd.heights[2]))
    assert combinations_by_person(find_minimal(as_stars)) == {}


def test_those_left_out_stand_out_no_more() -> None:
    crowd = crowd_of(PEOPLE, 3)
    classes = crowd.at(crowd.bottom)
    only_twins = Columns.of(classes.keeping(classes.sizes >= 2))
    assert find_minimal(only_twins).combinations == ()


def test_a_table_smaller_than_k_is_itself_a_small_group() -> None:
    (whole,) = find_minimal(columns_of(PEOPLE[:2]), k=3).combinations
    assert (whole.attributes, len(whole.entries)) == ((), 1)


@pytest.mark.parametrize(
    ("width", "asked", "most_work", "size"),
    [
        # one entry: 3 combinations of one attribute, 6 up to two, 7 up to three
        (3, 3, 7, 3),
        (3, 3, 6, 2),
        (3, 2, 6, 2),
        (3, 3, 5, 1),
        (3, 3, 0, 1),
        (40, 5, 10**9, 4),
    ],
    ids=["all", "pairs", "asked", "single", "at least one", "too many combinations"],
)
def test_the_size_is_cut_until_the_work_can_be_done(
    width: int, asked: int, most_work: int, size: int
) -> None:
    columns = columns_of([("a",) * width])
    assert possible_size(columns, asked, most_work) == size


@pytest.mark.parametrize(("k", "size"), [(1, 3), (0, 2), (2, 0), (-1, -1)])
def test_a_wish_that_singles_nobody_out_is_refused(k: int, size: int) -> None:
    with pytest.raises(InvalidParameter) as caught:
        find_minimal(columns_of(PEOPLE), k, size)
    assert str(caught.value) == f"We cannot search with k = {k} and {size} attributes."
    assert caught.value.hint == "Choose a k of 2 or more and a size of 1 or more."


def test_progress_counts_combinations() -> None:
    done: list[float] = []
    find_minimal(columns_of(PEOPLE), max_size=2, step=done.append)
    assert done == pytest.approx(np.arange(1, 7) / 6)
