"""What the figures of a state rest on, whether its classes are at hand or counted by an engine.

CountedClasses((0,), (2,), sizes=np.array([1, 4]), classes=np.array([3, 2])).kept_rows     # 11

A crowd holds every class; an engine that counted a state tells how many there are of each size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.grouping import Sizes


class PublishedClasses(Protocol):
    """The classes of a state, seen from outside: how many are published, of which sizes."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The level of each quasi-identifier."""

    @property
    def heights(self) -> tuple[int, ...]:
        """The highest level of each quasi-identifier."""

    @property
    def by_person(self) -> bool:
        """Whether sizes are persons, not rows."""

    @property
    def rows(self) -> int:
        """Rows of the original table, or persons."""

    @property
    def kept_rows(self) -> int:
        """Rows that are published, or persons."""

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published, or persons."""

    @property
    def table_rows(self) -> int:
        """Rows of the original table, also where persons are counted."""

    @property
    def kept_table_rows(self) -> int:
        """Rows that are published, also where persons are counted."""

    @property
    def kept_count(self) -> int:
        """Number of published classes."""

    @property
    def smallest(self) -> int:
        """The size of the smallest published class, 0 where there is none."""

    @property
    def kept_histogram(self) -> tuple[Sizes, Sizes]:
        """The sizes of published classes in ascending order, and how many classes have each."""

    def count_small(self, largest: int) -> Sizes:
        """How many published classes have 0, 1, … rows, up to the largest size asked for."""

    def different(self, attribute: str) -> int:
        """How many different values a sensitive attribute has in the whole table."""


@dataclass(frozen=True, eq=False)
class CountedClasses:
    """Classes that an engine counted: `classes[i]` of them have `sizes[i]` rows.

    Classes of one size are told apart by how many different sensitive values they have.
    """

    levels: tuple[int, ...]
    heights: tuple[int, ...]
    sizes: Sizes
    classes: Sizes
    diversity: Mapping[str, Sizes] = field(default_factory=dict)
    """Different values of each sensitive attribute that was counted."""
    values: Mapping[str, int] = field(default_factory=dict)
    """Different values of each of them in the whole table."""
    by_person: bool = False

    @cached_property
    def kept(self) -> NDArray[np.bool_]:
        """Which classes are published: all, unless `keeping` said otherwise."""
        return np.ones(len(self.sizes), np.bool_)

    def keeping(self, mask: NDArray[np.bool_]) -> CountedClasses:
        """Suppress the classes that the mask leaves out, beside those already suppressed."""
        changed = replace(self)
        changed.__dict__["kept"] = self.kept & mask
        return changed

    def count_rows(self, mask: NDArray[np.bool_]) -> int:
        """Rows of some classes, suppressed ones included."""
        return int(self.sizes[mask] @ self.classes[mask])

    @property
    def rows(self) -> int:
        """Rows of the original table."""
        return int(self.sizes @ self.classes)

    @cached_property
    def kept_rows(self) -> int:
        """Rows that are published."""
        return self.count_rows(self.kept)

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published."""
        return self.rows - self.kept_rows

    @property
    def table_rows(self) -> int:
        """Rows of the original table."""
        return self.rows

    @property
    def kept_table_rows(self) -> int:
        """Rows that are published."""
        return self.kept_rows

    @property
    def kept_count(self) -> int:
        """Number of published classes."""
        return int(self.classes[self.kept].sum())

    @property
    def smallest(self) -> int:
        """The size of the smallest published class, 0 where there is none."""
        kept = self.sizes[self.kept]
        return int(kept.min()) if len(kept) else 0

    @property
    def kept_histogram(self) -> tuple[Sizes, Sizes]:
        """The sizes of published classes in ascending order, and how many classes have each."""
        sizes, places = np.unique(self.sizes[self.kept], return_inverse=True)
        counts = np.zeros(len(sizes), np.int64)
        np.add.at(counts, places, self.classes[self.kept])
        return sizes, counts

    def count_small(self, largest: int) -> Sizes:
        """How many published classes have 0, 1, … rows, up to the largest size asked for."""
        counts = np.zeros(largest + 1, np.int64)
        small = self.kept & (self.sizes <= largest)
        np.add.at(counts, self.sizes[small], self.classes[small])
        return counts

    def different(self, attribute: str) -> int:
        """How many different values a sensitive attribute has in the whole table."""
        return self.values[attribute]
