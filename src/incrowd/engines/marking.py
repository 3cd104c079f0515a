"""Which rows are suppressed, and how large the class of each is: `marks(row, suppressed, size)`.

The tuple of every row is found with one join and remembered, so that another state of the same
crowd takes no more than looking up its tuples.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from incrowd.engines.paging import KeptTuples
from incrowd.engines.shown import ROW_NUMBER, ROWS
from incrowd.engines.statements import create, select
from incrowd.engines.storing import ROW
from incrowd.errors import InvalidParameter

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

INCOMING: Final = "incoming"
_REMEMBERED: Final = 2


@dataclass(frozen=True, eq=False)
class _Located:
    """The place of each row's tuple among some tuples, in the order of the rows."""

    columns: tuple[str, ...]
    tuples: pa.Table
    rows: pa.Table


class Marker:
    """Marks the rows of a table; one thread at a time."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._known: deque[_Located] = deque(maxlen=_REMEMBERED)

    def mark(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int], table: str
    ) -> None:
        """Make the table of marks; `place` counts the published rows up to each row."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = self._located(cursor, kept, positions).rows
        published = kept.kept.take(rows.column("place"))
        marks = {
            ROW: rows.column(ROW),
            "suppressed": pc.invert(published),
            "size": kept.sizes.take(rows.column("place")),
            "place": pc.cumulative_sum(published.cast(pa.int64())),
        }
        cursor.register(INCOMING, pa.table(marks))
        cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
        cursor.unregister(INCOMING)

    def _located(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int]
    ) -> _Located:
        tuples = kept.tuples
        for known in self._known:
            if known.columns == kept.columns and known.tuples.equals(tuples):
                return known
        found = _Located(kept.columns, tuples, self._joined(cursor, kept, positions))
        self._known.append(found)
        return found

    def _joined(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int]
    ) -> pa.Table:
        import pyarrow as pa

        names = [f"t{position}" for position in positions]
        places = pa.array(range(kept.table.num_rows), pa.int64())
        columns = kept.table.columns[: len(names)]
        cursor.register(INCOMING, pa.table([*columns, places], [*names, "place"]))
        matches = [
            f"d.c{position} IS NOT DISTINCT FROM t.t{position}" for position in positions
        ] or ["true"]
        join = f"JOIN {INCOMING} AS t ON {' AND '.join(matches)}"
        query = select([ROW_NUMBER, "t.place"], ROWS, join, f"ORDER BY {ROW_NUMBER}")
        rows = cursor.execute(query).to_arrow_table()
        cursor.unregister(INCOMING)
        if rows.num_rows != self._rows:
            raise InvalidParameter(
                f"The classes speak of {rows.num_rows:,} rows, but the table has {self._rows:,}.",
                "Count the table again: its classes are those of other data.",
            )
        return rows
