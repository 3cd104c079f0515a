"""Read Parquet where it lies: only the columns that are asked for are touched."""

from __future__ import annotations

from incrowd.engines.duckdb.relation import Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import call, literal
from incrowd.engines.duckdb.views import view
from incrowd.engines.read_request import Request
from incrowd.errors import MalformedData


def read(request: Request, session: Session) -> Relation:
    """Make a Parquet file known as the working table."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(request.path) as file:
        names = check_names(file.schema_arrow.names, request.name)
        rows = file.metadata.num_rows
    path = literal(str(session.readable(request.path)))
    source = call("read_parquet", path, hive_partitioning="false")
    relation = view(session, request.name, source, names)
    if relation.rows != rows:
        raise MalformedData(
            f"'{request.name}' promises {rows} rows, but has {relation.rows}.",
            "The file is damaged: get it again.",
        )
    return relation
