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

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.search.assignment import TRIFLE, Assignment
from incrowd.search.neighbours import TREE, Tree, in_threads
from incrowd.search.regions import Figures, Grid, common

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
Parts = tuple[
    Grid,  # values[part, attribute]
    Sizes,  # rows[part]
    Positions,  # class_of[part]
    Grid,  # near[part, rank]: the parts nearest to each part
    Sizes,  # starts[class] in members
    Positions,  # members
    Figures,  # losses[class]
]
PARTS = (
    "Tuple((int32[:, ::1], int64[::1], int32[::1], int32[:, ::1], int64[::1], int32[::1],"
    " float64[::1]))"
)
Room = tuple[Grid, Sizes, Grid, Sizes, Positions, Positions]
ROOM = "Tuple((int32[:, ::1], int64[::1], int32[:, ::1], int64[::1], int32[::1], int32[::1]))"


@compiled(f"void({TREE}, int32[::1], int32[::1])")
def widen(tree: Tree, regions: Positions, values: Positions) -> None:
    """Make regions cover some values too."""
    for depth in range(len(regions)):
        regions[depth] = common(tree[0], tree[1], regions[depth], values[depth])


@compiled(f"float64({TREE}, int32[::1], int64, int32[::1], int64, float64)")
def bounded_cost(
    tree: Tree, one: Positions, rows: int, other: Positions, others: int, bound: float
) -> float:
    """What a merge costs, reckoned no further than up to a bound."""
    parents, levels, worth = tree
    cost = 0.0
    for depth in range(len(one)):
        merged = worth[common(parents, levels, one[depth], other[depth])]
        cost += rows * (merged - worth[one[depth]]) + others * (merged - worth[other[depth]])
        if cost >= bound:
            break
    return cost


@compiled(f"void({TREE}, {ROOM}, int64, int64, int64)")
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


@compiled(f"int64({TREE}, {ROOM}, int64, int64)")
def farthest(tree: Tree, room: Room, count: int, group: int) -> int:
    """The part without a group that it would cost most to publish as the regions of one."""
    values, _, regions, _, groups, _ = room
    most, found = -1.0, -1
    for part in range(count):
        if groups[part] < 0:
            cost = bounded_cost(tree, values[part], 1, regions[group], 0, np.inf)
            if cost > most:
                most, found = cost, part
    return found


@compiled(f"float64({TREE}, {ROOM}, int64, int64, int64)")
def divide(tree: Tree, room: Room, count: int, seed: int, k: int) -> float:
    """Divide the first `count` parts into groups of k rows or more, and return the loss."""
    worth = tree[2]
    values, rows, regions, sizes, groups, _ = room
    groups[:count] = -1
    left, found = rows[:count].sum(), 0
    while left >= k or (left > 0 and found == 0):
        regions[found] = values[seed]
        sizes[found] = rows[seed]
        groups[seed] = found
        found += 1
        while sizes[found - 1] < k and sizes[found - 1] < left:
            take_cheapest(tree, room, count, found - 1, found)
        left -= sizes[found - 1]
        seed = farthest(tree, room, count, found - 1)
    while farthest(tree, room, count, 0) >= 0:
        take_cheapest(tree, room, count, 0, found)
    loss = 0.0
    for part in range(count):
        for depth in range(values.shape[1]):
            lost = worth[regions[groups[part], depth]] - worth[values[part, depth]]
            loss += rows[part] * lost
    return loss


@compiled(f"int64({PARTS}, int64, int32[::1])")
def gather(parts: Parts, number: int, pool: Positions) -> int:
    """Write the classes of the parts nearest to those of a class, after the class itself."""
    _, _, class_of, near, starts, members, _ = parts
    pool[:] = -1
    pool[0] = number
    joined = 1
    for rank in range(near.shape[1]):
        for index in range(starts[number], starts[number + 1]):
            part = near[members[index], rank]
            if part >= 0 and joined < len(pool) and not (pool == class_of[part]).any():
                pool[joined] = class_of[part]
                joined += 1
    return joined


@compiled(f"Tuple((int64, float64))({PARTS}, int32[::1], {ROOM})")
def fill(parts: Parts, pool: Positions, room: Room) -> tuple[int, float]:
    """Write the parts of a pool; return their number, 0 if they are too many, and the loss."""
    values, rows, _, _, starts, members, losses = parts
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


