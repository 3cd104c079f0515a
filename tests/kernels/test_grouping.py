"""Groups of equal keys against a dictionary and against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.kernels.grouping import (
    DIRECT_LIMIT,
    append_digit,
    group,
    group_by_address,
    group_by_hash,
)

SMALL, LARGE = 12, 1 << 60
"""Key spaces that are counted by address and by hash."""


def keys_below(space: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Keys, each with a size."""
    return st.lists(st.tuples(st.integers(0, space - 1), st.integers(0, 1000)), max_size=80)


def slow_groups(keys: list[int], sizes: list[int]) -> tuple[list[int], list[int], list[int]]:
    numbers: dict[int, int] = {}
    first, totals = [], []
    for position, (key, size) in enumerate(zip(keys, sizes, strict=True)):
        if key not in numbers:
            numbers[key] = len(numbers)
            first.append(position)
            totals.append(0)
        totals[numbers[key]] += size
    return first, totals, [numbers[key] for key in keys]


@pytest.mark.parametrize("space", [SMALL, LARGE])
@given(st.data())
def test_groups_are_numbered_by_first_occurrence(space: int, data: st.DataObject) -> None:
    pairs = data.draw(keys_below(space))
    keys, sizes = [key for key, _ in pairs], [size for _, size in pairs]
    found = group(np.array(keys, np.int64), np.array(sizes, np.int64), space)
    assert [column.tolist() for column in found] == list(slow_groups(keys, sizes))


@given(keys_below(SMALL))
def test_both_ways_find_the_same(pairs: list[tuple[int, int]]) -> None:
    keys = np.array([key for key, _ in pairs], np.int64)
    sizes = np.array([size for _, size in pairs], np.int64)
    found = []
    for run in (
        lambda *out: group_by_address(keys, sizes, SMALL, *out),
        lambda *out: group_by_hash(keys, sizes, *out),
    ):
        first, group_of = np.empty(len(keys), np.int32), np.empty(len(keys), np.int32)
        totals = np.empty(len(keys), np.int64)
        count = run(first, totals, group_of)
        found.append((count, first[:count].tolist(), totals[:count].tolist(), group_of.tolist()))
    assert found[0] == found[1]
    assert found[0][0] == len(np.unique(keys))


def test_the_border_between_both_ways() -> None:
    keys, sizes = np.array([5, 1, 5]), np.array([1, 1, 1])
    border = DIRECT_LIMIT * 128
    below, above = group(keys, sizes, border), group(keys, sizes, border + 1)
    assert [a.tolist() for a in below] == [b.tolist() for b in above] == [[0, 1], [2, 1], [0, 1, 0]]


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=30),
    st.lists(st.integers(0, 29), max_size=30),
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
)
def test_a_digit_is_appended_to_every_key(
    codes: list[int], chosen: list[int], level_codes: list[int]
) -> None:
    members = np.array([member % len(codes) for member in chosen], np.int32)
    keys = np.arange(len(members), dtype=np.int64)
    all_codes, all_levels = np.array(codes, np.int32), np.array(level_codes, np.int32)
    append_digit(keys, all_codes, members, all_levels, 7)
    assert keys.tolist() == (np.arange(len(members)) * 7 + all_levels[all_codes[members]]).tolist()
