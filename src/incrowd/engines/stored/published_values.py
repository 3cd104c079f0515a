"""What is published of a stored table, counted or as a whole: `count_texts(table, ["zip"], …)`."""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from incrowd.engines.files.formats import output_format
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.engines.stored.published_sql import ROW_NUMBER
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import Selection
from incrowd.progress import silent


def count_texts(
    source: StoredTable,
    columns: Sequence[str],
    recodings: Mapping[str, Recoding],
    kept: KeptTuples | None,
) -> dict[str, tuple[tuple[str, int], ...]]:
    """The different texts of some columns in the published rows, each with its rows."""
    form = output_format("csv")
    result = {}
    with source.display(recodings, kept) as view, source.cursor() as cursor:
        for name in columns:
            column = view.column(name)
            selection = Selection(source, view, (column,), silent, form)
            counting = selection.query([f"{column.written} AS v", "count(*)"], "GROUP BY 1")
            rows = cursor.execute(f"{counting} ORDER BY 2 DESC, 1").fetchall()
            result[name] = tuple((text, count) for text, count in rows if text is not None)
    return result


def count_published(
    source: StoredTable, recodings: Mapping[str, Recoding], kept: KeptTuples | None
) -> int:
    """How many rows are published."""
    with source.display(recodings, kept) as view:
        return view.published


def read_published(
    source: StoredTable,
    columns: Sequence[str],
    recodings: Mapping[str, Recoding],
    kept: KeptTuples | None,
) -> pa.Table:
    """The published rows of some columns as texts, in the order of the data."""
    with source.display(recodings, kept) as view:
        wanted = tuple(view.column(name) for name in columns)
        selection = Selection(source, view, wanted, silent, output_format("csv"), ROW_NUMBER)
        batches = list(selection.batches())
    if not batches:
        return pa.table({name: pa.array([], pa.string()) for name in columns})
    return pa.Table.from_batches(batches).rename_columns(list(columns))
