"""Read a table or view of a database server into the working table, in one go.

Numbers too long for DuckDB come as texts, so that no digit is lost; so do names that differ only in
capitals, which the server is asked for by their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.relation import DATA, WEIGHT, Column, Relation, check_names, check_rows
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.connection import attached
from incrowd.engines.servers.listing import RemoteColumn, ServerListing
from incrowd.engines.servers.passwords import Password
from incrowd.errors import SourceNotFound, suggestion

if TYPE_CHECKING:
    from sqlglot import exp

_LONGEST: Final = 38
"""Digits that a decimal number of DuckDB can have."""
_DECIMALS: Final = ("numeric", "decimal")
_SHOWN: Final = 20


def read_table(
    session: Session, server: Server, part: str | None, password: Password = None
) -> Relation:
    """Bring a table into the working table: `people`, or `clinic.people` of another schema."""
    with attached(session, server, password) as connection:
        listing = ServerListing(connection)
        schema, table = _found(listing, server, part)
        columns = listing.columns(schema, table)
        names = check_names([column.name for column in columns], table)
        wanted = _query(schema, table, columns)
        kept = select(["*", f"CAST(1 AS BIGINT) AS {WEIGHT}"], connection.source(wanted))
        rows = connection.keep(DATA, kept, f"reading {table}")
        types = [str(row[1]) for row in session.rows(f"DESCRIBE {DATA}")]
    described = zip(names, types, strict=False)
    known = tuple(Column(place, name, type_) for place, (name, type_) in enumerate(described))
    return Relation(table, known, check_rows(rows, table))


def _query(schema: str, table: str, columns: list[RemoteColumn]) -> exp.Select:
    from sqlglot import exp

    asked = []
    for place, column in enumerate(columns):
        value: exp.Expression = exp.column(column.name, quoted=True)
        if column.type in _DECIMALS and not (column.precision or _LONGEST + 1) <= _LONGEST:
            value = exp.cast(value, "text")
        asked.append(exp.alias_(value, f"c{place}", quoted=True))
    return exp.select(*asked).from_(exp.table_(table, db=schema, quoted=True))


def _found(listing: ServerListing, server: Server, part: str | None) -> tuple[str, str]:
    """The schema and table that are meant; names with dots in them are tried, too."""
    default = listing.default_schema
    if part is not None:
        dots = [place for place, letter in enumerate(part) if letter == "."]
        tries = [(default, part), *((part[:dot], part[dot + 1 :]) for dot in dots)]
        for schema, table in tries:
            if listing.has(schema, table):
                return schema, table
    known = [_named(schema, table, default) for schema, table in listing.all_tables()]
    if part is None and len(known) == 1:
        return listing.all_tables()[0]
    if part is None:
        listed = ", ".join(known[:_SHOWN]) + (", …" if len(known) > _SHOWN else "")
        hint = f"Say which one you mean: {server.url}#{known[0]}." if known else ""
        what = f"several tables: {listed}" if known else "no table that you may read"
        raise SourceNotFound(f"'{server.database}' has {what}.", hint, known)
    raise SourceNotFound(
        f"'{server.database}' has no table '{part}'.", suggestion(part, known), known
    )


def _named(schema: str, table: str, default: str) -> str:
    return table if schema == default else f"{schema}.{table}"
