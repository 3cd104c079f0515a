"""Pool a class with the classes nearest to it, and divide the pool anew.

A pool is divided by growing groups from a seed: the cheapest part joins until the group has k rows,
the next group starts from the part farthest away, what is left joins the nearest group. Several
pools and seeds are tried for each class, and the best division is kept if it loses less than the
classes as they stand. Pools are worked out side by side; of those that share a class only the one
that gains most is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import PARTS, TRIFLE, Assignment, Parts, close_gaps
from incrowd.search.local_recoding.neighbours import TREE, Lists, Tree, in_threads
from incrowd.search.regions import Figures, Grid, common, either_width

MOST_PARTS = 48
"""The most parts that a pool holds."""
JOINED = 4
"""The most classes that a pool joins."""
SEEDS = 8
"""From how many parts at most the first group of a pool is grown."""
SEEDED = 96
"""Seeds times parts of a pool: a division takes time by the square of the parts."""
MOST_VISITS = 100_000
"""Classes that are pooled in a pass, those that lose most first."""

Holding = Callable[[Positions, int], NDArray[np.bool_]]
"""Checks which classes hold their promises, given the class of each part and their number."""


class Near(NamedTuple):
    """The nearest parts of each part, where they are known."""

    known: Positions
    """Where the nearest parts of each part stand in `parts`, -1 if they are not known."""
    parts: Lists


class Classes(NamedTuple):
    """The classes that parts lie in, and what each class loses."""

    class_of: Positions
    """The class of each part."""
    starts: Positions
    members: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""
    losses: Figures


class Pool(NamedTuple):
    """Memory for the parts of a pool, and the groups that they are divided into."""

    members: Positions
    """Which part each is."""
    values: Grid
    rows: Sizes
    groups: Positions
    """The group of each part, -1 for none."""
    regions: Grid
    """What each group is published as."""
    sizes: Sizes
    """The rows of each group."""


class Proposals(NamedTuple):
    """The best pool for each class that was visited."""

    pools: Lists
    """The classes of the pool, -1 where there are fewer."""
    seeds: NDArray[np.int8]
    """The part that the first group is grown from."""
    gains: Figures
    """The bits that dividing the pool wins."""

    def between(self, first: int, last: int) -> Proposals:
        """Those for some of the visits, in the same memory."""
        return Proposals(self.pools[first:last], self.seeds[first:last], self.gains[first:last])


NEAR: Final = struct(Near, known="int32[::1]", parts="int32[:, ::1]")
CLASSES: Final = struct(
    Classes, class_of="int32[::1]", starts="int32[::1]", members="int32[::1]", losses="float64[::1]"
)
POOL: Final = struct(
    Pool,
    members="int32[::1]",
    values="grid[:, ::1]",
    rows="int64[::1]",
    groups="int32[::1]",
    regions="grid[:, ::1]",
    sizes="int64[::1]",
)
PROPOSALS: Final = struct(Proposals, pools="int32[:, ::1]", seeds="int8[::1]", gains="float64[::1]")


@compiled(*either_width(f"void({TREE}, grid[::1], grid[::1])"))
def widen(tree: Tree, regions: Grid, values: Grid) -> None:
    """Make regions cover some values too."""
    parents, levels, _ = tree
    for depth in range(len(regions)):
        regions[depth] = common(parents, levels, regions[depth], values[depth])


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


@compiled(*either_width(f"void({TREE}, {POOL}, int64, int64, int64)"))
def take_cheapest(tree: Tree, pool: Pool, count: int, first: int, last: int) -> None:
    """Let the part that costs least per row join one of the groups `first:last`."""
    _, values, rows, groups, regions, sizes = pool
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


@compiled(*either_width(f"int64({TREE}, {POOL}, int64, int64)"))
def farthest(tree: Tree, pool: Pool, count: int, group: int) -> int:
    """The part without a group that it would cost most to publish as the regions of one."""
    _, values, _, groups, regions, _ = pool
    most, chosen = -1.0, -1
    for part in range(count):
        if groups[part] < 0:
            cost = bounded_cost(tree, values[part], 1, regions[group], 0, np.inf)
            if cost > most:
                most, chosen = cost, part
    return chosen


@compiled(*either_width(f"float64({TREE}, {POOL}, int64, int64, int64)"))
def divide(tree: Tree, pool: Pool, count: int, seed: int, k: int) -> float:
    """Divide the first `count` parts into groups of k rows or more, and return the loss."""
    worth = tree.worth
    _, values, rows, groups, regions, sizes = pool
    groups[:count] = -1
    left, group_count = rows[:count].sum(), 0
    while left >= k or (left > 0 and group_count == 0):
        regions[group_count] = values[seed]
        sizes[group_count] = rows[seed]
        groups[seed] = group_count
        group_count += 1
        while sizes[group_count - 1] < k and sizes[group_count - 1] < left:
            take_cheapest(tree, pool, count, group_count - 1, group_count)
        left -= sizes[group_count - 1]
        seed = farthest(tree, pool, count, group_count - 1)
    while farthest(tree, pool, count, 0) >= 0:
        take_cheapest(tree, pool, count, 0, group_count)
    loss = 0.0
    for part in range(count):
        for depth in range(values.shape[1]):
            lost = worth[regions[groups[part], depth]] - worth[values[part, depth]]
            loss += rows[part] * lost
    return loss


@compiled(f"int64({CLASSES}, {NEAR}, int64, int32[::1])")
def gather(classes: Classes, near: Near, number: int, joined: Positions) -> int:
    """Write the classes of the parts nearest to those of a class, after the class itself."""
    joined[:] = -1
    joined[0] = number
    count = 1
    for rank in range(near.parts.shape[1]):
        for index in range(classes.starts[number], classes.starts[number + 1]):
            where = near.known[classes.members[index]]
            part = near.parts[where, rank] if where >= 0 else -1
            if part < 0 or count == len(joined):
                continue
            if not (joined == classes.class_of[part]).any():
                joined[count] = classes.class_of[part]
                count += 1
    return count


@compiled(*either_width(f"Tuple((int64, float64))({PARTS}, {CLASSES}, int32[::1], {POOL})"))
def fill(parts: Parts, classes: Classes, joined: Positions, pool: Pool) -> tuple[int, float]:
    """Write the parts of some classes; return their number, 0 if too many, and the loss."""
    count, loss = 0, 0.0
    for number in joined:
        if number < 0:
            break
        first, last = classes.starts[number], classes.starts[number + 1]
        if count + last - first > len(pool.members):
            return 0, 0.0
        loss += classes.losses[number]
        for place in range(first, last):
            part = classes.members[place]
            pool.members[count] = part
            pool.values[count] = parts.values[part]
            pool.rows[count] = parts.rows[part]
            count += 1
    return count, loss


@compiled(*either_width(f"{POOL}(grid[:, ::1])"))
def allocate_pool(values: Grid) -> Pool:
    """Allocate memory for the parts of a pool."""
    width = values.shape[1]
    return Pool(
        np.empty(MOST_PARTS, np.int32),
        np.empty((MOST_PARTS, width), values.dtype),
        np.empty(MOST_PARTS, np.int64),
        np.empty(MOST_PARTS, np.int32),
        np.empty((MOST_PARTS, width), values.dtype),
        np.empty(MOST_PARTS, np.int64),
    )


@compiled(
    *either_width(f"int64({TREE}, {PARTS}, {CLASSES}, {NEAR}, int32[::1], int64, {PROPOSALS})"),
)
def propose(
    tree: Tree,
    parts: Parts,
    classes: Classes,
    near: Near,
    visits: Positions,
    k: int,
    proposals: Proposals,
) -> int:
    """Write for each visited class its best pool, the seed to divide it from, and the gain.

    A class is divided alone, pooled with each of the nearest classes, and with all of them.
    """
    pools, best_seeds, gains = proposals
    pool = allocate_pool(parts.values)
    nearest, joined = np.empty(pools.shape[1], np.int32), np.empty(pools.shape[1], np.int32)
    for visit in range(len(visits)):
        near_count = gather(classes, near, visits[visit], nearest)
        pools[visit], gains[visit] = nearest, 0.0
        for attempt in range(near_count + 1 if near_count > 2 else near_count):
            joined[:] = -1
            joined[0] = nearest[0]
            if attempt == near_count:
                joined[:] = nearest
            elif attempt > 0:
                joined[1] = nearest[attempt]
            count, loss = fill(parts, classes, joined, pool)
            seeds = min(count, SEEDS, max(SEEDED // max(count, 1), 2))
            for start in range(seeds):
                seed = start * count // seeds
                gain = loss - divide(tree, pool, count, seed, k)
                if gain > gains[visit] + TRIFLE:
                    pools[visit], best_seeds[visit], gains[visit] = joined, seed, gain
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
        f"int64({TREE}, {PARTS}, {CLASSES}, int32[::1], {PROPOSALS}, int64, int32[::1], int32[::1])"
    )
)
def divide_chosen(
    tree: Tree,
    parts: Parts,
    classes: Classes,
    chosen: Positions,
    proposals: Proposals,
    k: int,
    class_of: Positions,
    pool_of: Positions,
) -> int:
    """Give the parts of the chosen pools to new classes; write from which pool each comes."""
    pool = allocate_pool(parts.values)
    before = len(classes.losses)
    new = 0
    for index in range(len(chosen)):
        visit = chosen[index]
        count, _ = fill(parts, classes, proposals.pools[visit], pool)
        divide(tree, pool, count, proposals.seeds[visit], k)
        for place in range(count):
            class_of[pool.members[place]] = before + new + pool.groups[place]
        groups = pool.groups[:count].max() + 1
        pool_of[new : new + groups] = index
        new += groups
    return new


def regroup(
    now: Assignment, near: Near, k: int, holding: Holding | None, report: Callable[[float], None]
) -> None:
    """Divide pools of classes anew where that loses less and every new class holds."""
    now.reassign(*_divided(now, near, k, holding, report))


def _divided(
    now: Assignment, near: Near, k: int, holding: Holding | None, report: Callable[[float], None]
) -> tuple[Positions, NDArray[np.bool_]]:
    """The class of each part after the best division, and which classes stay awake."""
    visits = now.worst_first[:MOST_VISITS]
    count = len(visits)
    proposals = Proposals(
        np.empty((count, JOINED), np.int32), np.empty(count, np.int8), np.empty(count)
    )
    classes = Classes(now.classes, now.starts, now.members, now.losses)

    def work(first: int, last: int) -> int:
        some = proposals.between(first, last)
        return propose(now.tree, now.parts, classes, near, visits[first:last], k, some)

    in_threads(work, count, report)
    chosen = _choose_pools(proposals, len(now.sizes))
    class_of, pool_of = now.classes.copy(), np.empty(len(now.classes), np.int32)
    new = divide_chosen(now.tree, now.parts, classes, chosen, proposals, k, class_of, pool_of)
    if holding is not None and new:
        _undo_broken(now, class_of, pool_of[:new], holding)
    return class_of, _awake(now, class_of, visits, proposals)


def _choose_pools(proposals: Proposals, classes: int) -> Positions:
    """Choose pools that share no class, those that gain most first."""
    in_turn = np.argsort(-proposals.gains, kind="stable")
    in_turn = in_turn[proposals.gains[in_turn] > TRIFLE]
    chosen = np.empty(len(in_turn), np.int32)
    count = choose_disjoint(in_turn, proposals.pools, np.zeros(classes, np.bool_), chosen)
    return chosen[:count]


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
    now: Assignment, classes: Positions, visits: Positions, proposals: Proposals
) -> NDArray[np.bool_]:
    """Classes that could have gained, or that could pool with one that changed."""
    changed = np.zeros(len(now.sizes) + 1, np.bool_)
    changed[now.classes[classes != now.classes]] = True
    # the last entry stands for no class, which is what -1 refers to
    awake = changed[:-1].copy()
    pools_changed = changed[proposals.pools].any(axis=1)
    awake[visits[(proposals.gains > TRIFLE) | pools_changed]] = True
    return awake
