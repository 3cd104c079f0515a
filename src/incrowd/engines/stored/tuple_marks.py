"""Which rows are suppressed, told by their combination and not row by row: for very many rows.

    JOIN combinations_0 AS m ON d.c0 IS NOT DISTINCT FROM m.t0 AND …

A mark for every row of 100 million takes gigabytes. Here the combinations are joined to the rows
while these stream by, as an engine on a server does it; only pages need marks of rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.compute as pc

from incrowd.engines.duckdb.statements import create, select
from incrowd.engines.stored.page import KeptTuples
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MANY_ROWS: Final = 5_000_000
"""Rows from which on there are no marks of rows unless somebody turns the pages."""
_INCOMING: Final = "incoming"


@dataclass(frozen=True)
class TupleMarks:
    """A table of combinations, each with `suppressed` and `size`, and where its columns stand."""

    table: str
    positions: tuple[int, ...]

    @property
    def join(self) -> str:
        """The clause that brings the marks in, called m, for rows that are called d."""
        same = [f"d.c{place} IS NOT DISTINCT FROM m.t{place}" for place in self.positions]
        return f"JOIN {self.table} AS m ON {' AND '.join(same or ['true'])}"

    def create(self, cursor: DuckDBPyConnection, kept: KeptTuples) -> None:
        """Make the table."""
        names = [f"t{place}" for place in self.positions]
        marks = [pc.invert(kept.kept), kept.sizes]
        columns = [*kept.tuples.columns, *marks]
        cursor.register(_INCOMING, pa.table(columns, [*names, "suppressed", "size"]))
        cursor.execute(create("TABLE", self.table, select(["*"], _INCOMING)))
        cursor.unregister(_INCOMING)

    def count_published(self, cursor: DuckDBPyConnection, stored: str, rows: int) -> int:
        """How many rows are published; every row must have its combination."""
        figures = ["count(*)", "count(*) FILTER (NOT m.suppressed)"]
        ((known, published),) = cursor.execute(select(figures, stored, self.join)).fetchall()
        check_coverage(known, rows)
        return int(published)


def check_coverage(known: int, rows: int) -> None:
    """Refuse classes that are those of other data."""
    if known != rows:
        raise InvalidParameter(
            say(
                "The classes describe {counted:,} rows, but the table has {rows:,}.",
                counted=known,
                rows=rows,
            ),
            say("Count the table again: its classes come from other data."),
        )
