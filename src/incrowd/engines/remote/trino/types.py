"""The types of Trino: how their values become text, and as what DuckDB reads that text.

>>> plain_type("decimal(10,2)"), plain_type("timestamp(3)"), plain_type("uuid")
('DECIMAL(10,2)', 'TIMESTAMP', 'VARCHAR')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlglot import exp

INTEGERS: Final = ("tinyint", "smallint", "integer", "bigint")
_PLAIN: Final = {
    "tinyint": "SMALLINT",
    "smallint": "SMALLINT",
    "integer": "INTEGER",
    "bigint": "BIGINT",
    "real": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "boolean": "BOOLEAN",
}
_NESTED: Final = ("array", "map", "row")
_IN_JSON: Final = (
    *INTEGERS,
    "real",
    "double",
    "decimal",
    "boolean",
    "varchar",
    "date",
    "timestamp",
    "json",
)
"""What Trino can write within JSON; other values become texts there first."""
_NEVER_TEXT: Final = ("varbinary", "geometry", "sphericalgeography", "bingtile", "color")
"""What cannot be cast to text, and therefore stands in no array, map or row that is read."""
_MICROSECONDS: Final = 6


def plain_type(type_: str) -> str:
    """The type of DuckDB in which values are written the same way by every engine."""
    name, sizes = _take_apart(type_)
    if name == "decimal":
        return f"DECIMAL({','.join(sizes)})"
    if name == "timestamp" and _digits(type_) <= _MICROSECONDS:
        return "TIMESTAMPTZ" if _zoned(type_) else "TIMESTAMP"
    return _PLAIN.get(name, "VARCHAR")


def as_text(type_: str, value: exp.Expression) -> exp.Expression | None:
    """A value as text, the same for every session; None where Trino knows no way to write it."""
    from sqlglot import exp

    name, _ = _take_apart(type_)
    if name in _NESTED:
        return _nested_text(type_, value)
    if name == "timestamp" and _zoned(type_):
        return _universal_time(type_, value)
    if type_ == "varchar":
        return value
    if name in _WRITTEN:
        return _WRITTEN[name](value)
    return None if name in _NEVER_TEXT else exp.cast(value, "text")


def _take_apart(type_: str) -> tuple[str, list[str]]:
    """The name of a type, and what stands in the brackets behind it.

    >>> _take_apart("decimal(10,2)"), _take_apart("interval day to second")
    (('decimal', ['10', '2']), ('interval', []))
    """
    name = re.match(r"\w*", type_.lower())
    sizes = re.match(r"\w+\(([\d, ]+)\)", type_)
    return name[0] if name else "", re.findall(r"\d+", sizes[1]) if sizes else []


def _zoned(type_: str) -> bool:
    return type_.endswith("with time zone")


def _digits(type_: str) -> int:
    """The digits behind the second; three where a type says nothing."""
    return int((_take_apart(type_)[1] or ["3"])[0])


def _universal_time(type_: str, value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    utc = exp.AtTimeZone(this=value, zone=exp.Literal.string("UTC"))
    moment = exp.cast(utc, f"timestamp({_digits(type_)})", dialect="trino")
    return exp.DPipe(this=exp.cast(moment, "text"), expression=exp.Literal.string("+00"))


def _function(*names: str) -> Callable[[exp.Expression], exp.Expression]:
    """One function within the other, the first one outside."""

    def apply(value: exp.Expression) -> exp.Expression:
        from sqlglot import exp

        for name in reversed(names):
            value = exp.Anonymous(this=name, expressions=[value])
        return value

    return apply


def _digest(value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return _function("lower", "to_hex")(exp.cast(value, "varbinary", dialect="trino"))


def _without_padding(value: exp.Expression) -> exp.Expression:
    """Blanks at the end of a `char` fill it up and mean nothing."""
    from sqlglot import exp

    blank = exp.Literal.string(" ")
    return exp.Trim(this=exp.cast(value, "text"), expression=blank, position="TRAILING")


_WRITTEN: Final[dict[str, Callable[[exp.Expression], exp.Expression]]] = {
    "char": _without_padding,
    "varbinary": _function("lower", "to_hex"),
    "json": _function("json_format"),
    "geometry": _function("ST_AsText"),
    "sphericalgeography": _function("ST_AsText", "to_geometry"),
    "bingtile": _function("bing_tile_quadkey"),
    **dict.fromkeys(("hyperloglog", "p4hyperloglog", "qdigest", "tdigest", "setdigest"), _digest),
}
"""What is written otherwise than by a cast."""


def _nested_text(type_: str, value: exp.Expression) -> exp.Expression | None:
    """Arrays, maps and rows as JSON."""
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    try:
        read = exp.DataType.build(type_, dialect="trino")
    except (SqlglotError, ValueError):
        return None
    if any(_take_apart(leaf.sql("trino"))[0] in _NEVER_TEXT for leaf in _leaves(read)):
        return None
    for leaf in _leaves(read):
        ready = leaf.sql("trino").lower()
        if _take_apart(ready)[0] not in _IN_JSON or _zoned(ready) or _is_key(leaf):
            leaf.replace(exp.DataType.build("varchar", dialect="trino"))
    nested = exp.cast(value, read) if read.sql("trino").lower() != type_.lower() else value
    return _function("json_format")(exp.cast(nested, "json", dialect="trino"))


def _leaves(type_: exp.DataType) -> list[exp.DataType]:
    """The types within that hold no other type."""
    from sqlglot import exp

    every = list(type_.find_all(exp.DataType))
    return [each for each in every if len(list(each.find_all(exp.DataType))) == 1]


def _is_key(type_: exp.DataType) -> bool:
    from sqlglot import exp

    parent = type_.parent
    if not isinstance(parent, exp.DataType) or not parent.is_type("map"):
        return False
    return parent.expressions[0] is type_
