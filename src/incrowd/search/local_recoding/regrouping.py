"""Pool a class with the classes nearest to it, and divide the pool anew.

A pool is divided by growing groups from a seed: the cheapest part joins until the group has k rows,
the next group starts from the part farthest away, what is left joins the nearest group. Several
pools and seeds are tried for each class, and the best division is kept if it loses less than the
classes as they stand. Pools are worked out side by side; of those that share a class only the one
that gains most is used.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import TRIFLE, Assignment, close_gaps
from incrowd.search.local_recoding.neighbours import TREE, Lists, Tree, in_threads
from incrowd.search.regions import Figures, Grid, common, either_width

POOL = 48
"""The most parts that a pool holds."""
JOINED = 4
"""The most classes that a pool joins."""
SEEDS = 8
"""From how many parts at most the first group of a pool is grown."""
SEEDED = 96
"""Seeds times parts of a pool: a division takes time by the square of the parts."""
MOST = 200_000
"""Classes that are pooled in a pass, those that lose most first."""

Holding = Callable[[Positions, int], NDArray[np.bool_]]
"""Tells which classes hold what is promised, given the class of each part and their number."""
Near = tuple[Positions, Lists]
"""Where the nearest parts of each part stand, -1 if they are not known, and those parts."""
Parts = tuple[
    Grid,  # values[part, attribute]
    Sizes,  # rows[part]
    Positions,  # class_of[part]
    Positions,  # known[part]: where its nearest parts stand, -1 if they are not known
    Lists,  # near[where, rank]
    Positions,  # starts[class] in members
    Positions,  # members
    Figures,  # losses[class]
]
PARTS = (
    "Tuple((grid[:, ::1], int64[::1], int32[::1], int32[::1], int32[:, ::1], int32[::1],"
    " int32[::1], float64[::1]))"
)
Room = tuple[Grid, Sizes, Grid, Sizes, Positions, Positions]
ROOM = "Tuple((grid[:, ::1], int64[::1], grid[:, ::1], int64[::1], int32[::1], int32[::1]))"


@compiled(*either_width(f"void({TREE}, grid[::1], grid[::1])"))
def widen(tree: Tree, regions: Grid, values: Grid) -> None:
    """Make regions cover some values too."""
    for depth in range(len(regions)):
        regions[depth] = common(tree[0], tree[1], regions[depth], values[depth])


@compiled(*either_width(f"float64({TREE}, grid[::1], int64, grid[::1], int64, float64)"))
def bounded_cost(tree: Tree, one: Grid, rows: int, other: Grid, others: int, bound: float) -> float:
    """What a merge costs, reckoned no further than up to a bound."""
    parents, levels, worth = tree
    cost = 0.0
    for depth in range(len(one)):
        merged = worth[common(parents, levels, one[depth], other[depth])]
        cost += rows * (merged - worth[one[depth]]) + others * (merged - worth[other[depth]])
        if cost >= bound:
            break
    return cost


@compiled(*either_width(f"void({TREE}, {ROOM}, int64, int64, int64)"))
def take_cheapest(tree: Tree, room: Room, count: int, first: int, last: int) -> None:
    """Let the part that costs least per row join one of the groups `first:last`."""
    values, rows, regions, sizes, groups, _ = room
    cheapest, chosen, goal = np.inf, -1, -1
    for part in range(count):
        if groups[part] >= 0:
            continue
        for group in range(first, last):
            cost = bounded_cost(
                tree, values[part], rows[part], regions[group], sizes[group], cheapest * rows[part]
            )
            if cost < cheapest * rows[part]:
                cheapest, chosen, goal = cost / rows[part], part, group
    widen(tree, regions[goal], values[chosen])
    sizes[goal] += rows[chosen]
    groups[chosen] = goal


@compiled(*either_width(f"int64({TREE}, {ROOM}, int64, int64)"))
def farthest(tree: Tree, room: Room, count: int, group: int) -> int:
    """The part without a group that it would cost most to publish as the regions of one."""
    values, _, regions, _, groups, _ = room
    most, result = -1.0, -1
    for part in range(count):
        if groups[part] < 0:
            cost = bounded_cost(tree, values[part], 1, regions[group], 0, np.inf)
            if cost > most:
                most, result = cost, part
    return result


@compiled(*either_width(f"float64({TREE}, {ROOM}, int64, int64, int64)"))
def divide(tree: Tree, room: Room, count: int, seed: int, k: int) -> float:
    """Divide the first `count` parts into groups of k rows or more, and return the loss."""
    worth = tree[2]
    values, rows, regions, sizes, groups, _ = room
    groups[:count] = -1
    left, result = rows[:count].sum(), 0
    while left >= k or (left > 0 and result == 0):
        regions[result] = values[seed]
        sizes[result] = rows[seed]
        groups[seed] = result
        result += 1
        while sizes[result - 1] < k and sizes[result - 1] < left:
            take_cheapest(tree, room, count, result - 1, result)
        left -= sizes[result - 1]
        seed = farthest(tree, room, count, result - 1)
    while farthest(tree, room, count, 0) >= 0:
        take_cheapest(tree, room, count, 0, result)
    loss = 0.0
    for part in range(count):
        for depth in range(values.shape[1]):
            lost = worth[regions[groups[part], depth]] - worth[values[part, depth]]
            loss += rows[part] * lost
    return loss


@compiled(*either_width(f"int64({PARTS}, int64, int32[::1])"))
def gather(parts: Parts, number: int, pool: Positions) -> int:
    """Write the classes of the parts nearest to those of a class, after the class itself."""
    _, _, class_of, known, near, starts, members, _ = parts
    pool[:] = -1
    pool[0] = number
    joined = 1
    for rank in range(near.shape[1]):
        for index in range(starts[number], starts[number + 1]):
            where = known[members[index]]
            part = near[where, rank] if where >= 0 else -1
            if part >= 0 and joined < len(pool) and not (pool == class_of[part]).any():
                pool[joined] = class_of[part]
                joined += 1
    return joined


@compiled(*either_width(f"Tuple((int64, float64))({PARTS}, int32[::1], {ROOM})"))
def fill(parts: Parts, pool: Positions, room: Room) -> tuple[int, float]:
    """Write the parts of a pool; return their number, 0 if they are too many, and the loss."""
    values, rows, _, _, _, starts, members, losses = parts
    pooled, counts, _, _, _, inside = room
    count, loss = 0, 0.0
    for number in pool:
        if number < 0:
            break
        if count + starts[number + 1] - starts[number] > len(inside):
            return 0, 0.0
        loss += losses[number]
        for place in range(starts[number], starts[number + 1]):
            inside[count] = members[place]
            pooled[count] = values[members[place]]
            counts[count] = rows[members[place]]
            count += 1
    return count, loss


@compiled(*either_width(f"{ROOM}(grid[:, ::1])"))
def set_up_room(values: Grid) -> Room:
    """Room for the parts of a pool, their rows, and the groups that they are divided into."""
    width = values.shape[1]
    return (
        np.empty((POOL, width), values.dtype),
        np.empty(POOL, np.int64),
        np.empty((POOL, width), values.dtype),
        np.empty(POOL, np.int64),
        np.empty(POOL, np.int32),
        np.empty(POOL, np.int32),
    )


@compiled(
    *either_width(
        f"int64({TREE}, {PARTS}, int32[::1], int64, int64, int64,"
        " Tuple((int32[:, ::1], int8[::1], float64[::1])))"
    )
)
def propose(
    tree: Tree,
    parts: Parts,
    visits: Positions,
    first: int,
    last: int,
    k: int,
    proposals: tuple[Lists, NDArray[np.int8], Figures],
) -> int:
    """Write for each visited class its best pool, the seed to divide it from, and the gain.

    A class is divided alone, pooled with each of the nearest classes, and with all of them.
    """
    pools, best_seeds, gains = proposals
    room = set_up_room(parts[0])
    nearest, pool = np.empty(pools.shape[1], np.int32), np.empty(pools.shape[1], np.int32)
    for visit in range(first, last):
        joined = gather(parts, visits[visit], nearest)
        pools[visit], gains[visit] = nearest, 0.0
        for attempt in range(joined + 1 if joined > 2 else joined):
            pool[:] = -1
            pool[0] = nearest[0]
            if attempt == joined:
                pool[:] = nearest
            elif attempt > 0:
                pool[1] = nearest[attempt]
            count, loss = fill(parts, pool, room)
            seeds = min(count, SEEDS, max(SEEDED // max(count, 1), 2))
            for start in range(seeds):
                seed = start * count // seeds
                after = divide(tree, room, count, seed, k)
                if loss - after > gains[visit] + TRIFLE:
                    pools[visit], best_seeds[visit], gains[visit] = pool, seed, loss - after
    return 0


@compiled("int64(int64[::1], int32[:, ::1], boolean[::1], int32[::1])")
def choose_disjoint(
    in_turn: Sizes, pools: Lists, used: NDArray[np.bool_], chosen: Positions
) -> int:
    """Choose pools that share no class, first come first served."""
    count = 0
    for visit in in_turn:
        free = True
        for number in pools[visit]:
            free = free and (number < 0 or not used[number])
        if not free:
            continue
        for number in pools[visit]:
            if number >= 0:
                used[number] = True
        chosen[count] = visit
        count += 1
    return count


@compiled(
    *either_width(
        f"int64({TREE}, {PARTS}, int32[::1], int32[:, ::1], int8[::1], int64, int32[::1],"
        " int32[::1])"
    )
)
def divide_chosen(
    tree: Tree,
    parts: Parts,
    chosen: Positions,
    pools: Lists,
    seeds: NDArray[np.int8],
    k: int,
    classes: Positions,
    pool_of: Positions,
) -> int:
    """Give the parts of the chosen pools to new classes; write from which pool each comes."""
    room = set_up_room(parts[0])
    before = len(parts[7])
    result = 0
    for index in range(len(chosen)):
        visit = chosen[index]
        count, _ = fill(parts, pools[visit], room)
        divide(tree, room, count, seeds[visit], k)
        groups, inside = room[4], room[5]
        for part in range(count):
            classes[inside[part]] = before + result + groups[part]
        new = groups[:count].max() + 1
        pool_of[result : result + new] = index
        result += new
    return result


def regroup(
    now: Assignment, near: Near, k: int, holding: Holding | None, report: Callable[[float], None]
) -> None:
    """Divide pools of classes anew where that loses less and every new class holds."""
    now.reassign(*_divided(now, near, k, holding, report))


def _divided(
    now: Assignment, near: Near, k: int, holding: Holding | None, report: Callable[[float], None]
) -> tuple[Positions, NDArray[np.bool_]]:
    """The class of each part after the best division, and which classes stay awake."""
    visits = now.worst_first[:MOST]
    pools, gains = np.empty((len(visits), JOINED), np.int32), np.empty(len(visits))
    seeds = np.empty(len(visits), np.int8)
    parts = (now.values, now.rows, now.classes, *near, now.starts, now.members, now.losses)

    def work(first: int, last: int) -> int:
        return propose(now.tree, parts, visits, first, last, k, (pools, seeds, gains))

    in_threads(work, len(visits), report)
    in_turn = np.argsort(-gains, kind="stable")
    in_turn = in_turn[gains[in_turn] > TRIFLE]
    chosen = np.empty(len(in_turn), np.int32)
    count = choose_disjoint(in_turn, pools, np.zeros(len(now.sizes), np.bool_), chosen)
    classes, pool_of = now.classes.copy(), np.empty(len(now.classes), np.int32)
    new = divide_chosen(now.tree, parts, chosen[:count], pools, seeds, k, classes, pool_of)
    if holding is not None and new:
        _undo_broken(now, classes, pool_of[:new], holding)
    return classes, _awake(now, classes, visits, pools, gains)


def _undo_broken(now: Assignment, classes: Positions, pool_of: Positions, holding: Holding) -> None:
    """Leave the pools as they were in which a new class breaks a promise."""
    dense = classes.copy()
    count = close_gaps(dense)
    moved = np.flatnonzero(classes >= len(now.sizes))
    pools = pool_of[classes[moved] - len(now.sizes)]
    broken = np.zeros(int(pools.max()) + 1, np.bool_)
    broken[pools[~holding(dense, count)[dense[moved]]]] = True
    back = moved[broken[pools]]
    classes[back] = now.classes[back]


def _awake(
    now: Assignment, classes: Positions, visits: Positions, pools: Lists, gains: Figures
) -> NDArray[np.bool_]:
    """Classes that could have gained, or that could pool with one that changed."""
    changed = np.zeros(len(now.sizes) + 1, np.bool_)
    changed[now.classes[classes != now.classes]] = True
    # the last entry stands for no class, which is what -1 refers to
    awake = changed[:-1].copy()
    awake[visits[(gains > TRIFLE) | changed[pools].any(axis=1)]] = True
    return awake
