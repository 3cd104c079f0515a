"""All attribute sets that can be released at a threshold and not be extended, found exactly.

k never rises when an attribute is added, so a set that fails takes all larger ones with it, and
one that holds settles all smaller ones. Sets are built attribute by attribute; before a branch is
entered the set of all that it could reach is tried at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.subsets.columns import Columns, Groups
from incrowd.subsets.kernels import SMALLEST
from incrowd.subsets.matrix import Matrix, pair_figures

MOST_WORK: Final = 1_500_000_000
"""Entries that are looked at before the search gives up being complete: some ten seconds."""


@dataclass(frozen=True)
class MaximalSubset:
    """Attributes that can be released together, but with none besides."""

    members: tuple[int, ...]
    k: int


@dataclass(frozen=True)
class MaximalSubsets:
    """What was found, largest sets first, and whether it is all there is."""

    subsets: tuple[MaximalSubset, ...]
    complete: bool
    tried: int
    """Sets whose k was worked out."""


def find_maximal(
    columns: Columns, matrix: Matrix, threshold: int, most_work: int = MOST_WORK
) -> MaximalSubsets:
    """Find every set of attributes with k of at least the threshold that cannot be extended."""
    fitting = [a for a in range(columns.width) if matrix.k[a, a] >= threshold]
    if not fitting or not columns.rows:
        return MaximalSubsets((), True, 0)
    search = _Search(columns, matrix, fitting, threshold, most_work)
    search.run()
    found = sorted(search.found, key=lambda one: (-len(one.members), one.members))
    return MaximalSubsets(tuple(found), search.complete, search.tried)


class _Search:
    """A walk over the sets of those attributes that hold alone."""

    def __init__(
        self,
        columns: Columns,
        matrix: Matrix,
        fitting: Sequence[int],
        threshold: int,
        most_work: int,
    ) -> None:
        # few values are left when only attributes that hold alone are looked at
        self._columns = columns.only(fitting)
        self._names = fitting
        self._allowed = matrix.k[np.ix_(fitting, fitting)] >= threshold
        self._threshold, self._work_left = threshold, most_work
        self.found: list[MaximalSubset] = []
        self.complete, self.tried = True, 0

    def run(self) -> None:
        """Walk, attributes with the fewest partners first: their branches are the smallest."""
        partners = self._allowed.sum(axis=0)
        tail = sorted(range(len(self._names)), key=lambda a: (partners[a], a))
        self._walk((), self._columns.group(()), tail)

    def _walk(self, head: tuple[int, ...], groups: Groups, tail: list[int]) -> None:
        """Look at every set that has the head and some of the tail, which fits to it one by one."""
        if not self.complete or self._settled({*head, *tail}):
            return
        if not tail:
            self._keep(head, groups.k)
            return
        if len(tail) > 1:
            everything = self._spend_group((*head, *tail))
            if everything >= self._threshold:
                self._keep((*head, *tail), everything)
                return
        for place, attribute in enumerate(tail):
            if not self.complete:
                return
            extended = self._columns.extend(groups, attribute)
            self._spend()
            rest = [b for b in tail[place + 1 :] if self._fits(extended, attribute, b)]
            self._walk((*head, attribute), extended, rest)

    def _fits(self, groups: Groups, attribute: int, other: int) -> bool:
        """Whether one more attribute can be added to a set."""
        if not self._allowed[attribute, other]:
            return False
        self._spend()
        if not self.complete:
            return False
        columns = self._columns
        radices = (groups.count, columns.radices[other])
        figures = pair_figures(groups.of, columns.codes[other], radices, columns.sizes, 0)
        return bool(figures[SMALLEST] >= self._threshold)

    def _spend_group(self, attributes: tuple[int, ...]) -> int:
        self._spend()
        return self._columns.group(attributes).k

    def _spend(self) -> None:
        self.tried += 1
        self._work_left -= max(len(self._columns.sizes), 1000)
        self.complete = self.complete and self._work_left > 0

    def _settled(self, members: set[int]) -> bool:
        """Whether everything that could be reached lies in a set that was found already."""
        names = {self._names[a] for a in members}
        return any(names <= set(one.members) for one in self.found)

    def _keep(self, members: tuple[int, ...], k: int) -> None:
        """Keep a set; no set found earlier can be extended by it, see `_settled`."""
        names = tuple(sorted(self._names[a] for a in members))
        if not self._settled(set(members)):
            self.found.append(MaximalSubset(names, k))
