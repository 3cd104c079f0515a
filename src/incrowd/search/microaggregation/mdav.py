"""Groups of several columns of numbers: MDAV in blocks of neighbours, then exchanges that pay.

MDAV takes the row farthest from the middle with its nearest rows as a group, then the row farthest
from that one with its own, until few are left. After Domingo-Ferrer, Mateo-Sanz, Practical
Data-Oriented Microaggregation for Statistical Disclosure Control, IEEE TKDE 14(1), 2002. Its time
grows with the square of the rows, so more rows than a block are cut at the median of the
widest column first. Afterwards rows change place, or move to another group, wherever that
lowers the squared error. So the error is never larger than that of plain MDAV in the same blocks.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes

Figures = NDArray[np.float64]
Points = NDArray[np.float64]
"""One row per point, one column per attribute."""

BLOCK: Final = 2048
"""Points that are compared with each other."""
MANY: Final = 200_000
"""Points from which blocks are smaller: 1,000,000 points of three columns then take 3 s of
processor time, and not 7."""
SMALL_BLOCK: Final = 512
GROUPS_IN_BLOCK: Final = 16
"""A block has at least so many times k rows, so that large groups have neighbours, too."""
ROUNDS: Final = 4
"""Times that all points are tried elsewhere, half as often where there are many."""
NEAREST: Final = 4
"""Groups that a point is tried in."""
THREADS: Final = 2
LEAST_GAIN: Final = 1e-12
"""Squared error in standard deviations below which a change is not worth it, nor certain."""


@compiled("float64(float64[:, ::1], int64, float64[::1])")
def _distance(points: Points, one: int, center: Figures) -> float:
    total = 0.0
    for column in range(points.shape[1]):
        step = points[one, column] - center[column]
        total += step * step
    return total


@compiled("int64(float64[:, ::1], int64[::1], int64, float64[::1])")
def _farthest(points: Points, left: Sizes, count: int, center: Figures) -> int:
    """The place in `left` of the point that is farthest from a center."""
    found, most = 0, -1.0
    for place in range(count):
        distance = _distance(points, left[place], center)
        if distance > most:
            found, most = place, distance
    return found


@compiled("int64(float64[:, ::1], int64[::1], int64[::1], int64, int64, int64, int64, int32[::1])")
def _take_nearest(
    points: Points,
    weights: Sizes,
    left: Sizes,
    count: int,
    place: int,
    k: int,
    number: int,
    groups: Positions,
) -> int:
    """Make a group of a point and its nearest ones, and return how many points are left."""
    center = points[left[place]].copy()
    distances = np.empty(count)
    for other in range(count):
        distances[other] = _distance(points, left[other], center)
    distances[place] = -1.0
    rows = 0
    while rows < k and count > 0:
        nearest = np.argmin(distances[:count])
        groups[left[nearest]] = number
        rows += weights[left[nearest]]
        count -= 1
        left[nearest], distances[nearest] = left[count], distances[count]
    return count


@compiled("int64(float64[:, ::1], int64[::1], int64, int32[::1])")
def mdav(points: Points, weights: Sizes, k: int, groups: Positions) -> int:
    """Group the points of a block, and return how many groups there are."""
    count, number = len(points), 0
    left = np.arange(count)
    rows = weights.sum()
    center = np.empty(points.shape[1])
    while rows >= 2 * k and count > 1:
        center[:] = 0.0
        for place in range(count):
            center += points[left[place]] * weights[left[place]]
        center /= rows
        farthest = _farthest(points, left, count, center)
        corner = points[left[farthest]].copy()
        both = rows >= 3 * k
        count = _take_nearest(points, weights, left, count, farthest, k, number, groups)
        number += 1
        rows = 0
        for place in range(count):
            rows += weights[left[place]]
        if both and rows >= 2 * k:
            farthest = _farthest(points, left, count, corner)
            count = _take_nearest(points, weights, left, count, farthest, k, number, groups)
            number += 1
            rows = 0
            for place in range(count):
                rows += weights[left[place]]
        if rows < k:  # heavy points took more than k: the others join the last group
            break
    if count and (rows >= k or number == 0):
        for place in range(count):
            groups[left[place]] = number
        return number + 1
    for place in range(count):
        groups[left[place]] = number - 1
    return number


@compiled("void(float64[:, ::1], int64[::1], float64[::1], int64, int64, int64)")
def _shift(
    centers: Points, sizes: Sizes, point: Figures, weight: int, source: int, target: int
) -> None:
    """Move the center of two groups as a point leaves one for the other."""
    for column in range(centers.shape[1]):
        out = centers[source, column] * sizes[source] - point[column] * weight
        centers[source, column] = out / max(sizes[source] - weight, 1)
        into = centers[target, column] * sizes[target] + point[column] * weight
        centers[target, column] = into / (sizes[target] + weight)
    sizes[source] -= weight
    sizes[target] += weight


@compiled("float64(float64[:, ::1], float64[:, ::1], int64[::1], int64[::1], int64, int64, int64)")
def _gain_of_move(
    points: Points, centers: Points, sizes: Sizes, weights: Sizes, one: int, own: int, other: int
) -> float:
    """How much less squared error there is where a point moves to another group."""
    weight = weights[one]
    if sizes[own] == weight:
        return 0.0
    leaving = _distance(points, one, centers[own]) * weight * sizes[own] / (sizes[own] - weight)
    joining = _distance(points, one, centers[other])
    return float(leaving - joining * weight * sizes[other] / (sizes[other] + weight))


@compiled(
    "float64(float64[:, ::1], float64[:, ::1], int64[::1], int64, int64, int64, int64, int64)"
)
def _gain_of_swap(
    points: Points,
    centers: Points,
    sizes: Sizes,
    one: int,
    other: int,
    own: int,
    target: int,
    weight: int,
) -> float:
    """How much less squared error there is where two points of equal weight change places."""
    gain = 0.0
    for column in range(points.shape[1]):
        step = points[other, column] - points[one, column]
        # the change of sum(x^2) cancels out; what stays is the change of the squared sums
        first = (
            2 * centers[own, column] * step * weight + step * step * weight * weight / sizes[own]
        )
        second = (
            -2 * centers[target, column] * step * weight
            + step * step * weight * weight / sizes[target]
        )
        gain += first + second
    return gain


@compiled("void(float64[:, ::1], float64[:, ::1], int64, int64, int64[::1], float64[::1])")
def _find_close(
    points: Points, centers: Points, one: int, own: int, close: Sizes, how_close: Figures
) -> None:
    """The other groups whose centers are nearest to a point, the nearest first."""
    how_close[:] = np.inf
    close[:] = -1
    for number in range(len(centers)):
        apart = np.inf if number == own else _distance(points, one, centers[number])
        place = len(close) - 1
        if apart >= how_close[place]:
            continue
        while place > 0 and how_close[place - 1] > apart:
            how_close[place], close[place] = how_close[place - 1], close[place - 1]
            place -= 1
        how_close[place], close[place] = apart, number


@compiled("void(int32[::1], int64[::1], int64[::1])")
def _list_members(groups: Positions, heads: Sizes, following: Sizes) -> None:
    """Chain the points of each group."""
    heads[:] = -1
    for one in range(len(groups)):
        following[one] = heads[groups[one]]
        heads[groups[one]] = one


@compiled("void(float64[:, ::1], int64[::1], int32[::1], float64[:, ::1], int64[::1])")
def _find_centers(
    points: Points, weights: Sizes, groups: Positions, centers: Points, sizes: Sizes
) -> None:
    centers[:] = 0.0
    sizes[:] = 0
    for one in range(len(points)):
        centers[groups[one]] += points[one] * weights[one]
        sizes[groups[one]] += weights[one]
    for number in range(len(centers)):
        centers[number] /= max(sizes[number], 1)


class State(NamedTuple):
    """A block on its way: the center and the rows of each group, and its points as a chain."""

    points: Points
    weights: Sizes
    groups: Positions
    centers: Points
    sizes: Sizes
    heads: Sizes
    following: Sizes


STATE: Final = struct(
    State,
    points="float64[:, ::1]",
    weights="int64[::1]",
    groups="int32[::1]",
    centers="float64[:, ::1]",
    sizes="int64[::1]",
    heads="int64[::1]",
    following="int64[::1]",
)


@compiled(f"UniTuple(int64, 2)({STATE}, int64[::1], int64, int64)")
def _find_best_change(state: State, close: Sizes, one: int, k: int) -> tuple[int, int]:
    """The group that a point had better be in, -1 for its own, and whom it swaps with, or -1."""
    points, weights, groups, centers, sizes, heads, following = state
    own, best, target, partner = groups[one], LEAST_GAIN, -1, -1
    for number in close:
        if number < 0:
            break
        if sizes[own] - weights[one] >= k:
            gain = _gain_of_move(points, centers, sizes, weights, one, own, number)
            if gain > best:
                best, target, partner = gain, number, -1
        other = heads[number]
        while other >= 0:
            # the lists are those of the start of the round: whoever moved is passed over
            if groups[other] == number and weights[other] == weights[one]:
                gain = _gain_of_swap(points, centers, sizes, one, other, own, number, weights[one])
                if gain > best:
                    best, target, partner = gain, number, other
            other = following[other]
    return target, partner


@compiled("void(float64[:, ::1], int64[::1], int64, int64, int32[::1], int64, int64)")
def exchange(
    points: Points,
    weights: Sizes,
    k: int,
    count: int,
    groups: Positions,
    rounds: int,
    nearest: int,
) -> None:
    """Move points to other groups, or swap two, wherever that lowers the squared error."""
    centers, sizes = np.empty((count, points.shape[1])), np.empty(count, np.int64)
    _find_centers(points, weights, groups, centers, sizes)
    heads, following = np.empty(count, np.int64), np.empty(len(points), np.int64)
    close, how_close = np.empty(nearest, np.int64), np.empty(nearest)
    state = State(points, weights, groups, centers, sizes, heads, following)
    for _ in range(rounds):
        _list_members(groups, heads, following)
        changed = False
        for one in range(len(points)):
            own = groups[one]
            if _distance(points, one, centers[own]) == 0.0:
                continue
            _find_close(points, centers, one, own, close, how_close)
            target, partner = _find_best_change(state, close, one, k)
            if target < 0:
                continue
            changed = True
            _shift(centers, sizes, points[one], weights[one], own, target)
            groups[one] = target
            if partner >= 0:
                _shift(centers, sizes, points[partner], weights[partner], target, own)
                groups[partner] = own
        if not changed:
            break


@compiled(
    "void(float64[:, ::1], int64[::1], int64[::1], int64, int32[::1], int64[::1], int64, int64)"
)
def group_blocks(
    points: Points,
    weights: Sizes,
    starts: Sizes,
    k: int,
    groups: Positions,
    counts: Sizes,
    rounds: int,
    nearest: int,
) -> None:
    """Group each block of points on its own; groups are numbered from 0 in each."""
    for block in range(len(counts)):
        first, last = starts[block], starts[block + 1]
        inside = groups[first:last]
        counts[block] = mdav(points[first:last], weights[first:last], k, inside)
        if counts[block] > 1:
            exchange(
                points[first:last], weights[first:last], k, counts[block], inside, rounds, nearest
            )


def cut_blocks(points: Points, weights: Sizes, strata: Positions, k: int) -> tuple[Sizes, Sizes]:
    """An order of the points, and where blocks of neighbours begin in it: a k-d tree's leaves.

    No block crosses from one stratum to another, and each has k rows or more.
    """
    order = np.argsort(strata, kind="stable")
    borders = np.flatnonzero(np.diff(strata[order])) + 1
    pending = [order[a:b] for a, b in _between(borders, len(order))][::-1]
    most = max(BLOCK if len(points) < MANY else SMALL_BLOCK, GROUPS_IN_BLOCK * k)
    blocks: list[Sizes] = []
    while pending:
        inside = pending.pop()
        halves = _halve(points, weights, inside, k) if len(inside) > most else None
        if halves is None:
            blocks.append(inside)
        else:
            pending += halves[::-1]
    starts = np.cumsum([0, *(len(block) for block in blocks)]).astype(np.int64)
    return np.concatenate(blocks), starts


def _between(borders: Sizes, end: int) -> list[tuple[int, int]]:
    return list(pairwise([0, *borders.tolist(), end]))


def _halve(points: Points, weights: Sizes, inside: Sizes, k: int) -> list[Sizes] | None:
    """Cut points at the median of the widest column; None where a part would be too small."""
    chosen = points[inside]
    column = int(np.argmax(chosen.var(axis=0)))
    middle = len(inside) // 2
    order = np.argpartition(chosen[:, column], middle)
    halves = [inside[order[:middle]], inside[order[middle:]]]
    return halves if min(int(weights[half].sum()) for half in halves) >= k else None


def group_by_distance(
    points: Points, weights: Sizes, strata: Positions, k: int, rounds: int = ROUNDS
) -> Positions:
    """The group of each point: at least k rows each, close to each other, of one stratum."""
    rounds = rounds if len(points) < MANY else (rounds + 1) // 2
    order, starts = cut_blocks(points, weights, strata, k)
    shuffled = np.ascontiguousarray(points[order])
    weighed = np.ascontiguousarray(weights[order], np.int64)
    groups = np.empty(len(points), np.int32)
    counts = np.zeros(len(starts) - 1, np.int64)

    def work(blocks: slice) -> None:
        own = starts[blocks.start : blocks.stop + 1]
        first, last = int(own[0]), int(own[-1])
        group_blocks(
            shuffled[first:last],
            weighed[first:last],
            own - first,
            k,
            groups[first:last],
            counts[blocks],
            rounds,
            NEAREST,
        )

    middle = int(np.searchsorted(starts, len(points) // 2))
    parts = [slice(0, middle), slice(middle, len(counts))]
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, [part for part in parts if part.stop > part.start]))
    first_of_block = np.repeat(np.cumsum(counts) - counts, np.diff(starts))
    result = np.empty(len(points), np.int32)
    result[order] = groups + first_of_block
    return result
