"""Find the cluster whose merge with a given one costs least, without looking at all of them.

Clusters are sorted by their regions, attribute by attribute, so that those which share the first
attributes lie together. The cost of a merge adds up over the attributes and never falls: where the
first attributes alone cost as much as the best merge so far, every cluster that shares them is
skipped at once. The search is exact unless its limit of steps is reached.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.regions import Figures, Grid, common, either_width

WORKERS = 2
CHUNKS = 24
"""Pieces that work is cut into: after each one the caller hears of it and may cancel."""
MANY = 100_000
"""Searches from which on all of them together take fewer steps the more there are."""
FEWEST_STEPS = 100
"""Steps that each search may take however many there are."""

Lists = NDArray[np.int32]
"""Some parts or classes for each one, -1 where there are fewer."""


class Tree(NamedTuple):
    """The regions of all attributes, and what publishing a row as each of them costs."""

    parents: Positions
    levels: NDArray[np.uint8]
    worth: Figures
    """Weighted bits that publishing a row as a region leaves open."""


class Places(NamedTuple):
    """Clusters in the lexical order of their regions."""

    order: Positions
    """Which cluster stands at each place."""
    regions: Grid
    """The regions at each place, one column per attribute."""
    shared: Positions
    """How many of the first attributes are those of the place before."""
    beyond: Positions
    """The next place that shares fewer attributes than this one does."""


class Supply(NamedTuple):
    """What each cluster offers to others."""

    sizes: Sizes
    spare: Sizes
    """Rows that it can give away; these count only where the other needs some."""
    regions: Grid


class Query(NamedTuple):
    """A cluster that looks for the one that it costs least to merge with."""

    regions: Grid
    rows: int
    need: int
    """Rows that it lacks: a cluster that can spare them gives only these."""
    cluster: int
    """Itself, which is no partner."""
    start: int
    """The place at which the search begins; it goes round."""
    number: int
    """Tells queries apart that share a scratch."""


class Match(NamedTuple):
    """The cheapest partner so far, or -1."""

    cluster: int
    cost: float
    steps: int
    """Steps that the search took."""


class Scratch(NamedTuple):
    """Memory that searches use again and again."""

    stamps: Sizes
    """The query that looked each region up last."""
    costs: Figures
    """By region: the cost for all rows of the query, and for each row of the other cluster."""
    sums: Figures
    """By depth: the same for the first attributes together."""


TREE: Final = struct(Tree, parents="int32[::1]", levels="uint8[::1]", worth="float64[::1]")
PLACES: Final = struct(
    Places, order="int32[::1]", regions="grid[:, ::1]", shared="int32[::1]", beyond="int32[::1]"
)
SUPPLY: Final = struct(Supply, sizes="int64[::1]", spare="int64[::1]", regions="grid[:, ::1]")
QUERY: Final = struct(
    Query,
    regions="grid[::1]",
    rows="int64",
    need="int64",
    cluster="int32",
    start="int32",
    number="int64",
)
MATCH: Final = struct(Match, cluster="int64", cost="float64", steps="int64")
SCRATCH: Final = struct(
    Scratch, stamps="int64[::1]", costs="float64[:, ::1]", sums="float64[:, ::1]"
)


@compiled(f"{SCRATCH}({TREE}, int64)")
def allocate_scratch(tree: Tree, width: int) -> Scratch:
    """Allocate memory for searches over so many attributes."""
    regions = len(tree.parents)
    return Scratch(np.full(regions, -1, np.int64), np.zeros((regions, 2)), np.zeros((width + 1, 2)))


@compiled(*either_width("void(grid[:, ::1], int32[::1], int32[::1])"))
def link_prefixes(regions: Grid, shared: Positions, beyond: Positions) -> None:
    """Fill in `shared` and `beyond` of sorted regions."""
    count, width = regions.shape
    for place in range(count):
        depth = 0
        while place and depth < width and regions[place, depth] == regions[place - 1, depth]:
            depth += 1
        shared[place] = depth
    for place in range(count - 1, -1, -1):
        following = place + 1
        while following < count and shared[following] >= shared[place]:
            following = beyond[following]
        beyond[place] = following


@compiled("int64(int32[::1], int32[::1], int64, int64)")
def skip(shared: Positions, beyond: Positions, place: int, depth: int) -> int:
    """The next place that differs in the attributes up to a depth."""
    following = place + 1
    while following < len(shared) and shared[following] > depth:
        following = beyond[following]
    return following


@compiled(*either_width("void(grid[:, ::1], int32[::1], int32[::1])"))
def sort_lexically(regions: Grid, order: Positions, room: Positions) -> None:
    """Write the order of clusters by their regions, the first attribute first.

    Attribute by attribute, the last one first, clusters are dealt out by their region.
    """
    count, width = regions.shape
    for place in range(count):
        order[place] = place
    for depth in range(width - 1, -1, -1):
        column = regions[:, depth]
        if count == 0 or column.min() == column.max():
            continue
        least = np.int64(column.min())
        starts = np.zeros(np.int64(column.max()) - least + 2, np.int32)
        for place in range(count):
            starts[np.int64(column[place]) - least + 1] += 1
        for region in range(1, len(starts)):
            starts[region] += starts[region - 1]
        for place in range(count):
            held = np.int64(column[order[place]]) - least
            room[starts[held]] = order[place]
            starts[held] += 1
        order[:] = room


def share_steps(steps: int, searches: int) -> int:
    """The steps that each of some searches may take.

    >>> share_steps(1_000_000, 1_000), share_steps(10**9, 200_000), share_steps(10**9, 10**7)
    (1000, 2500, 100)
    """
    alone = steps // max(searches, 1)
    return max(alone * MANY // max(searches, MANY), FEWEST_STEPS)


class Sorted:
    """Regions of clusters in lexical order, attribute by attribute; the room is used again."""

    def __init__(self, regions: Grid) -> None:
        """Sort all clusters by their regions."""
        self._order = np.empty(len(regions), np.int32)
        self._in_order = np.empty_like(regions)
        self._shared, self._beyond = np.empty_like(self._order), np.empty_like(self._order)
        self.places = self.sort(regions, np.arange(len(regions), dtype=np.int32))

    def sort(self, regions: Grid, chosen: Positions) -> Places:
        """Sort some clusters by their regions."""
        count = len(chosen)
        order, in_order = self._order[:count], self._in_order[:count]
        shared, beyond = self._shared[:count], self._beyond[:count]
        # clipping asks for no room besides, and nothing lies outside
        np.take(regions, chosen, axis=0, out=in_order, mode="clip")
        sort_lexically(in_order, order, beyond)
        np.take(chosen, order, out=order, mode="clip")
        np.take(regions, order, axis=0, out=in_order, mode="clip")
        link_prefixes(in_order, shared, beyond)
        self.places = Places(order, in_order, shared, beyond)
        return self.places


@compiled(*either_width(f"float64({TREE}, grid[::1], int64, grid[::1], int64)"))
def merge_cost(tree: Tree, one: Grid, rows: int, other: Grid, others: int) -> float:
    """Bits that are lost when `rows` rows at some regions and `others` rows at others merge."""
    parents, levels, worth = tree
    cost = 0.0
    for depth in range(len(one)):
        merged = worth[common(parents, levels, one[depth], other[depth])]
        cost += rows * (merged - worth[one[depth]]) + others * (merged - worth[other[depth]])
    return cost


@compiled(
    *either_width(f"{MATCH}({TREE}, {PLACES}, {SCRATCH}, {SUPPLY}, {QUERY}, {MATCH}, int64)"),
)
def nearest(
    tree: Tree,
    places: Places,
    scratch: Scratch,
    supply: Supply,
    query: Query,
    best: Match,
    limit: int,
) -> Match:
    """Find the cluster that costs least to merge with, if it costs less than the best so far.

    The search ends after `limit` steps.
    """
    parents, levels, worth = tree
    order, regions, shared, beyond = places
    stamps, costs, sums = scratch
    sizes, spare, _ = supply
    values, rows, need, itself, start, number = query
    partner, least, steps = best
    count, width = regions.shape
    for lap in range(2):
        place, last = (start, count) if lap == 0 else (0, start)
        depth = 0
        while place < last and steps < limit:
            depth = min(depth, shared[place])
            while depth < width:
                region = regions[place, depth]
                if stamps[region] != number:
                    stamps[region] = number
                    merged = worth[common(parents, levels, values[depth], region)]
                    costs[region, 0] = rows * (merged - worth[values[depth]])
                    costs[region, 1] = merged - worth[region]
                sums[depth + 1, 0] = sums[depth, 0] + costs[region, 0]
                sums[depth + 1, 1] = sums[depth, 1] + costs[region, 1]
                steps += 1
                if sums[depth + 1, 0] + sums[depth + 1, 1] >= least:
                    break
                depth += 1
            if depth < width:
                place = skip(shared, beyond, place, depth)
                continue
            other = order[place]
            amount = need if 0 < need <= spare[other] else sizes[other]
            cost = sums[width, 0] + amount * sums[width, 1]
            if cost < least and other != itself and amount > 0:
                partner, least = other, cost
            place += 1
    return Match(partner, least, steps)


@compiled("void(float64[::1], int32[::1], float64, int64)")
def insert(costs: Figures, parts: Positions, cost: float, part: int) -> None:
    """Put a part among the cheapest, which stand in order; the dearest drops out."""
    rank = len(costs) - 1
    while rank > 0 and costs[rank - 1] > cost:
        costs[rank] = costs[rank - 1]
        parts[rank] = parts[rank - 1]
        rank -= 1
    costs[rank] = cost
    parts[rank] = part


@compiled(
    *either_width(
        f"int64({TREE}, {PLACES}, grid[:, ::1], int32[::1], int64, int32[::1], int32[:, ::1])"
    )
)
def list_nearest(
    tree: Tree,
    places: Places,
    values: Grid,
    place_of: Positions,
    limit: int,
    seekers: Positions,
    near: Lists,
) -> int:
    """Write which others are cheapest to pair with each seeker, the cheapest first, else -1.

    The search for each begins at its own place, goes round, and ends after `limit` steps.
    """
    parents, levels, worth = tree
    order, regions, shared, beyond = places
    count, width = regions.shape
    most = near.shape[1] - 1
    stamps, pair_costs = np.full(len(parents), -1, np.int64), np.zeros(len(parents))
    sums, costs = np.zeros(width + 1), np.empty(most + 1)
    for index in range(len(seekers)):
        seeker = seekers[index]
        query, start, steps = values[seeker], place_of[seeker], 0
        near[index], costs[:] = -1, np.inf
        for lap in range(2):
            place, end = (start, count) if lap == 0 else (0, start)
            depth = 0
            while place < end and steps < limit:
                depth = min(depth, shared[place])
                while depth < width and sums[depth] < costs[most]:
                    region = regions[place, depth]
                    if stamps[region] != seeker:
                        stamps[region] = seeker
                        merged = worth[common(parents, levels, query[depth], region)]
                        pair_costs[region] = 2 * merged - worth[query[depth]] - worth[region]
                    depth += 1
                    sums[depth] = sums[depth - 1] + pair_costs[region]
                    steps += 1
                if sums[depth] >= costs[most]:
                    depth = max(depth - 1, 0)
                    place = skip(shared, beyond, place, depth)
                    continue
                if order[place] != seeker:
                    insert(costs, near[index], sums[width], order[place])
                place += 1
    return 0


def nearest_parts(
    tree: Tree,
    values: Grid,
    seekers: Positions,
    most: int,
    limit: int,
    report: Callable[[float], None],
) -> Lists:
    """The parts that are cheapest to pair with some of them, the cheapest first, -1 for none."""
    near = np.empty((len(seekers), most), np.int32)
    places = Sorted(values).places
    place_of = np.empty(len(values), np.int32)
    place_of[places.order] = np.arange(len(values), dtype=np.int32)

    def search(first: int, last: int) -> int:
        chosen, lists = seekers[first:last], near[first:last]
        return list_nearest(tree, places, values, place_of, limit, chosen, lists)

    in_threads(search, len(seekers), report)
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
