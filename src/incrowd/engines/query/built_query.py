"""The parts a query is built from: tables, joins, filters, sort keys, limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    pass

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
