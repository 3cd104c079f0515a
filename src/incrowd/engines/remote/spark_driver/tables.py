"""Find the table that is meant in Spark: clinic.people, `my db`.people, or parquet:/data/people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from incrowd.engines.contract import TableName
from incrowd.engines.remote.spark_driver.errors import condition
from incrowd.engines.remote.spark_driver.sessions import Session, warehouse
from incrowd.engines.servers.address import Server
from incrowd.errors import SourceNotFound, suggestion
from incrowd.language import say

FORMATS: Final = ("parquet", "delta", "iceberg", "orc", "avro")
"""Formats of folders that say themselves what their columns are."""
_FOLDER: Final = re.compile(rf"({'|'.join(FORMATS)})(?::|\.(?=[`/]))`?([^`]+)`?")
_QUOTED: Final = re.compile(r"`((?:[^`]|``)+)`|([^`.]+)")
_ROWS: Final = re.compile(r"(\d+) rows")
_MOST_SCHEMAS: Final = 50
_LISTED_TABLES: Final = 20
_ABSENT: Final = (
    "REQUIRES_SINGLE_PART_NAMESPACE",
    "SCHEMA_NOT_FOUND",
    "TABLE_OR_VIEW_NOT_FOUND",
    "CATALOG_NOT_FOUND",
)

Ask = Callable[[Callable[[Session], Any], str], Any]
"""Work in a session, as a step with a name."""


@dataclass(frozen=True)
class SparkTables:
    """What a session can read."""

    server: Server
    ask: Ask

    @property
    def database(self) -> tuple[str, ...]:
        """The database of a table that is named without one, as the address says or Spark."""
        if self.server.database and not self.server.kind.classic:
            return split_name(self.server.database)
        return (str(self.ask(lambda session: session.catalog.currentDatabase(), "connecting")),)

    def exists(self, table: TableName) -> bool:
        """Whether there is such a table or view."""
        name = table.sql.sql("spark")

        def look(session: Session) -> bool:
            try:
                return bool(session.catalog.tableExists(name))
            except Exception as error:
                if condition(error).startswith(_ABSENT):
                    return False
                raise

        return bool(self.ask(look, "looking for the table"))

    def schemas(self) -> list[str]:
        """The databases."""
        rows = self.ask(lambda session: session.sql("SHOW DATABASES").collect(), "listing tables")
        hidden = self.server.kind.hidden
        return sorted(row[0] for row in rows if row[0] not in hidden)

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a database; not those of a session."""
        statement = f"SHOW TABLES IN {_quoted(schema)}"
        rows = self.ask(lambda session: session.sql(statement).collect(), "listing tables")
        return sorted(row.tableName for row in rows if not row.isTemporary)

    def adopt(self, folder: TableName) -> TableName:
        """Call a folder of the warehouse by the name of its table, so that others can stand beside.

        Spark in this process starts without any; where another folder has the name already, or it
        is none that Spark takes, the folder is read by its path.
        """
        path = Path(folder.table)
        database = path.parent.stem if path.parent.suffix == ".db" else "default"
        table = TableName((database,), path.name)

        def name(session: Session) -> TableName:
            try:
                _run(session, f"CREATE DATABASE IF NOT EXISTS {_quoted(database)}", path.parent)
                if _location(session, database) != path.parent.resolve():
                    return folder
                made = f"CREATE TABLE IF NOT EXISTS {table.sql.sql('spark')}"
                _run(session, f"{made} USING {folder.path[-1]}", path)
            except Exception as error:
                if not condition(error):
                    raise
                return folder
            return table

        adopted: TableName = self.ask(name, "looking for the table")
        return adopted

    def estimate_rows(self, table: TableName) -> int | None:
        """What was noted when the table was last analysed."""
        if is_folder(table):
            return None
        sql = f"DESCRIBE TABLE EXTENDED {table.sql.sql('spark')}"
        rows = self.ask(lambda session: session.sql(sql).collect(), "estimating the size")
        noted = [row.data_type for row in rows if row.col_name == "Statistics"]
        found = _ROWS.search(noted[0]) if noted else None
        return int(found[1]) if found else None


def _run(session: Session, statement: str, location: Path) -> None:
    """Make a database or a table at a place of this computer."""
    from sqlglot import exp

    session.sql(f"{statement} LOCATION {exp.Literal.string(str(location)).sql('spark')}").collect()


def _location(session: Session, database: str) -> Path:
    """Where the tables of a database of this process are."""
    uri = str(session.catalog.getDatabase(_quoted(database)).locationUri)
    return Path(unquote(uri.removeprefix("file:"))).resolve()


def _quoted(name: str) -> str:
    return TableName((), name).sql.sql("spark")


