"""What is published of each attribute, coded column by column, to group any subset of them.

Columns.of(crowd.at((0, 1))).codes[1] are the codes of the second attribute at level 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack


@dataclass(frozen=True, eq=False)
class Groups:
    """Entries that look the same in some attributes: the group of each, and the rows of each."""

    of: Positions
    sizes: Sizes
    first: Positions
    """An entry of each group."""
    attributes: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """Number of groups."""
        return len(self.sizes)

    @property
    def k(self) -> int:
        """The size of the smallest group, 0 where there is none."""
        return int(self.sizes.min()) if len(self.sizes) else 0


@dataclass(frozen=True, eq=False)
class Columns:
    """Published classes as codes: entry `i` has `sizes[i]` rows and the codes `codes[a][i]`."""

    classes: Classes
    names: tuple[str, ...]
    places: tuple[int, ...]
    """Where each attribute stands among the quasi-identifiers of the crowd."""
    codes: tuple[Positions, ...]
    radices: tuple[int, ...]
    sizes: Sizes
    members: Positions
    """A tuple of the crowd behind each entry."""
    whole: int | None = None
    """Rows of the table, where these are only some of its classes."""

    @classmethod
    def of(cls, classes: Classes) -> Columns:
        """The columns of all quasi-identifiers in a state; what is left out does not count."""
        crowd = classes.crowd
        members = np.ascontiguousarray(classes.representatives[classes.kept])
        pairs = list(zip(crowd.ladders, classes.levels, strict=True))
        codes = [
            ladder.codes[level][crowd.codes[place][members]]
            for place, (ladder, level) in enumerate(pairs)
        ]
        return cls(
            classes,
            tuple(crowd.names),
            tuple(range(len(codes))),
            tuple(np.ascontiguousarray(code) for code in codes),
            tuple(ladder.radices[level] for ladder, level in pairs),
            np.ascontiguousarray(classes.kept_sizes),
            members,
        )

    @property
    def width(self) -> int:
        """Number of attributes."""
        return len(self.names)

    @property
    def by_person(self) -> bool:
        """Whether people are counted; rows where no column tells them apart."""
        return self.classes.crowd.persons is not None

    @property
    def folded(self) -> bool:
        """Whether entries are persons with several rows: only `group` tells who is alike.

        The codes of such persons are sequences, which may differ where multisets are equal.
        """
        return self.classes.crowd.folded

    @cached_property
    def rows(self) -> int:
        """Rows that are published."""
        return int(self.sizes.sum()) if self.whole is None else self.whole

    def only(self, attributes: Sequence[int]) -> Columns:
        """Some attributes alone, entries that look the same in them taken together."""
        grouped = self.group(attributes)
        return Columns(
            self.classes,
            tuple(self.names[a] for a in attributes),
            tuple(self.places[a] for a in attributes),
            tuple(np.ascontiguousarray(self.codes[a][grouped.first]) for a in attributes),
            tuple(self.radices[a] for a in attributes),
            grouped.sizes,
            np.ascontiguousarray(self.members[grouped.first]),
        )

    def group(self, attributes: Sequence[int]) -> Groups:
        """Group the entries by some attributes, all of them in one group if there are none.

        Persons with several rows are grouped by the multisets of their rows in these attributes,
        so that their number of rows always tells them apart.
        """
        if self.folded:
            return self._grouped(*self._pack_persons(attributes), attributes)
        keys, space = pack(
            [self.codes[a] for a in attributes],
            [np.arange(self.radices[a], dtype=np.int32) for a in attributes],
            [self.radices[a] for a in attributes],
            np.arange(len(self.sizes), dtype=np.int32),
        )
        return self._grouped(keys, space, attributes)

    def _pack_persons(self, attributes: Sequence[int]) -> tuple[Sizes, int]:
        """Keys of persons where all other attributes stand at the top."""
        chosen = {self.places[a] for a in attributes}
        crowd, now = self.classes.crowd, self.classes.levels
        levels = tuple(
            now[place] if place in chosen else height for place, height in enumerate(crowd.heights)
        )
        return crowd.pack(levels, self.members)

    def k_of(self, attributes: Sequence[int]) -> int:
        """The smallest group of some attributes together."""
        return self.group(attributes).k

    def extend(self, groups: Groups, attribute: int) -> Groups:
        """Split groups further by one more attribute."""
        if self.folded:
            return self.group((*groups.attributes, attribute))
        radix = self.radices[attribute]
        keys = groups.of.astype(np.int64) * radix + self.codes[attribute]
        space = max(groups.count * radix, 1)
        return self._grouped(keys, space, (*groups.attributes, attribute))

    def _grouped(self, keys: Sizes, space: int, attributes: Sequence[int]) -> Groups:
        first, totals, group_of = group(keys, self.sizes, space)
        return Groups(group_of, totals, first, tuple(attributes))

    def published(self, entry: int, attributes: Sequence[int]) -> dict[str, str]:
        """The published values of an entry in some attributes."""
        shown = self.classes.crowd.describe(int(self.members[entry]), self.classes.levels)
        return {self.names[a]: shown[self.names[a]] for a in attributes}
