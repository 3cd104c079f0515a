"""The bound on 2-anonymous recodings, against the best of all of them on tables of a few rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import log2

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import Row, crowd_of, published

from benchmarks.recoding_bound import highest_entropy
from incrowd.crowd.crowd import Crowd

WEIGHTS = (0.7, 0.3)


def _partitions(rows: list[int]) -> Iterator[list[list[int]]]:
    """Every way to divide rows into groups."""
    if not rows:
        yield []
        return
    first, *rest = rows
    for groups in _partitions(rest):
        yield [[first], *groups]
        for place in range(len(groups)):
            yield [*groups[:place], [first, *groups[place]], *groups[place + 1 :]]


def _region(crowd: Crowd, place: int, values: set[str | None], rows: list[Row]) -> int:
    """How many rows of the table lie in the smallest region that holds some values."""
    heights = [0] * len(crowd.names)
    for level in range(crowd.heights[place] + 1):
        heights[place] = level

        def label(value: str | None, levels: list[int] = heights) -> str | None:
            row = tuple(value if at == place else rows[0][at] for at in range(len(levels)))
            return published(crowd, row, levels)[place]

        labels = {label(value) for value in values}
        if len(labels) == 1:
            return sum(label(row[place]) in labels for row in rows)
    raise AssertionError("the highest level is one region")


def _best_entropy(crowd: Crowd, rows: list[Row]) -> float:
    """Try every division into groups of two rows or more."""
    counts = [Counter(row[place] for row in rows) for place in range(len(crowd.names))]
    best = 0.0
    for groups in _partitions(list(range(len(rows)))):
        if any(len(group) < 2 for group in groups):
            continue
        entropy = 0.0
        for place, weight in enumerate(WEIGHTS):
            whole = sum(log2(len(rows) / counts[place][row[place]]) for row in rows)
            lost = 0.0
            for group in groups:
                region = _region(crowd, place, {rows[one][place] for one in group}, rows)
                lost += sum(log2(region / counts[place][rows[one][place]]) for one in group)
            entropy += weight * (1 - lost / whole)
        best = max(best, entropy)
    return best


@settings(max_examples=scaled(40), deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from("abcd")] * 2), min_size=4, max_size=6))
def test_no_recoding_exceeds_the_bound(drawn: list[Row]) -> None:
    rows = [("a", "a"), ("b", "b"), *drawn][: len(drawn)]
    crowd = crowd_of(rows, 2)
    assert _best_entropy(crowd, rows) <= highest_entropy(crowd, np.array(WEIGHTS)) + 1e-9


def test_the_bound_is_reached_where_pairs_are_far_apart() -> None:
    rows: list[Row] = [("a", "a"), ("b", "a"), ("c", "d"), ("d", "d")]
    crowd = crowd_of(rows, 2)
    bound = highest_entropy(crowd, np.array(WEIGHTS))
    assert abs(_best_entropy(crowd, rows) - bound) < 1e-9
