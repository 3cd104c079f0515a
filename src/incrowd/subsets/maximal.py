"""All attribute sets that can be released at a threshold and not be extended, found exactly.

k never rises when an attribute is added, so a set that fails takes all larger ones with it, and
one that holds settles all smaller ones. Sets are built attribute by attribute. Where few values are
left in a branch, the set of all that it could reach is tried first, and rows that look the same in
all of that are taken together, so that branches get cheaper the further they go. Most sets that
fail do so in the smallest groups of what was there before, so these are looked at first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

import numpy as np

from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.subsets.columns import Columns
from incrowd.subsets.counted import MOST_TRIES, CountedColumns
from incrowd.subsets.kernels import SMALLEST
from incrowd.subsets.matrix import Matrix, pair_figures

MOST_WORK: Final = 800_000_000
"""Entries that are looked at before the search gives up being complete: some seconds."""
LEAST_WORK: Final = 20_000
"""What trying a set costs at least, in entries."""
MOST_SUBSETS: Final = 1000
"""Sets after which the search is stopped: nobody reads more."""
RARE: Final = 0.02
"""Share of the entries among which a set is tried first."""


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
    """Sets that were tried."""


def find_maximal(
    columns: Columns | CountedColumns, matrix: Matrix, threshold: int, most_work: int = MOST_WORK
) -> MaximalSubsets:
    """Find every set of attributes with k of at least the threshold that cannot be extended."""
    fitting = [a for a in range(columns.width) if matrix.k[a, a] >= threshold]
    if not fitting or not columns.rows:
        return MaximalSubsets((), True, 0)
    search: _CodeSearch | _SetSearch
    if isinstance(columns, CountedColumns) or columns.folded:
        search = _SetSearch(columns, matrix, threshold, most_work)
    else:
        search = _CodeSearch(columns, matrix, threshold, most_work)
    search.run(search.in_order(fitting))
    result = sorted(search.found, key=lambda subset: (-len(subset.members), subset.members))
    return MaximalSubsets(tuple(result), search.complete, search.tried)


@dataclass(frozen=True, eq=False)
class _Branch:
    """Sets that have the head and some of the tail, each of which fits to it.

    Entries are told apart by their group in the head and their codes in the tail.
    """

    head: tuple[int, ...]
    tail: Sequence[int]
    groups: Positions
    count: int
    k: int
    """k of the head."""
    codes: Mapping[int, Positions]
    sizes: Sizes

    def space(self, radices: Sequence[int]) -> int:
        """How many entries there could be."""
        return self.count * prod(radices[a] for a in self.tail)

    def rarest(self, totals: Sizes) -> tuple[Positions, Positions]:
        """Entries of the smallest groups of the head, which have these rows, and their groups."""
        some = max(int(RARE * len(totals)), 1)
        smallest = np.argpartition(totals, some - 1)[:some]
        number = np.full(len(totals), -1, np.int32)
        number[smallest] = np.arange(some, dtype=np.int32)
        groups = number[self.groups]
        entries = np.flatnonzero(groups >= 0).astype(np.int32)
        return entries, np.ascontiguousarray(groups[entries])

    def narrowed(self, radices: Sequence[int]) -> _Branch:
        """Take entries together that look the same in head and tail."""
        spaces = [max(self.count, 1), *(radices[a] for a in self.tail)]
        keys, space = pack(
            [self.groups, *(self.codes[a] for a in self.tail)],
            [np.arange(space, dtype=np.int32) for space in spaces],
            spaces,
            np.arange(len(self.sizes), dtype=np.int32),
        )
        first, totals, _ = group(keys, self.sizes, space)
        codes = {a: np.ascontiguousarray(self.codes[a][first]) for a in self.tail}
        groups = np.ascontiguousarray(self.groups[first])
        return _Branch(self.head, self.tail, groups, self.count, self.k, codes, totals)


class _Search:
    """A walk over the sets of those attributes that hold alone, and what it has found."""

    def __init__(self, matrix: Matrix, threshold: int, most_work: int) -> None:
        self._allowed = matrix.k >= threshold
        self._threshold, self._work_left = threshold, most_work
        self.found: list[MaximalSubset] = []
        self._known: list[int] = []
        self.complete, self.tried = True, 0

    def in_order(self, fitting: Sequence[int]) -> list[int]:
        """Attributes with the fewest partners first: their branches are the smallest."""
        partners = self._allowed[np.ix_(fitting, fitting)].sum(axis=0)
        return [a for _, a in sorted(zip(partners.tolist(), fitting, strict=True))]

    def _spend(self, entries: int) -> None:
        self._work_left -= max(entries, LEAST_WORK)
        self.complete = self.complete and self._work_left > 0

    def _settled(self, members: Sequence[int]) -> bool:
        """Whether everything that could be reached lies in a set that was found already."""
        wanted = _bits(members)
        return any(not wanted & ~known for known in self._known)

    def _keep(self, members: Sequence[int], k: int) -> None:
        """Keep a set; sets that hold it would have been found before, see `_settled`."""
        self.found.append(MaximalSubset(tuple(sorted(members)), k))
        self._known.append(_bits(members))
        self.complete = self.complete and len(self.found) < MOST_SUBSETS


class _CodeSearch(_Search):
    """A walk over codes that are at hand, each branch with the groups of its head."""

    def __init__(self, columns: Columns, matrix: Matrix, threshold: int, most_work: int) -> None:
        super().__init__(matrix, threshold, most_work)
        self._columns = columns

    def run(self, tail: Sequence[int]) -> None:
        """Walk over all sets of these attributes."""
        columns = self._columns
        codes = {a: columns.codes[a] for a in tail}
        everybody = np.zeros(len(columns.sizes), np.int32)
        self._walk(_Branch((), tail, everybody, 1, columns.rows, codes, columns.sizes))

    def _walk(self, branch: _Branch) -> None:
        if not self.complete or self._settled((*branch.head, *branch.tail)):
            return
        if not branch.tail:
            self._keep(branch.head, branch.k)
            return
        if branch.space(self._columns.radices) <= 2 * len(branch.sizes):
            self._spend(len(branch.sizes))
            self.tried += 1
            branch = branch.narrowed(self._columns.radices)
            everything = int(branch.sizes.min())
            if everything >= self._threshold:
                self._keep((*branch.head, *branch.tail), everything)
                return
        for place, attribute in enumerate(branch.tail):
            if self.complete:
                self._walk(self._entered(branch, attribute, branch.tail[place + 1 :]))

    def _entered(self, branch: _Branch, attribute: int, others: Sequence[int]) -> _Branch:
        """Add an attribute to the head, and leave in the tail what still fits."""
        self._spend(len(branch.sizes))
        radix = self._columns.radices[attribute]
        keys = branch.groups.astype(np.int64) * radix + branch.codes[attribute]
        _, totals, groups = group(keys, branch.sizes, max(branch.count * radix, 1))
        head = (*branch.head, attribute)
        allowed = [b for b in others if self._allowed[attribute, b]]
        entered = _Branch(
            head, allowed, groups, len(totals), int(totals.min()), branch.codes, branch.sizes
        )
        if len(head) == 1:
            return entered  # what fits to one attribute the matrix knows
        return replace(entered, tail=self._fitting(entered, totals))

    def _fitting(self, branch: _Branch, totals: Sizes) -> list[int]:
        """What can be added to the head one by one."""
        entries, groups = branch.rarest(totals)
        some, sizes = int(groups.max()) + 1, branch.sizes[entries]
        fitting = []
        for attribute in branch.tail:
            self.tried += 1
            codes = np.ascontiguousarray(branch.codes[attribute][entries])
            if self._holds(groups, codes, (some, attribute), sizes) and self._holds(
                branch.groups, branch.codes[attribute], (branch.count, attribute), branch.sizes
            ):
                fitting.append(attribute)
        return fitting

    def _holds(
        self, groups: Positions, codes: Positions, space: tuple[int, int], sizes: Sizes
    ) -> bool:
        """Whether groups, split by one more attribute, are still large enough."""
        self._spend(len(sizes))
        count, attribute = space
        figures = pair_figures(groups, codes, (count, self._columns.radices[attribute]), sizes, 0)
        return self.complete and bool(figures[SMALLEST] >= self._threshold)


class _SetSearch(_Search):
    """The same where every set is grouped on its own: persons with several rows, or an engine."""

    def __init__(
        self, columns: Columns | CountedColumns, matrix: Matrix, threshold: int, most_work: int
    ) -> None:
        super().__init__(matrix, threshold, most_work)
        self._columns = columns
        if isinstance(columns, CountedColumns):
            self._cost = most_work // MOST_TRIES
        else:
            persons = columns.classes.crowd.persons
            self._cost = 0 if persons is None else len(persons.entries.values)

    def run(self, tail: Sequence[int]) -> None:
        """Walk over all sets of these attributes."""
        self._walk((), tail)

    def _walk(self, head: tuple[int, ...], tail: Sequence[int]) -> None:
        if isinstance(self._columns, CountedColumns) and tail:
            self._columns.prepare((*head, a) for a in tail)
        tail = [a for a in tail if self._k((*head, a)) >= self._threshold]
        everything = (*head, *tail)
        if not self.complete or self._settled(everything):
            return
        k = self._k(everything)
        if k >= self._threshold:
            self._keep(everything, k)
            return
        for place, attribute in enumerate(tail):
            if self.complete:
                self._walk((*head, attribute), tail[place + 1 :])

    def _k(self, members: Sequence[int]) -> int:
        self.tried += 1
        self._spend(self._cost)
        return self._columns.k_of(members)


def _bits(members: Sequence[int]) -> int:
    return sum(1 << a for a in members)
