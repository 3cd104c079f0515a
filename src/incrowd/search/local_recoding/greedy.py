"""PrioPrivacy's local recoding: generalise, then suppress, from the least important attribute up.

Attributes join one by one, the least important first. With each, the rows that are still unsafe are
generalised level by level, one attribute at a time, then two, three, …: the largest group of k rows
or more wins, and only its rows change. Then cells of rows that are still unsafe are suppressed, as
few per row as possible. After Bampoulidis, Markopoulos, Lupu, PrioPrivacy: A Local Recoding
k-Anonymity Tool for Prioritised Quasi-Identifiers, WI 2019.

An attribute that joins brings only the sets of attributes that contain it: all others have been
exhausted before, since unsafe rows only ever become fewer.

The algorithm knows of k alone. Afterwards a class that breaks a protection, or is too small, merges
with the class that costs least, again and again, until it is safe or only one class is left.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.language import say
from incrowd.search.feasibility import check_protections, check_request
from incrowd.search.local_recoding.assignment import cover_classes
from incrowd.search.local_recoding.division import find_unsafe
from incrowd.search.local_recoding.max_heap import take_largest
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.weighing import CellCosts, Weighed
from incrowd.search.method import Listeners, Method, Problem, Solution, SuppressionReading
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding

Step = Callable[[float], None]
Safe = Callable[[int], None]
Names = tuple[int, ...]

MOST_SETS = 8192
"""Sets of attributes that are tried at each level, shared by the attributes that join.

