"""MySQL and MariaDB: tables are counted, shown and published inside the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from incrowd.engines.contract import Engine, EngineColumn, Limits, TableName
from incrowd.engines.remote.attached import AttachedServer
from incrowd.engines.remote.counting.sampling import Sample, first_rows
from incrowd.engines.servers.tables import ServerColumn
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

ENGINE: Final = Engine(
    "mysql",
    "MySQL or MariaDB",
    "mysql",
    rows_literal=(
        "JSON_TABLE(CONVERT(FROM_BASE64('{document}') USING utf8mb4), '$[*]'"
        " COLUMNS ({columns})) AS given_rows"
    ),
    column_literal="{name} LONGTEXT PATH '$.{name}'",
    text_literal="CONVERT(FROM_BASE64('{document}') USING utf8mb4)",
    stops_counting=True,
    limits=Limits(statement=12_000_000),  # the server's default is a packet of 16 MiB
    gaps={"full join": say("MySQL and MariaDB have no full join, so it is made here.")},
    grouping_sets=False,
)

_PLAIN: Final = {
    "tinyint": "SMALLINT",
    "smallint": "INTEGER",
    "mediumint": "INTEGER",
    "int": "BIGINT",
    "bigint": "HUGEINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "timestamp": "TIMESTAMP",
}
_BYTES: Final = ("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit")
_TEXTS: Final = ("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set")
_SHAPES: Final = (
    *("geometry", "point", "linestring", "polygon", "multipoint", "multilinestring"),
    *("multipolygon", "geometrycollection", "geomcollection"),
)
_MOST_DIGITS: Final = 38


class Connection(AttachedServer):
    """An open MySQL or MariaDB database."""

    engine = ENGINE

    def describe(self, column: ServerColumn) -> EngineColumn:
        """How the values of a column are read; capitals never make two texts equal."""
        plain = _PLAIN.get(column.type, "VARCHAR")
        if column.type == "decimal" and (column.precision or _MOST_DIGITS + 1) <= _MOST_DIGITS:
            plain = f"DECIMAL({column.precision},{column.scale or 0})"
        return EngineColumn(column.name, column.type, plain, column.type in _TEXTS)

    def estimate_rows(self, table: TableName) -> int | None:
        """The server's own estimate is too coarse to be told."""
        del table
        return None

    def sample(self, table: TableName, wanted: int, rows: int) -> Sample:
        """The first rows: to draw some at random the server would have to read all of them."""
        del rows
        return first_rows(table, wanted)

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        """A value as text; bytes as hexadecimal digits, shapes in words: POINT(1 2)."""
        from sqlglot import exp

        if column.type in _BYTES:
            return exp.Lower(this=exp.Anonymous(this="HEX", expressions=[value]))
        if column.type in _SHAPES:
            value = exp.Anonymous(this="ST_AsText", expressions=[value])
        return self._as_utf8(value)

    def exact(self, text: exp.Expression) -> exp.Expression:
        """Compare bytes: else capitals, accents and blanks at the end would not count."""
        from sqlglot import exp

        return exp.Cast(this=text, to=exp.DataType.build("binary", dialect="mysql"))

    def readable(self, exact: exp.Expression) -> exp.Expression:
        """The text behind bytes that were compared."""
        return self._as_utf8(exact)

    def digest(self, text: exp.Expression) -> exp.Expression:
        """The digest of a text."""
        from sqlglot import exp

        return exp.MD5(this=text)

    @staticmethod
    def _as_utf8(value: exp.Expression) -> exp.Expression:
        from sqlglot import exp

        utf8 = exp.DataType(this=exp.DataType.Type.CHARACTER_SET, kind=exp.var("utf8mb4"))
        return exp.Cast(this=value, to=utf8)
