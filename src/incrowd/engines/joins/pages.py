"""Read joined rows one by one: first which combinations a page shows, then the rows of these alone.

A joined combination of the values joined on stands for the product of the rows that each source has
of it; these are looked up only when a page shows them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.relation import WEIGHT
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import literal, select, subquery, where
from incrowd.engines.joins.distinct_counts import CountedSources, CountedTable
from incrowd.engines.joins.join import Column, JoinedTally, Range
from incrowd.engines.stored.table import StoredTable

Numbers = NDArray[np.int64]
_NO_PARTNER: Final = -1
"""Stands for a source without a partner."""


class JoinedPages:
    """The rows of combinations that are kept in table `name`."""

    def __init__(self, counted: CountedSources, name: str, tables: Sequence[CountedTable]) -> None:
        self._counted = counted
        self._name = name
        self._tables = tables
        self._lookups = [RowLookup(counted, source, table) for source, table in enumerate(tables)]

    @cached_property
    def _combinations(self) -> tuple[list[Numbers], Numbers]:
        """The combination of each source in each joined one, and the rows up to and with it."""
        ids = [f"coalesce(i{source}, {_NO_PARTNER})" for source in range(len(self._tables))]
        result = self._counted.session.table(select([*ids, "n"], self._name), "counting rows")
        columns = [column.to_numpy().astype(np.int64) for column in result.columns]
        # unmatched ones last; the order depends on nothing but the numbers
        order = np.lexsort([column.view(np.uint64) for column in reversed(columns[:-1])])
        return [column[order] for column in columns[:-1]], np.cumsum(columns[-1][order])

    @property
    def total(self) -> int:
        """The number of joined rows."""
        ends = self._combinations[1]
        return int(ends[-1]) if len(ends) else 0

    def read(self, columns: Sequence[Column], offset: int, limit: int) -> JoinedTally:
        """The rows from `offset` on, under the labels of their columns, each as one row."""
        ids, ends = self._combinations
        total = self.total
        rows = np.arange(min(offset, total), min(offset + limit, total), dtype=np.int64)
        shown = np.searchsorted(ends, rows, side="right")
        within = rows - np.where(shown > 0, ends[shown - 1], 0)
        result: dict[Column, list[str | None]] = {}
        for source in reversed(range(len(ids))):
            numbers = ids[source][shown]
            sizes = self._sizes(source, numbers)
            wanted = [column for column in columns if column.source == source]
            texts = self._texts(source, wanted, numbers, within % sizes)
            result |= dict(zip(wanted, texts, strict=True))
            within //= sizes
        labels = [f"{column.source + 1}.{column.name}" for column in columns]
        texts = [pa.array(result[column], pa.string()) for column in columns]
        once = pa.array([1] * len(rows), pa.int64())
        marks = {
            source: np.where(each[shown] == _NO_PARTNER, -1, 0).astype(np.int32)
            for source, each in enumerate(ids)
        }
        return JoinedTally(pa.table([*texts, once], [*labels, ROWS]), marks, ())

    def _sizes(self, source: int, numbers: Numbers) -> Numbers:
        """The rows of each combination of a source; nobody stands in one row."""
        counts = self._tables[source].counts
        return np.where(numbers == _NO_PARTNER, 1, counts[numbers])

    def _texts(
        self, source: int, columns: Sequence[Column], numbers: Numbers, places: Numbers
    ) -> list[list[str | None]]:
        """For each column the text in the row at a place of a combination."""
        if not columns:
            return []
        names = tuple(column.name for column in columns)
        known = [int(number) for number in np.unique(numbers) if number != _NO_PARTNER]
        groups: dict[int, RowGroup] = self._lookups[source].groups(known, names)
        nothing = (None,) * len(names)
        rows = [
            nothing if number == _NO_PARTNER else groups[number].row(place)
            for number, place in zip(numbers.tolist(), places.tolist(), strict=True)
        ]
        return [[row[place] for row in rows] for place in range(len(names))]


_CACHED_GROUP_ROWS: Final = 20_000
"""Rows from which on a group is kept, since it fills many pages."""


@dataclass(frozen=True)
class RowGroup:
    """The rows of a source that share the values joined on, some of them standing for several."""

    table: pa.Table
    ends: NDArray[np.int64]

    def row(self, place: int) -> tuple[str | None, ...]:
        """The row at a place, counted from 0."""
        which = int(np.searchsorted(self.ends, place, side="right"))
        return tuple(column[which].as_py() for column in self.table.columns)


@dataclass(frozen=True)
class _Location:
    """Where the rows of a source lie, and what its columns are there."""

    session: Session
    table: str
    columns: dict[str, str]


class RowLookup:
    """The rows behind the combinations that a source was counted by."""

    def __init__(self, counted: CountedSources, source: int, keys: CountedTable) -> None:
        self._counted = counted
        self._source = source
        self._keys = keys
        self._large: dict[tuple[int, tuple[str, ...]], RowGroup] = {}

    def groups(self, numbers: Sequence[int], names: tuple[str, ...]) -> dict[int, RowGroup]:
        """The rows of these combinations, each with the columns of these names."""
        kept = {each: self._large[each, names] for each in numbers if (each, names) in self._large}
        missing = [each for each in numbers if each not in kept]
        large = [each for each in missing if self._keys.counts[each] >= _CACHED_GROUP_ROWS]
        for each in large:
            kept |= self._read([each], names, in_order=False)
            self._large[each, names] = kept[each]
        small = [each for each in missing if each not in large]
        return kept | (self._read(small, names, in_order=True) if small else {})

    def _read(
        self, numbers: Sequence[int], names: tuple[str, ...], *, in_order: bool
    ) -> dict[int, RowGroup]:
        """Read rows; a large group is kept, so that its order need not be found twice."""
        place = self._place(names)
        keys, texts = self._keys.columns, self._key_texts(numbers)
        wanted = f"{_values(texts)} AS w({_listed('k', len(keys), 'g')})"
        same = [f"{place.columns[name]} IS NOT DISTINCT FROM w.k{i}" for i, name in enumerate(keys)]
        source = f"{place.table} JOIN {wanted} ON {' AND '.join(same) or 'true'}"
        # a plain list of values can be looked for while rows are read
        among = [_among(place.columns[name], texts, i) for i, name in enumerate(keys)]
        cells = [f"{place.columns[name]} AS x{i}" for i, name in enumerate(names)]
        order = "ORDER BY ALL" if in_order else "ORDER BY g"
        query = select(["w.g AS g", *cells, WEIGHT], source, where(among), order)
        return _split_groups(place.session.table(query, "looking rows up", coded=False))

    def _key_texts(self, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """The values joined on of each combination, its number first."""
        keys = [self._keys.key(name) for name in self._keys.columns]
        among = f"WHERE rowid IN ({', '.join(map(str, numbers))})"
        result = self._counted.session.rows(select(["rowid", *keys], self._keys.name, among))
        if self._keys.as_texts:
            return result
        text = self._counted.vocabulary.text
        return [(number, *map(text, codes)) for number, *codes in result]

    def _place(self, names: tuple[str, ...]) -> _Location:
        source = self._counted.sources[self._source]
        if isinstance(source, StoredTable):
            source = source.original
        used = {*names, *self._keys.columns}
        if isinstance(source, DuckDBSource):
            own = {column.name: column.text for column in source.relation.columns}
            made = {name: self._counted.range(self._source, name) for name in used}
            columns = {
                n: own[n] if ends is None else _range_sql(ends, own) for n, ends in made.items()
            }
            return _Location(source.session, source.relation.table, columns)
        table = self._counted.table(self._source, used, used, as_texts=True)
        columns = {name: table.key(name) for name in used}
        return _Location(self._counted.session, table.name, columns)


def _split_groups(found: pa.Table) -> dict[int, RowGroup]:
    """Rows in the order of their groups, as a table for each group."""
    numbers = found.column(0).to_numpy()
    counts = found.column(found.num_columns - 1).to_numpy()
    texts = found.select(list(range(1, found.num_columns - 1)))
    groups, starts = np.unique(numbers, return_index=True)
    ends = [*starts[1:].tolist(), len(numbers)]
    return {
        int(group): RowGroup(texts.slice(start, end - start), np.cumsum(counts[start:end]))
        for group, start, end in zip(groups, starts.tolist(), ends, strict=True)
    }


def _values(rows: Sequence[tuple[Any, ...]]) -> str:
    """Rows of a number and texts, in SQL."""
    listed = [", ".join([str(number), *map(_text, texts)]) for number, *texts in rows]
    return subquery("VALUES " + ", ".join(f"({row})" for row in listed))


def _among(column: str, rows: Sequence[tuple[Any, ...]], place: int) -> str:
    """A column has one of the values that the rows have at a place."""
    values = {row[place + 1] for row in rows}
    listed = ", ".join(literal(value) for value in sorted(values - {None}))
    tests = [f"{column} IN ({listed})"] if listed else []
    tests += [f"{column} IS NULL"] if None in values else []
    return f"({' OR '.join(tests)})"


def _text(value: str | None) -> str:
    return "CAST(NULL AS VARCHAR)" if value is None else literal(value)


def _listed(letter: str, number: int, *first: str) -> str:
    return ", ".join([*first, *(f"{letter}{place}" for place in range(number))])


def _range_sql(made: Range, columns: dict[str, str]) -> str:
    """The two ends of a range as one text, in SQL."""
    low, high = columns[made.low], columns[made.high]
    above, below, between = literal(">="), literal("<="), literal("-")
    return (
        f"CASE WHEN {low} IS NULL THEN {below} || {high} WHEN {high} IS NULL THEN {above} || {low}"
        f" ELSE {low} || {between} || {high} END"
    )
