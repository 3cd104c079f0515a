"""The compiled heart of the search: what the highest state of a block loses and what it costs.

For a search that goes depth first, the classes of nested blocks lie in layers, one above the other.
The next layer either merges the classes of the one below at higher levels, or lacks those that are
lost. What is above a layer is given up as soon as the search is back at it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.blocks import Bounds
from incrowd.search.global_recoding.cell_costs import COST_RATES, CostRates, cost_levels
from incrowd.search.global_recoding.class_merging import (
    BUFFERS,
    GROUPS,
    Buffers,
    Groups,
    Numbers,
    allocate_buffers,
    allocate_groups,
    count_lost,
    group_at,
)
from incrowd.search.global_recoding.lattice import LATTICE, Lattice


class ClassList(NamedTuple):
    """Classes: what they look like, and their rows."""

    numbers: Numbers
    sizes: Sizes


class BlockCosts(NamedTuple):
    """What a kernel writes about a block."""

    gone: NDArray[np.bool_]
    """Which classes the highest state loses."""
    lost: Sizes
    """Lost rows per value of each attribute; those lost before come in."""
    costs: NDArray[np.float64]
    """`costs[a, level]`"""
    totals: Sizes
    """Rows lost (those lost before come in) and classes kept."""


CLASS_LIST: Final = struct(ClassList, numbers="int32[:, ::1]", sizes="int64[::1]")
BLOCK_COSTS: Final = struct(
    BlockCosts, gone="boolean[::1]", lost="int64[::1]", costs="float64[:, ::1]", totals="int64[::1]"
)
ROWS_LOST, CLASSES_KEPT, SUM_OF_SQUARES, LEAST_SQUARES, MOST_CLASSES, MAY_LOSE = range(6)
"""What `measure_block` writes: of the highest state the rows lost (those lost before come in), the
classes kept and the squares of their sizes; of all states at least these squares, at most so many
classes, and whether one may lose a row."""


@compiled(
    f"void({LATTICE}, {COST_RATES}, int64, int64[:, ::1], int64, {CLASS_LIST}, {BLOCK_COSTS})"
)
def cost_block(
    lattice: Lattice,
    rates: CostRates,
    kind: int,
    bounds: Bounds,
    k: int,
    classes: ClassList,
    result: BlockCosts,
) -> None:
    """Cost the levels of a block with the rows that its highest state loses."""
    numbers, sizes = classes
    lowest, highest, figures = bounds[0], bounds[1], result.totals
    groups, buffers = allocate_groups(len(sizes)), allocate_buffers(lattice, len(sizes))
    count = group_at(lattice, highest, numbers, sizes, groups, buffers)
    figures[CLASSES_KEPT] = 0
    for group in range(count):
        figures[CLASSES_KEPT] += groups.totals[group] >= k
    for i in range(len(sizes)):
        result.gone[i] = groups.totals[groups.group_of[i]] < k
    figures[ROWS_LOST] += count_lost(lattice, numbers, sizes, result.gone, result.lost)
    cost_levels(
        lattice, rates, kind, result.lost, figures[ROWS_LOST], lowest, highest, result.costs
    )


@compiled(f"void({LATTICE}, int64[::1], int64, {CLASS_LIST}, boolean[::1], float64[::1])")
def measure_block(
    lattice: Lattice,
    highest: Bounds,
    k: int,
    classes: ClassList,
    gone: NDArray[np.bool_],
    figures: NDArray[np.float64],
) -> None:
    """Measure a block from the classes of its lowest state.

    A row that is kept lies in a class that is no smaller than k, nor than its class in the lowest
    state.
    """
    numbers, sizes = classes
    groups, buffers = allocate_groups(len(sizes)), allocate_buffers(lattice, len(sizes))
    count = group_at(lattice, highest, numbers, sizes, groups, buffers)
    totals, group_of = groups.totals, groups.group_of
    figures[MAY_LOSE] = figures[ROWS_LOST] > 0
    for group in range(count):
        if totals[group] >= k:
            figures[CLASSES_KEPT] += 1
            figures[SUM_OF_SQUARES] += np.float64(totals[group]) * totals[group]
    for i in range(len(sizes)):
        gone[i] = totals[group_of[i]] < k
        if gone[i]:
            figures[ROWS_LOST] += sizes[i]
        else:
            figures[LEAST_SQUARES] += np.float64(sizes[i]) * max(k, sizes[i])
            figures[MOST_CLASSES] += sizes[i] / max(k, sizes[i])
        if sizes[i] < k:
            figures[MAY_LOSE] = 1.0


class Layers(NamedTuple):
    """Layers of classes; one that but lacks some classes shares the place of the one below."""

    numbers: Numbers
    """What all classes look like, layer by layer."""
    sizes: Sizes
    """The rows of all classes."""
    places: NDArray[np.int64]
    """Where the classes of a layer start, how many they are, and where the next may start."""
    lost: NDArray[np.int64]
    """`lost[layer, value]`: rows."""


class LayerBuffers(NamedTuple):
    """Arrays to work in, so that they are allocated once."""

    groups: Groups
    buffers: Buffers
    gone: NDArray[np.bool_]
    """Which classes are lost."""


LAYERS: Final = struct(
    Layers,
    numbers="int32[:, ::1]",
    sizes="int64[::1]",
    places="int64[:, ::1]",
    lost="int64[:, ::1]",
)
LAYER_BUFFERS: Final = struct(LayerBuffers, groups=GROUPS, buffers=BUFFERS, gone="boolean[::1]")
START, COUNT, END = range(3)
"""Columns of `Layers.places`."""
KEPT, LOSING, SQUARES, LOST_ROWS = range(4)
"""Figures of a state: classes kept, whether it loses rows, squares of their sizes, rows lost."""


@compiled(f"{CLASS_LIST}({LAYERS}, int64)")
def view_layer(layers: Layers, layer: int) -> ClassList:
    """The classes of a layer."""
    start, count = layers.places[layer, START], layers.places[layer, COUNT]
    return ClassList(layers.numbers[start : start + count], layers.sizes[start : start + count])


@compiled(f"void({LAYERS}, int64, boolean[::1])")
def drop_classes(layers: Layers, layer: int, gone: NDArray[np.bool_]) -> None:
    """Move the classes that are not gone to the front of a layer, and make them the next one."""
    numbers, sizes = view_layer(layers, layer)
    places, left = layers.places, 0
    for i in range(len(sizes)):
        if gone[i]:
            continue
        if left < i:
            sizes[left], sizes[i] = sizes[i], sizes[left]
            for limb in range(numbers.shape[1]):
                moved = numbers[i, limb]
                numbers[i, limb], numbers[left, limb] = numbers[left, limb], moved
        left += 1
    places[layer + 1] = places[layer]
    places[layer + 1, COUNT] = left


@compiled(f"boolean({LATTICE}, {LAYERS}, int64, int64[::1], {LAYER_BUFFERS})")
def merge_layer(
    lattice: Lattice,
    layers: Layers,
    layer: int,
    levels: NDArray[np.int64],
    buffers: LayerBuffers,
) -> bool:
    """Merge the classes of a layer at some levels into the next one; False without room for it."""
    numbers, sizes = view_layer(layers, layer)
    groups, places = buffers.groups, layers.places
    count = group_at(lattice, levels, numbers, sizes, groups, buffers.buffers)
    start = places[layer, END]
    if start + count > len(layers.sizes):
        return False
    places[layer + 1, START], places[layer + 1, COUNT] = start, count
    places[layer + 1, END] = start + count
    for group in range(count):
        layers.numbers[start + group] = numbers[groups.first[group]]
        layers.sizes[start + group] = groups.totals[group]
    layers.lost[layer + 1] = layers.lost[layer]
    return True


@compiled(f"void({LATTICE}, int64, int64[::1], {CLASS_LIST}, {LAYER_BUFFERS}, float64[::1])")
def lose_small_classes(
    lattice: Lattice,
    k: int,
    highest: NDArray[np.int64],
    classes: ClassList,
    buffers: LayerBuffers,
    figures: NDArray[np.float64],
) -> None:
    """Mark what a state loses and write its figures; rows lost before come in."""
    numbers, sizes = classes
    groups = buffers.groups
    count = group_at(lattice, highest, numbers, sizes, groups, buffers.buffers)
    totals, group_of = groups.totals, groups.group_of
    figures[KEPT] = figures[SQUARES] = 0.0
    lost = 0
    for group in range(count):
        if totals[group] < k:
            lost += totals[group]
        else:
            figures[KEPT] += 1
            figures[SQUARES] += np.float64(totals[group]) * totals[group]
    figures[LOST_ROWS] += lost
    figures[LOSING] = 1.0 if figures[LOST_ROWS] > 0 else 0.0
    for i in range(len(sizes)):
        buffers.gone[i] = lost > 0 and totals[group_of[i]] < k
