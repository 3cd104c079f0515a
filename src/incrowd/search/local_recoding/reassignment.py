"""Move parts to better classes: one by one from classes with rows to spare, or a whole class.

Every part looks for the class that it would join at the least cost. A class whose parts all fare
better elsewhere is dissolved; a class above k gives away the parts that gain most by it. The search
runs side by side on the classes as they stand; the moves are then made one after the other, each
reckoned anew, so that the loss only ever falls.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import (
    PARTS,
    TRIFLE,
    Assignment,
    Parts,
    cover,
    loss_of,
)
from incrowd.search.local_recoding.neighbours import (
    PLACES,
    TREE,
    Match,
    Places,
    Query,
    Supply,
    Tree,
    allocate_scratch,
    in_threads,
    merge_cost,
    nearest,
    share_steps,
)
from incrowd.search.regions import Grid, common, either_width

LARGEST = 64
"""Classes of more parts than this give none away: reckoning each is quadratic in the parts."""
PASS_STEPS = 300_000_000
"""Steps of the search that all parts of a pass share."""


class Classes(NamedTuple):
    """The parts of each class, and what it is published as."""

    starts: Positions
    members: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""
    sizes: Sizes
    regions: Grid


CLASSES: Final = struct(
    Classes, starts="int32[::1]", members="int32[::1]", sizes="int64[::1]", regions="grid[:, ::1]"
)


@compiled(
    *either_width(
        f"int64({TREE}, {PLACES}, {CLASSES}, {PARTS}, int32[::1], int64, int64, int32[::1])"
    )
)
def find_better(
    tree: Tree,
    places: Places,
    classes: Classes,
    parts: Parts,
    visits: Positions,
    k: int,
    limit: int,
    better: Positions,
) -> int:
    """Find for each part of the visited classes the class that it would join at the least cost.

    Only classes that can pay are looked for: those that cost less than the part's class would win
    without it, or than what is left of the class's loss when all parts go.
    """
    values, rows = parts
    starts, members, sizes, regions = classes
    supply = Supply(sizes, sizes, regions)  # no part needs rows, so what is spare does not count
    width = regions.shape[1]
    scratch, region = allocate_scratch(tree, width), np.empty(width, regions.dtype)
    searches = 0
    for number in visits:
        inside = members[starts[number] : starts[number + 1]]
        count = len(inside)
        if count > LARGEST:
            continue
        loss = left = loss_of(tree, parts, inside, count, -1, regions[number])
        for index in range(count):
            part = inside[index]
            most = left
            if sizes[number] - rows[part] >= k:
                cover(tree, values, inside, count, index, region)
                most = max(most, loss - loss_of(tree, parts, inside, count, index, region))
            if most <= 0:
                continue
            searches += 1
            # a class stands at the place of its number, for classes are in order
            query = Query(values[part], rows[part], 0, number, number, searches)
            best = nearest(tree, places, scratch, supply, query, Match(-1, most, 0), limit)
            better[part] = best.cluster
            left = left - best.cost if best.cluster >= 0 else -1.0
    return 0


@compiled(*either_width(f"void({TREE}, grid[::1], grid[::1])"))
def join_class(tree: Tree, value: Grid, region: Grid) -> None:
    """Widen the regions of a class so that they cover a part."""
    parents, levels, _ = tree
    for depth in range(len(region)):
        region[depth] = common(parents, levels, region[depth], value[depth])


@compiled(*either_width(f"float64({TREE}, {CLASSES}, {PARTS}, int32[::1], int32[::1])"))
def cost_elsewhere(
    tree: Tree, classes: Classes, parts: Parts, inside: Positions, better: Positions
) -> float:
    """What all parts of a class cost in the classes that they would join, infinity without one."""
    sizes, regions = classes.sizes, classes.regions
    values, rows = parts
    total = 0.0
    for part in inside:
        goal = better[part]
        if goal < 0 or sizes[goal] == 0:
            return np.inf
        total += merge_cost(tree, values[part], rows[part], regions[goal], sizes[goal])
    return total


@compiled(
    *either_width(f"int64({TREE}, {CLASSES}, {PARTS}, int32[::1], int32[::1], float64, int64)")
)
def choose_part(
    tree: Tree,
    classes: Classes,
    parts: Parts,
    inside: Positions,
    better: Positions,
    loss: float,
    spare: int,
) -> int:
    """The part that gains most by leaving its class, which has rows to spare; -1 for none."""
    sizes, regions, count = classes.sizes, classes.regions, len(inside)
    values, rows = parts
    region = np.empty(regions.shape[1], regions.dtype)
    chosen, most = -1, TRIFLE
    for index in range(count):
        part = inside[index]
        goal = better[part]
        if goal < 0 or sizes[goal] == 0 or rows[part] > spare:
            continue
        gain = loss - merge_cost(tree, values[part], rows[part], regions[goal], sizes[goal])
        if gain <= most:
            continue
        cover(tree, values, inside, count, index, region)
        gain -= loss_of(tree, parts, inside, count, index, region)
        if gain > most:
            chosen, most = index, gain
    return chosen


@compiled(
    *either_width(f"int64({TREE}, {CLASSES}, {PARTS}, int32[::1], int64, int32[::1], int32[::1])")
)
def move_parts(
    tree: Tree,
    classes: Classes,
    parts: Parts,
    visits: Positions,
    k: int,
    better: Positions,
    class_of: Positions,
) -> int:
    """Dissolve classes and move parts where that loses less; return how many parts moved.

    A class that has taken parts in is not visited any more: its members are no longer known.
    """
    starts, members, sizes, regions = classes
    values, rows = parts
    grown = np.zeros(len(sizes), np.bool_)
    moved = 0
    for number in visits:
        inside = members[starts[number] : starts[number + 1]].copy()
        count = len(inside)
        if grown[number] or count > LARGEST:
            continue
        loss = loss_of(tree, parts, inside, count, -1, regions[number])
        dissolved = cost_elsewhere(tree, classes, parts, inside, better) < loss - TRIFLE
        while count > 0:
            chosen = 0
            if not dissolved:
                spare = sizes[number] - k
                left = inside[:count]
                chosen = choose_part(tree, classes, parts, left, better, loss, spare)
            if chosen < 0:
                break
            part = inside[chosen]
            goal = better[part]
            join_class(tree, values[part], regions[goal])
            sizes[goal] += rows[part]
            sizes[number] -= rows[part]
            class_of[part] = goal
            grown[goal] = True
            moved += 1
            count -= 1
            inside[chosen] = inside[count]
            if not dissolved:
                cover(tree, values, inside, count, -1, regions[number])
                loss = loss_of(tree, parts, inside, count, -1, regions[number])
    return moved


def look_around(
    now: Assignment, visits: Positions, k: int, report: Callable[[float], None]
) -> Positions:
    """Find for each part of some classes the class that it would join at the least cost, or -1."""
    places, classes = now.places, _classes(now)
    better = np.full(len(now.classes), -1, np.int32)
    limit = share_steps(PASS_STEPS, len(now.classes))

    def look(first: int, last: int) -> int:
        some = visits[first:last]
        return find_better(now.tree, places, classes, now.parts, some, k, limit, better)

    in_threads(look, len(visits), report)
    return better


def reassign(now: Assignment, k: int, report: Callable[[float], None]) -> None:
    """Move parts to better classes, once through all classes that lose something."""
    visits = now.worst_first
    make_moves(now, visits, k, look_around(now, visits, k, report))


def make_moves(now: Assignment, visits: Positions, k: int, better: Positions) -> None:
    """Move parts of some classes to better ones, where that still loses less in its turn."""
    class_of = now.classes.copy()
    if move_parts(now.tree, _classes(now), now.parts, visits, k, better, class_of):
        now.reassign(class_of, now.fresh)


def _classes(now: Assignment) -> Classes:
    return Classes(now.starts, now.members, now.sizes, now.regions)
