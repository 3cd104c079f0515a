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

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection
from incrowd.measures.question import Question
from incrowd.measures.registry import measure, promises
from incrowd.search.global_recoding.block_classes import Floors
from incrowd.search.global_recoding.closeness import Closeness
from incrowd.search.goal import Goal, Levels


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
        known = promises()
        groupings = [known[protection.model].groupings for protection in protections]
        pairs = zip(protections, groupings, strict=True)
        closeness = [Closeness.of(crowd, one, found) for one, found in pairs if found is not None]
        compiled = len(closeness) == len(protections)
        return cls(crowd, floors, goal.k, protections, tuple(closeness) if compiled else ())

    @property
    def bounds_blocks(self) -> bool:
        """Whether breaking a protection makes the states below lose much."""
        return any(promises()[one.model].bounds_blocks for one in self.protections)

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
        np.maximum(lost, promises()[one.model].surely_lost(question, one.threshold), out=lost)
    kept = large.copy()
    kept[large] = holding
    return Protected(classes.keeping(kept), int(lost.sum()))
