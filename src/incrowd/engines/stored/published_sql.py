"""What is published of a stored table, in SQL: `d.c3` as it is, or its label, `r3.label`.

Rows come from `stored AS d`, labels from a table per recoded column, and whether a row is
suppressed and how large its class is from `marks(row, suppressed, size)`, called `m`. The tuple of
every row is found with one join and remembered, so that another state of the same crowd takes no
more than looking up its tuples. Values never stand in the SQL; they are bound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.engines.duckdb.column_types import Reading
from incrowd.engines.duckdb.statements import create, literal, select, where
from incrowd.engines.stored.page import KeptTuples, Labels, Parts, Recoding
from incrowd.engines.stored.storage import ROW
from incrowd.engines.stored.tuple_marks import TupleMarks, check_coverage
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.table import MISSING, Kind, Profile, as_written

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


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
    def written(self) -> str:
        """What stands in a file: as it is shown, but what is missing is empty."""
        if self.local:
            return f"p.w{self.position}"
        return f"r{self.position}.written" if self.recoding else self.original

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
    """The table of suppressed rows."""
    parts: str | None = None
    """The table of what is published of each part, where rows are recoded locally."""
    tuples: TupleMarks | None = None
    """What tells which rows are suppressed where no row has a mark of its own."""

    def column(self, name: str) -> StoredColumn:
        """Find a column by its name."""
        if name not in self._by_name:
            raise UnknownAttribute.among(name, list(self._by_name))
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, StoredColumn]:
        return {column.name: column for column in self.columns}

    def joins(self, columns: Iterable[StoredColumn], *, marked: bool = False) -> list[str]:
        """The clauses that bring in the labels of some columns, and the marks if wanted."""
        chosen = list(dict.fromkeys(columns))
        clauses = [column.join for column in chosen if column.recoding]
        local = any(column.local is not None for column in chosen)
        if (marked or local) and self.marks is not None:
            clauses.append(f"JOIN {self.marks} AS m ON m.{ROW} = {ROW_NUMBER}")
        elif marked and self.tuples is not None:
            clauses.append(self.tuples.join)
        if local:
            clauses.append(f"JOIN {self.parts} AS p ON p.part = m.part")
        return clauses

    def count_published(self, columns: Sequence[StoredColumn]) -> str:
        """Count the published rows of each combination of what is written in some columns."""
        joins = self.joins(columns, marked=self.hides)
        kept = where(["NOT m.suppressed"] if self.hides else [])
        texts = [f"{column.written} AS v{place}" for place, column in enumerate(columns)]
        groups = [str(place) for place in range(1, len(columns) + 1)]
        grouping = f"GROUP BY {', '.join(groups)}" if groups else ""
        return select([*texts, "count(*)"], ROWS, *joins, kept, grouping)

    def read_published(self, columns: Sequence[StoredColumn]) -> str:
        """What is written in some columns of the published rows, in the order of the data."""
        joins = self.joins(columns, marked=self.hides)
        kept = where(["NOT m.suppressed"] if self.hides else [])
        texts = [f"{column.written} AS v{place}" for place, column in enumerate(columns)]
        return select(texts, ROWS, *joins, kept, order_by([]))

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


INCOMING: Final = "incoming"
_MANY_COLUMNS: Final = 200
"""Columns above which a condition for each of them takes the database very long to plan."""
_REMEMBERED: Final = 2


@dataclass(frozen=True, eq=False)
class _RowTuples:
    """The place of each row's tuple among some tuples, in the order of the rows."""

    columns: tuple[str, ...]
    tuples: pa.Table
    rows: pa.Table


def _part_of_rows(places: pa.ChunkedArray, parts: Parts) -> pa.Array:
    """The part of each row: of the rows of a combination the first belong to its first part."""
    tuples, rows = _to_numpy(parts.table.column("tuple")), _to_numpy(parts.table.column("rows"))
    of_rows = _to_numpy(places)
    order = np.argsort(of_rows, kind="stable")
    # parts are ordered by combination, so in that order of the rows they follow each other
    if not np.array_equal(np.repeat(tuples, rows), of_rows[order]):
        raise InvalidParameter(
            say("The parts describe other rows than the table has."),
            say("Count the table again: its parts come from other data."),
        )
    part = np.empty(len(of_rows), np.int64)
    part[order] = np.repeat(np.arange(len(tuples), dtype=np.int64), rows)
    return pa.Array.from_buffers(pa.int64(), len(part), [None, pa.py_buffer(part)])