def is_folder(table: TableName) -> bool:
    """Whether a table is a folder of files.

    >>> is_folder(TableName(("parquet",), "/data/people")), is_folder(TableName(("a",), "b"))
    (True, False)
    """
    return table.path[-1:] in [(name,) for name in FORMATS] and _is_location(table.table)


def split_name(text: str) -> tuple[str, ...]:
    """Take a name apart as Spark does: what stands between backticks is one part.

    >>> split_name("clinic.people"), split_name("`my.db`.`a``b`")
    (('clinic', 'people'), ('my.db', 'a`b'))
    """
    parts = _QUOTED.findall(text)
    return tuple(quoted.replace("``", "`") if quoted else plain for quoted, plain in parts)


def parse_folder(part: str) -> TableName | None:
    """A folder of files, if that is what is written.

    >>> parse_folder("parquet:/data/people")
    TableName(path=('parquet',), table='/data/people')
    >>> parse_folder("delta.`s3a://lake/people`").table, parse_folder("clinic.people")
    ('s3a://lake/people', None)
    """
    found = _FOLDER.fullmatch(part)
    return TableName((found[1],), found[2]) if found and _is_location(found[2]) else None


def find_table(known: SparkTables, part: str | None) -> TableName:
    """The table, view or folder that is meant; names with dots in them are tried, too."""
    if part is not None:
        folder = parse_folder(part)
        if folder is not None:
            return folder
        folder = _find_folder(known.server, part)
        if folder is not None:
            return known.adopt(folder)
        for table in _candidates(known.database, part):
            if known.exists(table):
                return table
    names = list(_list(known))
    if part is None and len(names) == 1:
        return find_table(known, names[0])
    raise _not_found(known.server, part, names)


def _candidates(database: tuple[str, ...], part: str) -> Iterator[TableName]:
    parts = split_name(part)
    yield TableName(database, part)
    if len(parts) == 1:
        yield TableName(database, parts[0])
    if len(parts) in (2, 3):
        yield TableName(parts[:-1], parts[-1])
    for dot in [place for place, letter in enumerate(part) if letter == "."]:
        yield TableName((part[:dot],), part[dot + 1 :])


def _list(known: SparkTables) -> Iterator[str]:
    """How each table is written behind the #."""
    default = known.database[-1]
    for schema in known.schemas()[:_MOST_SCHEMAS]:
        for table in known.tables(schema):
            yield table if schema == default else f"{schema}.{table}"
    yield from _list_folders(known.server)


def _not_found(server: Server, part: str | None, names: list[str]) -> SourceNotFound:
    place = server.database or server.url
    if part is not None:
        return SourceNotFound(
            say("'{database}' has no table '{name}'.", database=place, name=part),
            suggestion(part, names),
            names,
        )
    if not names:
        return SourceNotFound(say("'{database}' has no table that you may read.", database=place))
    listed = ", ".join(names[:_LISTED_TABLES]) + (", …" if len(names) > _LISTED_TABLES else "")
    return SourceNotFound(
        say("'{database}' has several tables: {names}.", database=place, names=listed),
        say("Say which one you mean: {url}#{name}.", url=server.url, name=names[0]),
        names,
    )


def _is_location(text: str) -> bool:
    """Whether a text names a folder: /data/people, s3a://lake/people."""
    return text.startswith("/") or re.match(r"[a-z][a-z0-9+.-]*:/", text) is not None


def _find_folder(server: Server, part: str) -> TableName | None:
    """A table of a warehouse on this computer: `people` or `clinic.db/people` in it."""
    root = warehouse(server)
    if root is None:
        return None
    *schema, table = split_name(part) or ("",)
    folder = root.joinpath(*(f"{name}.db" for name in schema), table)
    inside = folder.resolve().is_relative_to(root.resolve())
    form = _format(folder) if inside and folder.is_dir() else None
    return None if form is None else TableName((form,), str(folder))


def _list_folders(server: Server) -> Iterator[str]:
    root = warehouse(server)
    if root is None or not root.is_dir():
        return
    for folder in sorted(each for each in root.iterdir() if each.is_dir()):
        if folder.suffix == ".db":
            inner = sorted(each for each in folder.iterdir() if each.is_dir() and _format(each))
            yield from (f"{folder.stem}.{each.name}" for each in inner)
        elif _format(folder):
            yield folder.name


def _format(folder: Path) -> str | None:
    """What the files of a folder are."""
    if (folder / "_delta_log").is_dir():
        return "delta"
    if next(folder.glob("metadata/*.metadata.json"), None):
        return "iceberg"
    endings = {path.suffix for path in islice(folder.rglob("*.*"), 1_000)}
    return next((form for form in ("parquet", "orc", "avro") if f".{form}" in endings), None)
