"""Search a small block of the lattice to its end, in one compiled call.

What `branch_and_bound` does block by block, with its bounds and ties, but depth first, so that the
classes a block is appraised from lie one above the other: a block keeps the classes of its lowest
state that its highest state does not lose. The lower half shares that lowest state and loses some
more; the upper half has fewer, coarser ones.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.block_kernels import (
    CLASS_LIST,
    COUNT,
    KEPT,
    LAYER_BUFFERS,
    LAYERS,
    LOSING,
    LOST_ROWS,
    SQUARES,
    START,
    ClassList,
    LayerBuffers,
    Layers,
    drop_classes,
    lose_small_classes,
    merge_layer,
    view_layer,
)
from incrowd.search.global_recoding.cell_costs import (
    CLASS_SIZE,
    COST_RATES,
    GEOMETRIC,
    OF_SIZES,
    CostRates,
    cost_levels,
)
from incrowd.search.global_recoding.class_merging import (
    allocate_buffers,
    allocate_groups,
    count_lost,
)
from incrowd.search.global_recoding.lattice import LATTICE, Lattice


class Terms(NamedTuple):
    """What a state is judged by."""

    kind: int
    """How the objective is put together, see `cell_costs`."""
    k: int
    limit: int
    """Rows that may be lost."""
    rows: int
    """Rows of the table."""
    heights: NDArray[np.int64]
    """The height of each attribute."""


class Record(NamedTuple):
    """The best state known."""

    figures: NDArray[np.float64]
    """Score, rows lost, height, classes; a score of infinity is none."""
    levels: NDArray[np.int64]


class Stack(NamedTuple):
    """Blocks that wait, the last one on top."""

    lowest: NDArray[np.int64]
    """`lowest[block, a]`"""
    highest: NDArray[np.int64]
    """`highest[block, a]`"""
    costs: NDArray[np.float64]
    """`costs[block, a, level]`"""
    bounds: NDArray[np.float64]
    """No state of the block scores less."""
    lost: NDArray[np.int64]
    """Rows that the highest state loses."""
    layers: NDArray[np.int64]
    """The layer with the classes of the block."""
    unmerged: NDArray[np.bool_]
    """Whether the classes of that layer are yet to be merged at the lowest levels."""


class Search(NamedTuple):
    """All that a search works on."""

    lattice: Lattice
    rates: CostRates
    terms: Terms
    stack: Stack
    layers: Layers
    buffers: LayerBuffers
    best: Record


TERMS: Final = struct(
    Terms, kind="int64", k="int64", limit="int64", rows="int64", heights="int64[::1]"
)
RECORD: Final = struct(Record, figures="float64[::1]", levels="int64[::1]")
STACK: Final = struct(
    Stack,
    lowest="int64[:, ::1]",
    highest="int64[:, ::1]",
    costs="float64[:, :, ::1]",
    bounds="float64[::1]",
    lost="int64[::1]",
    layers="int64[::1]",
    unmerged="boolean[::1]",
)
SEARCH: Final = struct(
    Search,
    lattice=LATTICE,
    rates=COST_RATES,
    terms=TERMS,
    stack=STACK,
    layers=LAYERS,
    buffers=LAYER_BUFFERS,
    best=RECORD,
)
SCORE, SUPPRESSED, HEIGHT, CLASSES = range(4)
"""Figures of the best state."""
NO_ROOM: Final = -1
SPARE, TINY = 1e-9, 1e-12
"""What a state may cost more, by rounding, and still be the best."""
CLOSE, NEAR_ZERO = 1e-11, 1e-14
"""Scores that differ by no more are equal, as in `blocks`."""


@compiled(f"float64({TERMS}, float64[:, ::1], int64[::1], float64[::1])")
def score_state(
    terms: Terms,
    costs: NDArray[np.float64],
    levels: NDArray[np.int64],
    figures: NDArray[np.float64],
) -> float:
    """The score of a state, by the costs of its levels or by the figures of its classes."""
    if terms.kind == CLASS_SIZE:
        return float(terms.rows / (figures[KEPT] + figures[LOSING]))
    if terms.kind >= OF_SIZES:
        return float(figures[SQUARES] + figures[LOST_ROWS] * terms.rows)
    total = 0.0
    for a in range(len(levels)):
        total += costs[a, levels[a]]
    return float(np.expm1(total) if terms.kind == GEOMETRIC else total)


@compiled(f"float64(int64[::1], {TERMS})")
def add_heights(levels: NDArray[np.int64], terms: Terms) -> float:
    """Sum of level / height."""
    total = 0.0
    for a in range(len(levels)):
        total += levels[a] / terms.heights[a]
    return total


@compiled(f"boolean(float64, int64, int64[::1], {TERMS}, {RECORD})")
def precedes(
    score: float, lost: int, levels: NDArray[np.int64], terms: Terms, best: Record
) -> bool:
    """Whether a state is better than the best; ties by rows lost, height and levels."""
    known = best.figures
    apart = abs(score - known[SCORE])
    close = max(CLOSE * max(abs(score), abs(known[SCORE])), NEAR_ZERO)
    if known[SCORE] == np.inf or apart > close:
        return bool(score < known[SCORE])
    if lost != known[SUPPRESSED]:
        return bool(lost < known[SUPPRESSED])
    height = add_heights(levels, terms)
    if abs(height - known[HEIGHT]) > CLOSE * max(height, known[HEIGHT]):
        return bool(height < known[HEIGHT])
    for a in range(len(levels)):
        if levels[a] != best.levels[a]:
            return bool(levels[a] < best.levels[a])
    return False


@compiled(f"boolean({STACK}, int64, {TERMS}, {RECORD})")
def may_beat(stack: Stack, block: int, terms: Terms, best: Record) -> bool:
    """Whether a block has states yet to be looked at that may beat the best."""
    if np.array_equal(stack.lowest[block], stack.highest[block]):
        return False
    if stack.bounds[block] < best.figures[SCORE] * (1 - 1e-9):
        return True
    return precedes(stack.bounds[block], stack.lost[block], stack.lowest[block], terms, best)


@compiled(f"boolean({TERMS}, {STACK}, int64, {RECORD})")
def narrow(terms: Terms, stack: Stack, block: int, best: Record) -> bool:
    """Lower the highest levels of a block that cost more than the best, all others lowest."""
    lowest, highest, costs = stack.lowest[block], stack.highest[block], stack.costs[block]
    score = best.figures[SCORE]
    if terms.kind >= OF_SIZES or score == np.inf:
        return False
    most = np.log1p(score) if terms.kind == GEOMETRIC else score
    spare, lowered = most + SPARE * abs(most) + TINY, False
    for a in range(len(lowest)):
        spare -= costs[a, lowest[a]]
    for a in range(len(lowest)):
        while highest[a] > lowest[a] and costs[a, highest[a]] - costs[a, lowest[a]] > spare:
            highest[a] -= 1
            lowered = True
    return lowered


@compiled(f"int64({STACK}, int64)")
def choose_side(stack: Stack, block: int) -> int:
    """The attribute whose cost varies most, else the longest side, as in `Block.split`."""
    lowest, highest, costs = stack.lowest[block], stack.highest[block], stack.costs[block]
    chosen, most, longest = -1, 0.0, 0
    for a in range(len(lowest)):
        length = highest[a] - lowest[a]
        if length == 0:
            continue
        varies = costs[a, highest[a]] - costs[a, lowest[a]]
        if chosen < 0 or varies > most or (varies == most and length > longest):
            chosen, most, longest = a, varies, length
    return chosen


@compiled(f"float64({TERMS}, {STACK}, int64, {LAYERS})")
def bound_block(terms: Terms, stack: Stack, block: int, layers: Layers) -> float:
    """No state of a block scores less.

    By sizes: a row that is kept lies in a class no smaller than k, nor than its class in the layer.
    """
    figures = np.zeros(4, np.float64)
    layer, k = stack.layers[block], terms.k
    if terms.kind >= OF_SIZES:
        start, count = layers.places[layer, START], layers.places[layer, COUNT]
        losing, classes = stack.lost[block] > 0, 0.0
        for size in layers.sizes[start : start + count]:
            largest = max(k, size)
            losing |= size < k
            classes += size / largest
            figures[SQUARES] += np.float64(size) * largest
        figures[KEPT], figures[LOSING] = np.floor(classes + 1e-6), 1.0 if losing else 0.0
        figures[LOST_ROWS] = stack.lost[block]
    bound = score_state(terms, stack.costs[block], stack.lowest[block], figures)
    return float(max(stack.bounds[block], bound))


@compiled(f"void(int64[::1], float64, float64[::1], {TERMS}, {RECORD})")
def record(
    levels: NDArray[np.int64],
    score: float,
    figures: NDArray[np.float64],
    terms: Terms,
    best: Record,
) -> None:
    """Remember a state if it is the best."""
    if precedes(score, int(figures[LOST_ROWS]), levels, terms, best):
        best.figures[SCORE], best.figures[SUPPRESSED] = score, figures[LOST_ROWS]
        best.figures[HEIGHT], best.figures[CLASSES] = add_heights(levels, terms), figures[KEPT]
        best.levels[:] = levels


@compiled(f"boolean({SEARCH}, int64)")
def appraise_block(search: Search, block: int) -> bool:
    """Appraise the highest state of a block; whether the others are to be searched."""
    lattice, terms, stack, layers = search.lattice, search.terms, search.stack, search.layers
    lowest, highest, costs = stack.lowest[block], stack.highest[block], stack.costs[block]
    gone, best = search.buffers.gone, search.best
    layer, figures = stack.layers[block], np.zeros(4, np.float64)
    classes, figures[LOST_ROWS] = view_layer(layers, layer), stack.lost[block]
    lose_small_classes(lattice, terms.k, highest, classes, search.buffers, figures)
    lost = int(figures[LOST_ROWS])
    if lost > terms.limit or figures[KEPT] == 0:
        return False
    more, stack.lost[block] = lost > stack.lost[block], lost
    if more and terms.kind < OF_SIZES:
        layers.lost[layer + 1] = layers.lost[layer]
        losses = layers.lost[layer + 1]
        count_lost(lattice, classes.numbers, classes.sizes, gone, losses)
        cost_levels(lattice, search.rates, terms.kind, losses, lost, lowest, highest, costs)
        stack.bounds[block] = bound_block(terms, stack, block, layers)
    record(highest, score_state(terms, costs, highest, figures), figures, terms, best)
    if not may_beat(stack, block, terms, best):
        return False
    if more:
        stack.layers[block] = layer + 1
        drop_classes(layers, layer, gone)
        stack.bounds[block] = bound_block(terms, stack, block, layers)
    return True


@compiled(f"void({STACK}, int64)")
def halve(stack: Stack, block: int) -> None:
    """Put the lower half of a block on top of it and leave its upper half."""
    a = choose_side(stack, block)
    middle = (stack.lowest[block, a] + stack.highest[block, a]) // 2
    stack.lowest[block + 1], stack.highest[block + 1] = stack.lowest[block], stack.highest[block]
    stack.costs[block + 1], stack.bounds[block + 1] = stack.costs[block], stack.bounds[block]
    stack.lost[block + 1], stack.layers[block + 1] = stack.lost[block], stack.layers[block]
    stack.unmerged[block + 1] = stack.unmerged[block]
    stack.unmerged[block] = True
    stack.lowest[block, a], stack.highest[block + 1, a] = middle + 1, middle


@compiled(f"{SEARCH}({LATTICE}, {COST_RATES}, {TERMS}, {STACK}, {CLASS_LIST}, int64, {RECORD})")
def start_search(
    lattice: Lattice,
    rates: CostRates,
    terms: Terms,
    stack: Stack,
    classes: ClassList,
    capacity: int,
    best: Record,
) -> Search:
    """Put the classes of the first block into the lowest layer."""
    depths, count = 3 * len(stack.bounds) + 3, len(classes.sizes)
    layers = Layers(
        np.empty((capacity, classes.numbers.shape[1]), np.int32),
        np.empty(capacity, np.int64),
        np.zeros((depths, 3), np.int64),
        np.zeros((depths, lattice.starts[-1]), np.int64),
    )
    layers.numbers[:count], layers.sizes[:count] = classes.numbers, classes.sizes
    layers.places[0, 1:] = count
    buffers = LayerBuffers(
        allocate_groups(count), allocate_buffers(lattice, count), np.empty(count, np.bool_)
    )
    return Search(lattice, rates, terms, stack, layers, buffers, best)


@compiled(
    f"int64({LATTICE}, {COST_RATES}, {TERMS}, {STACK}, {CLASS_LIST}, int64[::1], int64, {RECORD})"
)
def search_to_the_end(
    lattice: Lattice,
    rates: CostRates,
    terms: Terms,
    stack: Stack,
    classes: ClassList,
    lost: Sizes,
    capacity: int,
    best: Record,
) -> int:
    """Search the first block of a stack to its end; return how many states were looked at.

    `lost` are the rows per value that the classes lack. All layers together hold `capacity`
    classes; where that is not enough, the states looked at are returned below zero.
    """
    search = start_search(lattice, rates, terms, stack, classes, capacity, best)
    layers, buffers = search.layers, search.buffers
    figures = np.zeros(4, np.float64)
    lose_small_classes(lattice, terms.k, stack.highest[0], classes, buffers, figures)
    layers.lost[1] = lost
    count_lost(lattice, classes.numbers, classes.sizes, buffers.gone, layers.lost[1])
    drop_classes(layers, 0, buffers.gone)
    visited, depth = 0, 1
    while depth > 0:
        block = depth - 1
        lowest, bounds = stack.lowest[block], stack.bounds
        depth -= 1
        if not may_beat(stack, block, terms, best):
            continue
        lowered = narrow(terms, stack, block, best)
        if stack.unmerged[block] and not np.array_equal(lowest, stack.highest[block]):
            if not merge_layer(lattice, layers, stack.layers[block], lowest, buffers):
                return NO_ROOM - visited
            stack.layers[block], stack.unmerged[block] = stack.layers[block] + 1, False
            bounds[block] = bound_block(terms, stack, block, layers)
        if lowered:
            visited += 1
            if not appraise_block(search, block):
                continue
        if not may_beat(stack, block, terms, best):
            continue
        halve(stack, block)
        if terms.kind < OF_SIZES:
            bounds[block] = bound_block(terms, stack, block, layers)
        depth += 1
        narrow(terms, stack, depth, best)
        visited += 1
        if appraise_block(search, depth):
            depth += 1
    return visited
