"""The joined combinations of several releases in memory: codes per column, and a number of rows.

`JoinedRows.from_tally(tally)` reads what an engine counted: columns `1.zip`, `2.zip`, … and rows.
The engine knows who has a partner; missing values do not show it: rows miss values, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.engines.joins.persons import fold_persons
from incrowd.errors import UnknownAttribute
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack

if TYPE_CHECKING:
    from incrowd.engines.joins.join import JoinedTally, JoinPlace


Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class JoinedColumn:
    """A column of one of the sources, which are counted from 0."""

    source: int
    name: str
    texts: tuple[str, ...]
    """The distinct texts in order."""
    codes: Positions
    """The place of each combination's text; behind the last one where it is missing."""

    @property
    def label(self) -> str:
        """What it is called beside the columns of the other sources: `1.zip`."""
        return f"{self.source + 1}.{self.name}"

    @property
    def missing(self) -> int:
        """The code of what is missing."""
        return len(self.texts)

    def changed(self, texts: Mapping[str, str]) -> JoinedColumn:
        """The same column with other texts; those that are not named stay."""
        new = [texts.get(text, text) for text in self.texts]
        kept = tuple(sorted(set(new)))
        place = {text: position for position, text in enumerate(kept)}
        codes = np.array([*(place[text] for text in new), len(kept)], np.int32)
        return replace(self, texts=kept, codes=np.ascontiguousarray(codes[self.codes]))

    def holding(self, wanted: Mask) -> Mask:
        """The combinations that hold one of the wanted texts."""
        rows: Mask = np.append(wanted, False)[self.codes]
        return rows


@dataclass(frozen=True, eq=False)
class SourceRows:
    """Which combination of a source stands in each joined one, and the rows it stands for.

    Of a source with a person key these are kinds of people, and the people of each kind.
    """

    combination: Positions
    """-1 where an outer join found no partner."""
    rows: Sizes
    whole: int
    """All rows of the source, also those without a partner."""
    by_person: bool = False

    def count(self, chosen: Mask) -> int:
        """The distinct rows or people of the source that stand in some chosen combination."""
        there = np.zeros(len(self.rows), np.bool_)
        there[self.combination[chosen & (self.combination >= 0)]] = True
        return int(self.rows[there].sum())


@dataclass(frozen=True, eq=False)
class Candidates:
    """Who may be meant by each joined combination: the person of every source with a person key.

    Rows of sources without one say nothing of who it is, so they count only where no such person
    stands beside them. Those of whom the same is true everywhere are one kind.
    """

    kinds: Positions
    """The kind of each joined combination."""
    sizes: Sizes
    """How many candidates there are of each kind."""

    @classmethod
    def of(cls, sources: Sequence[SourceRows]) -> Candidates:
        """Everybody who stands in some joined combination."""
        # where there is no partner nobody is meant: that comes first
        codes = [source.combination + np.int32(1) for source in sources]
        known = [own > 0 for source, own in zip(sources, codes, strict=True) if source.by_person]
        by_person = np.any(known, axis=0)
        codes = [
            own if source.by_person else np.where(by_person, np.int32(0), own)
            for source, own in zip(sources, codes, strict=True)
        ]
        radices = [len(source.rows) + 1 for source in sources]
        as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
        everyone = np.arange(len(codes[0]), dtype=np.int32)
        keys, space = pack(codes, as_is, radices, everyone)
        first, _, kinds = group(keys, np.ones(len(keys), np.int64), space)
        sizes = np.ones(len(first), np.int64)
        for source, own in zip(sources, codes, strict=True):
            sizes *= np.concatenate([[1], source.rows])[own[first]]
        return cls(kinds, sizes)

    @property
    def everyone(self) -> int:
        """How many candidates there are."""
        return int(self.sizes.sum())

    def there(self, chosen: Mask) -> Mask:
        """The kinds that stand in some chosen combination."""
        there = np.zeros(len(self.sizes), np.bool_)
        there[self.kinds[chosen]] = True
        return there

    def count(self, chosen: Mask) -> int:
        """The distinct candidates who stand in some chosen combination."""
        return int(self.sizes[self.there(chosen)].sum())

    def count_by(self, groups: Positions | Sizes, number: int, places: Positions | Mask) -> Sizes:
        """The distinct candidates of each group; `groups` are those of the combinations there."""
        return count_distinct(groups, number, self.kinds[places], self.sizes)


