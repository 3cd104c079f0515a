"""The parts a query is built from: tables, joins, filters, sort keys, limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal

from incrowd.engines.duckdb.statements import without_nul
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp


QueryJoinKind = Literal["inner", "left", "right", "full"]
QUERY_JOIN_KINDS: Final = ("inner", "left", "right", "full")


@dataclass(frozen=True)
class QueryColumn:
    """A column of a table as it is called in the query."""

    table: str
    column: str


@dataclass(frozen=True)
class ColumnMatch:
    """Two columns that have to be equal, or to stand together in a table of pairs."""

    left: QueryColumn
    right: str
    """A column of the table that is joined."""
    pairs: str | None = None


@dataclass(frozen=True)
class JoinedTable:
    """A table that is joined to those before it."""

    table: str
    kind: QueryJoinKind
    on: tuple[ColumnMatch, ...]
    alias: str | None = None

    @property
    def name(self) -> str:
        """What it is called in the query."""
        return self.alias or self.table


@dataclass(frozen=True)
class QueryFilter:
    """A condition that rows have to fulfil."""

    cell: QueryColumn
    operator: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class SortKey:
    """What rows are sorted by."""

    cell: QueryColumn
    descending: bool = False


@dataclass(frozen=True)
class BuiltQuery:
    """Everything that a query is made of; without columns it shows all of them."""

    table: str
    alias: str | None = None
    joins: tuple[JoinedTable, ...] = ()
    columns: tuple[QueryColumn, ...] = ()
    filters: tuple[QueryFilter, ...] = ()
    order: tuple[SortKey, ...] = ()
    limit: int | None = None

    @property
    def tables(self) -> dict[str, str]:
        """The table behind each name that is used in the query."""
        named = [(self.alias or self.table, self.table)]
        return dict([*named, *((join.name, join.table) for join in self.joins)])


COMPARISONS: Final = {"=": "EQ", "<>": "NEQ", "<": "LT", "<=": "LTE", ">": "GT", ">=": "GTE"}
OPERATORS: Final = (
    *COMPARISONS,
    "between",
    "in",
    "not in",
    "like",
    "not like",
    "null",
    "not null",
)
MOST_VALUES: Final = 1_000
_WHOLE: Final = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_FLOATS: Final = ("FLOAT", "DOUBLE")


def condition(
    column: exp.Expression, type_: str, operator: str, values: Sequence[str]
) -> exp.Expression:
    """A condition on a column as a syntax tree."""
    from sqlglot import exp

    if operator not in OPERATORS:
        raise UnknownName.among("operator", operator, OPERATORS)
    _check_number(operator, values)
    values = [without_nul(value) for value in values]
    if operator in ("null", "not null"):
        missing = exp.Is(this=column, expression=exp.null())
        return missing if operator == "null" else exp.not_(missing)
    if operator in ("like", "not like"):
        like = exp.Like(this=exp.cast(column, "text"), expression=exp.Literal.string(values[0]))
        return like if operator == "like" else exp.not_(like)
    ordered = operator not in ("=", "<>", "in", "not in")
    column, written = _comparison(column, type_, values, ordered=ordered)
    literals = [written(value) for value in values]
    if operator == "between":
        return exp.Between(this=column, low=literals[0], high=literals[1])
    if operator in ("in", "not in"):
        among = exp.In(this=column, expressions=literals)
        return among if operator == "in" else exp.not_(among)
    made: exp.Expression = getattr(exp, COMPARISONS[operator])(this=column, expression=literals[0])
    return made


def _check_number(operator: str, values: Sequence[str]) -> None:
    needed = {"null": 0, "not null": 0, "between": 2}.get(operator, 1)
    several = operator in ("in", "not in")
    if len(values) != needed if not several else not 1 <= len(values) <= MOST_VALUES:
        wanted = f"1 to {MOST_VALUES:,}" if several else str(needed)
        raise InvalidParameter(
            say(
                "'{operator}' needs {wanted} value(s), not {count}.",
                operator=operator,
                wanted=wanted,
                count=len(values),
            ),
            say("Give as many values as the operator compares with."),
        )


WriteLiteral = Callable[[str], "exp.Expression"]


def _comparison(
    column: exp.Expression, type_: str, values: Sequence[str], *, ordered: bool
) -> tuple[exp.Expression, WriteLiteral]:
    """How values of a type are compared: as numbers, as times, or as texts.

    A column of texts is compared by order as numbers, where the values given are numbers; what is
    no number there then fulfils nothing.
    """
    from sqlglot import exp

    if type_.removeprefix("U") in _WHOLE or type_ in _FLOATS or type_.startswith("DECIMAL"):
        return column, _number
    if type_ == "DATE" or type_.startswith("TIMESTAMP"):
        return column, lambda value: exp.cast(exp.Literal.string(_check_date(value)), type_)
    if type_ == "BOOLEAN":
        return column, _boolean
    if ordered and all(_is_number(value) for value in values):
        return exp.TryCast(this=column, to=exp.DataType.build("double")), _number
    return exp.cast(column, "text") if type_ != "VARCHAR" else column, exp.Literal.string


def _is_number(value: str) -> bool:
    try:
        return isfinite(float(value)) and "_" not in value
    except ValueError:
        return False


def _number(value: str) -> exp.Expression:
    from sqlglot import exp

    if not _is_number(value):
        raise InvalidParameter(
            say("'{value}' is not a number.", value=value), say("The column holds numbers.")
        )
    text = value.strip().lower()
    number = exp.Literal.number(text.lstrip("+-"))
    return exp.Neg(this=number) if text.startswith("-") else number


def _check_date(value: str) -> str:
    for read in (date.fromisoformat, datetime.fromisoformat):
        try:
            return read(value.strip()).isoformat()
        except ValueError:
            continue
    raise InvalidParameter(
        say("'{value}' is not a date.", value=value), say("Write it as in 2024-12-31.")
    )


def _boolean(value: str) -> exp.Expression:
    from sqlglot import exp

    truth = {"true": True, "false": False}.get(value.strip().lower())
    if truth is None:
        raise InvalidParameter(
            say("'{value}' is neither true nor false.", value=value), say("Write true or false.")
        )
    return exp.Boolean(this=truth)
