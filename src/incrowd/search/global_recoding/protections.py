"""Protections in the search: what a state loses to them, and what all states of a block must lose.

k is not the only reason to lose rows. Where the highest state of a block has a class too far from
the whole table, its parts cannot all be close: if a share p of its n rows has a value of a set A,
and a class may have at most the share c of such rows, at most n · (1 − p) / (1 − c) of its rows can
be published, however they are split up among classes.

What is promised of the release as a whole removes the smallest classes, or those that break it.
Where it is proven that higher levels never need more rows removed, the highest state of a block
bounds all of them; otherwise nothing is concluded, and every state that might be better is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd, Protection, ReleasePromise
from incrowd.crowd.sensitive import Sensitive
from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.measure import Figures, Groupings, Question
from incrowd.measures.registry import measure, promises
from incrowd.measures.release_promises import (
    hold_release,
    is_monotone,
    lost_to,
    split_promises,
)
from incrowd.measures.sure_loss import loosen
from incrowd.search.global_recoding.blocks import BlockClasses
from incrowd.search.goal import Goal, Levels

MOST_CELLS = 4_000_000
"""Tables of classes by values are made where they have at most this many cells."""


class Entries(NamedTuple):
    """Sensitive values: in which tuple, which value, in how many rows."""

    tuples: Positions
    values: Positions
    rows: Sizes


class Verdict(NamedTuple):
    """Which classes hold a protection, and at least how many rows are lost in all states below."""

    holding: NDArray[np.bool_]
    lost: Figures


ENTRIES: Final = struct(Entries, tuples="int32[::1]", values="int32[::1]", rows="int64[::1]")
VERDICT: Final = struct(Verdict, holding="boolean[::1]", lost="float64[::1]")


@dataclass(frozen=True, eq=False)
class Closeness:
    """A protection by closeness, laid out for the kernels."""

    entries: Entries
    groupings: NDArray[np.int32]
    """`groupings[level, value]`: the group of a value at each level that counts."""
    overall: NDArray[np.float64]
    """`overall[level, group]`: its share of the whole table."""
    threshold: float

    @classmethod
    def of(
        cls, crowd: Crowd, protection: Protection, find_groups: Callable[[Sensitive], Groupings]
    ) -> Closeness:
        """Lay out a protection by a distance that is a mean over levels."""
        sensitive = crowd.sensitive_attribute(protection.attribute)
        groupings = np.stack(find_groups(sensitive)).astype(np.int32)
        overall = np.zeros((len(groupings), int(groupings.max(initial=0)) + 1))
        for level, groups in enumerate(groupings):
            np.add.at(overall[level], groups, sensitive.shares)
        entries = Entries(sensitive.tuples, sensitive.values, sensitive.counts)
        return cls(entries, groupings, overall, loosen(protection.threshold))

    def fits(self, classes: int) -> bool:
        """Whether a table of so many classes by values is not too large."""
        return classes * self.groupings.shape[1] <= MOST_CELLS

    def judge(self, members: Positions, sizes: Sizes, verdict: Verdict) -> None:
        """Judge classes, given the class of each tuple (-1 for none) and their rows."""
        rows = np.zeros((len(sizes), self.groupings.shape[1]), np.int64)
        count_values(members, self.entries, rows)
        judge_classes(rows, sizes, self.groupings, self.overall, self.threshold, verdict)


@compiled(f"void(int32[::1], {ENTRIES}, int64[:, ::1])")
def count_values(members: Positions, entries: Entries, rows: NDArray[np.int64]) -> None:
    """Count the rows of each class that have each value."""
    tuples, values, counts = entries
    for i in range(len(tuples)):
        class_ = members[tuples[i]]
        if class_ >= 0:
            rows[class_, values[i]] += counts[i]


@compiled("float64(int64[::1], int64, float64)")
def lose_highest(rows: Sizes, size: int, cap: float) -> float:
    """Lose rows until their mean step, of 0 to 1, is no more than a cap, the highest ones first."""
    steps, excess, lost = len(rows) - 1, -cap * size, 0.0
    for step in range(steps + 1):
        excess += rows[step] * step / steps
    for step in range(steps, 0, -1):
        over = step / steps - cap
        if over <= 0 or excess <= 0:
            break
        gone = min(float(rows[step]), excess / over)
        excess -= gone * over
        lost += gone
    return float(np.ceil(lost - 1e-6))


@compiled(f"void(int64[:, ::1], int64[::1], int32[:, ::1], float64[:, ::1], float64, {VERDICT})")
def judge_classes(
    rows: NDArray[np.int64],
    sizes: Sizes,
    groupings: NDArray[np.int32],
    overall: NDArray[np.float64],
    t: float,
    verdict: Verdict,
) -> None:
    """Tell the classes that are close, and what the others cost all states below, see above.

    The groups that a class has too many of are a set at each level; a row stands the higher, the
    more of these sets it lies in.
    """
    holding, lost = verdict
    levels, values = groupings.shape
    gathered, heights = np.empty(overall.shape[1]), np.empty(values, np.int64)
    stepped = np.empty(levels + 1, np.int64)
    for class_ in range(len(sizes)):
        far, inside = 0.0, 0.0
        heights[:] = 0
        for level in range(levels):
            gathered[:] = 0.0
            for value in range(values):
                gathered[groupings[level, value]] += rows[class_, value] / sizes[class_]
            for group in range(overall.shape[1]):
                if gathered[group] > overall[level, group]:
                    far += gathered[group] - overall[level, group]
                    inside += overall[level, group]
            for value in range(values):
                group = groupings[level, value]
                heights[value] += gathered[group] > overall[level, group]
        if far / levels <= t:
            continue
        holding[class_] = False
        stepped[:] = 0
        for value in range(values):
            stepped[heights[value]] += rows[class_, value]
        lost[class_] = max(lost[class_], lose_highest(stepped, sizes[class_], inside / levels + t))


@dataclass(frozen=True, eq=False)
class ProtectedClasses:
    """Classes with those suppressed that are too small or break a protection."""

    classes: Classes
    surely_lost: int
    """Rows that every state below loses, beside those in classes that are too small here."""


@dataclass(frozen=True, eq=False)
class ProtectionCheck:
    """Suppresses what a goal does not allow in any state of a crowd."""

    crowd: Crowd
    block_classes: BlockClasses
    k: int
    protections: tuple[Protection, ...]
    """What every class must hold."""
    whole: tuple[ReleasePromise, ...]
    """What the release as a whole must hold."""
    limit: int
    """Rows that may be left out."""
    closeness: tuple[Closeness, ...]
    """Where all protections are such that they can be judged in compiled code."""

    @classmethod
    def of(cls, crowd: Crowd, block_classes: BlockClasses, goal: Goal) -> ProtectionCheck:
        """The check of a goal."""
        protections, whole = split_promises(goal.protections)
        known = promises()
        groupings = [known[protection.model].groupings for protection in protections]
        pairs = zip(protections, groupings, strict=True)
        closeness = [
            Closeness.of(crowd, protection, find_groups)
            for protection, find_groups in pairs
            if find_groups is not None
        ]
        compiled = len(closeness) == len(protections)
        judged = tuple(closeness) if compiled else ()
        return cls(crowd, block_classes, goal.k, protections, whole, goal.limit(crowd), judged)

    @property
    def bounds_blocks(self) -> bool:
        """Whether breaking a protection makes the states below lose much."""
        asked = (*self.protections, *self.whole)
        return any(promises()[protection.model].bounds_blocks for protection in asked)

    def protect(self, levels: Levels) -> ProtectedClasses:
        """Suppress what is too small or breaks a protection in a state, then the smallest classes.

        The latter only until the release as a whole holds what is promised of it.
        """
        judged = self._judge(levels)
        if not self.whole:
            return judged
        classes = judged.classes
        held = hold_release(classes, self.whole, max(self.limit - classes.suppressed_rows, 0))
        if not self.protections and len(self.whole) == 1 and is_monotone(self.whole[0]):
            return ProtectedClasses(held, classes.kept_rows - held.kept_rows)
        large = replace(classes, kept=classes.sizes >= self.k)
        lost = lost_to(large, self.whole, self.limit)
        return ProtectedClasses(held, max(judged.surely_lost, lost))

    def _judge(self, levels: Levels) -> ProtectedClasses:
        first, sizes, group_of = self.block_classes.group(levels)
        large = sizes >= self.k
        count = int(np.count_nonzero(large))
        if not self.protections:
            return ProtectedClasses(Classes(self.crowd, levels, first, sizes, large), 0)
        if not self.closeness or not all(model.fits(count) for model in self.closeness):
            classes = self.block_classes.classes_at(self.crowd, levels)
            return protect_classes(classes, self.k, self.protections)
        place = np.full(len(sizes), -1, np.int32)
        place[large] = np.arange(count, dtype=np.int32)
        members = place[group_of]
        verdict = Verdict(np.ones(count, np.bool_), np.zeros(count))
        for model in self.closeness:
            model.judge(members, sizes[large], verdict)
        large[large] = verdict.holding
        return ProtectedClasses(
            Classes(self.crowd, levels, first, sizes, large), int(verdict.lost.sum())
        )


def protect_classes(
    classes: Classes, k: int, protections: Sequence[Protection]
) -> ProtectedClasses:
    """Suppress what is too small or breaks a protection, and count what is lost below as well."""
    large = classes.sizes >= k
    some = classes.only(large)
    questions = {
        protection.attribute: Question(some, protection.attribute) for protection in protections
    }
    holding, lost = np.ones(some.count, np.bool_), np.zeros(some.count)
    for protection in protections:
        question = questions[protection.attribute]
        holding &= measure(protection.model).holding(question, protection.threshold)
        np.maximum(
            lost, promises()[protection.model].surely_lost(question, protection.threshold), out=lost
        )
    kept = large.copy()
    kept[large] = holding
    return ProtectedClasses(classes.keeping(kept), int(lost.sum()))