def count_distinct(groups: Positions | Sizes, number: int, kinds: Positions, sizes: Sizes) -> Sizes:
    """Count the candidates of each of so many groups, each kind once in a group.

    >>> kinds, sizes = np.array([0, 0, 1], np.int32), np.array([2, 5])
    >>> count_distinct(np.array([0, 0, 1]), 2, kinds, sizes).tolist()
    [2, 5]
    """
    width = max(len(sizes), 1)
    keys = groups.astype(np.int64) * width + kinds
    first, _, _ = group(keys, np.ones(len(keys), np.int64), max(number * width, 1))
    return np.bincount(groups[first], sizes[kinds[first]], minlength=number).astype(np.int64)


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """What joining gave: distinct combinations with their rows."""

    columns: tuple[JoinedColumn, ...]
    weights: Sizes
    without: Mapping[int, Mask] = field(default_factory=dict)
    """By source, the combinations in which it has no partner; one that is not named always has."""
    sources: tuple[SourceRows, ...] = ()
    """The rows of every source, if they were numbered."""
    place: JoinPlace | None = None
    """Where the engine joined them, if that is known."""

    @classmethod
    def from_tally(cls, tally: pa.Table) -> JoinedRows:
        """Read what an engine counted; every source has a partner in all of it."""
        weights = _counts(tally)
        columns = []
        for label in tally.column_names:
            if label != ROWS:
                number, _, name = label.partition(".")
                texts, codes = _coded(tally.column(label))
                columns.append(JoinedColumn(int(number) - 1, name, texts, codes))
        return cls(tuple(columns), weights)

    @classmethod
    def from_single_source(cls, tally: pa.Table) -> JoinedRows:
        """Read what an engine counted of one source: every combination stands for its own rows."""
        joined = cls.from_tally(tally)
        everyone = np.arange(len(joined), dtype=np.int32)
        return replace(joined, sources=(SourceRows(everyone, joined.weights, joined.rows),))

    @classmethod
    def from_persons(cls, tally: pa.Table, key: str) -> JoinedRows:
        """The same of people: rows with the same key, a column of the tally, are one person's."""
        others = [name for name in tally.column_names if name not in (key, ROWS)]
        folded = fold_persons(tally, key, others)
        everyone = int(folded.people.sum())
        source = SourceRows(folded.kinds, folded.people, everyone, by_person=True)
        return replace(cls.from_tally(folded.table), sources=(source,))

    @classmethod
    def from_partners(cls, partnered: JoinedTally) -> JoinedRows:
        """Read what an engine counted, and who stands in it."""
        sources = tuple(
            SourceRows(
                partnered.combination[number], rows, int(rows.sum()), number in partnered.by_person
            )
            for number, rows in enumerate(partnered.rows)
        )
        without = {source: numbers < 0 for source, numbers in partnered.combination.items()}
        joined = cls.from_tally(partnered.table)
        return replace(joined, without=without, sources=sources, place=partnered.place)

    @property
    def rows(self) -> int:
        """All joined rows."""
        return int(self.weights.sum())

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def candidates(self) -> Candidates | None:
        """Who may be meant, where a source has a person key; None: every joined row counts."""
        by_person = any(source.by_person for source in self.sources)
        return Candidates.of(self.sources) if by_person else None

    @property
    def everyone(self) -> int:
        """All that may be meant: candidates, or joined rows."""
        return self.rows if self.candidates is None else self.candidates.everyone

    def count(self, chosen: Mask) -> int:
        """The distinct candidates, or joined rows, of the chosen combinations."""
        if self.candidates is None:
            return int(self.weights[chosen].sum())
        return self.candidates.count(chosen)

    @cached_property
    def labels(self) -> list[str]:
        """What the columns are called."""
        return [column.label for column in self.columns]

    def column(self, label: str) -> JoinedColumn:
        """Find a column by its label."""
        for column in self.columns:
            if column.label == label:
                return column
        raise UnknownAttribute.among(label, self.labels)

    def order_by(self, labels: Sequence[str]) -> NDArray[np.int64]:
        """The places of all combinations by the values of some columns, the missing ones last.

        Engines count in an order of their own, which may be another one in every run.
        """
        codes = [self.column(label).codes for label in reversed(labels)]
        return np.lexsort(codes) if codes else np.arange(len(self))

    def changed(self, texts: Mapping[str, Mapping[str, str]]) -> JoinedRows:
        """The same with other texts in some columns, by label; who was joined stays joined.

        Combinations that are the same then are not put together: whatever is true of a row
        is true of each of them.
        """
        new = (
            column.changed(texts[column.label]) if column.label in texts else column
            for column in self.columns
        )
        return replace(self, columns=tuple(new))

    def absent(self, source: int) -> Mask:
        """The combinations in which an outer join found no partner in a source."""
        absent = self.without.get(source)
        return np.zeros(len(self), np.bool_) if absent is None else absent