def _to_numpy(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """The numbers of a column; `to_numpy` would load pandas, half a second."""
    array = pa.concat_arrays(column.chunks)
    return np.frombuffer(array.buffers()[1], np.int64, len(array) + array.offset)[array.offset :]


def _match(positions: list[int]) -> str:
    """Where a row has the values of a tuple; of very many columns as one value made of all."""
    rows, tuples = ([f"{kind}{position}" for position in positions] for kind in ("d.c", "t.t"))
    if len(positions) > _MANY_COLUMNS:
        rows, tuples = ([f"row({', '.join(each)})"] for each in (rows, tuples))
    pairs = zip(rows, tuples, strict=True)
    return " AND ".join(f"{row} IS NOT DISTINCT FROM {wanted}" for row, wanted in pairs) or "true"


class SuppressionMarker:
    """Marks the rows of a table; one thread at a time."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._known: deque[_RowTuples] = deque(maxlen=_REMEMBERED)

    def mark(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int], table: str
    ) -> None:
        """Make the table of marks; `place` counts the published rows up to each row."""
        rows = self._located(cursor, kept, positions).rows
        places = rows.column("place")
        if kept.parts is None:
            flags, sizes = kept.kept, kept.sizes
        else:
            places = _part_of_rows(places, kept.parts)
            flags, sizes = kept.parts.table.column("kept"), kept.parts.table.column("size")
        published = flags.take(places)
        marks = {
            ROW: rows.column(ROW),
            "suppressed": pc.invert(published),
            "size": sizes.take(places),
            "place": pc.cumulative_sum(published.cast(pa.int64())),
            "part": places,
        }
        cursor.register(INCOMING, pa.table(marks))
        cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
        cursor.unregister(INCOMING)

    def publish(
        self, cursor: DuckDBPyConnection, parts: Parts, positions: dict[str, int], table: str
    ) -> None:
        """Make the table of what each part shows: a label and its rank for each column."""
        columns = {"part": pa.array(range(parts.table.num_rows), pa.int64())}
        for name, labels in parts.labels.items():
            ranks = [None if text is None else rank for rank, text in enumerate(labels.texts)]
            texts = pa.array(labels.texts, pa.string())
            written = pa.array([text and as_written(text) for text in labels.texts], pa.string())
            columns[f"l{positions[name]}"] = texts.take(labels.codes)
            columns[f"w{positions[name]}"] = written.take(labels.codes)
            columns[f"k{positions[name]}"] = pa.array(ranks, pa.int64()).take(labels.codes)
        cursor.register(INCOMING, pa.table(columns))
        cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
        cursor.unregister(INCOMING)

    def _located(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int]
    ) -> _RowTuples:
        tuples = kept.tuples
        for known in self._known:
            if known.columns == kept.columns and known.tuples.equals(tuples):
                return known
        result = _RowTuples(kept.columns, tuples, self._joined(cursor, kept, positions))
        self._known.append(result)
        return result

    def _joined(
        self, cursor: DuckDBPyConnection, kept: KeptTuples, positions: list[int]
    ) -> pa.Table:
        names = [f"t{position}" for position in positions]
        places = pa.array(range(kept.table.num_rows), pa.int64())
        columns = kept.table.columns[: len(names)]
        cursor.register(INCOMING, pa.table([*columns, places], [*names, "place"]))
        join = f"JOIN {INCOMING} AS t ON {_match(positions)}"
        query = select([ROW_NUMBER, "t.place"], ROWS, join, f"ORDER BY {ROW_NUMBER}")
        rows = cursor.execute(query).to_arrow_table()
        cursor.unregister(INCOMING)
        check_coverage(rows.num_rows, self._rows)
        return rows
