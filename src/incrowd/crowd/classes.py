"""The equivalence classes of a crowd at one level per attribute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.sensitive import ClassValues, values_per_class
from incrowd.kernels.grouping import Positions, Sizes

if TYPE_CHECKING:
    from incrowd.crowd.crowd import Crowd


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of a state; some of them may be suppressed."""

    crowd: Crowd
    levels: tuple[int, ...]
    representatives: Positions
    """A tuple of the crowd that lies in each class."""
    sizes: Sizes
    """Rows of each class, suppressed ones included."""
    kept: NDArray[np.bool_] = field(repr=False)
    """Which classes are published."""
    merged: tuple[Classes, Callable[[], Positions]] | None = field(default=None, repr=False)
    """The finer classes that these were made of, and what tells where each of them lies."""

    @property
    def rows(self) -> int:
        """Rows of the original table."""
        return self.crowd.rows

    @cached_property
    def kept_sizes(self) -> Sizes:
        """Sizes of the published classes."""
        return self.sizes if bool(self.kept.all()) else self.sizes[self.kept]

    @cached_property
    def kept_rows(self) -> int:
        """Rows that are published."""
        return int(self.kept_sizes.sum())

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published."""
        return self.rows - self.kept_rows

    @cached_property
    def members(self) -> Positions:
        """The class of each tuple of the crowd, -1 for those that were passed over by `only`."""
        if self.merged is not None:
            finer, place = self.merged
            # a tuple that was passed over before (-1) finds the -1 at the end
            merged: Positions = np.append(place(), np.int32(-1))[finer.members]
            return merged
        result = self.crowd.class_of_tuples(self.levels)
        number = np.empty(self.count, np.int32)
        number[result[self.representatives]] = np.arange(self.count, dtype=np.int32)
        members: Positions = number[result]
        return members

    def keeping(self, mask: NDArray[np.bool_]) -> Classes:
        """Suppress the classes that the mask leaves out, beside those already suppressed."""
        return replace(self, kept=self.kept & mask)

    def only(self, mask: NDArray[np.bool_]) -> Classes:
        """These classes alone, as if there were no others."""
        position = np.full(self.count, -1, np.int32)
        position[mask] = np.arange(np.count_nonzero(mask), dtype=np.int32)
        return replace(
            self,
            representatives=self.representatives[mask],
            sizes=self.sizes[mask],
            kept=self.kept[mask],
            merged=(self, lambda: position),
        )

    def values_of(self, sensitive: str) -> ClassValues:
        """Count the values of a sensitive attribute in every class."""
        return values_per_class(self.crowd.sensitive_attribute(sensitive), self.members, self.count)

    @property
    def count(self) -> int:
        """Number of classes, suppressed ones included."""
        return len(self.sizes)

    def describe(self, index: int) -> dict[str, str]:
        """The published values of a class."""
        return self.crowd.describe(int(self.representatives[index]), self.levels)
