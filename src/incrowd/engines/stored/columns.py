"""Columns as they are shown, in SQL: `d.c3` as it is, or the label that stands for it, `r3.label`.

Rows come from `stored AS d`, labels from a table per recoded column, and whether a row is
suppressed from `m`. Values never stand in the SQL; they are bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.engines.duckdb.column_types import Reading
from incrowd.engines.duckdb.statements import literal
from incrowd.engines.stored.page import Labels, Recoding
from incrowd.engines.stored.storage import ROW
from incrowd.errors import UnknownAttribute
from incrowd.table import MISSING, Kind, Profile

STORED: Final = "stored"
ROWS: Final = f"{STORED} AS d"
ROW_NUMBER: Final = f"d.{ROW}"
_SHORT: Final = 18
"""Digits that always fit 64 bits."""


@dataclass(frozen=True)
class StoredColumn:
    """A column, with the table of its labels where it is recoded."""

    position: int
    profile: Profile
    recoding: Recoding | None = None
    table: str = ""
    local: Labels | None = None
    """What is shown where it depends on the part that a row belongs to, not on its value alone."""

    @property
    def name(self) -> str:
        """The real name."""
        return self.profile.name

    @property
    def original(self) -> str:
        """What the data has."""
        return f"d.c{self.position}"

    @property
    def text(self) -> str:
        """What is shown."""
        if self.local:
            return f"p.l{self.position}"
        return f"r{self.position}.label" if self.recoding else self.original

    @property
    def recoded(self) -> bool:
        """Whether labels are shown instead of what the data has."""
        return self.local is not None or self.recoding is not None

    @property
    def rank(self) -> str:
        """The place of a label in their order; null for missing."""
        return f"p.k{self.position}" if self.local else f"r{self.position}.rank"

    @property
    def missing(self) -> str:
        """Whether it is missing that is shown."""
        return f"{self.rank} IS NULL" if self.recoded else f"{self.original} IS NULL"

    @property
    def changed(self) -> str:
        """Whether something else is shown than the data has."""
        if not self.recoded:
            return "false"
        if self.local:
            return f"{self.text} IS DISTINCT FROM {self.original}"
        return f"{self.text} IS DISTINCT FROM coalesce({self.original}, {literal(MISSING)})"

    @property
    def key(self) -> str | None:
        """The number or the moment that a value stands for; None where values are mere text."""
        if self.recoded:
            return self.rank
        kind, profile = self.profile.kind, self.profile
        if kind is Kind.INTEGER and profile.longest > _SHORT:
            return f"try_cast({self.original} AS HUGEINT)"
        if not kind.numeric and profile.date_format is None:
            return None
        reading = Reading(kind, "", profile.date_format, profile.decimal_comma)
        key = reading.sql_key(self.original)
        # "inf" and "nan" are no numbers that people wrote down, but markers
        return f"CASE WHEN isfinite({key}) THEN {key} END" if kind is Kind.DECIMAL else key

    def order(self, descending: bool) -> list[str]:
        """By what to sort: numbers before other text, missing always last."""
        direction = "DESC" if descending else "ASC"
        if self.key is None:
            return [self.missing, f"{self.text} {direction}"]
        others = f"CASE WHEN {self.key} IS NULL THEN {self.text} END {direction} NULLS LAST"
        return [self.missing, f"{self.key} {direction} NULLS LAST", others]

    @property
    def join(self) -> str:
        """The clause that brings the labels in."""
        label = f"r{self.position}"
        return (
            f"LEFT JOIN {self.table} AS {label} ON {self.original} IS NOT DISTINCT FROM"
            f" {label}.value"
        )


@dataclass(frozen=True)
class TableView:
    """A table as it is shown in one state."""

    columns: tuple[StoredColumn, ...]
    rows: int
    """All rows, suppressed ones included."""
    published: int
    marks: str | None = None
    """The table that tells which rows are suppressed."""
    parts: str | None = None
    """The table of what is published of each part, where rows are recoded locally."""

    def column(self, name: str) -> StoredColumn:
        """Find a column by its name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise UnknownAttribute.among(name, [column.name for column in self.columns])

    def joins(self, columns: Iterable[StoredColumn], *, marked: bool = False) -> list[str]:
        """The clauses that bring in the labels of some columns, and the marks if wanted."""
        chosen = list(dict.fromkeys(columns))
        clauses = [column.join for column in chosen if column.recoding]
        local = any(column.local is not None for column in chosen)
        if (marked or local) and self.marks is not None:
            clauses.append(f"JOIN {self.marks} AS m ON m.{ROW} = {ROW_NUMBER}")
        if local:
            clauses.append(f"JOIN {self.parts} AS p ON p.part = m.part")
        return clauses

    @property
    def hides(self) -> bool:
        """Whether some rows are suppressed."""
        return self.published < self.rows


def order_by(keys: Sequence[str]) -> str:
    """Sort by some keys, then in the order of the rows.

    >>> order_by(["d.c1 DESC"])
    'ORDER BY d.c1 DESC, d.row'
    """
    return f"ORDER BY {', '.join([*keys, ROW_NUMBER])}"
