"""Make a table that DuckDB can query as it is known as the working table, without copying it."""

from __future__ import annotations

from collections.abc import Sequence

from incrowd.engines.duckdb.relation import DATA, WEIGHT, Column, Relation, check_rows, positional
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, select


def view(session: Session, name: str, source: str, names: Sequence[str]) -> Relation:
    """A view over a source whose columns have these names, in this order."""
    kept = select(
        ["*", f"CAST(1 AS BIGINT) AS {WEIGHT}"], f"{source} AS source({positional(names)})"
    )
    session.run(create("TEMP VIEW", DATA, kept), f"opening {name}")
    types = [str(row[1]) for row in session.rows(f"DESCRIBE {DATA}")]
    columns = tuple(
        Column(position, column, types[position]) for position, column in enumerate(names)
    )
    rows = session.rows(select(["count(*)"], DATA))[0][0]
    return Relation(name, columns, check_rows(int(rows), name))
