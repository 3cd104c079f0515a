"""What a file of DuckDB or SQLite holds, found out in a process of its own.

look_into(list_tables, Path("clinic.sqlite"))       # [["", "people"], ["", "visits"]]
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import literal, select
from incrowd.engines.files import duckdb_file, sqlite_file
from incrowd.engines.files.confined.preparing import run_listing
from incrowd.engines.files.format import ReadRequest
from incrowd.engines.files.sealed_database import (
    attach,
    check_view,
    explain_refusal,
    open_sealed,
    qualified_name,
)
from incrowd.engines.files.sealed_database import list_tables as list_duckdb_tables
from incrowd.progress import Progress, silent
from incrowd.temporary_folder import TemporaryFolder

Listing = Callable[..., list[Any]]


def look_into(listing: Listing, path: Path, progress: Progress = silent, **asked: str) -> list[Any]:
    """Ask what a file holds."""
    folder = TemporaryFolder()
    try:
        return run_listing(listing, ReadRequest(path, progress=progress), folder.folder, asked)
    finally:
        folder.remove()


def find_kind(path: Path) -> str | None:
    """Which database a file is, by how it begins; none where it is a folder."""
    if path.is_dir():
        return None
    with path.open("rb") as file:
        head = file.read(16)
    if head.startswith(b"SQLite format 3\0"):
        return "sqlite"
    return "duckdb" if head[8:12] == b"DUCK" else None


def list_tables(request: ReadRequest) -> list[tuple[str, str]]:
    """The tables and views, each with its schema, which is empty where there are none."""
    if find_kind(request.path) == "sqlite":
        with closing(sqlite_file.open_sqlite(request.path)) as connection:
            return [("", name) for name in sqlite_file.list_sqlite_tables(connection)]
    with open_sealed(request.path) as session:
        return [(schema, table) for schema, table, _ in list_duckdb_tables(session)]


def list_columns(request: ReadRequest, schema: str, table: str) -> list[tuple[str, str]]:
    """The columns of a table with their types."""
    if find_kind(request.path) == "sqlite":
        with closing(sqlite_file.open_sqlite(request.path)) as connection:
            described = select(["name", "type"], f"pragma_table_info({literal(table)})")
            return [(name, type_) for name, type_ in connection.execute(described)]
    with closing(Session(request.progress)) as session:
        attach(session, request.path)
        check_view(session, schema, table)
    with explain_refusal(table), open_sealed(request.path) as session:
        result = session.rows(f"DESCRIBE {qualified_name(schema, table)}")
        return [(str(row[0]), str(row[1])) for row in result]


def check_tables(request: ReadRequest) -> list[str]:
    """Read the file from end to end; the names of its tables, or in words what is wrong."""
    sqlite = find_kind(request.path) == "sqlite"
    check = sqlite_file.check if sqlite else duckdb_file.check
    return check(request.path, request.progress)
