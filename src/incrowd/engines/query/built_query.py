"""The parts a query is built from: tables, joins, filters, sort keys, limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    pass

Kind = Literal["inner", "left", "right", "full"]
KINDS: Final = ("inner", "left", "right", "full")


@dataclass(frozen=True)
class Cell:
    """A column of a table as it is called in the query."""

    table: str
    column: str


@dataclass(frozen=True)
class Match:
    """Two columns that have to be equal, or to stand together in a table of pairs."""

    left: Cell
    right: str
    """A column of the table that is joined."""
    pairs: str | None = None


@dataclass(frozen=True)
class JoinedTable:
    """A table that is joined to those before it."""

    table: str
    kind: Kind
    on: tuple[Match, ...]
    alias: str | None = None

    @property
    def name(self) -> str:
        """What it is called in the query."""
        return self.alias or self.table


@dataclass(frozen=True)
class Where:
    """A condition that rows have to fulfil."""

    cell: Cell
    operator: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """What rows are sorted by."""

    cell: Cell
    descending: bool = False


@dataclass(frozen=True)
class BuiltQuery:
    """Everything that a query is made of; without columns it shows all of them."""

    table: str
    alias: str | None = None
    joins: tuple[JoinedTable, ...] = ()
    columns: tuple[Cell, ...] = ()
    filters: tuple[Where, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None

    @property
    def tables(self) -> dict[str, str]:
        """The table behind each name that is used in the query."""
        named = [(self.alias or self.table, self.table)]
        return dict([*named, *((join.name, join.table) for join in self.joins)])
