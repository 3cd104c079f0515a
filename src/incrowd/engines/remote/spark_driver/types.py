"""How the values of Spark's types are written as text, and read as DuckDB reads them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.contract import EngineColumn

if TYPE_CHECKING:
    from sqlglot import exp

_PLAIN: Final = {
    "boolean": "BOOLEAN",
    "tinyint": "SMALLINT",
    "smallint": "SMALLINT",
    "int": "INTEGER",
    "bigint": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp": "TIMESTAMPTZ",
    "timestamp_ntz": "TIMESTAMP",
}
_DECLARED: Final = "__CHAR_VARCHAR_TYPE_STRING"
"""Where Spark keeps the length of a text."""
_JSON_OPTIONS: Final = {
    "ignoreNullFields": "false",
    "timestampFormat": "yyyy-MM-dd HH:mm:ss.SSSSSSXXX",
    "timestampNTZFormat": "yyyy-MM-dd HH:mm:ss.SSSSSS",
}
"""JSON with everything in it: by default Spark leaves out missing fields and microseconds."""


SparkField = Any
"""A field of the schema of a DataFrame."""


def describe(field: SparkField) -> EngineColumn:
    """How the values of a column are read."""
    type_ = str(field.metadata.get(_DECLARED) or field.dataType.simpleString()).lower()
    plain = type_.upper() if type_.startswith("decimal") else _PLAIN.get(type_, "VARCHAR")
    return EngineColumn(field.name, type_, plain, type_.startswith("string collate"))


def text(column: EngineColumn, value: exp.Expression) -> exp.Expression:
    """A value as text: moments in universal time, bytes as hexadecimal digits, lists as JSON."""
    from sqlglot import exp

    if column.collated:  # else texts that differ might count as equal
        return exp.Anonymous(this="collate", expressions=[value, exp.Literal.string("UTF8_BINARY")])
    write = _WRITERS.get(re.split(r"\W", column.type)[0])
    return exp.cast(value, "text") if write is None else write(value)


def _as_it_is(value: exp.Expression) -> exp.Expression:
    return value


def _unpadded(value: exp.Expression) -> exp.Expression:
    """Texts of a fixed length are padded with blanks, which mean nothing."""
    from sqlglot import exp

    return exp.Anonymous(this="rtrim", expressions=[value])


def _hexadecimal(value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return exp.Lower(this=exp.Anonymous(this="hex", expressions=[value]))


def _json(value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    options = [exp.Literal.string(text) for pair in _JSON_OPTIONS.items() for text in pair]
    chosen = exp.Anonymous(this="map", expressions=options)
    return exp.Anonymous(this="to_json", expressions=[value, chosen])


def _shape(value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return _hexadecimal(exp.Anonymous(this="st_asbinary", expressions=[value]))


def _date(value: exp.Expression) -> exp.Expression:
    """A date; one before our era as DuckDB writes it."""
    from sqlglot import exp

    era = exp.Anonymous(
        this="date_format", expressions=[value.copy(), exp.Literal.string("yyyy-MM-dd (G)")]
    )
    first = exp.cast(exp.Literal.string("0001-01-01"), "date")
    early = exp.LT(this=value.copy(), expression=first)
    return exp.Case().when(early, era).else_(_moment(value))


def _moment(value: exp.Expression) -> exp.Expression:
    """Spark writes years from 10000 on with a sign."""
    from sqlglot import exp

    written = exp.cast(value, "text")
    return exp.Anonymous(this="ltrim", expressions=[exp.Literal.string("+"), written])


def _moment_in_utc(value: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return exp.Concat(expressions=[_moment(value), exp.Literal.string("+00")])


_WRITERS: Final = {
    "string": _as_it_is,
    "varchar": _as_it_is,
    "char": _unpadded,
    "binary": _hexadecimal,
    "geometry": _shape,
    "geography": _shape,
    "array": _json,
    "map": _json,
    "struct": _json,
    "variant": _json,
    "date": _date,
    "timestamp": _moment_in_utc,
    "timestamp_ntz": _moment,
}
"""How values become text where a cast is not enough."""
