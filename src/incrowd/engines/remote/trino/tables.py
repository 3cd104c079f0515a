"""Find a table among the catalogues of a Trino server, and what its columns are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final

from incrowd.engines.contract import EngineColumn, TableName
from incrowd.engines.remote.trino.types import as_text, plain_type
from incrowd.engines.servers.address import Server
from incrowd.errors import EngineError, SourceNotFound, suggestion
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

Ask = Callable[["exp.Query", str], list[tuple[str, ...]]]
"""Asks the server, and says what for."""
TypesOf = Callable[["exp.Query", str], list[str]]
"""Asks the server for the types of an answer, as SQL writes them."""
_FINDING: Final = "looking for the table"
_COLUMNS: Final = "looking at the columns"
_LISTED: Final = 20


def find_table(ask: Ask, server: Server, part: str | None) -> TableName:
    """The table that is meant; Trino writes all names in small letters."""
    catalog, _, schema = server.database.lower().partition("/")
    for tried in readings(part.lower(), catalog, schema) if part else ():
        if has_table(ask, tried):
            return tried
    tables = list_tables(ask, server)
    if part is None and len(tables) == 1:
        return tables[0]
    place = server.database
    known = [_shorten(table, schema) for table in tables]
    if not known:
        raise SourceNotFound(say("'{database}' has no table that you may read.", database=place))
    if part is not None:
        raise SourceNotFound(
            say("'{database}' has no table '{name}'.", database=place, name=part),
            suggestion(part, known),
            known,
        )
    listed = ", ".join(known[:_LISTED]) + (", …" if len(known) > _LISTED else "")
    raise SourceNotFound(
        say("'{database}' has several tables: {names}.", database=place, names=listed),
        say("Say which one you mean: {url}#{name}.", url=server.url, name=known[0]),
        known,
    )


def readings(part: str, catalog: str, schema: str) -> Iterator[TableName]:
    """What a name can mean, since names may have dots in them.

    >>> [table.shown for table in readings("a.b.c", "hive", "clinic")]
    ['hive.clinic.a.b.c', 'hive.a.b.c', 'hive.a.b.c', 'a.b.c']
    >>> [table.path for table in readings("a.b.c", "hive", "")]
    [('hive', 'a'), ('hive', 'a.b'), ('a', 'b')]
    """
    dots = [place for place, letter in enumerate(part) if letter == "."]
    if schema:
        yield TableName((catalog, schema), part)
    for dot in dots:
        yield TableName((catalog, part[:dot]), part[dot + 1 :])
    for first, second in combinations(dots, 2):
        yield TableName((part[:first], part[first + 1 : second]), part[second + 1 :])


def list_tables(ask: Ask, server: Server) -> list[TableName]:
    """The tables of the schema that an address names, or of all schemas without one."""
    catalog, _, schema = server.database.lower().partition("/")
    same = {"table_schema": schema} if schema else {}
    names = ["table_schema", "table_name"]
    rows = ask(_information_schema(names, catalog, "tables", same), _FINDING)
    hidden = server.kind.hidden
    return [TableName((catalog, home), name) for home, name in sorted(rows) if home not in hidden]


def read_columns(ask: Ask, types_of: TypesOf, table: TableName) -> list[EngineColumn]:
    """The columns of a table in their order; one that cannot be written as text is refused."""
    from sqlglot import exp

    catalog, schema = table.path
    query = _information_schema(
        ["column_name", "data_type"],
        catalog,
        "columns",
        {"table_schema": schema, "table_name": table.table},
    ).order_by(exp.column("ordinal_position"))
    rows = ask(query, _COLUMNS)
    # lists of columns write names within rows without their quotes
    odd = [name for name, type_ in rows if "row(" in type_.lower()]
    wanted = exp.select(*(exp.column(name, quoted=True) for name in odd)).from_(table.sql).limit(0)
    exactly = dict(zip(odd, types_of(wanted, _COLUMNS), strict=True)) if odd else {}
    columns = [
        EngineColumn(name, exactly.get(name, type_.lower()), plain_type(type_))
        for name, type_ in rows
    ]
    for column in columns:
        if as_text(column.type, exp.column("x")) is None:
            raise EngineError(
                say(
                    "Trino cannot write '{name}' as text: its type is {type}.",
                    name=column.name,
                    type=column.type,
                ),
                say("Make a view that leaves the column out, and open that."),
            )
    return columns


def has_table(ask: Ask, table: TableName) -> bool:
    """Whether there is such a table."""
    catalog, schema = table.path
    same = {"table_schema": schema, "table_name": table.table}
    try:
        return bool(ask(_information_schema(["table_name"], catalog, "tables", same), _FINDING))
    except SourceNotFound:  # there is no such catalogue
        return False


def _information_schema(
    names: list[str], catalog: str, listed: str, same: dict[str, str]
) -> exp.Select:
    from sqlglot import exp

    lists = exp.Table(
        this=exp.to_identifier(listed, quoted=True),
        db=exp.to_identifier("information_schema", quoted=True),
        catalog=exp.to_identifier(catalog, quoted=True),
    )
    query = exp.select(*map(exp.column, names)).from_(lists)
    for name, value in same.items():
        query = query.where(exp.column(name).eq(exp.Literal.string(value)))
    return query


def _shorten(table: TableName, schema: str) -> str:
    return table.table if schema else ".".join([*table.path[1:], table.table])
