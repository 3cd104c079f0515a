"""The classes from which a block is appraised: those of its lowest state that are not yet lost.

Whole classes are lost, and for all states of a block, so what is left shrinks as blocks do. Floors
are forgotten, the longest unused first, where there is no room; a larger one stands in then.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.global_recoding.class_merging import (
    Numbers,
    group_at,
    set_up_desk,
    set_up_groups,
)
from incrowd.search.global_recoding.lattice import Lattice, lay_out
from incrowd.search.goal import Levels

ROOM = 1
"""All floors together may take up as much memory as this many crowds."""
WORTH_IT = 0.8
"""A floor is made anew where it has at most this share of the classes."""


@dataclass(frozen=True, eq=False)
class Floor:
    """Classes at some levels, and the rows per value of each attribute that they lack."""

    levels: Levels
    numbers: Numbers
    """What each class looks like, see `lattice`."""
    sizes: Sizes
    lost: Sizes
    rows_lost: int

    @property
    def bytes(self) -> int:
        """Memory that it takes up."""
        return self.numbers.nbytes + self.sizes.nbytes + self.lost.nbytes


@dataclass(eq=False)
class Footing:
    """A floor that may be forgotten, and what stands in for it then."""

    floor: Floor | None
    below: Footing | None


class Floors:
    """All floors of a search."""

    def __init__(self, crowd: Crowd) -> None:
        self.lattice: Lattice = lay_out(crowd)
        tuples, nothing = self.lattice[0], np.zeros(self.lattice[7][-1], np.int64)
        self.ground = Footing(Floor(crowd.bottom, tuples, crowd.counts, nothing, 0), None)
        self._room = ROOM * len(crowd.counts) * (4 * len(crowd.names) + 8)
        self._counts = crowd.counts
        self._kept: OrderedDict[Footing, None] = OrderedDict()
        self._lock = Lock()

    def at(self, footing: Footing, levels: Levels) -> tuple[Footing, Floor]:
        """The floor with its classes merged at some levels, or one as good."""
        footing, floor = self._known(footing)
        if floor.levels == levels:
            return footing, floor
        first, totals, _ = self._grouped(levels, floor.numbers, floor.sizes)
        made = Floor(levels, floor.numbers[first], totals, floor.lost, floor.rows_lost)
        return self._keep(made, footing), made

    def known(self, footing: Footing) -> Floor:
        """The floor, or what stands in for it."""
        return self._known(footing)[1]

    def without(
        self,
        footing: Footing,
        floor: Floor,
        gone: NDArray[np.bool_],
        lost: Sizes,
        rows_lost: int,
    ) -> Footing:
        """The floor without some classes; the same one where they are few."""
        left = np.flatnonzero(~gone)
        if len(left) > WORTH_IT * len(floor.sizes):
            return footing
        made = Floor(floor.levels, floor.numbers[left], floor.sizes[left], lost, rows_lost)
        return self._keep(made, footing)

    def classes(self, crowd: Crowd, levels: Levels) -> Classes:
        """The classes of a state, told at once for every tuple of the crowd."""
        finest = crowd.at(crowd.bottom)
        members = finest.representatives
        numbers = self.lattice[0][members]
        first, totals, group_of = self._grouped(levels, numbers, finest.sizes)
        kept, merged = np.ones(len(first), np.bool_), (finest, lambda: group_of)
        return Classes(crowd, levels, members[first], totals, kept, merged)

    def group(self, levels: Levels) -> tuple[Positions, Sizes, Positions]:
        """The classes of a state: a tuple in each, their rows, and the class of every tuple."""
        return self._grouped(levels, self.lattice[0], self._counts)

    def _grouped(
        self, levels: Levels, numbers: Numbers, sizes: Sizes
    ) -> tuple[Positions, Sizes, Positions]:
        groups, desk = set_up_groups(len(sizes)), set_up_desk(self.lattice, len(sizes))
        found = group_at(self.lattice, np.array(levels, np.int64), numbers, sizes, groups, desk)
        return groups[0][:found], groups[1][:found].copy(), groups[2]

    def _known(self, footing: Footing) -> tuple[Footing, Floor]:
        with self._lock:
            while footing.floor is None and footing.below is not None:
                footing = footing.below
            if footing in self._kept:
                self._kept.move_to_end(footing)
            assert footing.floor is not None  # noqa: S101 (the ground is never forgotten)
            return footing, footing.floor

    def _keep(self, floor: Floor, below: Footing) -> Footing:
        made = Footing(floor, below)
        with self._lock:
            self._kept[made] = None
            self._room -= floor.bytes
            while self._room < 0:
                oldest, _ = self._kept.popitem(last=False)
                self._room += 0 if oldest.floor is None else oldest.floor.bytes
                oldest.floor = None
        return made
