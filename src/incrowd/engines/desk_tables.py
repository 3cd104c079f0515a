"""Bring the rows of a source into a desk, with types where no text is lost by them.

A column of texts becomes one of whole numbers or dates only if every value is written just as the
database would write it: 7 but not 007, 2024-01-31 but not 31.1.2024.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.engines.duckdb_source import DuckDBSource
from incrowd.engines.query_builder import PAIRS
from incrowd.engines.relation import WEIGHT, Column, Relation
from incrowd.engines.session import Session
from incrowd.engines.source import Progress
from incrowd.engines.statements import create, identifier, select, subquery

_INCOMING: Final = "incoming"
_LOSSLESS: Final = ("BIGINT", "DATE")
_NATIVE: Final = (
    "TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT DOUBLE FLOAT DATE"
    " BOOLEAN TIMESTAMP"
)


@dataclass(frozen=True)
class DeskColumn:
    """A column as queries call it, and as it is called where it came from."""

    name: str
    original: str
    type: str


@dataclass(frozen=True)
class DeskTable:
    """A table that was brought in."""

    name: str
    rows: int
    columns: tuple[DeskColumn, ...]
    relation: Relation


def bring_in(
    session: Session, name: str, source: DuckDBSource, number: int, progress: Progress
) -> DeskTable:
    """Copy the rows of a source and make them known as a table and as a source."""
    names = unique_names([column.name for column in source.relation.columns])
    _take(session, source, progress)
    try:
        types = _types(session, source.relation.columns)
        cells = [
            f"CAST(c{place} AS {type_}) AS {identifier(column)}"
            for place, (column, type_) in enumerate(zip(names, types, strict=True))
        ]
        session.run(
            create("TABLE", identifier(name), select(cells, _INCOMING)), f"adding {name}", progress
        )
    finally:
        session.rows(f"DROP TABLE IF EXISTS {_INCOMING}")
    view = f"{PAIRS}.v{number}"
    cells = [f"{identifier(column)} AS c{place}" for place, column in enumerate(names)]
    one = f"CAST(1 AS BIGINT) AS {WEIGHT}"
    session.rows(create("VIEW", view, select([*cells, one], f"main.{identifier(name)}")))
    relation = Relation(name, _columns(source, types, view), source.rows, table=view)
    originals = [column.name for column in source.relation.columns]
    described = zip(names, originals, types, strict=True)
    return DeskTable(name, source.rows, tuple(DeskColumn(*one) for one in described), relation)


def _columns(source: DuckDBSource, types: Sequence[str], view: str) -> tuple[Column, ...]:
    known = zip(source.relation.columns, types, strict=True)
    return tuple(Column(column.position, column.name, type_, view) for column, type_ in known)


def _take(session: Session, source: DuckDBSource, progress: Progress) -> None:
    """Copy the rows as they are; one that stands for several comes as often."""
    cells = [
        column.sql if column.type in _NATIVE.split() or column.type == "VARCHAR" else column.text
        for column in source.relation.columns
    ]
    named = [f"{cell} AS c{place}" for place, cell in enumerate(cells)]
    rows = source.session.table(select([*named, WEIGHT], source.relation.table), "reading rows")
    kept = [f"c{place}" for place in range(len(cells))]
    repeated = subquery(select([*kept, f"unnest(range({WEIGHT}))"], "arriving"))
    session.connection.register("arriving", rows)
    try:
        several = source.relation.rows != rows.num_rows
        query = select(kept, repeated if several else "arriving")
        session.run(create("TABLE", _INCOMING, query), f"adding {source.name}", progress)
    finally:
        session.connection.unregister("arriving")


def _types(session: Session, columns: Sequence[Column]) -> list[str]:
    """The type of each column, a better one than text where that loses nothing."""
    described = [str(row[1]) for row in session.rows(f"DESCRIBE {_INCOMING}")]
    texts = [place for place, type_ in enumerate(described) if type_ == "VARCHAR"]
    tests = [(place, better) for place in texts for better in _LOSSLESS]
    if not tests:
        return described
    figures = [
        f"count(c{place}) > 0 AND count(c{place}) = count_if("
        f"CAST(TRY_CAST(c{place} AS {better}) AS VARCHAR) = c{place})"
        for place, better in tests
    ]
    answers = session.rows(select(figures, _INCOMING))[0]
    for (place, better), holds in zip(tests, answers, strict=True):
        if holds and described[place] == "VARCHAR":
            described[place] = better
    return described


def unique_names(names: Sequence[str]) -> list[str]:
    """Names that differ in more than capitals, which a database does not tell apart.

    >>> unique_names(["Age", "age", "age_2"])
    ['Age', 'age_3', 'age_2']
    """
    taken = {name.lower() for name in names}
    seen: set[str] = set()
    found = []
    for name in names:
        free, number = name, 2
        while free.lower() in seen or (free != name and free.lower() in taken):
            free, number = f"{name}_{number}", number + 1
        seen.add(free.lower())
        found.append(free)
    return found
