"""Read a table or view of a DuckDB file, which is opened for reading only.

A view is computed where nothing but the file can be read, since it may ask for any other one.
"""

from pathlib import Path
from typing import Final

from incrowd.engines.driver_errors import damaged_database
from incrowd.engines.duckdb.relation import Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, literal, select
from incrowd.engines.files.format import Format, ReadRequest, pick_part
from incrowd.engines.files.sealed_database import (
    COPY,
    attach,
    check_view,
    explain_refusal,
    list_tables,
    open_sealed,
    qualified_name,
)
from incrowd.errors import DataError, SourceNotReadable
from incrowd.language import say
from incrowd.progress import Progress


def read(request: ReadRequest, session: Session) -> Relation:
    """Make a table known as the working table."""
    attach(session, request.path)
    tables = list_tables(session)
    short = {_short_name(schema, table): (schema, table, seen) for schema, table, seen in tables}
    whole = {f"{schema}.{table}": (schema, table, seen) for schema, table, seen in tables}
    wanted = request.options.table
    if wanted not in whole:
        wanted = pick_part(wanted, list(short), "table", request.name)
    schema, table, is_view = (short | whole)[wanted]
    check_view(session, schema, table)
    place = (
        _compute_view(request, session, schema, table) if is_view else qualified_name(schema, table)
    )
    described = session.rows(f"DESCRIBE {place}")
    names = check_names([str(row[0]) for row in described], request.name)
    return create_view(session, _short_name(schema, table), place, names)


def _short_name(schema: str, table: str) -> str:
    """How a table is called; outside of `main` with its schema: `sales.people`."""
    return table if schema == "main" else f"{schema}.{table}"


def _compute_view(request: ReadRequest, session: Session, schema: str, table: str) -> str:
    """Compute a view in a database without a way out, and let the session read what it gave."""
    target = session.folder.path(f"{COPY}.duckdb")
    place = f"{COPY}.main.rows"
    kept = create("TABLE", place, select(["*"], qualified_name(schema, table)))
    with explain_refusal(table), open_sealed(request.path, request.progress, target) as locked:
        locked.run(kept, say("reading {name}", name=table))
    session.rows(f"ATTACH {literal(str(target))} AS {COPY} (READ_ONLY, TYPE duckdb)")
    return place


_LOCKED: Final = say("Write its tables to a file without encryption, and choose that.")
_VERSION: Final = say(
    "Open it with the DuckDB that made it, and export it for the version used here."
)


def check(path: Path, progress: Progress) -> list[str]:
    """Read a file from end to end; the names of its tables, or in words what is wrong."""
    import duckdb

    try:
        with open_sealed(path, progress) as session:
            tables = list_tables(session)
            for schema, table, is_view in tables:
                if not is_view:  # every block has a checksum, which is compared when it is read
                    rows = select(["bit_xor(hash(one))"], f"{qualified_name(schema, table)} AS one")
                    session.run(rows, say("checking {name}", name=path.name))
    except duckdb.Error as error:
        raise _explain_refusal(path.name, str(error)) from error
    return [name for _, name, _ in tables]


def _explain_refusal(name: str, said: str) -> DataError:
    """Why DuckDB does not open a file."""
    if "encrypted" in said:
        return SourceNotReadable(say("'{name}' is encrypted.", name=name), _LOCKED)
    if "version number" in said:
        return SourceNotReadable(
            say("'{name}' was made by a version of DuckDB that is not read here.", name=name),
            _VERSION,
        )
    if "Could not set lock" in said:
        return SourceNotReadable(
            say("'{name}' is in use.", name=name), say("Close it there first.")
        )
    return damaged_database(name)


FORMAT: Final = Format(
    "duckdb", "DuckDB", read, ("duckdb", "ddb"), ((8, b"DUCK"),), options=("table",)
)
