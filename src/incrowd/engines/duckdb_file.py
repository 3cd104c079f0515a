"""Read a table or view of a DuckDB file, which is opened for reading only."""

from __future__ import annotations

from incrowd.engines.relation import Relation, check_names
from incrowd.engines.request import Request, pick
from incrowd.engines.session import Session
from incrowd.engines.statements import identifier, literal, select
from incrowd.engines.views import view

_FILE = "attached_file"


def read(request: Request, session: Session) -> Relation:
    """Make a table known as the working table."""
    path = literal(str(request.path.absolute()))
    session.run(f"ATTACH {path} AS {_FILE} (READ_ONLY, TYPE duckdb)", f"opening {request.name}")
    tables = _tables(session)
    name = pick(request.options.table, list(tables), "table", request.name)
    schema, table = tables[name]
    place = ".".join([_FILE, identifier(schema), identifier(table)])
    described = session.rows(f"DESCRIBE {place}")
    names = check_names([str(row[0]) for row in described], request.name)
    return view(session, name, place, names)


def _tables(session: Session) -> dict[str, tuple[str, str]]:
    """Each table and view by its name; outside of `main` with its schema: `sales.people`."""
    found = session.rows(
        select(
            ["table_schema", "table_name"],
            "information_schema.tables",
            f"WHERE table_catalog = {literal(_FILE)} ORDER BY ALL",
        )
    )
    return {
        table if schema == "main" else f"{schema}.{table}": (schema, table)
        for schema, table in found
    }
