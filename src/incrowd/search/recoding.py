"""A local recoding: every row is published at levels of its own, and what that yields.

The rows of one tuple may be split over several parts; each part is published as one combination of
regions. A class is the set of published rows that look the same, whatever levels they stand at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.crowd.sensitive import ClassValues, values_per_class
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.multisets import Entries, number_multisets
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.measures.registry import objectives
from incrowd.search.exact_values import ExactValues
from incrowd.search.priorities import Priorities
from incrowd.search.regions import Figures, Regions, hidden_bits
from incrowd.table import MISSING, Profile


@dataclass(frozen=True, eq=False)
class GroupNumbers:
    """The number that each group shows in an attribute: of part `i` it is `texts[codes[i]]`."""

    function: str
    """What it is of the values of the group: mean, median or mode."""
    codes: Positions
    texts: tuple[str | None, ...]
    """In the order of their size, the missing one last."""
    profile: Profile
    """What the column is once it shows these."""
    offsets: Figures
    """How far each lies above the smallest value of the data."""
    values: ExactValues
    """The values of the attribute as numbers."""


NEARLY_NOTHING: Final = 1e-12
"""A share of the bits that is left by rounding alone."""


@dataclass(frozen=True, eq=False)
class Recoding:
    """Parts of tuples, each with its rows and the level of each of its cells."""

    crowd: Crowd
    tuples: Positions
    """The tuple of the crowd that each part belongs to."""
    counts: Sizes
    """Rows of each part; they add up to the rows of the tuple."""
    levels: NDArray[np.uint8]
    """The published level of each cell, one row per attribute and one column per part."""
    kept: NDArray[np.bool_]
    """Which parts are published at all."""
    cut_short: int = 0
    """What was not explored: searches stopped at their limit, or sets of attributes passed over."""
    groups: Positions | None = None
    """The group of each part, where a method made groups that regions do not tell apart."""
    numbers: Mapping[int, GroupNumbers] = field(default_factory=dict)
    """Attributes, by place, that show a number of their group; codes go by parts of `by_rows`."""

    @classmethod
    def of_state(cls, classes: Classes) -> Recoding:
        """A state as a recoding: the same level of an attribute in all rows."""
        crowd, tuples = classes.crowd, np.arange(len(classes.crowd.counts), dtype=np.int32)
        levels = np.repeat(np.array(classes.levels, np.uint8)[:, None], len(tuples), axis=1)
        kept = classes.kept[classes.members]
        return cls(crowd, tuples, crowd.counts, np.ascontiguousarray(levels), kept)

    @cached_property
    def by_rows(self) -> Recoding:
        """The same row by row: where persons are recoded, a part for each row tuple of theirs."""
        if self.crowd.persons is None:
            return self
        entries = self.person_entries
        owners = entries.owners
        return Recoding(
            self.crowd.by_rows,
            entries.values,
            self.counts[owners] * entries.times,
            np.ascontiguousarray(self.levels[:, owners]),
            self.kept[owners],
            self.cut_short,
            None if self.groups is None else self.groups[owners],
            self.numbers,
        )

    @property
    def groups_of_parts(self) -> Positions:
        """The group of each part; without groups each part is its own."""
        if self.groups is None:
            return np.arange(len(self.tuples), dtype=np.int32)
        return self.groups

    @cached_property
    def person_entries(self) -> Entries:
        """The row tuples of each part, where persons are recoded."""
        if self.crowd.persons is None:
            raise InvalidParameter(
                say("The table has no person key."), say("Count its rows instead.")
            )
        return self.crowd.persons.entries.of(self.tuples)

    @cached_property
    def _known(self) -> Regions:
        return Regions.of(self.crowd)

    @cached_property
    def regions(self) -> NDArray[np.int32]:
        """The published region of each cell, one row per attribute and one column per part."""
        rows = [
            self._known.published(self.crowd, index, self.tuples, self.levels[index])
            for index in range(len(self.crowd.domains))
        ]
        return np.stack(rows) if rows else np.empty((0, len(self.tuples)), np.int32)

    @cached_property
    def _grouped(self) -> tuple[Sizes, Positions]:
        """The rows of each class, and the class of each part, -1 where it is left out."""
        kept = np.flatnonzero(self.kept).astype(np.int32)
        if self.crowd.persons is not None:
            return self._grouped_by_person(kept)
        codes, texts = self._coded_texts()
        keys, space = pack(codes, texts, [int(text.max(initial=0)) + 1 for text in texts], kept)
        _, sizes, result = group(keys, self.counts[kept], space)
        classes = np.full(len(self.tuples), -1, np.int32)
        classes[kept] = result
        return sizes, classes

    def _coded_texts(self) -> tuple[list[Positions], list[Positions]]:
        """A code for what each part shows in each attribute, and the number of its text."""
        codes, texts = [], []
        for index in range(len(self.crowd.domains)):
            numbers = self.numbers.get(index)
            if numbers is None:
                codes.append(self.regions[index] - int(self._known.starts[index][0]))
                texts.append(_texts(self.crowd, index))
            else:
                codes.append(numbers.codes)
                texts.append(np.arange(len(numbers.texts), dtype=np.int32))
        return codes, texts

    def _grouped_by_person(self, kept: Positions) -> tuple[Sizes, Positions]:
        """The same by the multisets of the classes that the rows of a person lie in."""
        entries = self.person_entries
        places = np.arange(len(entries.values), dtype=np.int32)
        each = Entries(entries.starts, places, entries.times)
        numbers, count = number_multisets(each, self.by_rows.class_of, kept)
        classes = np.full(len(self.tuples), -1, np.int32)
        classes[kept] = numbers
        sizes = np.bincount(numbers, self.counts[kept], minlength=count).astype(np.int64)
        return sizes, classes

    @property
    def levels_of_all(self) -> tuple[int, ...]:
        """The levels of the first part, which are those of all where there is one state."""
        return tuple(self.levels[:, 0].tolist()) if len(self.tuples) else ()

    @property
    def class_sizes(self) -> Sizes:
        """Rows of each class of identical published rows."""
        return self._grouped[0]

    @property
    def class_of(self) -> Positions:
        """The class of each part, -1 where it is left out."""
        return self._grouped[1]

    @property
    def k(self) -> int:
        """The size of the smallest class, 0 if nothing is published."""
        return int(self.class_sizes.min(initial=self.crowd.rows)) if self.kept.any() else 0

    @property
    def suppressed_rows(self) -> int:
        """Rows that are left out altogether, or persons where these are recoded."""
        return int(self.counts[~self.kept].sum())

    @property
    def utility(self) -> dict[str, float]:
        """Every measure that can be an objective, the lower the better.

        Those that add up over cells go by rows, those of classes by persons where there are any.
        """
        return {
            name: objective.of_recoding(self.by_rows if objective.per_attribute else self)
            for name, objective in objectives().items()
        }

    @cached_property
    def lost_bits(self) -> Figures:
        """Bits of each attribute that are hidden; a row that is left out loses all of its own."""
        if self.crowd.persons is not None:
            return self.by_rows.lost_bits
        lost = []
        for index, domain in enumerate(self.crowd.domains):
            values = np.log2(domain.counts[self.crowd.codes[index][self.tuples]])
            published = np.where(
                self.kept, self._known.bits[self.regions[index]], np.log2(max(self.crowd.rows, 1))
            )
            lost.append(float(self.counts @ (published - values)))
        return np.array(lost, np.float64)

    @property
    def entropy(self) -> float:
        """The share of all bits that is still there: 1 as is, 0 with everything suppressed."""
        return _share(float(self.lost_bits.sum()), float(hidden_bits(self.crowd.by_rows).sum()))

    @cached_property
    def entropy_per_attribute(self) -> dict[str, float]:
        """The share of the bits of each attribute that is still there."""
        bits = hidden_bits(self.crowd.by_rows)
        pairs = zip(self.lost_bits.tolist(), bits.tolist(), strict=True)
        return dict(zip(self.crowd.names, (_share(*pair) for pair in pairs), strict=True))

    def entropy_weighted(self, priorities: Priorities) -> float:
        """The mean of the attributes' shares, weighted by their priorities."""
        weights = np.array([priorities.weight(name) for name in self.crowd.names])
        shares = np.array(list(self.entropy_per_attribute.values()))
        return float(weights @ shares / weights.sum())

    def values_of(self, sensitive: str) -> ClassValues:
        """How often each sensitive value occurs in each class."""
        if len(self.tuples) != len(np.unique(self.tuples)):
            raise InvalidParameter(
                say(
                    "Rows with the same values are published differently, so we do not know "
                    "what each class contains before they are written."
                ),
                say("Recode a crowd that carries its sensitive values."),
            )
        members = np.full(len(self.crowd.counts), -1, np.int32)
        members[self.tuples] = self.class_of
        result = self.crowd.sensitive_attribute(sensitive)
        return values_per_class(result, members, len(self.class_sizes))

    def label(self, attribute: str, part: int) -> str:
        """What is published of an attribute in the rows of a part."""
        index = self.crowd.names.index(attribute)
        levels = [0] * len(self.crowd.names)
        levels[index] = int(self.levels[index, part])
        return self.crowd.describe(int(self.tuples[part]), levels)[attribute]


def _share(lost: float, all_bits: float) -> float:
    """What is left of all bits, from 0 to 1.

    Logarithms differ in their last digit between processors, so that losing everything may seem to
    leave a little more or less than nothing.
    """
    share = 1.0 if all_bits <= 0 else 1.0 - lost / all_bits
    return share if share > NEARLY_NOTHING else 0.0


def _texts(crowd: Crowd, index: int) -> Positions:
    """Number the published texts of an attribute's regions, equal ones the same."""
    numbers: dict[str | None, int] = {}
    texts: list[str | None] = [*crowd.domains[index].values] or [None]
    for labels in crowd.ladders[index].hierarchy.labels:
        texts += [None if label == MISSING else label for label in labels]
    return np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int32)
