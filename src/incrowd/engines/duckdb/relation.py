"""The working table that every reader leaves in the database: `data(c0, c1, …, n)`.

Column i of the source is called ci whatever its real name, because DuckDB takes `Age` and `age` for
the same name. Each row stands for n rows of the source, so that a table with few distinct rows is
kept condensed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.statements import identifier
from incrowd.errors import MalformedData, NothingToMeasure
from incrowd.table import Kind

DATA = "data"
WEIGHT = "n"

_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_NESTED = ("STRUCT", "MAP", "UNION", "LIST", "JSON")


@dataclass(frozen=True)
class Column:
    """A column of the working table: its position, its real name and its type in DuckDB."""

    position: int
    name: str
    type: str = "VARCHAR"
    table: str = DATA
    """Where it stands: another table where several sources share a database."""

    @property
    def sql(self) -> str:
        """The column in SQL."""
        return f"c{self.position}"

    @property
    def native(self) -> Kind | None:
        """The kind that the type says; None where the values must be looked at."""
        if self.type == "BOOLEAN":
            return Kind.BOOLEAN
        if self.type == "DATE":
            return Kind.DATE
        if self.type.startswith("TIMESTAMP"):
            return Kind.TIMESTAMP
        if self.type.removeprefix("U") in _INTEGERS or self._whole_decimal:
            return Kind.INTEGER
        if self.type in ("FLOAT", "DOUBLE") or self.type.startswith("DECIMAL"):
            return Kind.DECIMAL
        return None

    @property
    def text(self) -> str:
        """The value as text, in SQL: nested values as JSON, bytes as hexadecimal digits."""
        if self.type == "VARCHAR":
            return self.sql
        if self.type == "BLOB":
            return f"lower(hex({self.sql}))"
        if self.type.startswith(_NESTED) or self.type.endswith("]"):
            return f"CAST(to_json({self.sql}) AS VARCHAR)"
        return f"CAST({self.sql} AS VARCHAR)"

    @property
    def _whole_decimal(self) -> bool:
        return self.type.startswith("DECIMAL") and self.type.endswith(",0)")


@dataclass(frozen=True)
class Relation:
    """What a reader made of a source."""

    name: str
    columns: tuple[Column, ...]
    rows: int
    condensed: bool = False
    """Whether no two rows of the working table are equal."""
    table: str = DATA


def positional(names: Sequence[str]) -> str:
    """The names c0, c1, … for so many columns."""
    return ", ".join(f"c{position}" for position in range(len(names)))


def relabelled(name: str, column: Column) -> str:
    """A column's text under its real name, in SQL."""
    return f"{column.text} AS {identifier(name)}"


def check_names(names: Sequence[str | None], source: str, hint: str = "") -> tuple[str, ...]:
    """Refuse columns without a name, or with the same name as another.

    >>> check_names(["age", "sex", "age"], "f.csv")
    Traceback (most recent call last):
    incrowd.errors.MalformedData: 'f.csv' has several columns called 'age': columns 1, 3.
    """
    empty = [str(place) for place, name in enumerate(names, 1) if not (name or "").strip()]
    if empty:
        raise MalformedData(
            f"'{source}' has columns without a name: column {_some(empty)}.",
            hint or "Give every column a name in the first row.",
        )
    proper = [name for name in names if name is not None]
    twice = [name for name, times in Counter(proper).items() if times > 1]
    if twice:
        places = [str(place) for place, name in enumerate(proper, 1) if name == twice[0]]
        raise MalformedData(
            f"'{source}' has several columns called '{twice[0]}': columns {_some(places)}.",
            hint or "Give every column a name of its own.",
        )
    if ROWS in proper:
        raise MalformedData(
            f"'{source}' has a column called '{ROWS}', a name that is needed for counting.",
            "Give that column another name.",
        )
    return tuple(proper)


def check_rows(rows: int, source: str) -> int:
    """Refuse a table without rows."""
    if rows == 0:
        raise NothingToMeasure(
            f"'{source}' has column names but no rows.", "Check that this is the file you meant."
        )
    return rows


def _some(places: Sequence[str]) -> str:
    return ", ".join(places[:10]) + (", …" if len(places) > 10 else "")
