"""Cut parts into blocks in which they are like each other, so that few need to be compared.

A block that is too large is cut in two along the attribute that would save most: the groups under
the region that all its parts share are dealt out to two sides. No block crosses a border.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions
from incrowd.search.local_recoding.neighbours import TREE, Tree
from incrowd.search.regions import Figures, Grid, common, either_width

Sides = NDArray[np.bool_]
LEFT, RIGHT = -1, -2
SMALLEST_SIDE = 0.05
"""A cut that puts a smaller share on one side is not worth it."""


class Blocks(NamedTuple):
    """Parts in blocks: those of block `b` stand at `starts[b]:starts[b + 1]` of `order`."""

    order: Positions
    starts: Positions


BLOCKS: Final = struct(Blocks, order="int32[::1]", starts="int32[::1]")


@compiled(*either_width(f"int32({TREE}, grid[:, ::1], int32[::1], int64)"))
def shared_region(tree: Tree, values: Grid, members: Positions, depth: int) -> int:
    """The least region that covers an attribute of all members."""
    region = int(values[members[0], depth])
    for member in members:
        region = common(tree.parents, tree.levels, region, values[member, depth])
    return region


@compiled(f"int32({TREE}, int32, int32)")
def below(tree: Tree, region: int, top: int) -> int:
    """The region right under `top` that a region lies in."""
    while tree.parents[region] != top:
        region = tree.parents[region]
    return region


@compiled(
    *either_width(f"float64({TREE}, grid[:, ::1], int32[::1], int64, int64[::1], boolean[::1])")
)
def deal_out(
    tree: Tree,
    values: Grid,
    members: Positions,
    depth: int,
    seen: NDArray[np.int64],
    right: Sides,
) -> float:
    """Deal the groups of an attribute out to two sides; return what that saves, 0 if too little.

    `seen` has a zero for each region, and is left so.
    """
    top, count = shared_region(tree, values, members, depth), len(members)
    if values[members[0], depth] == top:
        return 0.0
    for member in members:
        seen[below(tree, values[member, depth], top)] += 1
    lefts, saved = 0, 0.0
    dealt = 0
    for index in range(count):
        group = below(tree, values[members[index], depth], top)
        if seen[group] > 0:  # met for the first time: the lighter side takes it
            take_left = 2 * lefts <= dealt
            dealt += seen[group]
            lefts += seen[group] if take_left else 0
            seen[group] = LEFT if take_left else RIGHT
        right[index] = seen[group] == RIGHT
        saved += tree.worth[top] - tree.worth[group]
    for member in members:
        seen[below(tree, values[member, depth], top)] = 0
    smaller = min(lefts, count - lefts)
    return saved * smaller if smaller >= SMALLEST_SIDE * count else 0.0


@compiled(
    *either_width(f"void({TREE}, grid[:, ::1], int32[::1], float64[::1], int64[::1], boolean[::1])")
)
def choose_sides(
    tree: Tree,
    values: Grid,
    members: Positions,
    favour: Figures,
    seen: NDArray[np.int64],
    right: Sides,
) -> None:
    """Put each member on one of two sides, by the attribute that saves most times its favour."""
    chosen, most = -1, 0.0
    for depth in range(values.shape[1]):
        saved = favour[depth] * deal_out(tree, values, members, depth, seen, right)
        if saved > most:
            chosen, most = depth, saved
    if chosen >= 0:
        deal_out(tree, values, members, chosen, seen, right)
    else:
        right[:] = np.arange(len(members)) * 2 >= len(members)


def cut_blocks(
    tree: Tree, values: Grid, borders: Positions, largest: int, favour: Figures
) -> Blocks:
    """Cut parts into blocks of at most so many, none of which crosses a border."""
    order = np.argsort(borders, kind="stable").astype(np.int32)
    edges = np.flatnonzero(np.diff(borders[order], prepend=-1, append=int(borders.max()) + 1))
    seen = np.zeros(len(tree.parents), np.int64)
    pieces: list[Positions] = []
    for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        waiting = [order[first:last]]
        while waiting:
            members = waiting.pop()
            if len(members) <= largest:
                pieces.append(members)
                continue
            right = np.empty(len(members), np.bool_)
            choose_sides(tree, values, members, favour, seen, right)
            waiting += [members[right], members[~right]]
    starts = np.cumsum([0, *map(len, pieces)]).astype(np.int32)
    return Blocks(np.concatenate(pieces), starts)
