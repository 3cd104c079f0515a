"""The compiled heart of the search: what the highest state of a block loses and what it costs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.blocks import Bounds
from incrowd.search.global_recoding.cell_costs import RATES, Rates, price_levels
from incrowd.search.global_recoding.class_merging import (
    Numbers,
    count_lost,
    group_at,
    set_up_desk,
    set_up_groups,
)
from incrowd.search.global_recoding.lattice import LATTICE, Lattice

Held = tuple[Numbers, Sizes]
"""Classes: what they look like, and their rows."""
HELD = "Tuple((int32[:, ::1], int64[::1]))"
Results = tuple[
    NDArray[np.bool_],  # gone[class]
    Sizes,  # lost: rows per value of each attribute; those lost before come in
    NDArray[np.float64],  # table[a, level]: prices
    Sizes,  # rows lost (those lost before come in) and classes kept
]
RESULTS = "Tuple((boolean[::1], int64[::1], float64[:, ::1], int64[::1]))"


@compiled(f"void({LATTICE}, {RATES}, int64, int64[:, ::1], int64, {HELD}, {RESULTS})")
def price_block(
    lattice: Lattice,
    rates: Rates,
    kind: int,
    bounds: Bounds,
    k: int,
    held: Held,
    results: Results,
) -> None:
    """Price the levels of a block with the rows that its highest state loses."""
    numbers, sizes = held
    gone, lost, table, figures = results
    lowest, highest = bounds[0], bounds[1]
    groups, desk = set_up_groups(len(sizes)), set_up_desk(lattice, len(sizes))
    found = group_at(lattice, highest, numbers, sizes, groups, desk)
    _, totals, group_of = groups
    figures[1] = 0
    for group in range(found):
        figures[1] += totals[group] >= k
    for i in range(len(sizes)):
        gone[i] = totals[group_of[i]] < k
    figures[0] += count_lost(lattice, numbers, sizes, gone, lost)
    price_levels(lattice, rates, kind, lost, figures[0], lowest, highest, table)


@compiled(f"void({LATTICE}, int64[::1], int64, {HELD}, boolean[::1], float64[::1])")
def measure_block(
    lattice: Lattice,
    highest: Bounds,
    k: int,
    held: Held,
    gone: NDArray[np.bool_],
    figures: NDArray[np.float64],
) -> None:
    """Measure a block from the classes of its lowest state.

    Of the highest state: rows lost (those lost before come in), classes kept, their squares; of all
    states: at least these squares, at most so many classes, whether one may lose a row. A row that
    is kept lies in a class that is no smaller than k, nor than its class in the lowest state.
    """
    numbers, sizes = held
    groups, desk = set_up_groups(len(sizes)), set_up_desk(lattice, len(sizes))
    found = group_at(lattice, highest, numbers, sizes, groups, desk)
    _, totals, group_of = groups
    figures[5] = figures[0] > 0
    for group in range(found):
        if totals[group] >= k:
            figures[1] += 1
            figures[2] += np.float64(totals[group]) * totals[group]
    for i in range(len(sizes)):
        gone[i] = totals[group_of[i]] < k
        if gone[i]:
            figures[0] += sizes[i]
        else:
            figures[3] += np.float64(sizes[i]) * max(k, sizes[i])
            figures[4] += sizes[i] / max(k, sizes[i])
        if sizes[i] < k:
            figures[5] = 1.0
