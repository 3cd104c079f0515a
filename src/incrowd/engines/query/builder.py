"""Put a query together from parts: tables, joins, filters, sort, limit.

    built = BuiltQuery("a", filters=(QueryFilter(QueryColumn("a", "age"), ">=", ("30",)),))
    compile_query(built, schema).sql("duckdb")

The query is a syntax tree from the beginning; no text of the user ever becomes SQL but as a quoted
name that is known, or as a literal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.statements import without_nul
from incrowd.engines.query.built_query import (
    QUERY_JOIN_KINDS,
    BuiltQuery,
    ColumnMatch,
    JoinedTable,
    QueryColumn,
    condition,
)
from incrowd.engines.query.guard import Schema, check_number
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

MOST_TABLES: Final = 16
MOST_ROWS: Final = 2**31


def compile_query(built: BuiltQuery, schema: Schema) -> exp.Select:
    """The query as a syntax tree; every column is called `table.column`."""
    from sqlglot import exp

    known = _Names(built, schema)
    shown = built.columns or known.all()
    if len(set(shown)) < len(shown):
        raise InvalidParameter(say("A column is asked for twice."), say("Name each column once."))
    named = [
        exp.alias_(known.column(cell), f"{cell.table}.{cell.column}", quoted=True) for cell in shown
    ]
    query = exp.select(*named).from_(_table(built.table, built.alias or built.table))
    for place, join in enumerate(built.joins):
        query = _add_join(query, join, known.before(place), known, place)
    for filter_ in built.filters:
        wanted = condition(
            known.column(filter_.cell), known.type(filter_.cell), filter_.operator, filter_.values
        )
        query = query.where(wanted)
    for each in built.order:
        query = query.order_by(
            exp.Ordered(this=known.column(each.cell), desc=each.descending, nulls_first=False)
        )
    if built.limit is not None:
        query = query.limit(check_number("limit", built.limit, 1, MOST_ROWS))
    return query


class _Names:
    """The names that are used in a query, each looked up before it is written."""

    def __init__(self, built: BuiltQuery, schema: Schema) -> None:
        names = [built.alias or built.table, *(join.name for join in built.joins)]
        if len(names) > MOST_TABLES:
            raise InvalidParameter(
                say("{count} tables are too many.", count=len(names)),
                say("Join up to {most}.", most=MOST_TABLES),
            )
        if len({name.lower() for name in names}) < len(names):
            raise InvalidParameter(
                say("Two tables of the query have the same name."),
                say("Give one of them an alias."),
            )
        for table in built.tables.values():
            if table not in schema:
                raise UnknownName.among("table", table, schema)
        for name in names:
            _check_name(name)
        self._names = names
        self._columns = {name: schema[table] for name, table in built.tables.items()}

    def before(self, place: int) -> Sequence[str]:
        """The tables that are there before a join."""
        return self._names[: place + 1]

    def all(self) -> tuple[QueryColumn, ...]:
        """All columns of all tables."""
        return tuple(
            QueryColumn(name, column) for name in self._names for column in self._columns[name]
        )

    def type(self, cell: QueryColumn) -> str:
        """The type of a column."""
        if cell.table not in self._columns:
            raise UnknownName.among("table", cell.table, self._columns)
        if cell.column not in self._columns[cell.table]:
            raise UnknownAttribute.among(cell.column, self._columns[cell.table])
        return self._columns[cell.table][cell.column]

    def check_rows_have_numbers(self, join: JoinedTable) -> None:
        """Refuse a table in which a column takes the name of the number of a row."""
        if any(name.lower() == _ROWID for name in self._columns[join.name]):
            raise InvalidParameter(
                say(
                    "All rows of '{name}' cannot be kept: a column is called 'rowid'.",
                    name=join.name,
                ),
                say("Rename it, or choose an inner, left or right join."),
            )

    def column(self, cell: QueryColumn) -> exp.Column:
        """A column that is there."""
        self.type(cell)
        return _column(cell.table, cell.column)


def _check_name(name: str) -> None:
    """Refuse what tables and columns of our own are called in a query, and what cuts it off."""
    if without_nul(name).startswith(_INNER):
        raise InvalidParameter(
            say("A table cannot be called '{name}' in a query.", name=name),
            say("Give it an alias that does not begin with ~."),
        )


def _column(table: str, column: str) -> exp.Column:
    from sqlglot import exp

    return exp.column(
        exp.to_identifier(column, quoted=True), table=exp.to_identifier(table, quoted=True)
    )


def _table(name: str, alias: str, schema: str | None = None) -> exp.Table:
    from sqlglot import exp

    table = exp.Table(this=exp.to_identifier(name, quoted=True))
    if schema is not None:
        table.set("db", exp.to_identifier(schema, quoted=True))
    if alias != name or schema is not None:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(alias, quoted=True)))
    return table


def _add_join(
    query: exp.Select, join: JoinedTable, before: Sequence[str], known: _Names, place: int
) -> exp.Select:
    from sqlglot import exp

    if join.kind not in QUERY_JOIN_KINDS:
        raise UnknownName.among("join", join.kind, QUERY_JOIN_KINDS)
    if not join.on:
        raise InvalidParameter(
            say("The join of '{name}' names no columns.", name=join.name),
            say("Name a column of each side."),
        )
    for match in join.on:
        if match.left.table not in before:
            raise UnknownName.among("table before this join", match.left.table, before)
        known.type(match.left)
        known.type(QueryColumn(join.name, match.right))
    side = {"inner": "INNER", "left": "LEFT", "right": "RIGHT", "full": "FULL"}[join.kind]
    paired = {number: match for number, match in enumerate(join.on) if match.pairs is not None}
    if paired and join.kind == "full":
        return _add_full_join(query, join, paired, known, place)
    table: exp.Expression = _table(join.table, join.name)
    if join.kind == "right":
        for number, match in paired.items():
            name = f"~{place}.{number}"
            met = _equal(_column(name, "left"), known.column(match.left))
            query = query.join(_table(str(match.pairs), name, PAIRS), on=met, join_type="inner")
    elif paired:
        table = _partner_texts(join, paired, place)
    conditions = []
    for number, match in enumerate(join.on):
        right: exp.Expression = _column(join.name, match.right)
        left: exp.Expression = known.column(match.left)
        if number in paired and join.kind == "right":
            left = _column(f"~{place}.{number}", "right")
        elif number in paired:
            right = _column(join.name, f"~{place}.{number}")
        conditions.append(_equal(left, right, texts=_types_differ(known, match, join)))
    return query.join(table, on=exp.and_(*conditions), join_type=side.lower())


def _add_full_join(
    query: exp.Select,
    join: JoinedTable,
    paired: Mapping[int, ColumnMatch],
    known: _Names,
    place: int,
) -> exp.Select:
    """Keep all rows of both sides where texts go together by pairs.

    Rows before this join get the numbers of their partners first; then all rows of the table come
    beside their number, or beside nobody, once each.
    """
    from sqlglot import exp

    known.check_rows_have_numbers(join)
    bridge = f"~rows{place}"
    conditions = []
    for number, match in enumerate(join.on):
        name = f"~{place}.{number}" if number in paired else f"~key{number}"
        conditions.append(_equal(known.column(match.left), _column(bridge, name)))
    partners = _partner_numbers(join, paired, place, bridge)
    query = query.join(partners, on=exp.and_(*conditions), join_type="left")
    same = _equal(_column(bridge, _NUMBER), _column(join.name, _ROWID))
    return query.join(_table(join.table, join.name), on=same, join_type="full")


_ROWID: Final = "rowid"
"""What DuckDB calls the number of a row."""

_NUMBER: Final = "~number"
_INNER: Final = "~"
PAIRS: Final = "pairs"
"""The schema in which tables of pairs lie."""


def _types_differ(known: _Names, match: ColumnMatch, join: JoinedTable) -> bool:
    """Whether values are compared as texts: always by pairs, and where the types differ."""
    if match.pairs is not None:
        return True
    return known.type(match.left) != known.type(QueryColumn(join.name, match.right))


def _equal(left: exp.Expression, right: exp.Expression, *, texts: bool = True) -> exp.Expression:
    from sqlglot import exp

    if not texts:
        return exp.EQ(this=left, expression=right)
    return exp.EQ(this=exp.cast(left, "text"), expression=exp.cast(right, "text"))


def _partner_numbers(
    join: JoinedTable, paired: Mapping[int, ColumnMatch], place: int, alias: str
) -> exp.Expression:
    """The number of each row beside the texts it goes together with, and its other keys."""
    from sqlglot import exp

    keys = [
        exp.alias_(
            _column(f"~{number}", "left") if number in paired else _column(_INNER, match.right),
            f"~{place}.{number}" if number in paired else f"~key{number}",
            quoted=True,
        )
        for number, match in enumerate(join.on)
    ]
    numbered = exp.alias_(_column(_INNER, _ROWID), _NUMBER, quoted=True)
    query = _join_pairs(exp.select(numbered, *keys), join, paired)
    return query.subquery(exp.to_identifier(alias, quoted=True), copy=False)


def _join_pairs(
    query: exp.Select, join: JoinedTable, paired: Mapping[int, ColumnMatch]
) -> exp.Select:
    query = query.from_(_table(join.table, _INNER))
    for number, match in paired.items():
        name = f"~{number}"
        met = _equal(_column(name, "right"), _column(_INNER, match.right))
        query = query.join(_table(str(match.pairs), name, PAIRS), on=met, join_type="inner")
    return query


def _all_columns(table: str) -> exp.Column:
    from sqlglot import exp

    return exp.Column(this=exp.Star(), table=exp.to_identifier(table, quoted=True))


def _partner_texts(
    join: JoinedTable, paired: Mapping[int, ColumnMatch], place: int
) -> exp.Expression:
    """The table beside each of the texts that its values go together with."""
    from sqlglot import exp

    more = [
        exp.alias_(_column(f"~{number}", "left"), f"~{place}.{number}", quoted=True)
        for number in paired
    ]
    query = _join_pairs(exp.select(_all_columns(_INNER), *more), join, paired)
    return query.subquery(exp.to_identifier(join.name, quoted=True), copy=False)