@compiled(
    f"int64({TREE}, {PARTS}, int32[::1], int64, int64, int64,"
    " Tuple((int32[:, ::1], int32[:, ::1], int8[:, ::1], float64[::1])))"
)
def propose(
    tree: Tree,
    parts: Parts,
    visits: Positions,
    first: int,
    last: int,
    k: int,
    proposals: tuple[Grid, Grid, NDArray[np.int8], Figures],
) -> int:
    """Write for each visited class its best pool, the parts in it, their groups, and the gain.

    A class is divided alone, pooled with each of the nearest classes, and with all of them.
    """
    pools, inside, groups, gains = proposals
    size, width = inside.shape[1], parts[0].shape[1]
    room = (
        np.empty((size, width), np.int32),
        np.empty(size, np.int64),
        np.empty((size, width), np.int32),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
    )
    nearest, pool = np.empty(pools.shape[1], np.int32), np.empty(pools.shape[1], np.int32)
    for visit in range(first, last):
        joined = gather(parts, visits[visit], nearest)
        pools[visit], inside[visit], gains[visit] = nearest, -1, 0.0
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
                after = divide(tree, room, count, start * count // seeds, k)
                if loss - after > gains[visit] + TRIFLE:
                    gains[visit] = loss - after
                    pools[visit], inside[visit] = pool, -1
                    for part in range(count):
                        inside[visit, part], groups[visit, part] = room[5][part], room[4][part]
    return 0


@compiled("int64(int64[::1], int32[:, ::1], boolean[::1], int32[::1])")
def choose_disjoint(in_turn: Sizes, pools: Grid, used: NDArray[np.bool_], chosen: Positions) -> int:
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


def regroup(
    now: Assignment, near: Grid, k: int, holding: Holding | None, report: Callable[[float], None]
) -> Assignment:
    """Divide pools of classes anew where that loses less and every new class holds."""
    visits = now.worst_first[:MOST]
    pools = np.empty((len(visits), JOINED), np.int32)
    inside = np.empty((len(visits), POOL), np.int32)
    groups = np.empty((len(visits), POOL), np.int8)
    gains = np.empty(len(visits))
    parts = (now.values, now.rows, now.classes, near, now.starts, now.members, now.losses)

    def work(first: int, last: int) -> int:
        proposals = (pools, inside, groups, gains)
        return propose(now.tree, parts, visits, first, last, k, proposals)

    in_threads(work, len(visits), report)
    in_turn = np.argsort(-gains, kind="stable")
    in_turn = in_turn[gains[in_turn] > TRIFLE]
    chosen = np.empty(len(in_turn), np.int32)
    count = choose_disjoint(in_turn, pools, np.zeros(len(now.sizes), np.bool_), chosen)
    classes = _divided(now, chosen[:count], inside, groups, holding)
    return now.reassigned(classes, _awake(now, classes, visits, pools, gains))


def _divided(
    now: Assignment,
    chosen: Positions,
    parts: Grid,
    groups: NDArray[np.int8],
    holding: Holding | None,
) -> Sizes:
    """Give the groups of the chosen pools numbers of their own, unless one breaks a promise."""
    moved = parts[chosen]
    inside = moved >= 0
    moved = moved[inside]
    pool_of = np.repeat(np.arange(len(chosen)), inside.sum(axis=1))
    classes = now.classes.astype(np.int64)
    classes[moved] = len(now.sizes) + pool_of * POOL + groups[chosen][inside]
    if holding is not None and len(moved):
        _, dense = np.unique(classes, return_inverse=True)
        holds = holding(dense.astype(np.int32), int(dense.max()) + 1)[dense[moved]]
        broken = np.bincount(pool_of, ~holds, minlength=len(chosen)) > 0
        classes[moved[broken[pool_of]]] = now.classes[moved[broken[pool_of]]]
    return classes


def _awake(
    now: Assignment, classes: Sizes, visits: Positions, pools: Grid, gains: Figures
) -> NDArray[np.bool_]:
    """Classes that could have gained, or that could pool with one that changed."""
    changed = np.zeros(len(now.sizes) + 1, np.bool_)
    changed[now.classes[classes != now.classes]] = True
    # the last entry stands for no class, which is what -1 refers to
    awake = changed[:-1].copy()
    awake[visits[(gains > TRIFLE) | changed[pools].any(axis=1)]] = True
    return awake