Nine attributes have 511 sets, which are all tried; of fifty, mostly single ones and pairs."""


@dataclass(eq=False)
class _Progress:
    """Where the recoding stands: which tuples are unsafe, and the levels of the others."""

    crowd: Crowd
    k: int
    unsafe: NDArray[np.bool_]
    levels: NDArray[np.uint8]
    suppressed: Positions
    """Which set of attributes each tuple is suppressed in, by number; -1 for none."""
    sets: dict[Names, int]
    passed_over: int = 0

    def group_at(self, chosen: Names, level: int | None, members: Positions) -> Positions:
        """Number the groups of some tuples, chosen attributes at a level (`None` is the last)."""
        heights = self.crowd.heights
        at = tuple(
            (heights[index] if level is None else level) if index in chosen else 0
            for index in range(len(heights))
        )
        keys, space = self.crowd.pack(at, members)
        return group(keys, self.crowd.counts[members], space)[2]

    def sets_with(self, newest: int, others: Sequence[int]) -> Iterator[list[Names]]:
        """Sets that contain the newest attribute, by size, least important attributes first.

        Where there are too many, those of middle size are passed over; the last is always there.
        """
        beside = [index for index in others if index != newest]
        left = MOST_SETS // len(self.crowd.heights)
        for size in range(len(beside) + 1):
            last = size == len(beside)
            sets = islice(combinations(beside, size), 1 if last else left)
            result = [(*rest, newest) for rest in sets]
            left -= len(result)
            self.passed_over += comb(len(beside), size) - len(result)
            if result:
                yield result


def recode_greedily(
    crowd: Crowd,
    k: int,
    priorities: Priorities,
    suppression: SuppressionReading = "strict",
    step: Step = lambda done: None,
    safe: Safe = lambda rows: None,
) -> Recoding:
    """Recode as PrioPrivacy does; suppression counts identical published rows, or as published.

    As published, a suppressed cell matches any original row, which leaves people exposed: see
    `covering`. Rows that stay unsafe are left out. `step` hears of the share done and may raise.
    """
    check_request(crowd, k, priorities)
    if suppression not in {"strict", "published"}:
        raise InvalidParameter(
            say("There is no suppression '{suppression}'.", suppression=suppression),
            say("Choose 'strict' or 'published'."),
        )
    suppress = _suppress_strictly if suppression == "strict" else _suppress_as_published
    now = _Progress(
        crowd,
        k,
        crowd.counts < k,
        np.zeros((len(crowd.domains), len(crowd.counts)), np.uint8),
        np.full(len(crowd.counts), -1, np.int32),
        {},
    )

    def tell(done: float) -> None:
        safe(int(crowd.counts[~now.unsafe].sum()))
        step(done)

    joined: list[int] = []
    in_turn = [crowd.names.index(name) for names in priorities.groups[::-1] for name in names]
    for newest in in_turn:
        tell(len(joined) / len(in_turn))
        joined.append(newest)
        _generalise(now, newest, joined, tell)
        suppress(now, newest, joined, tell)
    tell(1.0)
    everyone = np.arange(len(crowd.counts), dtype=np.int32)
    return Recoding(crowd, everyone, crowd.counts, now.levels, ~now.unsafe, now.passed_over)


def _generalise(now: _Progress, newest: int, joined: Sequence[int], step: Step) -> None:
    """Raise sets of attributes with the newest among them to each level below the last."""
    heights = now.crowd.heights
    for level in range(1, heights[newest]):
        able = [index for index in joined if heights[index] > level]
        for sets in now.sets_with(newest, able):
            _take(now, sets, level)
            step((len(joined) - 1) / len(heights))


def _suppress_strictly(now: _Progress, newest: int, joined: Sequence[int], step: Step) -> None:
    """Suppress where k published rows look the same, those suppressed before included."""
    for sets in now.sets_with(newest, joined):
        _take(now, sets, None)
        step((len(joined) - 1) / len(now.crowd.heights))


def _take(now: _Progress, sets: Sequence[Names], level: int | None) -> None:
    """Change the rows of the largest groups over all sets, one group after the other."""
    seekers = np.flatnonzero(now.unsafe).astype(np.int32)
    if not len(seekers):
        return
    groups = np.empty((len(sets), len(seekers)), np.int32)
    there: list[Sizes] = []
    offset = 0
    for place, chosen in enumerate(sets):
        same = np.flatnonzero(now.suppressed == now.sets.get(chosen, -2)).astype(np.int32)
        members = np.concatenate([seekers, same]) if level is None else seekers
        result = now.group_at(chosen, level, members)
        count = int(result.max()) + 1
        groups[place] = offset + result[: len(seekers)]
        beside = now.crowd.counts[members[len(seekers) :]]
        there.append(np.bincount(result[len(seekers) :], beside, count).astype(np.int64))
        offset += count
    taken = np.full(len(seekers), -1, np.int32)
    take_largest(groups, now.crowd.counts[seekers], np.concatenate(there), now.k, taken)
    for place in np.unique(taken[taken >= 0]):
        _change(now, seekers[taken == place], sets[place], level)


def _change(now: _Progress, tuples: Positions, chosen: Names, level: int | None) -> None:
    """Publish some tuples with the chosen attributes at a level."""
    for index in chosen:
        now.levels[index, tuples] = now.crowd.heights[index] if level is None else level
    now.unsafe[tuples] = False
    if level is None:
        now.suppressed[tuples] = now.sets.setdefault(chosen, len(now.sets))


def _suppress_as_published(now: _Progress, newest: int, joined: Sequence[int], step: Step) -> None:
    """Suppress where k original rows match, and enough values are left that no row could have.

    That is PrioPrivacy's test: of the combinations that the suppressed cells may stand for, k or
    more must not be taken by other original rows.
    """
    everyone = np.arange(len(now.crowd.counts), dtype=np.int32)
    for sets in now.sets_with(newest, joined):
        for chosen in sets:
            if not now.unsafe.any():
                return
            possible = 1.0
            for index in chosen:
                possible *= len(now.crowd.domains[index].values)
            result = now.group_at(chosen, None, everyone)
            alike = np.bincount(result, now.crowd.counts)[result]
            others = np.bincount(result)[result] - 1
            safe = (alike >= now.k) & (possible > now.k) & (possible - others >= now.k)
            _change(now, np.flatnonzero(now.unsafe & safe).astype(np.int32), chosen, None)
        step((len(joined) - 1) / len(now.crowd.heights))


def widen_until_safe(
    recoding: Recoding,
    k: int,
    priorities: Priorities,
    protections: Sequence[Protection],
    step: Step = lambda done: None,
) -> Recoding:
    """Merge classes that are not safe with the nearest ones; tuples must not have been split."""
    crowd, kept = recoding.crowd, np.flatnonzero(recoding.kept)
    if not len(kept) or (not protections and recoding.k >= k):
        return recoding
    known = Weighed.by_rank(crowd, CellCosts.of(crowd, "entropy"), priorities)
    class_of = recoding.class_of[kept]
    clusters = _clusters_of(recoding, known, k)
    tuples = np.full(len(crowd.counts), -1, np.int32)
    tuples[recoding.tuples[kept]] = class_of

    def unsafe(now: Clusters) -> NDArray[np.bool_]:
        return find_unsafe(crowd, now, k, protections, tuples)

    merge_until_safe(clusters, k, unsafe, step)
    roots = clusters.roots()
    merged = np.bincount(roots, minlength=len(roots))[roots[class_of]] > 1
    moved, regions = kept[merged], clusters.regions[roots[class_of[merged]]]
    levels = recoding.levels.copy()
    for column, index in enumerate(known.order):
        levels[index, moved] = known.regions.levels[regions[:, column]]
    return replace(recoding, levels=levels)


def _clusters_of(recoding: Recoding, known: Weighed, k: int) -> Clusters:
    """A cluster for each class, at the least regions that cover what its rows are published as."""
    published = known.regions.as_grid(recoding.regions[known.order][:, recoding.kept].T)
    regions = np.empty((len(recoding.class_sizes), len(known.order)), published.dtype)
    cover_classes(known.tree, published, recoding.class_of[recoding.kept], regions)
    return Clusters.of_tuples(known.tree, regions, recoding.class_sizes, k, split=False)


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Recode the rows of a problem, sorted, and widen what breaks a protection.

    Where too many rows would be left out, they are published in wider classes instead.
    """
    crowd = problem.crowd.in_order()
    check_protections(crowd, problem.protections)
    recoding = recode_greedily(
        crowd,
        problem.k,
        problem.priorities,
        problem.suppression,
        listeners.progress,
        listeners.safe_rows,
    )
    if problem.suppression == "published":
        return Solution(recoding)
    if recoding.suppressed_rows > problem.most_suppressed:
        recoding = replace(recoding, kept=np.ones_like(recoding.kept))
    return Solution(widen_until_safe(recoding, problem.k, problem.priorities, problem.protections))


PRIORITY_GREEDY = Method(
    name="priority-greedy",
    title="By priority, as published",
    explanation="The algorithm of the PrioPrivacy paper, for comparison.",
    citation="Bampoulidis, Markopoulos, Lupu, PrioPrivacy: A Local Recoding k-Anonymity Tool for "
    "Prioritised Quasi-Identifiers, WI 2019.",
    recoding="local",
    options=("priority", "max_suppression", "suppression"),
    run=solve,
)
