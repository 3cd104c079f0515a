"""Attributes whose subsets an engine groups, where the crowd is too large to be brought here.

columns = CountedColumns(("age", "sex"), 1_000_000, count, list_small, everybody)
columns.k_of((0, 1))        # the smallest group of both together

Every question is a set of attributes; sets that are asked for together are counted together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from incrowd.engines.states.question import ClassSizes, ListedClass
from incrowd.subsets import kernels

Members = tuple[int, ...]

MOST_ATTRIBUTES: Final = 40
"""Attributes whose pairs are counted: 820 sets, in some 14 statements."""
MOST_TRIES: Final = 200
"""Sets that a search may ask the engine for."""


@dataclass(frozen=True, eq=False)
class CountedColumns:
    """Quasi-identifiers in a state; groups are counted in the engine, never listed whole."""

    names: tuple[str, ...]
    rows: int
    count: Callable[[Sequence[Members]], Sequence[ClassSizes]]
    """The sizes of the groups of some sets of attributes."""
    list_small: Callable[[Members, int, int], Sequence[ListedClass]]
    """The smallest groups below a size, so many at most."""
    everybody: ClassSizes
    """The groups of all attributes together, also of those that are not compared."""

    @property
    def width(self) -> int:
        """Number of attributes."""
        return len(self.names)

    def only(self, attributes: Sequence[int]) -> CountedColumns:
        """Some attributes alone."""

        def own(members: Members) -> Members:
            return tuple(attributes[a] for a in members)

        return replace(
            self,
            names=tuple(self.names[a] for a in attributes),
            count=lambda sets: self.count([own(each) for each in sets]),
            list_small=lambda members, below, most: self.list_small(own(members), below, most),
        )

    def prepare(self, sets: Iterable[Iterable[int]]) -> None:
        """Count sets together that will be asked for one by one."""
        self.count([tuple(sorted(each)) for each in sets])

    def k_of(self, members: Iterable[int]) -> int:
        """The smallest group of some attributes together."""
        return int(self._sizes(members).sizes.min())

    def figures(self, members: Iterable[int], below: int) -> kernels.Figures:
        """Groups, the smallest one, those of one row, and rows in groups below a size."""
        return summarise_counted(self._sizes(members), below)

    def _sizes(self, members: Iterable[int]) -> ClassSizes:
        return self.count([tuple(sorted(members))])[0]


def choose_compared(columns: CountedColumns) -> list[int]:
    """The attributes to compare: all, or those with the largest k alone."""
    if columns.width <= MOST_ATTRIBUTES:
        return list(range(columns.width))
    columns.prepare((a,) for a in range(columns.width))
    best = sorted(range(columns.width), key=lambda a: -columns.k_of((a,)))
    return sorted(best[:MOST_ATTRIBUTES])


def count_pairs(columns: CountedColumns, below: int) -> kernels.Figures:
    """The figures of every attribute and every pair, from few statements."""
    pairs = list(combinations_with_replacement(range(columns.width), 2))
    columns.prepare(set(pair) for pair in pairs)
    figures = np.zeros((columns.width, columns.width, 4), np.int64)
    for a, b in pairs:
        figures[a, b] = figures[b, a] = columns.figures({a, b}, below)
    return figures


def summarise_counted(sizes: ClassSizes, below: int) -> kernels.Figures:
    """Groups, the smallest one, those of one row, and rows in groups below a size."""
    small = sizes.sizes < below
    figures = np.zeros(4, np.int64)
    figures[kernels.CLASSES] = sizes.classes.sum()
    figures[kernels.SMALLEST] = sizes.sizes.min()
    figures[kernels.UNIQUES] = sizes.classes[sizes.sizes == 1].sum()
    figures[kernels.BELOW] = sizes.sizes[small] @ sizes.classes[small]
    return figures
