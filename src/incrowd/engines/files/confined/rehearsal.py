"""Read a table once in a process of its own, from end to end, before it is read in place.

    rehearse(relation, session, request)       # in the confined process: all values, bounded

Parquet and DuckDB files are read where they lie, and only the columns that are asked for. What ends
the process that reads all of them, or takes too much there, never gets as far as ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incrowd.engines.duckdb.relation import Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select
from incrowd.engines.files.confined.caps import MOST_RECORD, check_width, too_long
from incrowd.engines.files.format import ReadRequest
from incrowd.errors import MalformedData
from incrowd.language import say

_COLUMNS: Final = 250
"""Columns that are read in one pass."""
_FIXED: Final = ("BOOLEAN", "DATE", "TIME", "TIMESTAMP", "INTERVAL", "UUID", "FLOAT", "DOUBLE")


def rehearse(relation: Relation, session: Session, request: ReadRequest) -> None:
    """Read every value; refuse what is too long, too wide, or not there."""
    check_width(len(relation.columns), request.name)
    for start in range(0, len(relation.columns), _COLUMNS):
        part = relation.columns[start : start + _COLUMNS]
        figures = ["count(*)", *(_figure(column) for column in part)]
        step = say("checking {name}", name=request.name)
        ((rows, *longest),) = session.run(select(figures, relation.table), step)
        _check(relation, part, longest, request)
        if rows != relation.rows:
            raise MalformedData(
                say(
                    "'{name}' announces {promised} rows, but has {rows}.",
                    name=request.name,
                    promised=relation.rows,
                    rows=rows,
                ),
                say("The file is damaged: get it again."),
            )


def _figure(column: TableColumn) -> str:
    """The longest value; of those that have a fixed size, something that needs all of them."""
    if column.native is not None or column.type.startswith(_FIXED):
        return f"bit_xor(hash({column.sql}))"
    if column.type == "BLOB":
        return f"max(2 * octet_length({column.sql}))"
    return f"max(strlen({column.text}))"


def _check(
    relation: Relation,
    columns: Sequence[TableColumn],
    longest: Sequence[int | None],
    request: ReadRequest,
) -> None:
    for column, most in zip(columns, longest, strict=True):
        if not _figure(column).startswith("bit_xor") and (most or 0) > MOST_RECORD:
            raise too_long(request.name)
