"""Grow groups from seeds: the cheapest part joins until a group has k rows.

Only parts of the same block are looked at. A tuple that is safe by itself stays as it is, and gives
rows away where it has some to spare. What is left over joins the cheapest group of its block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import (
    PARTS,
    Parts,
    close_gaps,
    cover_classes,
)
from incrowd.search.local_recoding.neighbours import TREE, Tree, in_threads, merge_cost
from incrowd.search.local_recoding.wide.blocks import BLOCKS, Blocks
from incrowd.search.local_recoding.wide.spans import (
    SPACE,
    SPANS,
    Ranks,
    Space,
    Spans,
    Sums,
    add_steps,
    root_of,
)
from incrowd.search.regions import Grid, common, either_width


class Free(NamedTuple):
    """Parts of a block that a group can still take, in no order."""

    parts: Positions
    ranks: Ranks
    """One row per attribute, one column per part."""
    sums: Sums
    """What each would cost the group that grows, and each of its rows."""
    places: Positions
    """Where each part of the table stands in here."""


class Growing(NamedTuple):
    """What comes of growing: the group of each part, and rows that were given away."""

    groups: Positions
    """The part that the group was grown from, -1 for none."""
    spare: Sizes
    """Rows that each part can still give away."""
    givers: Positions
    takers: Positions
    """Who gave, and to the group of which part."""
    given: Sizes
    """How many rows; 0 where a place was not needed."""


FREE: Final = struct(
    Free, parts="int32[::1]", ranks="uint32[:, ::1]", sums="float32[::1]", places="int32[::1]"
)
GROWING: Final = struct(
    Growing,
    groups="int32[::1]",
    spare="int64[::1]",
    givers="int32[::1]",
    takers="int32[::1]",
    given="int64[::1]",
)


@compiled(f"int64({FREE}, int64, int64)")
def remove(free: Free, place: int, count: int) -> int:
    """Take a part out; the last one comes to stand in its place. Return how many are left."""
    last = count - 1
    moved = free.parts[last]
    free.parts[place], free.sums[place] = moved, free.sums[last]
    free.places[moved] = place
    for depth in range(len(free.ranks)):
        free.ranks[depth, place] = free.ranks[depth, last]
    return last


@compiled(
    *either_width(f"Tuple((int64, int64))({SPANS}, {PARTS}, int64, int32[::1], {FREE}, {GROWING})")
)
def list_free(
    spans: Spans, parts: Parts, k: int, inside: Positions, free: Free, growing: Growing
) -> tuple[int, int]:
    """List what groups can take; return how many parts and how many rows that is."""
    values, rows = parts
    count, left = 0, 0
    for part in inside:
        safe = rows[part] >= k
        growing.groups[part] = part if safe else -1
        if safe and growing.spare[part] == 0:
            continue
        free.parts[count], free.places[part] = part, count
        for depth in range(values.shape[1]):
            free.ranks[depth, count] = spans.first[values[part, depth]]
        count += 1
        left += growing.spare[part] if safe else rows[part]
    return count, left


@compiled("int64(float32[::1])")
def cheapest(sums: Sums) -> int:
    """Where the least sum stands."""
    best, least = 0, sums[0]
    for place in range(1, len(sums)):
        if sums[place] < least:
            best, least = place, sums[place]
    return best


@compiled(
    *either_width(
        f"Tuple((int64, int64, int64))({SPACE}, {PARTS}, int64, int32, int64, {FREE},"
        f" {GROWING}, int64)"
    )
)
def grow_group(
    space: Space,
    parts: Parts,
    k: int,
    seed: int,
    count: int,
    free: Free,
    growing: Growing,
    slot: int,
) -> tuple[int, int, int]:
    """Grow one group to k rows; return how many parts are free, its rows, and the next slot."""
    tree, spans = space
    values, rows = parts
    width = values.shape[1]
    region = values[seed].astype(np.int32)
    growing.groups[seed], size = seed, rows[seed]
    count = remove(free, free.places[seed], count)
    free.sums[:count] = 0
    for depth in range(width):
        top = root_of(tree, region[depth])
        ranks, sums = free.ranks[depth, :count], free.sums[:count]
        add_steps(tree, spans, region[depth], top, 1.0, ranks, sums)
    while size < k and count > 0:
        place = cheapest(free.sums[:count])
        part = free.parts[place]
        amount = rows[part]
        if growing.groups[part] >= 0:  # it is safe by itself, and gives what is needed
            amount = min(k - size, growing.spare[part])
            growing.spare[part] -= amount
            growing.givers[slot], growing.takers[slot] = part, seed
            growing.given[slot] = amount
            slot += 1
        else:
            growing.groups[part] = seed
        if growing.groups[part] == seed or growing.spare[part] == 0:
            count = remove(free, place, count)
        size += amount
        for depth in range(width):
            wider = common(tree.parents, tree.levels, region[depth], values[part, depth])
            if wider != region[depth]:
                ranks, sums = free.ranks[depth, :count], free.sums[:count]
                add_steps(tree, spans, region[depth], wider, -1.0, ranks, sums)
                region[depth] = wider
    return count, size, slot


@compiled(
    *either_width(f"int64({SPACE}, {PARTS}, int64, {BLOCKS}, int64, int64, int32[::1], {GROWING})")
)
def grow_blocks(
    space: Space,
    parts: Parts,
    k: int,
    blocks: Blocks,
    first: int,
    last: int,
    places: Positions,
    growing: Growing,
) -> int:
    """Grow groups in some blocks, from each part that is still free in turn."""
    starts, width = blocks.starts, parts.values.shape[1]
    room = np.max(starts[first + 1 : last + 1] - starts[first:last])
    free = Free(
        np.empty(room, np.int32),
        np.empty((width, room), np.uint32),
        np.empty(room, np.float32),
        places,
    )
    for block in range(first, last):
        inside = blocks.order[starts[block] : starts[block + 1]]
        count, left = list_free(space.spans, parts, k, inside, free, growing)
        slot = int(starts[block])
        for seed in inside:
            if growing.groups[seed] >= 0:
                continue
            if left < k:
                break
            count, size, slot = grow_group(space, parts, k, seed, count, free, growing, slot)
            left -= size
    return 0


@compiled(
    *either_width(
        f"int64({TREE}, {PARTS}, {BLOCKS}, int32[::1], grid[:, ::1], int64[::1], int32[::1])"
    )
)
def join_leftovers(
    tree: Tree,
    parts: Parts,
    blocks: Blocks,
    numbers: Positions,
    regions: Grid,
    sizes: Sizes,
    groups: Positions,
) -> int:
    """Let each part without a group join the one of its block that costs least."""
    for block in range(len(blocks.starts) - 1):
        inside = blocks.order[blocks.starts[block] : blocks.starts[block + 1]]
        for part in inside:
            if groups[part] >= 0:
                continue
            least = np.inf
            for seed in inside:
                if groups[seed] != seed:
                    continue
                number = numbers[seed]
                cost = merge_cost(
                    tree, parts.values[part], parts.rows[part], regions[number], sizes[number]
                )
                if cost < least:
                    least, groups[part] = cost, seed
    return 0


@dataclass(frozen=True, eq=False)
class Grown:
    """Groups of parts; some parts gave rows to other groups, which are parts of their own then."""

    groups: Positions
    givers: Positions
    takers: Positions
    given: Sizes


def grow(
    space: Space,
    parts: Parts,
    k: int,
    spare: Sizes,
    blocks: Blocks,
    report: Callable[[float], None],
) -> Grown:
    """Group the parts of each block, those that come first in it as seeds; number the groups."""
    count = len(parts.rows)
    places, groups = np.empty(count, np.int32), np.empty(count, np.int32)
    givers, takers = np.empty(count, np.int32), np.empty(count, np.int32)
    growing = Growing(groups, spare.copy(), givers, takers, np.zeros(count, np.int64))

    def work(first: int, last: int) -> int:
        return grow_blocks(space, parts, k, blocks, first, last, places, growing)

    in_threads(work, len(blocks.starts) - 1, report)
    _settle(space.tree, parts, blocks, groups)
    gifts = np.flatnonzero(growing.given)
    takers = groups[takers[gifts]]
    numbers = np.concatenate([groups, takers])
    close_gaps(numbers)
    return Grown(numbers[:count], givers[gifts], numbers[count:], growing.given[gifts])


def _settle(tree: Tree, parts: Parts, blocks: Blocks, groups: Positions) -> None:
    """Give a group to the few parts of each block that are left over.

    A block of fewer than k rows has no group: its parts join the cheapest one of any block, and
    where no block has one, all parts are one group.
    """
    grouped = np.flatnonzero(groups >= 0)
    if len(grouped) == len(groups):
        return
    if not len(grouped):
        groups[:] = 0
        return
    inside = groups[grouped]
    count = close_gaps(inside)
    numbers = np.full(len(groups), -1, np.int32)
    numbers[grouped] = inside
    values = parts.values[grouped]
    regions = np.empty((count, values.shape[1]), values.dtype)
    cover_classes(tree, values, inside, regions)
    sizes = np.bincount(inside, parts.rows[grouped], count).astype(np.int64)
    join_leftovers(tree, parts, blocks, numbers, regions, sizes, groups)
    if groups.min() < 0:
        everything = np.arange(len(groups), dtype=blocks.order.dtype)
        whole = Blocks(everything, np.array([0, len(groups)], blocks.starts.dtype))
        join_leftovers(tree, parts, whole, numbers, regions, sizes, groups)
