"""What a source holds: schemas, tables, columns, each asked for when somebody looks at it.

    with open_catalogue("postgresql://ann@host/clinic") as catalogue:
        catalogue.tables(catalogue.schemas()[0])

A file with one table shows itself as that table.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, cast

from incrowd.engines.address import Address, check_place, parse_address
from incrowd.engines.contract import EngineColumn, TableName
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.database_listing import (
    check_tables,
    find_kind,
    list_columns,
    list_tables,
    look_into,
)
from incrowd.engines.opening import open_file
from incrowd.engines.remote.opening import connect_server
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.connection import attach_server
from incrowd.engines.servers.passwords import Password
from incrowd.engines.servers.tables import ServerListing
from incrowd.errors import MalformedData, SourceNotFound, SourceNotReadable, UnknownName
from incrowd.language import as_message, say
from incrowd.progress import Progress, silent


@dataclass(frozen=True)
class CatalogueColumn:
    """A column and its type, as the source calls it."""

    name: str
    type: str


class Catalogue(Protocol):
    """What can be looked at step by step."""

    def schemas(self) -> list[str]:
        """The schemas; an empty name where there are none."""

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a schema."""

    def columns(self, schema: str, table: str) -> list[CatalogueColumn]:
        """The columns of a table."""


@contextmanager
def open_catalogue(place: str, password: Password = None) -> Iterator[Catalogue]:
    """Look into a server, a database file or any other file."""
    address = parse_address(place)
    with translate_errors(address.shown):
        if address.server is not None and not address.server.kind.extension:
            with closing(connect_server(address.server, password)) as connection:
                yield _EngineCatalogue(cast("_Listing", connection))
            return
        if address.server is not None:
            with closing(Session(silent)) as session:
                yield from _open_server(session, address.server, password)
            return
        check_place(address.path)
        yield _FileCatalogue(address)


def _open_server(session: Session, server: Server, password: Password) -> Iterator[Catalogue]:
    with attach_server(session, server, password) as connection:
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

    def columns(self, schema: str, table: str) -> list[CatalogueColumn]:
        if table not in self.tables(schema):
            raise UnknownName.among("table", table, self.tables(schema))
        return [
            CatalogueColumn(column.name, column.type)
            for column in self._listing.columns(schema, table)
        ]


class _Listing(Protocol):
    """An engine that can say what it holds."""

    def schemas(self) -> list[str]:
        """The schemas."""

    def tables(self, schema: str) -> list[str]:
        """The tables of a schema."""

    def columns(self, table: TableName) -> Sequence[EngineColumn]:
        """The columns of a table."""


class _EngineCatalogue:
    """An engine with a driver of its own."""

    def __init__(self, connection: _Listing) -> None:
        self._connection = connection

    def schemas(self) -> list[str]:
        return self._connection.schemas()

    def tables(self, schema: str) -> list[str]:
        if schema not in self.schemas():
            raise UnknownName.among("schema", schema, self.schemas())
        return self._connection.tables(schema)

    def columns(self, schema: str, table: str) -> list[CatalogueColumn]:
        if table not in self.tables(schema):
            raise UnknownName.among("table", table, self.tables(schema))
        found = self._connection.columns(TableName((schema,), table))
        return [CatalogueColumn(column.name, column.type) for column in found]


class _FileCatalogue:
    """A file: the tables of a DuckDB or SQLite file, or the file itself as one table."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def schemas(self) -> list[str]:
        return sorted({schema for schema, _ in self._tables()})

    def tables(self, schema: str) -> list[str]:
        known = self.schemas()
        if known == [""] and schema:
            raise UnknownName(
                say("There is no {kind} '{name}'.", kind=as_message("schema"), name=schema),
                say("The tables of this file are in no schema: leave it out."),
            )
        if schema not in known:
            raise UnknownName.among("schema", schema, known)
        return [table for known, table in self._tables() if known == schema]

    def columns(self, schema: str, table: str) -> list[CatalogueColumn]:
        if table not in self.tables(schema):
            raise UnknownName.among("table", table, self.tables(schema))
        path = self._address.path
        if find_kind(path) is not None:
            listed = look_into(list_columns, path, schema=schema, table=table)
            return [CatalogueColumn(name, type_) for name, type_ in listed]
        with closing(open_file(path, silent, {})) as source:
            return [CatalogueColumn(column.name, column.type) for column in source.relation.columns]

    def _tables(self) -> list[tuple[str, str]]:
        path = self._address.path
        if find_kind(path) is None:
            return [("", path.name)]
        return [(schema, table) for schema, table in look_into(list_tables, path)]


_OTHER_FILE: Final = say("Choose a file made by DuckDB or SQLite: .duckdb, .db or .sqlite.")


def check_database(path: Path, progress: Progress = silent) -> str:
    """Read a file from end to end; its kind, or in words what is wrong with it."""
    name, kind = path.name, find_kind(path)
    if not path.stat().st_size:
        raise MalformedData(say("'{name}' is empty.", name=name), _OTHER_FILE)
    if kind is None:
        raise SourceNotReadable(
            say("'{name}' is not a DuckDB or SQLite file, or it is encrypted.", name=name),
            _OTHER_FILE,
        )
    if not look_into(check_tables, path, progress):
        raise SourceNotFound(
            say("There is no table in '{name}'.", name=name), say("Choose a file with tables.")
        )
    return kind
