"""A task of division: tuples in classes to be divided further, and what every new class must hold.

Both ways of dividing, that for narrow tables and that for wide ones, turn a `Task` into a
`Division`. No new class crosses the border of the one that it is made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.enforcement import protected
from incrowd.search.feasibility import joined_tuples
from incrowd.search.local_recoding.merging import Clusters, Unsafe
from incrowd.search.local_recoding.neighbours import Tree
from incrowd.search.local_recoding.regrouping import Holding
from incrowd.search.local_recoding.weighing import Weighed
from incrowd.search.regions import FIT_NARROW, NARROW, WIDE, Grid

Step = Callable[[float], None]
Safe = Callable[[int], None]
"""Hears how many rows already lie in classes that are safe."""

WIDE_WORK = 30_000_000
"""Tuples times the cube of the attributes from which on a table is wide: the exact search for
neighbours skips ever fewer tuples the more attributes there are."""
WIDE_TUPLES = 50_000
"""So many tuples are wide in any case: where values are hardly ever alike, nothing is skipped."""
WALL = 1e6
"""What a row costs that crosses the border of a class, where all that it can lose costs 1."""


class Enough(Exception):
    """Whoever waits takes the best so far; caught where there is one."""


@dataclass(frozen=True)
class Demands:
    """What every class must hold, who hears how far the work has come, and when it is enough."""

    k: int
    protections: tuple[Protection, ...] = ()
    step: Step = lambda done: None
    safe: Safe = lambda rows: None
    enough: Callable[[], bool] = lambda: False
    """Whether to stop improving; what is there by then holds."""
    small: bool = False
    """Whether all that counts is that classes are as small as they may be."""


@dataclass(frozen=True, eq=False)
class Division:
    """Parts of the tuples of a task, the rows of each, and its class."""

    places: Positions
    rows: Sizes
    classes: Positions
    cut_short: int = 0


@dataclass(frozen=True, eq=False)
class Task:
    """Tuples with their rows, to be divided within the classes that they lie in."""

    crowd: Crowd
    weighed: Weighed
    tuples: Positions
    rows: Sizes
    origins: Positions
    demands: Demands

    @property
    def is_wide(self) -> bool:
        """Whether looking for exact neighbours would take too long, or make classes too large."""
        tuples, width = len(self.tuples), len(self.weighed.order)
        many = tuples > WIDE_TUPLES or tuples * width**3 > WIDE_WORK
        return self.demands.small or many

    @cached_property
    def borders(self) -> Positions:
        """The class of each tuple, numbered without gaps."""
        return number_densely(self.origins)

    @property
    def split(self) -> bool:
        """Whether the rows of a tuple may end in different classes."""
        return not self.crowd.sensitive

    def walled(self) -> tuple[Tree, Grid]:
        """The tree and the values, with the class as an attribute that must not be coarsened."""
        weighed = self.weighed
        values = weighed.regions.of_tuples(self.crowd, weighed.order)[self.tuples]
        count = self.walls
        if not count:
            return weighed.tree, values
        known = weighed.regions.count
        top = known + count
        tree = Tree(
            np.concatenate([weighed.tree.parents, np.full(count + 1, top)]).astype(np.int32),
            np.concatenate([weighed.tree.levels, np.zeros(count), [1]]).astype(np.uint8),
            np.concatenate([weighed.tree.worth, np.zeros(count), [WALL]]),
        )
        width = NARROW if top < FIT_NARROW else WIDE
        grid: Grid = np.empty((len(values), values.shape[1] + 1), width)
        grid[:, 0], grid[:, 1:] = known + self.borders, values
        return tree, grid

    @property
    def walls(self) -> int:
        """How many classes must be kept apart; 0 where there is only one."""
        count = int(self.borders.max()) + 1
        return count if count > 1 else 0

    def watch(self, started_in: Positions) -> Unsafe:
        """Which clusters are unsafe, given the cluster that each tuple of the task started in."""
        by_tuple = np.full(len(self.crowd.counts), -1, np.int32)
        by_tuple[self.tuples] = started_in
        others = self.crowd.rows - int(self.rows.sum())
        k, protections = self.demands.k, self.demands.protections

        def look(now: Clusters) -> NDArray[np.bool_]:
            unsafe = find_unsafe(self.crowd, now, k, protections, by_tuple)
            self.demands.safe(others + int(now.sizes[~unsafe].sum()))
            return unsafe

        return look

    def holding(self, places: Positions) -> Holding | None:
        """Checks the protections of classes, given the tuple of each part; None without any."""
        protections = self.demands.protections
        if not protections:
            return None

        def holds(members: Positions, count: int) -> NDArray[np.bool_]:
            by_tuple = np.full(len(self.crowd.counts), -1, np.int32)
            by_tuple[self.tuples[places]] = members
            return protected(joined_tuples(self.crowd, by_tuple, count), protections)

        return holds

    def until_enough(self, first: float, last: float) -> Step:
        """Report progress between two shares, and raise `Enough` when it is."""
        report = within(self.demands.step, first, last)

        def step(done: float) -> None:
            report(done)
            if self.demands.enough():
                raise Enough

        return step


def find_unsafe(
    crowd: Crowd,
    clusters: Clusters,
    k: int,
    protections: Sequence[Protection],
    started_in: Positions,
) -> NDArray[np.bool_]:
    """Which living clusters are too small or break a protection.

    `started_in` is the cluster that each tuple started in, -1 for none.
    """
    alive = clusters.sizes > 0
    unsafe = alive & (clusters.sizes < k)
    if protections:
        large = np.flatnonzero(alive & ~unsafe)
        number = np.full(len(alive) + 1, -1, np.int32)  # the last entry is for no cluster
        number[large] = np.arange(len(large), dtype=np.int32)
        now_in = np.append(clusters.roots(), np.int32(-1))
        members = number[now_in[started_in]]
        unsafe[large] = ~protected(joined_tuples(crowd, members, len(large)), protections)
    return unsafe


def number_densely(numbers: Positions) -> Positions:
    """Number anew without gaps, in the same order."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def within(step: Step, first: float, last: float) -> Step:
    """Report progress from 0 to 1 as progress between two other shares."""
    return lambda done: step(first + (last - first) * done)
