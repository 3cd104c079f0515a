"""Read a table or view of a database server into the working table, in one go.

Numbers too long for DuckDB come as texts, so that no digit is lost; so do names that differ only in
capitals, which the server is asked for by their place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from incrowd.engines.contract import CHECK_THE_TABLE
from incrowd.engines.duckdb import relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.connection import ServerConnection, attach_server
from incrowd.engines.servers.passwords import Password
from incrowd.errors import SourceNotFound, suggestion
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

_MOST_DIGITS: Final = 38
"""Digits that a decimal number of DuckDB can have."""

_DECIMALS: Final = ("numeric", "decimal")
_LISTED_TABLES: Final = 20


def read_server_table(
    session: Session, server: Server, part: str | None, password: Password = None
) -> relation.Relation:
    """Bring a table into the working table: `people`, or `clinic.people` of another schema."""
    with attach_server(session, server, password) as connection:
        listing = ServerListing(connection)
        schema, table = find_table(listing, server, part)
        columns = listing.columns(schema, table)
        names = relation.check_names([column.name for column in columns], table)
        wanted = _query(schema, table, columns)
        kept = select(["*", f"CAST(1 AS BIGINT) AS {relation.WEIGHT}"], connection.source(wanted))
        rows = connection.keep(relation.DATA, kept, f"reading {table}")
        types = [str(row[1]) for row in session.rows(f"DESCRIBE {relation.DATA}")]
    described = zip(names, types, strict=False)
    known = tuple(
        relation.TableColumn(place, name, type_) for place, (name, type_) in enumerate(described)
    )
    return relation.Relation(table, known, relation.check_rows(rows, table, CHECK_THE_TABLE))


def _query(schema: str, table: str, columns: list[ServerColumn]) -> exp.Select:
    from sqlglot import exp

    asked = []
    for place, column in enumerate(columns):
        value: exp.Expression = exp.column(column.name, quoted=True)
        if column.type in _DECIMALS and not (column.precision or _MOST_DIGITS + 1) <= _MOST_DIGITS:
            value = exp.cast(value, "text")
        asked.append(exp.alias_(value, f"c{place}", quoted=True))
    return exp.select(*asked).from_(exp.table_(table, db=schema, quoted=True))


def find_table(listing: ServerListing, server: Server, part: str | None) -> tuple[str, str]:
    """The schema and table that are meant; names with dots in them are tried, too."""
    default = listing.default_schema
    if part is not None:
        dots = [place for place, letter in enumerate(part) if letter == "."]
        tries = [(default, part), *((part[:dot], part[dot + 1 :]) for dot in dots)]
        for schema, table in tries:
            if listing.has(schema, table):
                return schema, table
    known = [_qualify(schema, table, default) for schema, table in listing.all_tables()]
    if part is None and len(known) == 1:
        return listing.all_tables()[0]
    if part is None:
        listed = ", ".join(known[:_LISTED_TABLES]) + (", …" if len(known) > _LISTED_TABLES else "")
        if not known:
            raise SourceNotFound(
                say("'{database}' has no table that you may read.", database=server.database)
            )
        raise SourceNotFound(
            say(
                "'{database}' has several tables: {names}.", database=server.database, names=listed
            ),
            say("Say which one you mean: {url}#{name}.", url=server.url, name=known[0]),
            known,
        )
    raise SourceNotFound(
        say("'{database}' has no table '{name}'.", database=server.database, name=part),
        suggestion(part, known),
        known,
    )


def _qualify(schema: str, table: str, default: str) -> str:
    return table if schema == default else f"{schema}.{table}"


@dataclass(frozen=True)
class ServerColumn:
    """A column as the server describes it."""

    name: str
    type: str
    precision: int | None = None
    scale: int | None = None


class ServerListing:
    """The tables that one may read, by the server's own lists."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    @cached_property
    def default_schema(self) -> str:
        """The schema of a table that is named without one."""
        server = self._connection.server
        return "public" if server.kind.dialect == "postgres" else server.database

    def schemas(self) -> list[str]:
        """All schemas but the server's own."""
        result = self._rows(["schema_name"], "schemata")
        hidden = self._connection.server.kind.hidden
        return sorted(name for (name,) in result if name not in hidden and not _is_temporary(name))

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a schema."""
        return sorted(name for (name,) in self._rows(["table_name"], "tables", table_schema=schema))

    def all_tables(self) -> list[tuple[str, str]]:
        """The tables of all schemas."""
        known = set(self.schemas())
        result = self._rows(["table_schema", "table_name"], "tables")
        return sorted((schema, table) for schema, table in result if schema in known)

    def has(self, schema: str, table: str) -> bool:
        """Whether there is such a table."""
        return bool(self._rows(["table_name"], "tables", table_schema=schema, table_name=table))

    def columns(self, schema: str, table: str) -> list[ServerColumn]:
        """The columns of a table in their order."""
        result = self._rows(
            ["ordinal_position", "column_name", "data_type", "numeric_precision", "numeric_scale"],
            "columns",
            table_schema=schema,
            table_name=table,
        )
        return [
            ServerColumn(name, kind.lower(), _whole(precision), _whole(scale))
            for _, name, kind, precision, scale in sorted(result, key=lambda row: int(row[0]))
        ]

    def _rows(self, names: list[str], listed: str, **same: str) -> list[tuple[str, ...]]:
        return self._connection.rows(_information_schema(names, listed, same))


def _information_schema(names: list[str], listed: str, same: dict[str, str]) -> exp.Select:
    """Ask the information schema; every name is a text, however the server stores it."""
    from sqlglot import exp

    texts = [
        exp.alias_(exp.cast(exp.column(name), "text"), f"x{place}")
        for place, name in enumerate(names)
    ]
    query = exp.select(*texts).from_(exp.table_(listed, db="information_schema"))
    for name, value in same.items():
        query = query.where(exp.column(name).eq(exp.Literal.string(value)))
    return query


def _whole(text: str | None) -> int | None:
    return None if text is None else int(text)


def _is_temporary(schema: str) -> bool:
    return schema.startswith(("pg_temp_", "pg_toast_temp_"))
