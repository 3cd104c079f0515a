"""A database in a file, of DuckDB or SQLite: which of both it is, and whether it is whole.

    check_database(Path("clinic.db"))       # "sqlite"

What such a file holds is looked at in a database without a way out: a view may ask to read other
files of this computer, and whoever made the file need not be who opens it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import identifier, literal, select
from incrowd.errors import DataError, MalformedData, SourceNotFound, SourceNotReadable
from incrowd.language import say
from incrowd.progress import Progress, silent

FILE: Final = "attached_file"
COPY: Final = "computed_view"
_STEPS: Final = 100_000
"""Steps of SQLite between two looks at whether somebody wants to stop."""

_WRONG: Final = "Choose a file that DuckDB or SQLite has made: .duckdb, .db or .sqlite."
_DAMAGED: Final = "Copy it again from where it came from, while no program writes to it."
_LOCKED: Final = "Write its tables to a file without encryption, and choose that."
_VERSION: Final = "Open it with the DuckDB that made it, and export it for the version used here."


def kind_of(path: Path) -> str | None:
    """Which database a file is, by how it begins."""
    with path.open("rb") as file:
        head = file.read(16)
    if head.startswith(b"SQLite format 3\0"):
        return "sqlite"
    return "duckdb" if head[8:12] == b"DUCK" else None


def check_database(path: Path, progress: Progress = silent) -> str:
    """Read a file from end to end; its kind, or in words what is wrong with it."""
    name, kind = path.name, kind_of(path)
    if not path.stat().st_size:
        raise MalformedData(say("'{name}' is empty.", name=name), _WRONG)
    if kind is None:
        raise SourceNotReadable(
            say("'{name}' is no file of DuckDB or SQLite, or it is encrypted.", name=name), _WRONG
        )
    tables = _check_sqlite(path, progress) if kind == "sqlite" else _check_duckdb(path, progress)
    if not tables:
        raise SourceNotFound(
            say("There is no table in '{name}'.", name=name), "Choose a file with tables."
        )
    return kind


@contextmanager
def sealed(
    path: Path, progress: Progress = silent, target: Path | None = None
) -> Iterator[Session]:
    """A session that reads a file of DuckDB and nothing else; `COPY` is a new file to write to."""
    with closing(Session(progress, ordered=True)) as session:
        attach(session, path)
        if target is not None:
            session.rows(f"ATTACH {literal(str(target))} AS {COPY} (TYPE duckdb)")
        session.rows(f"USE {FILE}")  # views name tables as they are called in their file
        session.rows("SET enable_external_access = false")
        yield session


@contextmanager
def inside(table: str) -> Iterator[None]:
    """Say in words that a view wants to read something else than its file."""
    import duckdb

    try:
        yield
    except duckdb.PermissionException as error:
        raise SourceNotReadable(
            say("The view '{name}' reads something outside of its file.", name=table),
            "Choose a table, or keep what the view shows as a table in the file.",
        ) from error


def attach(session: Session, path: Path) -> None:
    """Let a session read a file of DuckDB."""
    place = literal(str(path.absolute()))
    session.run(f"ATTACH {place} AS {FILE} (READ_ONLY, TYPE duckdb)", f"opening {path.name}")


def duckdb_tables(session: Session) -> list[tuple[str, str, bool]]:
    """The tables and views of the attached file: schema, name, and whether it is a view."""
    found = session.rows(
        select(
            ["table_schema", "table_name", "table_type"],
            "information_schema.tables",
            f"WHERE table_catalog = {literal(FILE)} ORDER BY ALL",
        )
    )
    return [(schema, name, kind == "VIEW") for schema, name, kind in found]


def place_of(schema: str, table: str) -> str:
    """A table of the attached file, in SQL."""
    return ".".join([FILE, identifier(schema), identifier(table)])


def sqlite_connection(path: Path) -> sqlite3.Connection:
    """A file of SQLite, for reading."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, check_same_thread=False)


def sqlite_tables(connection: sqlite3.Connection) -> list[str]:
    """The tables and views of a file of SQLite."""
    listed = "WHERE type IN ('table', 'view') ORDER BY name"
    found = connection.execute(select(["name"], "sqlite_master", listed))
    return [name for (name,) in found if not name.startswith("sqlite_")]


def _check_duckdb(path: Path, progress: Progress) -> list[str]:
    import duckdb

    try:
        with sealed(path, progress) as session:
            tables = duckdb_tables(session)
            for schema, table, is_view in tables:
                if not is_view:  # every block has a checksum, which is compared when it is read
                    rows = select(["bit_xor(hash(one))"], f"{place_of(schema, table)} AS one")
                    session.run(rows, say("checking {name}", name=path.name))
    except duckdb.Error as error:
        raise _refused(path.name, str(error)) from error
    return [name for _, name, _ in tables]


def _refused(name: str, said: str) -> DataError:
    """Why DuckDB does not open a file."""
    if "encrypted" in said:
        return SourceNotReadable(say("'{name}' is encrypted.", name=name), _LOCKED)
    if "version number" in said:
        return SourceNotReadable(
            say("'{name}' was made by a version of DuckDB that is not read here.", name=name),
            _VERSION,
        )
    if "Could not set lock" in said:
        return SourceNotReadable(say("'{name}' is in use.", name=name), "Close it there first.")
    return _damaged(name)


def _damaged(name: str) -> MalformedData:
    return MalformedData(say("'{name}' is damaged or incomplete.", name=name), _DAMAGED)


def _check_sqlite(path: Path, progress: Progress) -> list[str]:
    wishes: list[BaseException] = []

    def stopped() -> int:
        try:
            progress(say("checking {name}", name=path.name), None)
        except BaseException as wish:
            wishes.append(wish)
        return len(wishes)

    try:
        with closing(sqlite_connection(path)) as connection:
            connection.set_progress_handler(stopped, _STEPS)
            ((told,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
            tables = sqlite_tables(connection)
    except sqlite3.Error as error:
        if wishes:
            raise wishes[0] from None
        raise _damaged(path.name) from error
    if told != "ok":
        raise _damaged(path.name)
    return tables
