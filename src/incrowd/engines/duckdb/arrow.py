"""Fetch an answer as an Arrow table whose texts are coded: ["a", "b", "a"] -> 0, 1, 0 and a, b.

A second thread codes what the first has fetched, so that coding costs hardly any time.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

BATCH = 61_440
"""Rows that are coded at a time: thirty of DuckDB's vectors."""


def fetch_coded(answer: duckdb.DuckDBPyConnection) -> pa.Table:
    """All rows of an executed query, each text as a code into the dictionary of its column."""
    import pyarrow as pa

    reader = answer.to_arrow_reader(BATCH)
    with ThreadPoolExecutor(1, thread_name_prefix="incrowd-coding") as pool:
        waiting = [pool.submit(_coded, batch) for batch in reader]
        tables = [one.result() for one in waiting]
    if not tables:
        return reader.schema.empty_table()
    return pa.concat_tables(tables).unify_dictionaries()


def _coded(batch: pa.RecordBatch) -> pa.Table:
    import pyarrow as pa

    columns = [
        column.dictionary_encode() if pa.types.is_string(column.type) else column
        for column in batch.columns
    ]
    return pa.Table.from_arrays(columns, names=batch.schema.names)
