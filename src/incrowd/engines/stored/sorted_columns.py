"""Whether the values of a column stand in order: then they give back the places of the rows.

1, 1, 2, 4, 7 are sorted; so are 30 dates of which one or two stand elsewhere.
"""

from __future__ import annotations

from math import lgamma, log
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.statements import select, subquery
from incrowd.engines.stored.published_sql import ROW_NUMBER, ROWS, StoredColumn

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MANY: Final = 20
NEARLY: Final = 0.9
"""Rows, and the correlation of values with their places, from which on they are nearly sorted."""
ORDERS: Final = 100
"""Orders in which values could stand from which on it is no accident that they are sorted."""


def is_sorted(cursor: DuckDBPyConnection, column: StoredColumn, *, nearly: bool) -> bool:
    """Whether known values rise or fall with the rows, or nearly so, and not by chance.

    Where hardly any value differs from the others they stand in order by chance.
    """
    value = column.key or column.original
    known = f"WHERE {value} IS NOT NULL"
    places = select(
        [
            f"{value} AS value",
            f"lag({value}) OVER (ORDER BY {ROW_NUMBER}) AS before",
            f"rank() OVER (ORDER BY {value}) AS rank",
            f"row_number() OVER (ORDER BY {ROW_NUMBER}) AS number",
        ],
        ROWS,
        known,
    )
    steps = [
        "count_if(value < before) = 0 OR count_if(value > before) = 0",
        "count(*)",
        "corr(rank, number)",
    ]
    ordered, rows, related = cursor.execute(select(steps, subquery(places))).fetchall()[0]
    if ordered:
        return _log_orders(cursor, value, known) >= log(ORDERS)
    return nearly and rows >= MANY and abs(related or 0.0) >= NEARLY


def _log_orders(cursor: DuckDBPyConnection, value: str, known: str) -> float:
    """The logarithm of how many orders the values can stand in, equal ones not told apart."""
    counted = select(["count(*) AS rows"], ROWS, known, f"GROUP BY {value}")
    figures = ["sum(rows)", "sum(lgamma(rows + 1))"]
    rows, repeated = cursor.execute(select(figures, subquery(counted))).fetchall()[0]
    return lgamma(float(rows or 0) + 1) - float(repeated or 0)
