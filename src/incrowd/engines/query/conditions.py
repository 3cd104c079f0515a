"""Conditions of a built query: a column, an operator, values: age between 20 and 30."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from math import isfinite
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.statements import without_nul
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

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
            say("'{value}' is no number.", value=value), say("The column holds numbers.")
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
        say("'{value}' is no date.", value=value), say("Write it as in 2024-12-31.")
    )


def _boolean(value: str) -> exp.Expression:
    from sqlglot import exp

    truth = {"true": True, "false": False}.get(value.strip().lower())
    if truth is None:
        raise InvalidParameter(
            say("'{value}' is neither true nor false.", value=value), say("Write true or false.")
        )
    return exp.Boolean(this=truth)
