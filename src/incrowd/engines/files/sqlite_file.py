"""Read a table or view of a SQLite file, which is opened for reading only.

Numbers become text as SQLite holds them (5 -> 5, 5.0 -> 5.0), bytes become hexadecimal digits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from incrowd.engines.duckdb.batches import in_columns, ingest
from incrowd.engines.duckdb.relation import Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import identifier, literal, select
from incrowd.engines.files.database_files import sqlite_connection, sqlite_tables
from incrowd.engines.read_request import Request, pick


def read(request: Request, session: Session) -> Relation:
    """Bring a table into the working table."""
    with closing(sqlite_connection(request.path)) as connection:
        tables = sqlite_tables(connection)
        table = pick(request.options.table, tables, "table", request.name)
        described = connection.execute(
            select(["name"], f"pragma_table_info({literal(table)})")
        ).fetchall()
        names = check_names([name for (name,) in described], request.name)
        wanted = select(map(identifier, names), identifier(table))
        rows = _rows(connection.execute(wanted), request)
        return ingest(session, table, names, in_columns(rows))


def _rows(cursor: sqlite3.Cursor, request: Request) -> Iterator[Sequence[str | None]]:
    for row in cursor:
        yield [_text(value) for value in row]


def _text(value: object) -> str | None:
    """A value of SQLite as text."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.hex()
    return repr(value)
