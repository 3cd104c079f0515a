"""What a database server holds: its schemas, their tables, their columns, each asked for alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from incrowd.engines.servers.connection import ServerConnection

if TYPE_CHECKING:
    from sqlglot import exp


@dataclass(frozen=True)
class RemoteColumn:
    """A column as the server describes it."""

    name: str
    type: str
    precision: int | None = None


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
        found = self._rows(["schema_name"], "schemata")
        hidden = self._connection.server.kind.hidden
        return sorted(name for (name,) in found if name not in hidden and not _temporary(name))

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a schema."""
        return sorted(name for (name,) in self._rows(["table_name"], "tables", table_schema=schema))

    def all_tables(self) -> list[tuple[str, str]]:
        """The tables of all schemas."""
        known = set(self.schemas())
        found = self._rows(["table_schema", "table_name"], "tables")
        return sorted((schema, table) for schema, table in found if schema in known)

    def has(self, schema: str, table: str) -> bool:
        """Whether there is such a table."""
        return bool(self._rows(["table_name"], "tables", table_schema=schema, table_name=table))

    def columns(self, schema: str, table: str) -> list[RemoteColumn]:
        """The columns of a table in their order."""
        found = self._rows(
            ["ordinal_position", "column_name", "data_type", "numeric_precision"],
            "columns",
            table_schema=schema,
            table_name=table,
        )
        return [
            RemoteColumn(name, kind.lower(), None if precision is None else int(precision))
            for _, name, kind, precision in sorted(found, key=lambda row: int(row[0]))
        ]

    def _rows(self, names: list[str], listed: str, **same: str) -> list[tuple[str, ...]]:
        return self._connection.rows(_listed(names, listed, same))


def _listed(names: list[str], listed: str, same: dict[str, str]) -> exp.Select:
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


def _temporary(schema: str) -> bool:
    return schema.startswith(("pg_temp_", "pg_toast_temp_"))
