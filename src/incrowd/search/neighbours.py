"""Find the cluster whose merge with a given one costs least, without looking at all of them.

Clusters are sorted by their regions, attribute by attribute, so that those which share the first
attributes lie together. The cost of a merge adds up over the attributes and never falls: where the
first attributes alone cost as much as the best merge so far, every cluster that shares them is
skipped at once. The search is exact unless its limit of steps is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.search.regions import Figures, Grid, common

WORKERS = 2
CHUNKS = 24
"""Pieces that work is cut into: after each one the caller hears of it and may cancel."""

Tree = tuple[
    Positions,  # parents[region]
    NDArray[np.uint8],  # levels[region]
    Figures,  # worth[region]: weighted bits that publishing a row as this region leaves open
]
TREE = "Tuple((int32[::1], uint8[::1], float64[::1]))"
Places = tuple[Positions, Grid, Positions, Grid]
PLACES = "Tuple((int32[::1], int32[:, ::1], int32[::1], int32[:, ::1]))"
Scratch = tuple[
    Sizes,  # stamps[region]: the query that looked the region up last
    Figures,  # costs[region, 0 or 1]: for all rows of the query, for each row of the other
    Figures,  # sums[depth, 0 or 1]: the costs of the first attributes
]
SCRATCH = "Tuple((int64[::1], float64[:, ::1], float64[:, ::1]))"


@compiled(f"{SCRATCH}({TREE}, int64)")
def set_up_scratch(tree: Tree, width: int) -> Scratch:
    """Room for searches over so many attributes."""
    regions = len(tree[0])
    return np.full(regions, -1, np.int64), np.zeros((regions, 2)), np.zeros((width + 1, 2))


@dataclass(frozen=True, eq=False)
class Sorted:
    """Regions of clusters in lexical order, attribute by attribute."""

    order: Positions
    """Which cluster stands at each place."""
    regions: Grid
    shared: Positions
    """How many of the first attributes each place shares with the one before."""
    skips: Grid
    """The next place that differs in the first attributes up to each one."""

    @property
    def places(self) -> Places:
        """The same for kernels."""
        return self.order, self.regions, self.shared, self.skips


@compiled("void(int32[:, ::1], int32[::1], int32[:, ::1])")
def link_prefixes(regions: Grid, shared: Positions, skips: Grid) -> None:
    """Fill in `shared` and `skips` of sorted regions."""
    count, width = regions.shape
    for place in range(count):
        depth = 0
        while place and depth < width and regions[place, depth] == regions[place - 1, depth]:
            depth += 1
        shared[place] = depth
    for place in range(count - 1, -1, -1):
        for depth in range(width):
            if place + 1 == count or shared[place + 1] <= depth:
                skips[place, depth] = place + 1
            else:
                skips[place, depth] = skips[place + 1, depth]


def sort_regions(regions: Grid, chosen: Positions | None = None) -> Sorted:
    """Sort clusters, or some of them, by their regions, the first attribute first."""
    columns = regions.T[::-1]
    keys = columns if chosen is None else [column[chosen] for column in columns]
    order = np.lexsort(keys).astype(np.int32)
    del keys  # before as much again is asked for
    if chosen is not None:
        order = chosen[order]
    in_order = regions[order]
    shared, skips = np.empty(len(order), np.int32), np.empty(regions.shape, np.int32)
    link_prefixes(in_order, shared, skips)
    return Sorted(order, in_order, shared, skips)


@compiled(f"float64({TREE}, int32[::1], int64, int32[::1], int64)")
def merge_cost(tree: Tree, one: Positions, rows: int, other: Positions, others: int) -> float:
    """Bits that are lost when `rows` rows at some regions and `others` rows at others merge."""
    parents, levels, worth = tree
    cost = 0.0
    for depth in range(len(one)):
        merged = worth[common(parents, levels, one[depth], other[depth])]
        cost += rows * (merged - worth[one[depth]]) + others * (merged - worth[other[depth]])
    return cost


@compiled(
    f"Tuple((int64, float64, int64))({TREE}, {PLACES}, {SCRATCH}, int64[::1], int64[::1],"
    " int32[::1], int64, int64, int64, int64, int64, float64, int64, int64)"
)
def nearest(  # noqa: PLR0913, PLR0917 (a kernel takes arrays, not objects)
    tree: Tree,
    places: Places,
    scratch: Scratch,
    sizes: Sizes,
    spare: Sizes,
    query: Positions,
    rows: int,
    need: int,
    itself: int,
    number: int,
    start: int,
    best: float,
    who: int,
    limit: int,
) -> tuple[int, float, int]:
    """Find the cluster that is cheaper than `best` to merge with, the cheapest one; else `who`.

    A cluster that can spare the rows that the query needs gives only these. The search begins at
    place `start`, goes round, and ends after `limit` steps. `number` tells queries apart.
    """
    parents, levels, worth = tree
    order, regions, shared, skips = places
    stamps, costs, sums = scratch
    count, width = regions.shape
    steps = 0
    for lap in range(2):
        place, last = (start, count) if lap == 0 else (0, start)
        known = 0
        while place < last and steps < limit:
            depth = min(known, shared[place])
            known = width
            while depth < width:
                region = regions[place, depth]
                if stamps[region] != number:
                    stamps[region] = number
                    merged = worth[common(parents, levels, query[depth], region)]
                    costs[region, 0] = rows * (merged - worth[query[depth]])
                    costs[region, 1] = merged - worth[region]
                sums[depth + 1, 0] = sums[depth, 0] + costs[region, 0]
                sums[depth + 1, 1] = sums[depth, 1] + costs[region, 1]
                steps += 1
                if sums[depth + 1, 0] + sums[depth + 1, 1] >= best:
                    known = depth
                    break
                depth += 1
            if known < width:
                place = skips[place, known]
                continue
            other = order[place]
            amount = sizes[other]
            if need > 0 and spare[other] >= need:
                amount = need
            cost = sums[width, 0] + amount * sums[width, 1]
            if cost < best and other != itself and amount > 0:
                best, who = cost, other
            place += 1
    return who, best, steps


@compiled("void(float64[::1], int32[::1], float64, int64)")
def insert(costs: Figures, found: Positions, cost: float, one: int) -> None:
    """Put one among the cheapest, which stand in order; the dearest drops out."""
    rank = len(costs) - 1
    while rank > 0 and costs[rank - 1] > cost:
        costs[rank] = costs[rank - 1]
        found[rank] = found[rank - 1]
        rank -= 1
    costs[rank] = cost
    found[rank] = one


@compiled(f"int64({TREE}, {PLACES}, int32[:, ::1], int64, int64, int64, int64[::1], int32[:, ::1])")
def list_nearest(
    tree: Tree,
    places: Places,
    values: Grid,
    first: int,
    last: int,
    limit: int,
    place_of: Sizes,
    near: Grid,
) -> int:
    """Write which others are cheapest to pair with each one, row by row, cheapest first, else -1.

    The search for each begins at its own place, goes round, and ends after `limit` steps.
    """
    parents, levels, worth = tree
    order, regions, shared, skips = places
    count, width = regions.shape
    most = near.shape[1] - 1
    stamps, pair = np.full(len(parents), -1, np.int64), np.zeros(len(parents))
    sums, costs = np.zeros(width + 1), np.empty(most + 1)
    for one in range(first, last):
        query, start, steps = values[one], place_of[one], 0
        near[one], costs[:] = -1, np.inf
        for lap in range(2):
            place, end = (start, count) if lap == 0 else (0, start)
            depth = 0
            while place < end and steps < limit:
                depth = min(depth, shared[place])
                while depth < width and sums[depth] < costs[most]:
                    region = regions[place, depth]
                    if stamps[region] != one:
                        stamps[region] = one
                        merged = worth[common(parents, levels, query[depth], region)]
                        pair[region] = 2 * merged - worth[query[depth]] - worth[region]
                    depth += 1
                    sums[depth] = sums[depth - 1] + pair[region]
                    steps += 1
                if sums[depth] >= costs[most]:
                    depth = max(depth - 1, 0)
                    place = skips[place, depth]
                    continue
                if order[place] != one:
                    insert(costs, near[one], sums[width], order[place])
                place += 1
    return 0


def nearest_parts(
    tree: Tree, values: Grid, most: int, limit: int, report: Callable[[float], None]
) -> Grid:
    """The parts that are cheapest to pair with each part, the cheapest first, -1 for none."""
    found = sort_regions(values)
    place_of = np.empty(len(values), np.int64)
    place_of[found.order] = np.arange(len(values))
    near = np.empty((len(values), most), np.int32)

    def search(first: int, last: int) -> int:
        return list_nearest(tree, found.places, values, first, last, limit, place_of, near)

    in_threads(search, len(values), report)
    return near


def in_threads(work: Callable[[int, int], int], count: int, report: Callable[[float], None]) -> int:
    """Do work on `first:last` of `count` pieces side by side, and add up what it answers.

    `report` hears of the share done and may raise, which leaves the rest undone.
    """
    bounds = np.linspace(0, count, min(CHUNKS, max(count, 1)) + 1).astype(int).tolist()
    pieces = list(pairwise(bounds))
    total = 0
    pool = ThreadPoolExecutor(WORKERS)
    try:
        tasks = [pool.submit(work, first, last) for first, last in pieces]
        for done, task in enumerate(as_completed(tasks), 1):
            total += task.result()
            report(done / len(pieces))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return total
