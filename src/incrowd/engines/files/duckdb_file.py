"""Read a table or view of a DuckDB file, which is opened for reading only.

A view is computed where nothing but the file can be read, since it may ask for any other one.
"""

from contextlib import closing
from pathlib import Path
from typing import Final

from incrowd.engines.driver_errors import damaged_database
from incrowd.engines.duckdb.relation import Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, literal, select
from incrowd.engines.files.confined.preparing import Told, describe, handed_over
from incrowd.engines.files.confined.preparing import prepare as prepared
from incrowd.engines.files.confined.rehearsal import rehearse
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

_ROWS: Final = f"{COPY}.main.rows"


def read(request: ReadRequest, session: Session) -> Relation:
    """Make a table known as the working table, once it has been read elsewhere."""
    told = prepared(request, session, prepare)
    name, names = describe(told)
    if told["computed"]:
        session.rows(
            f"ATTACH {literal(str(handed_over(session)))} AS {COPY} (READ_ONLY, TYPE duckdb)"
        )
        return create_view(session, name, _ROWS, names)
    attach(session, request.path)
    return create_view(session, name, qualified_name(told["schema"], told["table"]), names)


def prepare(request: ReadRequest, target: Path) -> Told:
    """Read a table from end to end, or compute a view, in the confined process."""
    with closing(Session(request.progress)) as session:
        attach(session, request.path)
        schema, table, is_view = _choose(list_tables(session), request)
        computed = check_view(session, schema, table) or is_view
    with explain_refusal(table), open_sealed(request.path, request.progress, target) as locked:
        place = qualified_name(schema, table)
        if computed:
            kept = create("TABLE", _ROWS, select(["*"], place))
            locked.run(kept, say("reading {name}", name=table))
            place = _ROWS
        described = locked.rows(f"DESCRIBE {place}")
        names = check_names([str(row[0]) for row in described], request.name)
        name = _short_name(schema, table)
        locked.rows("USE memory")
        rehearse(create_view(locked, name, place, names), locked, request)
    return {"name": name, "names": names, "schema": schema, "table": table, "computed": computed}


def _choose(tables: list[tuple[str, str, bool]], request: ReadRequest) -> tuple[str, str, bool]:
    """The table that is asked for, or the only one: its schema, its name, whether it is a view."""
    short = {_short_name(schema, table): (schema, table, seen) for schema, table, seen in tables}
    whole = {f"{schema}.{table}": (schema, table, seen) for schema, table, seen in tables}
    wanted = request.options.table
    if wanted not in whole:
        wanted = pick_part(wanted, list(short), "table", request.name)
    return (short | whole)[wanted]


def _short_name(schema: str, table: str) -> str:
    """How a table is called; outside of `main` with its schema: `sales.people`."""
    return table if schema == "main" else f"{schema}.{table}"


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
            say("'{name}' was made by a version of DuckDB that cannot be read here.", name=name),
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
