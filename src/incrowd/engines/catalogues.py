"""What a source holds: schemas, tables, columns, each asked for when somebody looks at it.

    with catalogue_of("postgresql://ann@host/clinic") as catalogue:
        catalogue.tables(catalogue.schemas()[0])

A file with one table shows itself as that table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Protocol

from incrowd.engines.address import Address, check_file, parse
from incrowd.engines.border import border
from incrowd.engines.server_connection import attached
from incrowd.engines.server_listing import ServerListing
from incrowd.engines.servers import Server
from incrowd.engines.session import Session
from incrowd.engines.source import silent
from incrowd.engines.statements import literal, select
from incrowd.errors import UnknownName


@dataclass(frozen=True)
class ListedColumn:
    """A column and its type, as the source calls it."""

    name: str
    type: str


class Catalogue(Protocol):
    """What can be looked at step by step."""

    def schemas(self) -> list[str]:
        """The schemas; an empty name where there are none."""

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a schema."""

    def columns(self, schema: str, table: str) -> list[ListedColumn]:
        """The columns of a table."""


@contextmanager
def catalogue_of(place: str, password: str | None = None) -> Iterator[Catalogue]:
    """Look into a server, a database file or any other file."""
    address = parse(place)
    with border(address.shown):
        if address.server is not None:
            with closing(Session(silent)) as session:
                yield from _server(session, address.server, password)
            return
        check_file(address.path)
        yield _FileCatalogue(address)


def _server(session: Session, server: Server, password: str | None) -> Iterator[Catalogue]:
    with attached(session, server, password) as connection:
        yield _ServerCatalogue(ServerListing(connection))


class _ServerCatalogue:
    def __init__(self, listing: ServerListing) -> None:
        self._listing = listing

    def schemas(self) -> list[str]:
        return self._listing.schemas()

    def tables(self, schema: str) -> list[str]:
        if schema not in self.schemas():
            raise UnknownName.among("schema", schema, self.schemas())
        return self._listing.tables(schema)

    def columns(self, schema: str, table: str) -> list[ListedColumn]:
        if table not in self.tables(schema):
            raise UnknownName.among("table", table, self.tables(schema))
        return [ListedColumn(one.name, one.type) for one in self._listing.columns(schema, table)]


class _FileCatalogue:
    """A file: the tables of a DuckDB or SQLite file, or the file itself as one table."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def schemas(self) -> list[str]:
        return sorted({schema for schema, _ in self._tables()})

    def tables(self, schema: str) -> list[str]:
        if schema not in self.schemas():
            raise UnknownName.among("schema", schema, self.schemas())
        return [table for known, table in self._tables() if known == schema]

    def columns(self, schema: str, table: str) -> list[ListedColumn]:
        if table not in self.tables(schema):
            raise UnknownName.among("table", table, self.tables(schema))
        from incrowd.engines.opening import open_file

        named = {"table": table if schema in ("", "main") else f"{schema}.{table}"}
        several = self._kind() is not None
        place = f"{self._address.scheme}:///{self._address.path}" if self._address.scheme else None
        with closing(
            open_file(place or self._address.path, silent, named if several else {})
        ) as one:
            return [ListedColumn(column.name, column.type) for column in one.relation.columns]

    def _kind(self) -> str | None:
        with self._address.path.open("rb") as file:
            head = file.read(16)
        if head.startswith(b"SQLite format 3\0"):
            return "sqlite"
        return "duckdb" if head[8:12] == b"DUCK" else None

    def _tables(self) -> list[tuple[str, str]]:
        kind = self._kind()
        if kind == "sqlite":
            return [("", name) for name in self._sqlite()]
        return self._duckdb() if kind == "duckdb" else [("", self._address.path.name)]

    def _sqlite(self) -> list[str]:
        import sqlite3

        place = f"{self._address.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(place, uri=True)) as connection:
            listed = "WHERE type IN ('table', 'view') ORDER BY name"
            found = connection.execute(select(["name"], "sqlite_master", listed)).fetchall()
        return [name for (name,) in found if not name.startswith("sqlite_")]

    def _duckdb(self) -> list[tuple[str, str]]:
        with closing(Session(silent)) as session:
            path = literal(str(self._address.path.absolute()))
            session.rows(f"ATTACH {path} AS attached_file (READ_ONLY, TYPE duckdb)")
            listed = f"WHERE table_catalog = {literal('attached_file')} ORDER BY ALL"
            return session.rows(
                select(["table_schema", "table_name"], "information_schema.tables", listed)
            )
