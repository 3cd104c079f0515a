"""Search a small block of the lattice to its end, in one compiled call.

What `bounded` does block by block, with its bounds and ties, but depth first, so that the classes a
block is appraised from lie one above the other: a block keeps the classes of its lowest state that
its highest state does not lose. The lower half shares that lowest state and loses some more; the
upper half has fewer, coarser ones.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.block_kernels import HELD, Held
from incrowd.search.global_recoding.cell_costs import (
    CLASS_SIZE,
    GEOMETRIC,
    OF_SIZES,
    RATES,
    Rates,
    price_levels,
)
from incrowd.search.global_recoding.class_merging import count_lost, set_up_desk, set_up_groups
from incrowd.search.global_recoding.lattice import LATTICE, Lattice
from incrowd.search.global_recoding.nested_blocks import (
    COUNT,
    ROOM,
    START,
    STOREYS,
    Room,
    Storeys,
    leave_out,
    lose_small,
    raise_floor,
    view_floor,
)

Terms = NDArray[np.int64]
"""Kind of the measure, k, rows that may be lost, rows of the table; then the height of each
attribute."""
KIND, K, LIMIT, ROWS, HEIGHTS = range(5)
Record = tuple[
    NDArray[np.float64],  # score, rows lost, height, classes; a score of infinity is none
    NDArray[np.int64],  # levels
]
"""The best state known."""
RECORD = "Tuple((float64[::1], int64[::1]))"
Stack = tuple[
    NDArray[np.int64],  # lowest[block, a]
    NDArray[np.int64],  # highest[block, a]
    NDArray[np.float64],  # tables[block, a, level]: prices
    NDArray[np.float64],  # bounds[block]
    NDArray[np.int64],  # facts[block]: rows lost, its floor, whether the floor is yet to be raised
]
STACK = "Tuple((int64[:, ::1], int64[:, ::1], float64[:, :, ::1], float64[::1], int64[:, ::1]))"
LOST, FLOOR, RAISE = range(3)
NO_ROOM: Final = -1
SPARE, TINY = 1e-9, 1e-12
"""What a state may cost more, by rounding, and still be the best."""
CLOSE, NEAR_ZERO = 1e-11, 1e-14
"""Scores that differ by no more are equal, as in `blocks`."""


@compiled("float64(int64[::1], float64[:, ::1], int64[::1], float64[::1])")
def score_of(
    terms: Terms,
    table: NDArray[np.float64],
    levels: NDArray[np.int64],
    figures: NDArray[np.float64],
) -> float:
    """The score of a state, by the prices of its levels or by classes, losing, squares, lost."""
    if terms[KIND] == CLASS_SIZE:
        return float(terms[ROWS] / (figures[0] + figures[1]))
    if terms[KIND] >= OF_SIZES:
        return float(figures[2] + figures[3] * terms[ROWS])
    total = 0.0
    for a in range(len(levels)):
        total += table[a, levels[a]]
    return float(np.expm1(total) if terms[KIND] == GEOMETRIC else total)


@compiled("float64(int64[::1], int64[::1])")
def add_heights(levels: NDArray[np.int64], terms: Terms) -> float:
    """Sum of level / height."""
    total = 0.0
    for a in range(len(levels)):
        total += levels[a] / terms[HEIGHTS + a]
    return total


@compiled(f"boolean(float64, int64, int64[::1], int64[::1], {RECORD})")
def precedes(
    score: float, lost: int, levels: NDArray[np.int64], terms: Terms, best: Record
) -> bool:
    """Whether a state is better than the best; ties by rows lost, height and levels."""
    known = best[0]
    apart = abs(score - known[0])
    if known[0] == np.inf or apart > max(CLOSE * max(abs(score), abs(known[0])), NEAR_ZERO):
        return bool(score < known[0])
    if lost != known[1]:
        return bool(lost < known[1])
    height = add_heights(levels, terms)
    if abs(height - known[2]) > CLOSE * max(height, known[2]):
        return bool(height < known[2])
    for a in range(len(levels)):
        if levels[a] != best[1][a]:
            return bool(levels[a] < best[1][a])
    return False


@compiled(f"boolean({STACK}, int64, int64[::1], {RECORD})")
def promises(stack: Stack, block: int, terms: Terms, best: Record) -> bool:
    """Whether a block has states yet to be looked at that may beat the best."""
    lowest, highest, _, bounds, facts = stack
    if np.array_equal(lowest[block], highest[block]):
        return False
    if bounds[block] < best[0][0] * (1 - 1e-9):
        return True
    return precedes(bounds[block], facts[block, LOST], lowest[block], terms, best)


@compiled(f"boolean(int64[::1], {STACK}, int64, {RECORD})")
def tighten(terms: Terms, stack: Stack, block: int, best: Record) -> bool:
    """Lower the highest levels of a block that cost more than the best, all others lowest."""
    lowest, highest, table = stack[0][block], stack[1][block], stack[2][block]
    if terms[KIND] >= OF_SIZES or best[0][0] == np.inf:
        return False
    most = np.log1p(best[0][0]) if terms[KIND] == GEOMETRIC else best[0][0]
    spare, lowered = most + SPARE * abs(most) + TINY, False
    for a in range(len(lowest)):
        spare -= table[a, lowest[a]]
    for a in range(len(lowest)):
        while highest[a] > lowest[a] and table[a, highest[a]] - table[a, lowest[a]] > spare:
            highest[a] -= 1
            lowered = True
    return lowered


@compiled(f"int64({STACK}, int64)")
def choose_side(stack: Stack, block: int) -> int:
    """The attribute whose price varies most, else the longest side, as in `Block.split`."""
    lowest, highest, table = stack[0][block], stack[1][block], stack[2][block]
    chosen, most, longest = -1, 0.0, 0
    for a in range(len(lowest)):
        length = highest[a] - lowest[a]
        if length == 0:
            continue
        varies = table[a, highest[a]] - table[a, lowest[a]]
        if chosen < 0 or varies > most or (varies == most and length > longest):
            chosen, most, longest = a, varies, length
    return chosen


@compiled(f"float64(int64[::1], {STACK}, int64, {STOREYS})")
def bound_of(terms: Terms, stack: Stack, block: int, storeys: Storeys) -> float:
    """No state of a block scores less.

    By sizes: a row that is kept lies in a class no smaller than k, nor than its class at the floor.
    """
    figures = np.zeros(4, np.float64)
    floor, k = stack[4][block, FLOOR], terms[K]
    if terms[KIND] >= OF_SIZES:
        start, count = storeys[2][floor, START], storeys[2][floor, COUNT]
        losing, classes = stack[4][block, LOST] > 0, 0.0
        for size in storeys[1][start : start + count]:
            largest = max(k, size)
            losing |= size < k
            classes += size / largest
            figures[2] += np.float64(size) * largest
        figures[0], figures[1] = np.floor(classes + 1e-6), 1.0 if losing else 0.0
        figures[3] = stack[4][block, LOST]
    bound = score_of(terms, stack[2][block], stack[0][block], figures)
    return float(max(stack[3][block], bound))


@compiled(f"void(int64[::1], float64, float64[::1], int64[::1], {RECORD})")
def record(
    levels: NDArray[np.int64],
    score: float,
    figures: NDArray[np.float64],
    terms: Terms,
    best: Record,
) -> None:
    """Remember a state if it is the best."""
    if precedes(score, int(figures[3]), levels, terms, best):
        best[0][0], best[0][1] = score, figures[3]
        best[0][2], best[0][3] = add_heights(levels, terms), figures[0]
        best[1][:] = levels


@compiled(f"boolean({LATTICE}, {RATES}, int64[::1], {STACK}, int64, {STOREYS}, {ROOM}, {RECORD})")
def open_block(
    lattice: Lattice,
    rates: Rates,
    terms: Terms,
    stack: Stack,
    block: int,
    storeys: Storeys,
    room: Room,
    best: Record,
) -> bool:
    """Appraise the highest state of a block; whether the others are to be searched."""
    lowest, highest, table = stack[0][block], stack[1][block], stack[2][block]
    bounds, facts, gone = stack[3], stack[4][block], room[2]
    floor, figures = facts[FLOOR], np.zeros(4, np.float64)
    held, figures[3] = view_floor(storeys, floor), facts[LOST]
    lose_small(lattice, terms[K], highest, held, room, figures)
    lost = int(figures[3])
    if lost > terms[LIMIT] or figures[0] == 0:
        return False
    more, facts[LOST] = lost > facts[LOST], lost
    if more and terms[KIND] < OF_SIZES:
        storeys[3][floor + 1] = storeys[3][floor]
        count_lost(lattice, held[0], held[1], gone, storeys[3][floor + 1])
        losses = storeys[3][floor + 1]
        price_levels(lattice, rates, terms[KIND], losses, lost, lowest, highest, table)
        bounds[block] = bound_of(terms, stack, block, storeys)
    record(highest, score_of(terms, table, highest, figures), figures, terms, best)
    if not promises(stack, block, terms, best):
        return False
    if more:
        facts[FLOOR] = floor + 1
        leave_out(storeys, floor, gone)
        bounds[block] = bound_of(terms, stack, block, storeys)
    return True


@compiled(f"void({STACK}, int64)")
def halve(stack: Stack, block: int) -> None:
    """Put the lower half of a block on top of it and leave its upper half."""
    lowest, highest, tables, bounds, facts = stack
    a = choose_side(stack, block)
    middle = (lowest[block, a] + highest[block, a]) // 2
    lowest[block + 1], highest[block + 1] = lowest[block], highest[block]
    tables[block + 1], bounds[block + 1] = tables[block], bounds[block]
    facts[block + 1] = facts[block]
    facts[block, RAISE] = 1
    lowest[block, a], highest[block + 1, a] = middle + 1, middle


@compiled(f"int64({LATTICE}, {RATES}, int64[::1], {STACK}, {HELD}, int64[::1], int64, {RECORD})")
def finish(
    lattice: Lattice,
    rates: Rates,
    terms: Terms,
    stack: Stack,
    held: Held,
    lost: Sizes,
    classes: int,
    best: Record,
) -> int:
    """Search the first block of a stack to its end; return how many states were looked at.

    `lost` are the rows per value that the classes held lack. There is room for so many classes on
    all floors; where that does not do, all states looked at are counted below zero.
    """
    depths, count = 3 * len(stack[3]) + 3, len(held[1])
    storeys = (
        np.empty((classes, held[0].shape[1]), np.int32),
        np.empty(classes, np.int64),
        np.zeros((depths, 3), np.int64),
        np.zeros((depths, len(lost)), np.int64),
    )
    storeys[0][:count], storeys[1][:count], storeys[2][0, 1:] = held[0], held[1], count
    room = set_up_groups(count), set_up_desk(lattice, count), np.empty(count, np.bool_)
    lose_small(lattice, terms[K], stack[1][0], held, room, np.zeros(4, np.float64))
    storeys[3][1] = lost
    count_lost(lattice, held[0], held[1], room[2], storeys[3][1])
    leave_out(storeys, 0, room[2])
    visited, depth = 0, 1
    while depth > 0:
        block = depth - 1
        lowest, bounds, facts = stack[0][block], stack[3], stack[4][block]
        depth -= 1
        if not promises(stack, block, terms, best):
            continue
        lowered = tighten(terms, stack, block, best)
        if facts[RAISE] and not np.array_equal(lowest, stack[1][block]):
            if not raise_floor(lattice, storeys, facts[FLOOR], lowest, room):
                return NO_ROOM - visited
            facts[FLOOR], facts[RAISE] = facts[FLOOR] + 1, 0
            bounds[block] = bound_of(terms, stack, block, storeys)
        if lowered:
            visited += 1
            if not open_block(lattice, rates, terms, stack, block, storeys, room, best):
                continue
        if not promises(stack, block, terms, best):
            continue
        halve(stack, block)
        if terms[KIND] < OF_SIZES:
            bounds[block] = bound_of(terms, stack, block, storeys)
        depth += 1
        tighten(terms, stack, depth, best)
        visited += 1
        if open_block(lattice, rates, terms, stack, depth, storeys, room, best):
            depth += 1
    return visited
