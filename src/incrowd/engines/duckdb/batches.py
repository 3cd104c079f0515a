"""Bring rows that a driver hands out into the working table, a batch at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from incrowd.engines.duckdb.relation import DATA, WEIGHT, Column, Relation, check_rows
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, select

if TYPE_CHECKING:
    import pyarrow as pa

_INCOMING = "incoming"
BATCH = 50_000
"""Rows that are handled at a time."""

Batch = Sequence[Sequence[str | None]]
"""One list of values per column."""


def ingest(session: Session, name: str, names: Sequence[str], batches: Iterable[Batch]) -> Relation:
    """Fill the working table with columns of text."""
    import pyarrow as pa

    schema = pa.schema([(f"c{position}", pa.string()) for position in range(len(names))])
    # an error in the driver reaches DuckDB as mere text, so it is kept to be raised as it was
    troubles: list[Exception] = []
    counted: list[int] = []
    stream = _kept(batches, schema, troubles, counted)
    reader = pa.RecordBatchReader.from_batches(schema, stream)
    session.connection.register(_INCOMING, reader)
    query = select(["*", f"CAST(1 AS BIGINT) AS {WEIGHT}"], _INCOMING)
    try:
        session.run(create("TABLE", DATA, query), f"reading {name}")
    except Exception:
        if troubles:
            raise troubles[0] from None
        raise
    finally:
        session.connection.unregister(_INCOMING)
    columns = tuple(Column(position, column) for position, column in enumerate(names))
    return Relation(name, columns, check_rows(sum(counted), name))


def _kept(
    batches: Iterable[Batch], schema: pa.Schema, troubles: list[Exception], counted: list[int]
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    try:
        for batch in batches:
            arrays = [pa.array(values, pa.string()) for values in batch]
            counted.append(len(arrays[0]))
            yield pa.record_batch(arrays, schema=schema)
    except Exception as error:
        troubles.append(error)
        raise


def in_columns(rows: Iterable[Sequence[str | None]]) -> Iterator[Batch]:
    """Rows, gathered in batches of columns."""
    gathered: list[Sequence[str | None]] = []
    for row in rows:
        gathered.append(row)
        if len(gathered) == BATCH:
            yield list(zip(*gathered, strict=True))
            gathered = []
    if gathered:
        yield list(zip(*gathered, strict=True))
