"""PostgreSQL: tables are counted, shown and published inside the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from incrowd.engines import contract
from incrowd.engines.contract import Engine, EngineColumn, Limits, TableName
from incrowd.engines.remote.attached import AttachedServer
from incrowd.engines.remote.counting.sampling import Sample
from incrowd.engines.servers.tables import ServerColumn

if TYPE_CHECKING:
    from sqlglot import exp

ENGINE: Final = Engine(
    "postgresql",
    "PostgreSQL",
    "postgres",
    rows_literal=(
        "jsonb_to_recordset(CAST(convert_from(decode('{document}', 'base64'), 'UTF8') AS JSONB))"
        " AS given_rows({columns})"
    ),
    column_literal="{name} TEXT",
    text_literal="convert_from(decode('{document}', 'base64'), 'UTF8')",
    stops_counting=True,
    limits=Limits(statement=500_000_000),
)

_PLAIN: Final = {
    "smallint": "SMALLINT",
    "integer": "INTEGER",
    "bigint": "BIGINT",
    "real": "FLOAT",
    "double precision": "DOUBLE",
    "date": "DATE",
    "timestamp without time zone": "TIMESTAMP",
    "timestamp with time zone": "TIMESTAMPTZ",
    "boolean": "BOOLEAN",
}
"""What DuckDB calls a type."""

_MOST_DIGITS: Final = 38


class Connection(AttachedServer):
    """An open PostgreSQL database."""

    engine = ENGINE

    def describe(self, column: ServerColumn) -> EngineColumn:
        """How the values of a column are read; numbers of any length stay text."""
        plain = _PLAIN.get(column.type, "VARCHAR")
        if column.type == "numeric" and column.precision and column.precision <= _MOST_DIGITS:
            plain = f"DECIMAL({column.precision},{column.scale or 0})"
        same = column.type in ("text", "character varying")
        return EngineColumn(
            column.name, column.type, plain, column.type == "user-defined", comparable=same
        )

    def estimate_rows(self, table: TableName) -> int | None:
        """What the server noted when it last looked at the table."""
        from sqlglot import parse_one

        query = parse_one(
            "SELECT CAST(c.reltuples AS BIGINT) AS n FROM pg_class AS c JOIN pg_namespace AS s"
            " ON s.oid = c.relnamespace WHERE s.nspname = :schema AND c.relname = :name",
            dialect="postgres",
        )
        from sqlglot import exp

        names = {"schema": table.path[-1], "name": table.table}
        query = query.transform(
            lambda node: (
                exp.Literal.string(names[node.name]) if isinstance(node, exp.Placeholder) else node
            )
        )
        counted = self.fetch(query, "estimating the size").column(0).to_pylist()  # type: ignore[arg-type]
        return int(counted[0]) if counted and counted[0] >= 0 else None

    def admit(self, other: contract.Connection) -> bool:
        """Tables of the same database: PostgreSQL reads no other in one statement."""
        return isinstance(other, Connection) and self.server == other.server

    def sample(self, table: TableName, wanted: int, rows: int) -> Sample:
        """Some pages of the table, chosen at random."""
        from sqlglot import exp

        method = exp.var("SYSTEM")
        percent = exp.Literal.number(f"{100 * min(wanted / rows, 1):.6f}")
        sampled = table.sql
        sampled.set("sample", exp.TableSample(method=method, size=percent))
        return Sample(sampled, at_random=True)

    def renamed(self, table: TableName, name: str) -> exp.Table:
        """The new name of a table, which stays in its schema."""
        del table
        return TableName((), name).sql

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        """A value as text: moments in universal time, bytes as hexadecimal digits."""
        from sqlglot import exp

        if column.type == "timestamp with time zone":
            utc = exp.AtTimeZone(this=value, zone=exp.Literal.string("UTC"))
            return exp.Concat(expressions=[exp.cast(utc, "text"), exp.Literal.string("+00")])
        if column.type == "bytea":
            return exp.Anonymous(this="encode", expressions=[value, exp.Literal.string("hex")])
        if column.type == "array":
            listed = exp.Anonymous(this="to_json", expressions=[value])
            return exp.cast(listed, "text")
        return value if column.type == "text" else exp.cast(value, "text")

    def exact(self, text: exp.Expression) -> exp.Expression:
        """Texts are compared byte by byte unless a column was made otherwise."""
        from sqlglot import exp

        return exp.Collate(this=text, expression=exp.to_identifier("C", quoted=True))

    def readable(self, exact: exp.Expression) -> exp.Expression:
        """The text that was compared: it is one already."""
        return exact

    def digest(self, text: exp.Expression) -> exp.Expression:
        """The digest of a text."""
        from sqlglot import exp

        return exp.MD5(this=text)
