"""The joined combinations of several releases in memory: codes per column, and a number of rows.

`JoinedRows.from_tally(tally)` reads what an engine counted: columns `1.zip`, `2.zip`, … and rows.
The engine knows who has a partner; missing values do not show it: rows miss values, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.errors import UnknownAttribute
from incrowd.kernels.grouping import Positions, Sizes

if TYPE_CHECKING:
    import pyarrow as pa

    from incrowd.engines.joins.join import JoinedTally

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
    """Which combination of a source stands in each joined one, and the rows it stands for."""

    combination: Positions
    """-1 where an outer join found no partner."""
    rows: Sizes
    whole: int
    """All rows of the source, also those without a partner."""

    def count(self, chosen: Mask) -> int:
        """The distinct rows of the source that stand in some chosen combination."""
        there = np.zeros(len(self.rows), np.bool_)
        there[self.combination[chosen & (self.combination >= 0)]] = True
        return int(self.rows[there].sum())


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """What joining gave: distinct combinations with their rows."""

    columns: tuple[JoinedColumn, ...]
    weights: Sizes
    without: Mapping[int, Mask] = field(default_factory=dict)
    """By source, the combinations in which it has no partner; one that is not named always has."""
    sources: tuple[SourceRows, ...] = ()
    """The rows of every source, if they were numbered."""

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
    def from_partners(cls, partnered: JoinedTally) -> JoinedRows:
        """Read what an engine counted, and who stands in it."""
        sources = tuple(
            SourceRows(partnered.combination[number], rows, int(rows.sum()))
            for number, rows in enumerate(partnered.rows)
        )
        without = {source: numbers < 0 for source, numbers in partnered.combination.items()}
        return replace(cls.from_tally(partnered.table), without=without, sources=sources)

    @property
    def rows(self) -> int:
        """All joined rows."""
        return int(self.weights.sum())

    def __len__(self) -> int:
        return len(self.weights)

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
    import pyarrow as pa
    import pyarrow.compute as pc

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
