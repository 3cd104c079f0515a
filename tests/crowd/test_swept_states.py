"""Every state of a lattice by hand: classes, smallest class, small classes, rows below k."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.crowd.raising import raise_attribute
from incrowd.crowd.sweep import Sweep, sweep
from incrowd.crowd.walking import SMALL, measure_sizes

ROWS: list[Row] = [("a", "x")] * 3 + [("b", "x")] + [("c", "y")] * 2
"""Heights 2 and 1: q0 is a, b, c, then {a, b} and {c}, then *; q1 is x, y, then *."""


@pytest.fixture(scope="module")
def swept() -> Sweep:
    return sweep(crowd_of(ROWS, 2))


STATES = {
    # levels: sizes of the classes
    (0, 0): [3, 1, 2],
    (0, 1): [3, 1, 2],
    (1, 0): [4, 2],
    (1, 1): [4, 2],
    (2, 0): [4, 2],
    (2, 1): [6],
}


@pytest.mark.parametrize("levels", STATES)
def test_a_state_counts_its_classes_by_size(swept: Sweep, levels: tuple[int, int]) -> None:
    place, sizes = swept.position(levels), STATES[levels]
    assert swept.classes[place] == len(sizes)
    assert swept.smallest[place] == min(sizes)
    assert swept.beyond[place] == 0
    assert [int(swept.small[place, size]) for size in range(7)] == [
        sizes.count(size) for size in range(7)
    ]


@pytest.mark.parametrize(
    ("k", "rows"),
    [
        (1, [0, 0, 0, 0, 0, 0]),
        (2, [1, 1, 0, 0, 0, 0]),
        (3, [3, 3, 2, 2, 2, 0]),
        (5, [6, 6, 6, 6, 6, 0]),
        (21, [6, 6, 6, 6, 6, 6]),
    ],
)
def test_rows_below_k_are_those_of_smaller_classes(swept: Sweep, k: int, rows: list[int]) -> None:
    assert swept.rows_below(k).tolist() == rows


def test_positions_count_the_last_attribute_fastest(swept: Sweep) -> None:
    assert [swept.position(levels) for levels in STATES] == list(range(6))
    assert [swept.levels(place) for place in range(6)] == list(STATES)


@pytest.mark.parametrize(
    ("sizes", "smallest", "beyond"),
    [
        ([1], 1, 0),
        ([20], 20, 0),
        ([21], 21, 21),
        ([30, 25, 3, 99], 3, 25),
        ([20, 21, 22], 20, 21),
        ([], 0, 0),
    ],
)
def test_classes_of_more_than_twenty_rows_are_counted_by_the_smallest(
    sizes: list[int], smallest: int, beyond: int
) -> None:
    figures = np.zeros(SMALL + 4, np.int64)
    measure_sizes(np.array(sizes, np.int64), len(sizes), figures)
    assert (figures[0], figures[1], figures[SMALL + 3]) == (len(sizes), smallest, beyond)
    assert figures[2 : SMALL + 3].sum() == sum(size <= SMALL for size in sizes)


@given(tables(2, 30))
def test_no_state_above_has_a_smaller_class_or_more_classes(rows: list[Row]) -> None:
    crowd = crowd_of(rows, 2)
    swept = sweep(crowd)
    for place in range(len(swept.classes)):
        levels = swept.levels(place)
        for attribute, height in enumerate(crowd.heights):
            if levels[attribute] < height:
                above = list(levels)
                above[attribute] += 1
                other = swept.position(above)
                assert swept.smallest[other] >= swept.smallest[place]
                assert swept.classes[other] <= swept.classes[place]
                assert (swept.rows_below(3)[other]) <= swept.rows_below(3)[place]


@pytest.mark.parametrize(
    ("levels", "index", "raised"),
    [
        ((0, 0), 0, [[4, 2], [4, 2]]),
        ((0, 0), 1, [[3, 1, 2]]),
        ((1, 1), 0, [[6]]),
        ((2, 1), 0, []),
        ((0, 1), 0, [[4, 2], [6]]),
    ],
)
def test_one_attribute_is_raised_level_by_level(
    levels: tuple[int, int], index: int, raised: list[list[int]]
) -> None:
    crowd = crowd_of(ROWS, 2)
    result = [sorted(classes.sizes.tolist()) for classes in raise_attribute(crowd, levels, index)]
    assert result == [sorted(sizes) for sizes in raised]


@given(tables(3, 30), st.integers(0, 2))
def test_raised_classes_know_where_each_tuple_lies(rows: list[Row], index: int) -> None:
    crowd = crowd_of(rows, 3)
    for classes in raise_attribute(crowd, crowd.bottom, index):
        direct = crowd.at(classes.levels)
        pairs = set(zip(classes.members.tolist(), direct.members.tolist(), strict=True))
        assert len(pairs) == classes.count == direct.count
        assert all(classes.kept)
