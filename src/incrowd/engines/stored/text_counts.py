"""The different texts of columns in the published rows: `count_texts(cursor, view, ["age"])`.

One statement counts a column. A table of thousands of columns would take minutes that way, as each
statement looks at all of them, so there some hundred columns are read at a time and counted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

    from incrowd.engines.stored.published_sql import TableView

Counts = tuple[tuple[str, int], ...]

_AT_ONCE: Final = 200
"""Columns above which a table is wide, and which are read by one statement then."""
_CELLS: Final = 5_000_000
"""Cells that are brought here at a time."""


def count_texts(
    cursor: DuckDBPyConnection, view: TableView, columns: Sequence[str]
) -> dict[str, Counts]:
    """Each column with its texts, the most frequent first, and their rows; missing is none."""
    at_once = min(_AT_ONCE, _CELLS // max(view.rows, 1))
    if len(columns) <= _AT_ONCE or at_once < 2:
        return {name: _count_there(cursor, view, name) for name in columns}
    result: dict[str, Counts] = {}
    for start in range(0, len(columns), at_once):
        names = columns[start : start + at_once]
        read = cursor.execute(view.read_published([view.column(name) for name in names]))
        found = zip(names, read.to_arrow_table().columns, strict=True)
        result.update({name: _count_here(values) for name, values in found})
    return result


def _count_there(cursor: DuckDBPyConnection, view: TableView, name: str) -> Counts:
    counting = f"{view.count_published([view.column(name)])} ORDER BY 2 DESC, 1"
    rows = cursor.execute(counting).fetchall()
    return tuple((text, count) for text, count in rows if text is not None)


def _count_here(values: pa.ChunkedArray) -> Counts:
    """The same as the database counts and sorts: equal numbers by the bytes of the texts."""
    pairs = [(each["values"], each["counts"]) for each in values.value_counts().to_pylist()]
    known = [(text, count) for text, count in pairs if text is not None]
    return tuple(sorted(known, key=lambda pair: (-pair[1], pair[0].encode())))
