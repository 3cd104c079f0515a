"""Read Parquet where it lies, touching only the columns that are asked for, and write it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.column_types import certain_type
from incrowd.engines.duckdb.relation import Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import call, literal, select
from incrowd.engines.files.confined import preparing as confined
from incrowd.engines.files.confined.rehearsal import rehearse
from incrowd.engines.files.format import OUTPUT_BATCH, Format, OutputFormat, OutputRows, ReadRequest
from incrowd.errors import MalformedData
from incrowd.language import say
from incrowd.table import Kind

if TYPE_CHECKING:
    import pyarrow as pa


def read(request: ReadRequest, session: Session) -> Relation:
    """Make a Parquet file known as the working table, once it has been read elsewhere."""
    if not request.trusted:
        confined.prepare(request, session, prepare)
    return _open(request, session)


def prepare(request: ReadRequest, target: Path) -> confined.Told:
    """Read all of it, in the confined process."""
    with closing(Session(request.progress)) as session:
        rehearse(_open(request, session), session, request)
    return {}


def _open(request: ReadRequest, session: Session) -> Relation:
    path = literal(str(session.plain_path(request.path)))
    schema = session.rows(select(["name", "num_children"], call("parquet_schema", path)))
    names = check_names(_top_names(schema), request.name)
    ((rows,),) = session.rows(select(["num_rows"], call("parquet_file_metadata", path)))
    source = call("read_parquet", path, hive_partitioning="false")
    relation = create_view(session, request.name, source, names)
    if relation.rows != rows:
        raise MalformedData(
            say(
                "'{name}' announces {promised} rows, but has {rows}.",
                name=request.name,
                promised=rows,
                rows=relation.rows,
            ),
            say("The file is damaged: get it again."),
        )
    return relation


def _top_names(schema: Sequence[tuple[str, int | None]]) -> list[str]:
    """The columns of a schema, in which each element is followed by those that it is made of.

    >>> _top_names([("root", 2), ("age", None), ("name", 2), ("first", 0), ("last", 0)])
    ['age', 'name']
    """
    names, open_parts = [], [0]
    for name, parts in schema[1:]:
        if len(open_parts) == 1:
            names.append(name)
        else:
            open_parts[-1] -= 1
        open_parts.append(parts or 0)
        while len(open_parts) > 1 and open_parts[-1] == 0:
            open_parts.pop()
    return names


def _write(output: OutputRows, part: Path) -> int:
    """Write with a driver that, unlike the database, lets names differ in capitals only."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [pa.string() if known is None else _arrow_type(known.kind) for known in output.types]
    schema = pa.schema(list(zip(output.names, kinds, strict=True)))
    rows = 0
    with pq.ParquetWriter(part, schema, compression="zstd") as writer:
        for batch in output.batches(typed=True):
            writer.write_batch(pa.record_batch(batch.columns, schema=schema), OUTPUT_BATCH)
            rows += batch.num_rows
    return rows


def _arrow_type(kind: Kind) -> pa.DataType:
    import pyarrow as pa

    return {
        Kind.INTEGER: pa.int64(),
        Kind.DECIMAL: pa.float64(),
        Kind.DATE: pa.date32(),
        Kind.TIMESTAMP: pa.timestamp("us"),
        Kind.BOOLEAN: pa.bool_(),
    }[kind]


FORMAT: Final = Format(
    "parquet",
    "Parquet",
    read,
    ("parquet", "pq"),
    ((0, b"PAR1"),),
    output=OutputFormat(
        "parquet",
        "Parquet",
        "Small and typed, for other programs.",
        "application/vnd.apache.parquet",
        _write,
        list,
        type_of=certain_type,
    ),
)
