"""A block of the lattice, all states between two, and the best that a state in it can be.

Rows that are lost at the highest state of a block, because their class is too small, are lost in
all its states: lower levels only split classes. So no state of the block costs less than the levels
of its lowest state would, with the rows lost that its highest state loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isclose, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from incrowd.search.goal import Levels

if TYPE_CHECKING:
    from incrowd.search.global_recoding.block_classes import CachedClasses

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