def _counts(tally: pa.Table) -> Sizes:
    counts: Sizes = _numbers(tally.column(ROWS), np.int64)
    return counts


def _numbers(array: Any, kind: type[np.int32 | np.int64 | np.uint64]) -> Any:  # noqa: ANN401
    """A copy of the numbers of an array; `to_numpy` would load pandas, half a second."""
    if hasattr(array, "chunks"):
        chunks = [_numbers(chunk, kind) for chunk in array.chunks]
        return np.concatenate([np.zeros(0, kind), *chunks])
    values = np.frombuffer(array.buffers()[1] or b"", kind)
    return values[array.offset : array.offset + len(array)].copy()


def _coded(column: pa.ChunkedArray) -> tuple[tuple[str, ...], Positions]:
    """The texts in order, and the place of each value among them, the missing last."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    chunks = column.unify_dictionaries().chunks
    vocabulary = chunks[0].dictionary if chunks else pa.array([], pa.string())
    order = _numbers(pc.array_sort_indices(vocabulary), np.uint64).astype(np.int64)
    rank = np.empty(len(vocabulary) + 1, np.int32)
    rank[order] = np.arange(len(vocabulary), dtype=np.int32)
    rank[len(vocabulary)] = len(vocabulary)
    missing = pa.scalar(len(vocabulary), pa.int32())
    parts = [pc.fill_null(chunk.indices.cast(pa.int32()), missing) for chunk in chunks]
    raw = np.concatenate([np.zeros(0, np.int32), *(_numbers(part, np.int32) for part in parts)])
    texts = vocabulary.to_pylist()
    return tuple(texts[place] for place in order), np.ascontiguousarray(rank[raw])


def cramers_v(left: Positions, right: Positions, rows: Sizes) -> float:
    """How much two coded columns give each other away, from 0 (nothing) to 1 (everything).

    Corrected for chance: two unrelated columns of many values have a V of 0, not of what a small
    sample happens to show (Bergsma, A bias-correction for Cramér's V and Tschuprow's T, 2013).

    >>> codes = np.array([0, 1, 2] * 50, np.int32)
    >>> round(cramers_v(codes, codes, np.ones(150, np.int64)), 6)
    1.0
    """
    one, two = _dense(left), _dense(right)
    heights, widths = int(one.max(initial=-1)) + 1, int(two.max(initial=-1)) + 1
    n = int(rows.sum())
    if min(heights, widths) < 2 or n < 2:
        return 0.0
    keys = one.astype(np.int64) * widths + two
    first, counts, _ = group(keys, rows, heights * widths)
    down = np.bincount(one, rows, heights)
    across = np.bincount(two, rows, widths)
    expected = down[one[first]] * across[two[first]] / n
    # the cells that do not occur add their expected count: together n less what the others expect
    chi_squared = float(((counts - expected) ** 2 / expected).sum() + n - expected.sum())
    phi = max(0.0, chi_squared / n - (heights - 1) * (widths - 1) / (n - 1))
    narrow = min(heights - (heights - 1) ** 2 / (n - 1), widths - (widths - 1) ** 2 / (n - 1))
    return min(1.0, sqrt(phi / (narrow - 1))) if narrow > 1 else 0.0


def _dense(codes: Positions) -> NDArray[np.int64]:
    _, dense = np.unique(codes, return_inverse=True)
    return dense.astype(np.int64)
