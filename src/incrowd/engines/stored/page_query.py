"""Read the rows of a page: first which rows, by few columns, then the cells of these alone.

read_page(cursor, view, PageRequest(limit=100))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.duckdb import dates
from incrowd.engines.duckdb.statements import select, subquery, where
from incrowd.engines.stored.page import Filter, Page, PageRequest, PageRow, RiskyRow, SizeRange
from incrowd.engines.stored.published_sql import ROW_NUMBER, ROWS, StoredColumn, TableView, order_by
from incrowd.engines.stored.storage import ROW
from incrowd.engines.stored.tuple_marks import TupleMarks
from incrowd.errors import InvalidParameter, suggestion
from incrowd.language import say
from incrowd.table import Profile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def read_page(cursor: DuckDBPyConnection, view: TableView, request: PageRequest) -> Page:
    """The rows that are asked for, and how many there are in all."""
    filtered = [(view.column(filter_.column), filter_) for filter_ in request.filters]
    conditions = [condition(column, filter_) for column, filter_ in filtered]
    used = [column for column, _ in filtered]
    if request.sizes is not None:
        conditions += _has_size(request.sizes)
    elif view.hides and not request.include_suppressed:
        conditions.append(Condition("NOT m.suppressed"))
    some_risk = request.by_risk or request.sizes is not None
    some = bool(filtered) or request.sizes is not None
    if request.sort is None and not some and not some_risk:
        total, numbers = _find_by_place(cursor, view, request)
    else:
        matching = Matching(tuple(used), tuple(conditions), view.hides or some_risk)
        total = _count(cursor, view, matching) if some else _count_visible(view, request)
        numbers = _find_sorted(cursor, view, matching, request)
    return Page(total, read_rows(cursor, view, numbers))


def _has_size(sizes: SizeRange) -> list[Condition]:
    wanted = [Condition("NOT m.suppressed"), Condition("m.size >= ?", (sizes.smallest,))]
    return (
        wanted if sizes.largest is None else [*wanted, Condition("m.size <= ?", (sizes.largest,))]
    )


def _count_visible(view: TableView, request: PageRequest) -> int:
    return view.rows if request.include_suppressed else view.published


def _find_by_place(
    cursor: DuckDBPyConnection, view: TableView, request: PageRequest
) -> tuple[int, list[int]]:
    """Rows in their own order are found by their place, without looking at others."""
    total = _count_visible(view, request)
    end = min(request.offset + request.limit, total)
    if total == view.rows or view.marks is None:
        return total, list(range(request.offset + 1, end + 1))
    wanted = "WHERE NOT suppressed AND place > ? AND place <= ?"
    query = select([ROW], view.marks, wanted, f"ORDER BY {ROW}")
    return total, _first_cells(cursor.execute(query, [request.offset, end]))


def _count(cursor: DuckDBPyConnection, view: TableView, matching: Matching) -> int:
    query = select(["count(*)"], ROWS, *matching.clauses(view))
    return _first_cells(cursor.execute(query, matching.values))[0]


def _find_sorted(
    cursor: DuckDBPyConnection, view: TableView, matching: Matching, request: PageRequest
) -> list[int]:
    keys: list[str] = []
    if request.sort is not None:
        column = view.column(request.sort)
        matching = replace(matching, used=(*matching.used, column))
        keys = column.order(request.descending)
    elif request.by_risk:
        keys = ["m.suppressed", "CASE WHEN NOT m.suppressed THEN m.size END"]
    clauses = [*matching.clauses(view), order_by(keys), "LIMIT ? OFFSET ?"]
    query = select([ROW_NUMBER], ROWS, *clauses)
    return _first_cells(cursor.execute(query, [*matching.values, request.limit, request.offset]))


def _first_cells(cursor: DuckDBPyConnection) -> list[int]:
    return [row[0] for row in cursor.fetchall()]


def read_rows(cursor: DuckDBPyConnection, view: TableView, numbers: list[int]) -> list[PageRow]:
    """The rows of these numbers as they are published, in the order of the numbers."""
    if not numbers:
        return []
    texts = [column.text for column in view.columns]
    changes = [column.changed for column in view.columns]
    rows = f"{subquery(select(['d.*'], ROWS, _join_numbers()))} AS d"
    query = select([ROW_NUMBER, *texts, *changes], rows, *view.joins(view.columns))
    cells = {row[0]: row[1:] for row in cursor.execute(query, [numbers]).fetchall()}
    marks = _read_marks(cursor, view, numbers)
    width = len(texts)
    return [
        PageRow(number, *marks[number], cells[number][:width], cells[number][width:])
        for number in numbers
    ]


def _read_marks(
    cursor: DuckDBPyConnection, view: TableView, numbers: list[int]
) -> dict[int, tuple[bool, int | None]]:
    """Whether each row is suppressed, and the size of its class."""
    if view.marks is None:
        return dict.fromkeys(numbers, (False, None))
    query = select([ROW_NUMBER, "suppressed", "size"], f"{view.marks} AS d", _join_numbers())
    return {row[0]: row[1:] for row in cursor.execute(query, [numbers]).fetchall()}


def _join_numbers() -> str:
    """Only the rows whose numbers are bound; the engine then skips what lies between them."""
    return f"JOIN (SELECT unnest(CAST(? AS BIGINT[])) AS {ROW}) AS w ON w.{ROW} = {ROW_NUMBER}"


def read_risky(cursor: DuckDBPyConnection, view: TableView, limit: int) -> list[RiskyRow]:
    """The published rows of the smallest classes first, as they are in the data."""
    query = select(
        [ROW, "size"], str(view.marks), f"WHERE NOT suppressed ORDER BY size, {ROW} LIMIT ?"
    )
    sizes: dict[int, int] = dict(cursor.execute(query, [limit]).fetchall())
    originals = [column.original for column in view.columns]
    cells = select([ROW_NUMBER, *originals], ROWS, _join_numbers())
    result = {row[0]: row[1:] for row in cursor.execute(cells, [list(sizes)]).fetchall()}
    return [RiskyRow(number, size, result[number]) for number, size in sizes.items()]


def read_risky_among(
    cursor: DuckDBPyConnection, width: int, marks: TupleMarks, limit: int
) -> list[RiskyRow]:
    """The same of some combinations alone, which are joined to the rows while these stream by."""
    cells = [f"d.c{place}" for place in range(width)]
    order = f"WHERE NOT m.suppressed ORDER BY m.size, {ROW_NUMBER} LIMIT ?"
    query = select([ROW_NUMBER, "m.size", *cells], ROWS, marks.join, order)
    found = cursor.execute(query, [limit]).fetchall()
    return [RiskyRow(number, size, tuple(cells)) for number, size, *cells in found]


Bound = str | int | float | datetime
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,36}")
"""As long as the engine has room for."""


@dataclass(frozen=True)
class Condition:
    """What must hold, with a `?` for each value."""

    sql: str
    values: tuple[Bound, ...] = ()


@dataclass(frozen=True)
class Matching:
    """The rows for which some conditions hold, and what must be joined to find them."""

    used: tuple[StoredColumn, ...]
    conditions: tuple[Condition, ...]
    marked: bool

    def clauses(self, view: TableView) -> list[str]:
        """The joins and the condition of a statement."""
        sql = [each.sql for each in self.conditions]
        return [*view.joins(self.used, marked=self.marked), where(sql)]

    @property
    def values(self) -> list[Any]:
        """What is bound, in the order of the statement."""
        return [value for each in self.conditions for value in each.values]


def condition(column: StoredColumn, wanted: Filter) -> Condition:
    """What a filter asks of a column as it is shown."""
    return _CONDITIONS[wanted.operator](column, wanted.value or "")


def _contains(column: StoredColumn, value: str) -> Condition:
    return Condition(f"contains(lower({column.text}), lower(CAST(? AS VARCHAR)))", (value,))


def _equals(column: StoredColumn, value: str) -> Condition:
    number = None if column.recoded else _number(value, column.profile)
    if number is not None:
        return Condition(f"{column.key} = ?", (number,))
    return Condition(f"{column.text} = ?", (value,))


def _not_equals(column: StoredColumn, value: str) -> Condition:
    same = _equals(column, value)
    return Condition(f"NOT coalesce({same.sql}, false)", same.values)


def _missing(column: StoredColumn, _: str) -> Condition:
    return Condition(f"({column.missing})")


def _compare_by(sign: str) -> Callable[[StoredColumn, str], Condition]:
    def compare(column: StoredColumn, value: str) -> Condition:
        return Condition(
            f"{column.key or column.text} {sign} ?", (_comparison_value(column, value),)
        )

    return compare


_CONDITIONS: Final[dict[str, Callable[[StoredColumn, str], Condition]]] = {
    "contains": _contains,
    "equals": _equals,
    "not_equals": _not_equals,
    "missing": _missing,
    "at_least": _compare_by(">="),
    "at_most": _compare_by("<="),
}


def _comparison_value(column: StoredColumn, value: str) -> Bound:
    """What the keys of a column are compared with."""
    labels = column.local or column.recoding
    if labels is not None:
        return _rank(labels.ranks, column.name, value)
    if column.key is None:
        return value
    profile = column.profile
    known = dates.parse_date(value, profile.date_format) if profile.date_format else None
    result = known or _number(value, profile)
    if result is None:
        example = profile.minimum or "0"
        raise InvalidParameter(
            say("'{name}' cannot be compared with '{value}'.", name=column.name, value=value),
            say(
                "Give a {kind} as the column has them, for example {example}.",
                kind=profile.kind,
                example=example,
            ),
        )
    return result


def _rank(ranks: dict[str, int | None], name: str, label: str) -> int:
    rank = ranks.get(label)
    if rank is None:
        known = [each for each, place in ranks.items() if place is not None]
        raise InvalidParameter(
            say("'{name}' shows no '{label}' to compare with.", name=name, label=label),
            suggestion(label, known),
        )
    return rank


def _number(value: str, profile: Profile) -> int | float | None:
    """A value as a number, if the column is one of numbers; integers to the last digit."""
    if not profile.kind.numeric:
        return None
    text = value.replace(",", ".") if profile.decimal_comma else value
    if _INTEGER.fullmatch(text):
        return int(text)
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
