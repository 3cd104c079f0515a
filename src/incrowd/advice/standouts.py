"""Who stands out, by which smallest combination, and which attributes and values do it.

A row scores for each of its smallest combinations, the more the smaller they are, in the manner of
SUDA: with A attributes and combinations of up to M, one of size s counts ∏ (A − i) for i from s to
M. (Elliot, Manning, Mayes, Gurd, Bane, SUDA: A program for detecting special uniques, 2005.)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Positions
from incrowd.subsets.columns import Columns
from incrowd.subsets.matrix import Step, unheard
from incrowd.subsets.minimal import Combination, MinimalSets, find_minimal

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class ValueShare:
    """A published value, the rows with it that stand out, and its share of all score in percent."""

    attribute: str
    value: str
    rows: int
    share: float


@dataclass(frozen=True, eq=False)
class StandOuts:
    """The rows that small combinations single out, with their scores."""

    minimal: MinimalSets
    asked_size: int

    @property
    def columns(self) -> Columns:
        """What is published."""
        return self.minimal.columns

    @cached_property
    def scores(self) -> Scores:
        """The score of each entry, 0 where nothing singles it out."""
        scores = np.zeros(len(self.columns.sizes), np.float64)
        for combination in self.minimal.combinations:
            scores[combination.entries] += self.weight(len(combination.attributes))
        return scores

    @cached_property
    def smallest(self) -> Positions:
        """The size of the smallest combination of each entry, -1 where there is none."""
        smallest = np.full(len(self.columns.sizes), -1, np.int32)
        for combination in reversed(self.minimal.combinations):
            smallest[combination.entries] = len(combination.attributes)
        return smallest

    @cached_property
    def ranked(self) -> Positions:
        """The entries that stand out, highest score first, equals in the order of their values."""
        entries = np.flatnonzero(self.smallest >= 0)
        values: list[NDArray[np.generic]] = [
            codes[entries] for codes in reversed(self.columns.codes)
        ]
        order = np.lexsort([*values, -self.scores[entries]])
        ranked: Positions = entries[order].astype(np.int32)
        return ranked

    @property
    def rows(self) -> int:
        """Rows that stand out, or persons where there is a person key."""
        return int(self.columns.sizes[self.smallest >= 0].sum())

    @property
    def table_rows(self) -> int:
        """Rows that stand out, also where persons are counted."""
        classes = self.columns.classes
        standing = classes.kept.copy()
        standing[classes.kept] = self.smallest >= 0
        return classes.keeping(standing).kept_table_rows

    def weight(self, size: int) -> float:
        """What a combination of a size counts."""
        width = self.columns.width
        most = min(self.minimal.size, width - 1)
        return float(prod(width - i for i in range(size, most + 1)))

    def combinations_of(self, entry: int) -> list[tuple[int, ...]]:
        """The smallest combinations of an entry, the smaller ones first."""
        starts, order = self._by_entry
        return [
            self.minimal.combinations[place].attributes
            for place in np.sort(order[starts[entry] : starts[entry + 1]])
        ]

    @cached_property
    def _by_entry(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Where the combinations of each entry start, and the combinations by entry."""
        result = self.minimal.combinations
        entries = (
            np.concatenate([combination.entries for combination in result]) if result else _NONE
        )
        lengths = [len(combination.entries) for combination in result]
        places = np.repeat(np.arange(len(result), dtype=np.int32), lengths)
        starts = np.zeros(len(self.columns.sizes) + 1, np.int64)
        np.cumsum(np.bincount(entries, minlength=len(self.columns.sizes)), out=starts[1:])
        return starts, places[np.argsort(entries, kind="stable")]

    @property
    def counts(self) -> dict[int, int]:
        """How many smallest combinations of each size the rows have in all."""
        sizes = dict.fromkeys(range(1, self.minimal.size + 1), 0)
        for combination in self.minimal.combinations:
            size = len(combination.attributes)
            sizes[size] = sizes.get(size, 0) + int(self.columns.sizes[combination.entries].sum())
        return dict(sorted(sizes.items()))

    @cached_property
    def attribute_shares(self) -> dict[str, float]:
        """The share of all score, in percent, of combinations that an attribute takes part in.

        Several attributes take part in one combination, so shares add up to more than 100.
        """
        width = self.columns.width
        scores = np.zeros(width, np.float64)
        for combination, score in self._scored():
            scores[list(combination.attributes)] += score.sum()
        shares = 100 * scores / max(self._total, 1e-300)
        return {name: float(share) for name, share in zip(self.columns.names, shares, strict=True)}

    def value_shares(self, most: int) -> list[ValueShare]:
        """The published values that take part most, and their share of all score in percent."""
        result = [
            (float(score), a, code)
            for a, scores in enumerate(self._value_scores)
            for code, score in enumerate(scores.tolist())
            if score > 0
        ]
        result.sort(key=lambda value: (-value[0], value[1], value[2]))
        return [self._value_share(*value) for value in result[:most]]

    @cached_property
    def _value_scores(self) -> list[Scores]:
        columns = self.columns
        scores = [np.zeros(radix, np.float64) for radix in columns.radices]
        for combination, score in self._scored():
            for a in combination.attributes:
                codes = columns.codes[a][combination.entries]
                scores[a] += np.bincount(codes, score, minlength=columns.radices[a])
        return scores

    def _value_share(self, score: float, a: int, code: int) -> ValueShare:
        columns = self.columns
        entries = np.flatnonzero(columns.codes[a] == code)
        value = columns.published(int(entries[0]), [a])[columns.names[a]]
        standing = entries[self.smallest[entries] >= 0]
        rows = int(columns.sizes[standing].sum())
        return ValueShare(columns.names[a], value, rows, 100 * score / self._total)

    def _scored(self) -> Iterable[tuple[Combination, Scores]]:
        """Each combination with what it adds to the score of all rows of each of its entries."""
        for combination in self.minimal.combinations:
            weight = self.weight(len(combination.attributes))
            yield combination, weight * self.columns.sizes[combination.entries]

    @cached_property
    def _total(self) -> float:
        return float((self.scores * self.columns.sizes).sum())


_NONE = np.empty(0, np.int32)


def find_standouts(
    classes: Classes, k: int = 2, max_size: int = 3, step: Step = unheard
) -> StandOuts:
    """Find who stands out among the published rows of a state."""
    return StandOuts(find_minimal(Columns.of(classes), k, max_size, step), max_size)
