"""Protections in the search: what a state loses to them, and what all states of a block must lose.

k is not the only reason to lose rows. Where the highest state of a block has a class too far from
the whole table, its parts cannot all be close: if a share p of its n rows has a value of a set A,
and a class may have at most the share c of such rows, at most n · (1 − p) / (1 − c) of its rows can
be published, however they are split up among classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection
from incrowd.measures.measure import TOLERANCE
from incrowd.measures.question import Figures, Question
from incrowd.measures.registry import measure
from incrowd.search.global_recoding.block_classes import Floors
from incrowd.search.global_recoding.closeness import CLOSENESS, Closeness, levels_of
from incrowd.search.goal import Goal, Levels

COUNTING = ("distinct_l", "entropy_l", "recursive_l")
"""Models that a class with fewer than l values never holds."""
FAR = ("alpha_k", "t_equal", "t_hierarchical")
"""Models that make every state of a block lose much where its highest state breaks them."""
DENSE = 1_000_000
"""Tables of classes by groups are made where they have at most this many cells."""


@dataclass(frozen=True, eq=False)
class Protected:
    """Classes with those suppressed that are too small or break a protection."""

    classes: Classes
    surely_lost: int
    """Rows that every state below loses, beside those in classes that are too small here."""


@dataclass(frozen=True, eq=False)
class Guard:
    """Suppresses what a goal does not allow in any state of a crowd."""

    crowd: Crowd
    floors: Floors
    k: int
    protections: tuple[Protection, ...]
    closeness: tuple[Closeness, ...]
    """Where all protections are such that they can be judged in compiled code."""

    @classmethod
    def of(cls, crowd: Crowd, floors: Floors, goal: Goal) -> Guard:
        """The guard of a goal."""
        protections = goal.protections
        compiled = all(one.model in CLOSENESS for one in protections)
        closeness = tuple(Closeness.of(crowd, one) for one in protections) if compiled else ()
        return cls(crowd, floors, goal.k, protections, closeness)

    def protect(self, levels: Levels) -> Protected:
        """Suppress what is too small or breaks a protection in a state."""
        first, sizes, group_of = self.floors.group(levels)
        large = sizes >= self.k
        count = int(np.count_nonzero(large))
        if not self.closeness or not all(one.fits(count) for one in self.closeness):
            classes = self.floors.classes(self.crowd, levels)
            return protect_classes(classes, self.k, self.protections)
        place = np.full(len(sizes), -1, np.int32)
        place[large] = np.arange(count, dtype=np.int32)
        members, verdict = place[group_of], (np.ones(count, np.bool_), np.zeros(count))
        for one in self.closeness:
            one.judge(members, sizes[large], verdict)
        large[large] = verdict[0]
        return Protected(Classes(self.crowd, levels, first, sizes, large), int(verdict[1].sum()))


def protect_classes(classes: Classes, k: int, protections: Sequence[Protection]) -> Protected:
    """Suppress what is too small or breaks a protection, and count what is lost below as well."""
    large = classes.sizes >= k
    some = classes.only(large)
    questions = {one.attribute: Question(some, one.attribute) for one in protections}
    holding, lost = np.ones(some.count, np.bool_), np.zeros(some.count)
    for one in protections:
        question = questions[one.attribute]
        holding &= measure(one.model).holding(question, one.threshold)
        np.maximum(lost, surely_lost(question, one), out=lost)
    kept = large.copy()
    kept[large] = holding
    return Protected(classes.keeping(kept), int(lost.sum()))


def surely_lost(question: Question, protection: Protection) -> Figures:
    """At least how many rows of each class are lost, in whatever classes they are published."""
    threshold = protection.threshold + TOLERANCE * max(1.0, abs(protection.threshold))
    if protection.model in COUNTING:
        values = np.diff(question.values.starts)
        return np.where(values < protection.threshold - TOLERANCE, question.sizes, 0.0)
    if protection.model == "alpha_k":
        most = np.maximum.reduceat(question.values.counts, question.values.starts[:-1])
        rows = np.column_stack([question.sizes - most, most])
        return _too_many(rows, np.full(len(rows), threshold))
    if protection.model in FAR:
        return _too_far(question, levels_of(question.values.sensitive, protection.model), threshold)
    return np.zeros(len(question.sizes))


def _too_many(rows: Figures, cap: Figures) -> Figures:
    """Lose rows until their mean step is no more than a cap, those on the highest steps first.

    `rows[class, step]`; the steps go from 0 to 1.
    """
    steps = np.linspace(0, 1, rows.shape[1])
    excess, lost = rows @ steps - cap * rows.sum(1), np.zeros(len(rows))
    for step in range(len(steps) - 1, 0, -1):
        over = steps[step] - cap
        some = (over > 0) & (excess > 0)
        gone = np.where(some, np.minimum(rows[:, step], excess / np.where(some, over, 1.0)), 0.0)
        excess -= gone * over
        lost += gone
    return np.asarray(np.ceil(lost - 1e-6), np.float64)


def _too_far(question: Question, groupings: list[NDArray[np.int64]], t: float) -> Figures:
    """The same where classes have a distance, the mean of equal distances at some levels.

    At each level the groups that a class has too many of are a set A. A row stands the higher, the
    more of these sets it lies in, and in a class that is close the mean of that is no more than in
    the whole table, plus t.
    """
    values = question.values
    of_entry = np.repeat(np.arange(len(question.sizes)), np.diff(values.starts))
    height, inside = np.zeros(len(of_entry), np.int64), np.zeros(len(question.sizes))
    for groups in groupings:
        width = int(groups.max()) + 1
        if width * len(question.sizes) > DENSE:
            return np.zeros(len(question.sizes))
        cells = of_entry * width + groups[values.values]
        shares = np.bincount(cells, question.shares, width * len(question.sizes))
        overall = np.bincount(groups, values.sensitive.shares, width)
        more = shares.reshape(-1, width) > overall
        inside += more @ overall
        height += more.ravel()[cells]
    steps = len(groupings) + 1
    counted = np.bincount(of_entry * steps + height, values.counts, len(question.sizes) * steps)
    return _too_many(counted.reshape(-1, steps).astype(np.float64), inside / len(groupings) + t)
