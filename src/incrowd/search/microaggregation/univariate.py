"""Optimal groups of one column of numbers: no others of at least k rows have less squared error.

In an optimal grouping of rows every group is a run of the sorted values that cannot be cut into two
groups of k rows. So the best grouping of the first rows is found from those of fewer rows, one
after the other. After Hansen, Mukherjee, A Polynomial Algorithm for Optimal Univariate
Microaggregation, IEEE TKDE 15(4), 2003. Where a value stands for several rows that stay together,
this is the best division into runs; another grouping may have a little less squared error.

Where k is so large that trying all runs would take long, the last groups of neighbouring rows are
compared instead: a later start that is better once stays better. After Schaetzle, Lassner, Laur,
Univariate Microaggregation in Linear Time (microagg1d), 2023.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes

Figures = NDArray[np.float64]

MOST_RUNS: Final = 200_000_000
"""Runs of values that are tried one by one, which takes about half a second."""
SUMS: Final = "float64[::1], float64[::1], float64[::1], float64[::1]"
"""The least cost of the first values, and their rows, sums and squares, in signatures."""


@compiled("int64[::1](float64[::1], int64[::1], int64)")
def best_starts(values: Figures, weights: Sizes, k: int) -> Sizes:
    """Where the last group of the first 0, 1, … sorted values begins; -1 where there is none."""
    count = len(values)
    cost = np.full(count + 1, np.inf)
    start = np.full(count + 1, -1, np.int64)
    cost[0] = 0.0
    for first in range(count):
        if cost[first] == np.inf:
            continue
        rows, center, spread, beyond = 0, 0.0, 0.0, 0
        for last in range(first, count):
            if rows >= k:
                beyond += weights[last]
            if beyond >= k:  # it could be cut into two groups, which is never worse
                break
            rows += weights[last]
            step = values[last] - center
            center += step * weights[last] / rows
            spread += weights[last] * step * (values[last] - center)
            if rows >= k and cost[first] + spread < cost[last + 1]:
                cost[last + 1] = cost[first] + spread
                start[last + 1] = first
    return start


@compiled(f"float64({SUMS}, int64, int64)")
def _cost(
    cost: Figures, rows: Figures, sums: Figures, squares: Figures, first: int, last: int
) -> float:
    """The squared error of the first values where the last group begins at a place."""
    total = sums[last] - sums[first]
    inside = squares[last] - squares[first] - total * total / (rows[last] - rows[first])
    return float(cost[first] + max(inside, 0.0))


@compiled(f"int64({SUMS}, int64, int64, int64, int64)")
def _overtakes(
    cost: Figures,
    rows: Figures,
    sums: Figures,
    squares: Figures,
    later: int,
    earlier: int,
    low: int,
    high: int,
) -> int:
    """The first end after `low` from which a later start is as good as an earlier one."""
    while high - low > 1:
        middle = (low + high) // 2
        if _cost(cost, rows, sums, squares, later, middle) <= _cost(
            cost, rows, sums, squares, earlier, middle
        ):
            high = middle
        else:
            low = middle
    return high


@compiled("int64[::1](float64[::1], int64[::1], int64)")
def best_starts_of_many(values: Figures, weights: Sizes, k: int) -> Sizes:
    """The same for a large k: each start is best for one stretch of ends, and these are kept."""
    count = len(values)
    rows, sums, squares = np.zeros(count + 1), np.zeros(count + 1), np.zeros(count + 1)
    rows[1:] = np.cumsum(weights.astype(np.float64))
    sums[1:] = np.cumsum(weights * values)
    squares[1:] = np.cumsum(weights * values * values)
    cost, start = np.full(count + 1, np.inf), np.full(count + 1, -1, np.int64)
    cost[0] = 0.0
    candidates, begins = np.empty(count + 1, np.int64), np.empty(count + 1, np.int64)
    head, tail, newest = 0, 0, 0
    for end in range(1, count + 1):
        while newest < end and rows[end] - rows[newest] >= k:
            begin = end
            while tail > head and cost[newest] < np.inf:
                rival, begin = candidates[tail - 1], max(begins[tail - 1], end)
                worse = _cost(cost, rows, sums, squares, newest, begin) > _cost(
                    cost, rows, sums, squares, rival, begin
                )
                if worse:
                    begin = _overtakes(cost, rows, sums, squares, newest, rival, begin, count + 1)
                    break
                tail -= 1
                begin = end
            if cost[newest] < np.inf and begin <= count:
                candidates[tail], begins[tail] = newest, begin
                tail += 1
            newest += 1
        while tail - head > 1 and begins[head + 1] <= end:
            head += 1
        if tail > head:
            start[end] = candidates[head]
            cost[end] = _cost(cost, rows, sums, squares, candidates[head], end)
    return start


def group_optimally(values: Figures, weights: Sizes, k: int) -> Positions:
    """The group of each value, numbered along their order, so that the squared error is least.

    >>> group_optimally(np.array([1.0, 9, 2, 8, 7, 1]), np.ones(6, np.int64), 3).tolist()
    [0, 1, 0, 1, 1, 0]
    """
    order = np.argsort(values, kind="stable")
    centered = np.ascontiguousarray(values[order] - values.mean())
    weighed = np.ascontiguousarray(weights[order], np.int64)
    tried = len(values) * min(2 * k, int(weights.sum())) / max(float(weights.mean()), 1.0)
    find = best_starts if tried <= MOST_RUNS else best_starts_of_many
    starts = find(centered, weighed, k)
    cuts = [len(values)]
    while cuts[-1] > 0:
        cuts.append(int(starts[cuts[-1]]))
    sizes = -np.diff(cuts)[::-1]
    groups = np.empty(len(values), np.int32)
    groups[order] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return groups
