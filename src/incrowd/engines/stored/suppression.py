"""Which rows are suppressed, and how large the class of each is: `marks(row, suppressed, size)`.

The tuple of every row is found with one join and remembered, so that another state of the same
crowd takes no more than looking up its tuples.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.statements import create, select
from incrowd.engines.stored.columns import ROW_NUMBER, ROWS
from incrowd.engines.stored.page import KeptTuples, Parts
from incrowd.engines.stored.storage import ROW
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

INCOMING: Final = "incoming"
_REMEMBERED: Final = 2


@dataclass(frozen=True, eq=False)
class _RowTuples:
    """The place of each row's tuple among some tuples, in the order of the rows."""

    columns: tuple[str, ...]
    tuples: pa.Table
    rows: pa.Table


def _part_of_rows(places: pa.ChunkedArray, parts: Parts) -> pa.Array:
    """The part of each row: of the rows of a combination the first belong to its first part."""
    import numpy as np
    import pyarrow as pa

    tuples, rows = _to_numpy(parts.table.column("tuple")), _to_numpy(parts.table.column("rows"))
    of_rows = _to_numpy(places)
    order = np.argsort(of_rows, kind="stable")
    # parts are ordered by combination, so in that order of the rows they follow each other
    if not np.array_equal(np.repeat(tuples, rows), of_rows[order]):
        raise InvalidParameter(
            say("The parts speak of other rows than the table has."),
            say("Count the table again: its parts are those of other data."),
        )
    part = np.empty(len(of_rows), np.int64)
    part[order] = np.repeat(np.arange(len(tuples), dtype=np.int64), rows)
    return pa.Array.from_buffers(pa.int64(), len(part), [None, pa.py_buffer(part)])


def _to_numpy(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """The numbers of a column; `to_numpy` would load pandas, half a second."""
    import numpy as np
    import pyarrow as pa

    array = pa.concat_arrays(column.chunks)
    return np.frombuffer(array.buffers()[1], np.int64, len(array) + array.offset)[array.offset :]


class SuppressionMarker:
    """Marks the rows of a table; one thread at a time."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._known: deque[_RowTuples] = deque(maxlen=_REMEMBERED)

    def mark(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int], table: str
    ) -> None:
        """Make the table of marks; `place` counts the published rows up to each row."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = self._located(cursor, kept, positions).rows
        places = rows.column("place")
        if kept.parts is None:
            flags, sizes = kept.kept, kept.sizes
        else:
            places = _part_of_rows(places, kept.parts)
            flags, sizes = kept.parts.table.column("kept"), kept.parts.table.column("size")
        published = flags.take(places)
        marks = {
            ROW: rows.column(ROW),
            "suppressed": pc.invert(published),
            "size": sizes.take(places),
            "place": pc.cumulative_sum(published.cast(pa.int64())),
            "part": places,
        }
        cursor.register(INCOMING, pa.table(marks))
        cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
        cursor.unregister(INCOMING)

    def publish(
        self, cursor: DuckDBPyConnection, parts: Parts, positions: dict[str, int], table: str
    ) -> None:
        """Make the table of what each part shows: a label and its rank for each column."""
        import pyarrow as pa

        columns = {"part": pa.array(range(parts.table.num_rows), pa.int64())}
        for name, labels in parts.labels.items():
            ranks = [None if text is None else rank for rank, text in enumerate(labels.texts)]
            texts = pa.array(labels.texts, pa.string())
            columns[f"l{positions[name]}"] = texts.take(labels.codes)
            columns[f"k{positions[name]}"] = pa.array(ranks, pa.int64()).take(labels.codes)
        cursor.register(INCOMING, pa.table(columns))
        cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
        cursor.unregister(INCOMING)

    def _located(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int]
    ) -> _RowTuples:
        tuples = kept.tuples
        for known in self._known:
            if known.columns == kept.columns and known.tuples.equals(tuples):
                return known
        result = _RowTuples(kept.columns, tuples, self._joined(cursor, kept, positions))
        self._known.append(result)
        return result

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
                say(
                    "The classes speak of {counted:,} rows, but the table has {rows:,}.",
                    counted=rows.num_rows,
                    rows=self._rows,
                ),
                say("Count the table again: its classes are those of other data."),
            )
        return rows
