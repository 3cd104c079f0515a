"""Find out about the columns of a remote table from their distinct values, not from rows.

What a column is decided on is the same code as for a file: its distinct values with their counts
come over and are looked at by the embedded engine. Of a column with very many values only figures
and the commonest values come; then its type says what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.contract import ROWS, EngineColumn
from incrowd.engines.duckdb.relation import DATA, WEIGHT, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import profile_column
from incrowd.engines.duckdb.statements import create, select
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_VALUES: Final = 200_000
"""Distinct values of one column that are looked at one by one."""


def profile_values(session: Session, column: EngineColumn, tally: pa.Table, rows: int) -> Profile:
    """A profile from all distinct values of a column, written as every engine writes them."""
    values = pa.table({"v": tally.column(0).cast(pa.string()), WEIGHT: tally.column(ROWS)})
    session.connection.register("distinct_values", values)
    value = "v" if column.plain == "VARCHAR" else f"TRY_CAST(v AS {column.plain})"
    unreadable = session.rows(
        select([f"count_if(v IS NOT NULL AND {value} IS NULL)"], "distinct_values")
    )[0][0]
    kept, type_ = (value, column.plain) if not unreadable else ("v", "VARCHAR")
    session.rows(create("TEMP TABLE", DATA, select([f"{kept} AS c0", WEIGHT], "distinct_values")))
    session.connection.unregister("distinct_values")
    described = str(session.rows(f"DESCRIBE {DATA}")[0][1]) if type_ != "VARCHAR" else type_
    return profile_column(session, TableColumn(0, column.name, described), rows)


def profile_figures(
    column: EngineColumn, rows: int, figures: Sequence[object], common: pa.Table
) -> Profile:
    """A profile from figures alone: missing, distinct, lengths, ends, and the commonest values."""
    missing, distinct, shortest, longest, low, high = figures
    kind = TableColumn(0, column.name, column.plain).native or Kind.TEXT
    texts = common.column(0).to_pylist()
    counts = common.column(1).to_pylist()
    listed = [
        (text, int(count)) for text, count in zip(texts, counts, strict=True) if text is not None
    ]
    return Profile(
        name=column.name,
        kind=kind,
        rows=rows,
        missing=_number(missing),
        distinct=_number(distinct),
        shortest=_number(shortest),
        longest=_number(longest),
        minimum=None if kind is Kind.TEXT else _text(low),
        maximum=None if kind is Kind.TEXT else _text(high),
        date_format=_DATE_FORMATS.get(kind),
        common=tuple(sorted(listed, key=lambda each: (-each[1], each[0]))[:1_000]),
    )


_DATE_FORMATS: Final = {Kind.DATE: "%Y-%m-%d", Kind.TIMESTAMP: "%Y-%m-%d %H:%M:%S"}


def _number(figure: object) -> int:
    return 0 if figure is None else int(str(figure))


def _text(figure: object) -> str | None:
    return None if figure is None else str(figure)
