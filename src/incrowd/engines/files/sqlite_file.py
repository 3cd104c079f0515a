"""Read a table or view of a SQLite file, which is opened for reading only.

Numbers become text as SQLite holds them (5 -> 5, 5.0 -> 5.0), bytes become hexadecimal digits.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from incrowd.engines.driver_errors import damaged_database
from incrowd.engines.duckdb.relation import Relation, batch_rows, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import identifier, literal, select
from incrowd.engines.files.confined.caps import MOST_RECORD, too_long
from incrowd.engines.files.confined.preparing import Told
from incrowd.engines.files.confined.texts import read_texts, write_texts
from incrowd.engines.files.format import Format, ReadRequest, TextTable, pick_part
from incrowd.language import say
from incrowd.progress import Progress


def read(request: ReadRequest, session: Session) -> Relation:
    """Bring a table into the working table."""
    return read_texts(request, session, prepare)


def prepare(request: ReadRequest, target: Path) -> Told:
    """Hand a table over, from the process that reads the file."""
    with closing(open_sqlite(request.path)) as connection:
        tables = list_sqlite_tables(connection)
        table = pick_part(request.options.table, tables, "table", request.name)
        described = connection.execute(
            select(["name"], f"pragma_table_info({literal(table)})")
        ).fetchall()
        names = check_names([name for (name,) in described], request.name)
        try:
            wanted = connection.execute(select(map(identifier, names), identifier(table)))
            rows = batch_rows([_text(value) for value in row] for row in wanted)
            return write_texts(TextTable(table, names, rows), request, target)
        except sqlite3.DataError as error:
            if "too big" in str(error):
                raise too_long(request.name) from error
            raise


def _text(value: object) -> str | None:
    """A value of SQLite as text."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.hex()
    return repr(value)


_PRAGMAS: Final = ("table_info", "quick_check")
"""What we ask of a file ourselves."""
_STEPS: Final = 100_000
"""Steps of SQLite between two looks at whether somebody wants to stop."""


def open_sqlite(path: Path) -> sqlite3.Connection:
    """A file of SQLite, for reading."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, check_same_thread=False)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_RECORD)
    connection.set_authorizer(_authorize)
    return connection


def _authorize(action: int, name: str | None, *_: str | None) -> int:
    """Let a view read tables, but not ask where the file lies or open another one."""
    told = action == sqlite3.SQLITE_PRAGMA and name not in _PRAGMAS
    return sqlite3.SQLITE_DENY if told or action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK


def list_sqlite_tables(connection: sqlite3.Connection) -> list[str]:
    """The tables and views of a file of SQLite."""
    listed = "WHERE type IN ('table', 'view') ORDER BY name"
    result = connection.execute(select(["name"], "sqlite_master", listed))
    return [name for (name,) in result if not name.startswith("sqlite_")]


def check(path: Path, progress: Progress) -> list[str]:
    """Read a file from end to end; the names of its tables, or in words what is wrong."""
    wishes: list[BaseException] = []

    def stopped() -> int:
        try:
            progress(say("checking {name}", name=path.name), None)
        except BaseException as wish:
            wishes.append(wish)
        return len(wishes)

    try:
        with closing(open_sqlite(path)) as connection:
            connection.set_progress_handler(stopped, _STEPS)
            ((verdict,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
            tables = list_sqlite_tables(connection)
    except sqlite3.Error as error:
        if wishes:
            raise wishes[0] from None
        raise damaged_database(path.name) from error
    if verdict != "ok":
        raise damaged_database(path.name)
    return tables


FORMAT: Final = Format(
    "sqlite",
    "SQLite",
    read,
    ("sqlite", "sqlite3"),
    ((0, b"SQLite format 3\0"),),
    options=("table",),
)
