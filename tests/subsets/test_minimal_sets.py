"""Smallest combinations against trying all of them, on random tables in any state."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.errors import InvalidParameter
from incrowd.subsets import minimal as minimal_module
from incrowd.subsets.columns import Columns
from incrowd.subsets.minimal import find_minimal, possible_size

WIDTH = 4


def slow_minimal(shown, row, k, most) -> set[tuple[int, ...]]:
    """The combinations that fewer than k rows share with this one, though no part of them does."""
    small = [
        places
        for length in range(most + 1)
        for places in combinations(range(WIDTH), length)
        if sum(all(other[p] == row[p] for p in places) for other in shown) < k
    ]
    return {one for one in small if not any(set(other) < set(one) for other in small)}


@given(tables(WIDTH), st.integers(2, 5), st.integers(1, 4), st.booleans(), st.data())
def test_every_smallest_combination_is_found(rows, k, most, by_hash, data):
    crowd = crowd_of(rows, WIDTH)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= data.draw(st.integers(1, 3)))
    columns = Columns.of(classes)
    kept = Counter(published(crowd, row, levels) for row in rows)
    sizes = {
        tuple(columns.published(entry, range(WIDTH)).values()): int(size)
        for entry, size in enumerate(columns.sizes)
    }
    shown = [
        row
        for row in kept.elements()
        if tuple("*missing*" if c is None else c for c in row) in sizes
    ]
    with pytest.MonkeyPatch.context() as patch:
        if by_hash:
            patch.setattr(minimal_module, "DIRECT_LIMIT", 0)
        found = find_minimal(columns, k, most)
    assert found.size == most
    mine: dict[int, set[tuple[int, ...]]] = {entry: set() for entry in range(len(columns.sizes))}
    for one in found.combinations:
        assert len(one.entries)
        for entry in one.entries.tolist():
            mine[entry].add(one.attributes)
    for entry, sets in mine.items():
        values = tuple(columns.published(entry, range(WIDTH)).values())
        row = next(r for r in shown if tuple("*missing*" if c is None else c for c in r) == values)
        assert sets == slow_minimal(shown, row, k, most)


def columns_of(rows) -> Columns:
    crowd = crowd_of(rows, len(rows[0]))
    return Columns.of(crowd.at(crowd.bottom))


def test_too_many_combinations_are_cut_to_smaller_ones():
    columns = columns_of([tuple("abcde"), tuple("bcdea"), tuple("aacdd")])
    assert possible_size(columns, 3) == 3
    assert possible_size(columns, 3, most_work=15 * 3) == 2  # 5 + 10 combinations of 3 entries
    assert possible_size(columns, 3, most_work=1) == 1


def test_what_would_not_fit_in_memory_is_not_kept():
    rows = [tuple("ab"[number >> place & 1] for place in range(4)) for number in range(16)]
    columns = columns_of(rows)
    assert find_minimal(columns, 5, 3).size == 3
    assert sum(len(one.entries) for one in find_minimal(columns, 5, 3).combinations) == 6 * 16
    short = find_minimal(columns, 5, 3, most_found=50)
    assert (short.size, short.combinations) == (1, ())


def test_fewer_rows_than_k():
    found = find_minimal(columns_of([("a", "x"), ("b", "y")]), 3)
    assert [(one.attributes, len(one.entries)) for one in found.combinations] == [((), 2)]
    crowd = crowd_of([("a",)], 1)
    classes = crowd.at(crowd.bottom)
    nobody = Columns.of(classes.keeping(np.zeros(1, np.bool_)))
    assert find_minimal(nobody).combinations == ()


def test_progress_is_told_and_can_stop():
    columns = columns_of([tuple("abc"), tuple("bca"), tuple("aac")])
    told: list[float] = []
    find_minimal(columns, step=told.append)
    assert told == sorted(told)
    assert (len(told), told[-1]) == (7, 1.0)

    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_minimal(columns, step=stop)


@pytest.mark.parametrize(("k", "size"), [(1, 3), (0, 3), (2, 0), (2, -1)])
def test_bad_wishes(k, size):
    with pytest.raises(InvalidParameter, match="cannot search"):
        find_minimal(columns_of([("a",)]), k, size)
