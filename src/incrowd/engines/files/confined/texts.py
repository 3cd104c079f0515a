"""Hand over a table of texts: the confined process writes Arrow batches, the database takes them.

read_texts(request, session, extract)       # the parent; extract(request) runs elsewhere
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from incrowd.engines.duckdb.relation import Batch, Relation, ingest_arrow, positions
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined.caps import MOST_RECORD, check_width, too_long
from incrowd.engines.files.confined.preparing import Told, describe, handed_over, prepare
from incrowd.engines.files.format import ReadRequest, TextTable
from incrowd.language import say

if TYPE_CHECKING:
    import pyarrow as pa

_LONGEST = MOST_RECORD // 4
"""Characters of a cell; each may take four bytes."""


def read_texts(
    request: ReadRequest, session: Session, work: Callable[[ReadRequest, Path], Told]
) -> Relation:
    """Bring what a preparation wrote into the working table."""
    import pyarrow as pa

    name, names = describe(prepare(request, session, work))
    path = handed_over(session)
    with pa.memory_map(str(path)) as file, pa.ipc.open_stream(file) as reader:
        relation = ingest_arrow(session, name, names, _checked(reader))
    path.unlink()
    return relation


def _checked(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    for batch in reader:
        batch.validate(full=True)  # a process that went wrong may have written anything
        yield batch


def write_texts(table: TextTable, request: ReadRequest, target: Path) -> Told:
    """Write what a reader found, and tell its names: the other side, in the confined process."""
    import pyarrow as pa

    check_width(len(table.names), request.name)
    schema = pa.schema([(name, pa.string()) for name in positions(table.names)])
    step, rows = say("reading {name}", name=request.name), 0
    with pa.OSFile(str(target), "wb") as file, pa.ipc.new_stream(file, schema) as writer:
        for batch in table.batches:
            request.progress(step, None)
            _check_cells(batch, request.name)
            arrays = [_to_arrow(values) for values in batch]
            rows += len(arrays[0])
            writer.write_batch(pa.record_batch(arrays, schema=schema))
    return {"name": table.name, "names": list(table.names), "rows": rows}


def _to_arrow(values: Sequence[str | None]) -> pa.Array:
    """A column; `pa.array` would import pandas first, only to find out that it is none of its."""
    from pyarrow.lib import StringBuilder

    builder = StringBuilder()
    builder.append_values(values)
    return builder.finish()


def _check_cells(batch: Batch, source: str) -> None:
    for values in batch:
        if any(value is not None and len(value) > _LONGEST for value in values):
            raise too_long(source)
