"""A block of the lattice, all states between two, and the best that a state in it can be.

Rows that are lost at the highest state of a block, because their class is too small, are lost in
all its states: lower levels only split classes. So no state of the block costs less than the levels
of its lowest state would, with the rows lost that its highest state loses.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isclose, prod
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.class_merging import (
    Groups,
    Numbers,
    allocate_buffers,
    allocate_groups,
    group_at,
)
from incrowd.search.global_recoding.lattice import Lattice, lay_out
from incrowd.search.goal import Levels

Bounds = NDArray[np.int64]
"""Levels for the kernels."""


@dataclass(frozen=True)
class Candidate:
    """A state that holds the goal."""

    score: float
    suppressed: int
    height: float
    """Sum of level / height, the second of the tie breakers."""
    levels: Levels
    classes: int

    def precedes(self, other: Candidate | None) -> bool:
        """Whether this state is the better one; ties by rows lost, height, and levels."""
        return other is None or _precedes(
            (self.score, self.suppressed, self.height, self.levels), other
        )


@dataclass(frozen=True, eq=False)
class Block:
    """All states from `lowest` to `highest`, level by level."""

    lowest: Levels
    highest: Levels
    costs: NDArray[np.float64] = field(repr=False)
    """Cost of each attribute at each level, with the rows lost that `highest` loses."""
    bound: float
    """No state of the block scores less."""
    suppressed: int
    """No state of the block loses fewer rows."""
    cached: CachedClasses = field(repr=False)
    """The classes to appraise its parts from."""

    @property
    def single(self) -> bool:
        """Whether there is but one state in it."""
        return self.lowest == self.highest

    @property
    def width(self) -> int:
        """How many levels its states can differ by."""
        return sum(self.highest) - sum(self.lowest)

    @property
    def states(self) -> float:
        """How many states it has."""
        return count_states(self.lowest, self.highest)

    def may_beat(self, best: Candidate | None, heights: Sequence[int]) -> bool:
        """Whether a state of the block may be better than the best one known."""
        if best is None or self.bound < best.score * (1 - 1e-9):
            return True
        height = height_of(self.lowest, heights)
        return _precedes((self.bound, self.suppressed, height, self.lowest), best)

    def split(self) -> tuple[int, int]:
        """Choose the attribute whose cost varies most, and the highest level of the lower half.

        Where costs do not differ, the longest side is halved.
        """
        sides = [
            (self.costs[a, high] - self.costs[a, low], high - low, -a)
            for a, (low, high) in enumerate(zip(self.lowest, self.highest, strict=True))
            if low < high
        ]
        chosen = -max(sides)[2]
        return chosen, (self.lowest[chosen] + self.highest[chosen]) // 2


def with_level(levels: Levels, attribute: int, level: int) -> Levels:
    """The same levels but for one attribute."""
    return (*levels[:attribute], level, *levels[attribute + 1 :])


def count_states(lowest: Levels, highest: Levels) -> float:
    """How many states lie between two."""
    return prod(float(high - low + 1) for low, high in zip(lowest, highest, strict=True))


def height_of(levels: Levels, heights: Sequence[int]) -> float:
    """Sum of level / height."""
    return sum(level / height for level, height in zip(levels, heights, strict=True))


def _precedes(state: tuple[float, int, float, Levels], best: Candidate) -> bool:
    score, suppressed, height, levels = state
    if not isclose(score, best.score, rel_tol=1e-11, abs_tol=1e-14):
        return score < best.score
    if suppressed != best.suppressed:
        return suppressed < best.suppressed
    if not isclose(height, best.height, rel_tol=1e-11):
        return height < best.height
    return levels < best.levels


MEMORY = 1
"""All classes together may take up as much memory as this many crowds."""
WORTH_COPYING = 0.8
"""Classes are copied without those that are lost where at most this share of them is left."""


@dataclass(frozen=True, eq=False)
class StateClasses:
    """Classes at some levels, and the rows per value of each attribute that they lack."""

    levels: Levels
    numbers: Numbers
    """What each class looks like, see `lattice`."""
    sizes: Sizes
    lost: Sizes
    rows_lost: int

    @property
    def bytes(self) -> int:
        """Memory that they take up."""
        return self.numbers.nbytes + self.sizes.nbytes + self.lost.nbytes


@dataclass(eq=False)
class CachedClasses:
    """Classes that may be forgotten, and the finer ones that stand in for them then."""

    classes: StateClasses | None
    finer: CachedClasses | None


class BlockClasses:
    """A cache of the classes of all blocks of a search, safe to use from several threads."""

    def __init__(self, crowd: Crowd) -> None:
        self.lattice: Lattice = lay_out(crowd)
        nothing = np.zeros(self.lattice.starts[-1], np.int64)
        tuples = StateClasses(crowd.bottom, self.lattice.numbers, crowd.counts, nothing, 0)
        self.finest = CachedClasses(tuples, None)
        self._memory_left = MEMORY * len(crowd.counts) * (4 * len(crowd.names) + 8)
        self._counts = crowd.counts
        self._recently_used: OrderedDict[CachedClasses, None] = OrderedDict()
        self._lock = Lock()

    def merge(self, cached: CachedClasses, levels: Levels) -> tuple[CachedClasses, StateClasses]:
        """Merge classes at some levels, or return finer ones that are as good."""
        cached, classes = self._find(cached)
        if classes.levels == levels:
            return cached, classes
        first, totals, _ = self._group(levels, classes.numbers, classes.sizes)
        merged = StateClasses(
            levels, classes.numbers[first], totals, classes.lost, classes.rows_lost
        )
        return self._add(merged, cached), merged

    def find(self, cached: CachedClasses) -> StateClasses:
        """The classes, or finer ones that stand in for them."""
        return self._find(cached)[1]

    def drop(
        self,
        cached: CachedClasses,
        classes: StateClasses,
        gone: NDArray[np.bool_],
        lost: Sizes,
        rows_lost: int,
    ) -> CachedClasses:
        """Drop classes that are lost; where they are few, keep them all."""
        left = np.flatnonzero(~gone)
        if len(left) > WORTH_COPYING * len(classes.sizes):
            return cached
        remaining = StateClasses(
            classes.levels, classes.numbers[left], classes.sizes[left], lost, rows_lost
        )
        return self._add(remaining, cached)

    def classes_at(self, crowd: Crowd, levels: Levels) -> Classes:
        """The classes of a state, with the class of every tuple of the crowd."""
        finest = crowd.at(crowd.bottom)
        members = finest.representatives
        numbers = self.lattice.numbers[members]
        first, totals, group_of = self._group(levels, numbers, finest.sizes)
        kept, merged = np.ones(len(first), np.bool_), (finest, lambda: group_of)
        return Classes(crowd, levels, members[first], totals, kept, merged)

    def group(self, levels: Levels) -> Groups:
        """The classes of a state: a tuple in each, their rows, and the class of every tuple."""
        return self._group(levels, self.lattice.numbers, self._counts)

    def _group(self, levels: Levels, numbers: Numbers, sizes: Sizes) -> Groups:
        groups, buffers = allocate_groups(len(sizes)), allocate_buffers(self.lattice, len(sizes))
        chosen = np.array(levels, np.int64)
        count = group_at(self.lattice, chosen, numbers, sizes, groups, buffers)
        return Groups(groups.first[:count], groups.totals[:count].copy(), groups.group_of)

    def _find(self, cached: CachedClasses) -> tuple[CachedClasses, StateClasses]:
        with self._lock:
            while cached.classes is None and cached.finer is not None:
                cached = cached.finer
            if cached in self._recently_used:
                self._recently_used.move_to_end(cached)
            assert cached.classes is not None  # noqa: S101 (the finest are never forgotten)
            return cached, cached.classes

    def _add(self, classes: StateClasses, finer: CachedClasses) -> CachedClasses:
        added = CachedClasses(classes, finer)
        with self._lock:
            self._recently_used[added] = None
            self._memory_left -= classes.bytes
            while self._memory_left < 0:
                oldest, _ = self._recently_used.popitem(last=False)
                self._memory_left += 0 if oldest.classes is None else oldest.classes.bytes
                oldest.classes = None
        return added
