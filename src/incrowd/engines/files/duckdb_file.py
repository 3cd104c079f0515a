"""Read a table or view of a DuckDB file, which is opened for reading only.

A view is computed where nothing but the file can be read, since it may ask for any other one.
"""

from __future__ import annotations

from incrowd.engines.duckdb.relation import Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, literal, select
from incrowd.engines.duckdb.views import view
from incrowd.engines.files.database_files import (
    COPY,
    attach,
    duckdb_tables,
    inside,
    place_of,
    sealed,
)
from incrowd.engines.files.view_guard import check_inside
from incrowd.engines.read_request import Request, pick
from incrowd.language import say


def read(request: Request, session: Session) -> Relation:
    """Make a table known as the working table."""
    attach(session, request.path)
    found = duckdb_tables(session)
    short = {_short(schema, table): (schema, table, seen) for schema, table, seen in found}
    whole = {f"{schema}.{table}": (schema, table, seen) for schema, table, seen in found}
    wanted = request.options.table
    if wanted not in whole:
        wanted = pick(wanted, list(short), "table", request.name)
    schema, table, is_view = (short | whole)[wanted]
    check_inside(session, schema, table)
    place = _computed(request, session, schema, table) if is_view else place_of(schema, table)
    described = session.rows(f"DESCRIBE {place}")
    names = check_names([str(row[0]) for row in described], request.name)
    return view(session, _short(schema, table), place, names)


def _short(schema: str, table: str) -> str:
    """How a table is called; outside of `main` with its schema: `sales.people`."""
    return table if schema == "main" else f"{schema}.{table}"


def _computed(request: Request, session: Session, schema: str, table: str) -> str:
    """Compute a view in a database without a way out, and let the session read what it gave."""
    target = session.workspace.path(f"{COPY}.duckdb")
    place = f"{COPY}.main.rows"
    kept = create("TABLE", place, select(["*"], place_of(schema, table)))
    with inside(table), sealed(request.path, request.progress, target) as locked:
        locked.run(kept, say("reading {name}", name=table))
    session.rows(f"ATTACH {literal(str(target))} AS {COPY} (READ_ONLY, TYPE duckdb)")
    return place
