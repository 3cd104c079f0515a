"""Filters and sorting by distinct values: which of them match, and in which order they come.

The same code as for a file looks at the distinct values of a column; the engine then only gets the
values that match, or their places. So every engine filters and sorts alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select, where
from incrowd.engines.stored.page import Filter, Labels, Recoding
from incrowd.engines.stored.page_query import condition
from incrowd.engines.stored.published_sql import StoredColumn
from incrowd.table import MISSING, Profile

_VALUES = "shown_values"
Known = Sequence[str | None]


class ColumnValues:
    """The distinct values of a column with what is shown of each, in a database of our own."""

    def __init__(
        self, session: Session, profile: Profile, shown: Recoding | Labels | Known
    ) -> None:
        self._session = session
        self._column = StoredColumn(0, profile)
        if isinstance(shown, Recoding):
            self.values: list[str | None] = list(shown.values)
            self._column = StoredColumn(0, profile, recoding=shown)
            self._table = _labelled(shown.values, shown.labels, shown.ranks)
        elif isinstance(shown, Labels):
            self.values = list(shown.texts)
            self._column = StoredColumn(0, profile, local=shown)
            labels = [MISSING if text is None else text for text in shown.texts]
            self._table = _labelled(shown.texts, labels, shown.ranks)
        else:
            self.values = list(shown)
            self._table = pa.table({"c0": pa.array(self.values, pa.string())})
        places = pa.array(range(len(self.values)), pa.int64())
        self._table = self._table.append_column("row", places)

    def matching(self, wanted: Filter) -> list[str | None]:
        """The values that a filter lets through."""
        asked = condition(self._column, wanted)
        return [self.values[place] for place in self._rows(where([asked.sql]), list(asked.values))]

    def ordered(self, *, descending: bool) -> list[str | None]:
        """All values in their order; missing comes last."""
        keys = ", ".join([*self._column.order(descending), "d.row"])
        return [self.values[place] for place in self._rows(f"ORDER BY {keys}", [])]

    def _rows(self, clause: str, values: list[object]) -> list[int]:
        with self._session.connection.cursor() as cursor:
            cursor.register(_VALUES, self._table)
            query = select(["d.row"], f"{_VALUES} AS d", *self._joins, clause)
            rows = cursor.execute(query, values).fetchall()
            cursor.unregister(_VALUES)
        return [row[0] for row in rows]

    @property
    def _joins(self) -> list[str]:
        """Labels stand beside their values, under the names that a stored table has for them."""
        if self._column.local is not None:
            named = "SELECT row, label AS l0, written AS w0, rank AS k0"
            return [f"JOIN ({named} FROM {_VALUES}) AS p ON p.row = d.row"]
        if self._column.recoding is not None:
            return [f"JOIN {_VALUES} AS r0 ON r0.row = d.row"]
        return []


def _labelled(values: Known, labels: Sequence[str], ranks: Mapping[str, int | None]) -> pa.Table:
    return pa.table(
        {
            "c0": pa.array(values, pa.string()),
            "label": pa.array(labels, pa.string()),
            "written": pa.array(labels, pa.string()),
            "rank": pa.array([ranks.get(label) for label in labels], pa.int64()),
        }
    )
