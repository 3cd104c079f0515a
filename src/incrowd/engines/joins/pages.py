"""Read joined rows one by one: first which combinations a page shows, then the rows of these alone.

A joined combination of the values joined on stands for the product of the rows that each source has
of it; these are looked up only when a page shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.statements import select
from incrowd.engines.joins.distinct_counts import CountedSources, CountedTable
from incrowd.engines.joins.join import Column, Partnered
from incrowd.engines.joins.row_lookup import Group, Lookup

Numbers = NDArray[np.int64]

_NOBODY: Final = -1
"""Stands for a source without a partner."""


class JoinedPages:
    """The rows of combinations that are kept in table `name`."""

    def __init__(self, counted: CountedSources, name: str, tables: Sequence[CountedTable]) -> None:
        self._counted = counted
        self._name = name
        self._tables = tables
        self._lookups = [Lookup(counted, source, table) for source, table in enumerate(tables)]

    @cached_property
    def _combinations(self) -> tuple[list[Numbers], Numbers]:
        """The combination of each source in each joined one, and the rows up to and with it."""
        ids = [f"coalesce(i{source}, {_NOBODY})" for source in range(len(self._tables))]
        found = self._counted.session.table(select([*ids, "n"], self._name), "counting rows")
        columns = [column.to_numpy().astype(np.int64) for column in found.columns]
        # unmatched ones last; the order depends on nothing but the numbers
        order = np.lexsort([column.view(np.uint64) for column in reversed(columns[:-1])])
        return [column[order] for column in columns[:-1]], np.cumsum(columns[-1][order])

    @property
    def total(self) -> int:
        """The number of joined rows."""
        ends = self._combinations[1]
        return int(ends[-1]) if len(ends) else 0

    def read(self, columns: Sequence[Column], offset: int, limit: int) -> Partnered:
        """The rows from `offset` on, under the labels of their columns, each as one row."""
        import pyarrow as pa

        ids, ends = self._combinations
        total = self.total
        rows = np.arange(min(offset, total), min(offset + limit, total), dtype=np.int64)
        shown = np.searchsorted(ends, rows, side="right")
        within = rows - np.where(shown > 0, ends[shown - 1], 0)
        found: dict[Column, list[str | None]] = {}
        for source in reversed(range(len(ids))):
            numbers = ids[source][shown]
            sizes = self._sizes(source, numbers)
            wanted = [column for column in columns if column.source == source]
            texts = self._texts(source, wanted, numbers, within % sizes)
            found |= dict(zip(wanted, texts, strict=True))
            within //= sizes
        labels = [f"{column.source + 1}.{column.name}" for column in columns]
        texts = [pa.array(found[column], pa.string()) for column in columns]
        once = pa.array([1] * len(rows), pa.int64())
        marks = {
            source: np.where(each[shown] == _NOBODY, -1, 0).astype(np.int32)
            for source, each in enumerate(ids)
        }
        return Partnered(pa.table([*texts, once], [*labels, ROWS]), marks, ())

    def _sizes(self, source: int, numbers: Numbers) -> Numbers:
        """The rows of each combination of a source; nobody stands in one row."""
        counts = self._tables[source].counts
        return np.where(numbers == _NOBODY, 1, counts[numbers])

    def _texts(
        self, source: int, columns: Sequence[Column], numbers: Numbers, places: Numbers
    ) -> list[list[str | None]]:
        """For each column the text in the row at a place of a combination."""
        if not columns:
            return []
        names = tuple(column.name for column in columns)
        known = [int(number) for number in np.unique(numbers) if number != _NOBODY]
        groups: dict[int, Group] = self._lookups[source].groups(known, names)
        nothing = (None,) * len(names)
        rows = [
            nothing if number == _NOBODY else groups[number].row(place)
            for number, place in zip(numbers.tolist(), places.tolist(), strict=True)
        ]
        return [[row[place] for row in rows] for place in range(len(names))]
