"""Bring the rows of a source into a query session, with types where no text is lost by them.

A column of texts becomes one of whole numbers or dates only if every value is written just as the
database would write it: 7 but not 007, 2024-01-31 but not 31.1.2024.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pyarrow as pa

from incrowd.answers import shape
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import create, identifier, select, subquery
from incrowd.engines.query.builder import PAIRS
from incrowd.progress import Progress

_INCOMING: Final = "incoming"
_VALUES: Final = "distinct_values"
_LOSSLESS: Final = {"BIGINT": r"-?[0-9]+", "DATE": r"[0-9]{4}-[0-9]{2}-[0-9]{2}"}
_SAMPLED_VALUES: Final = 100
"""Values that are looked at before all of them are."""
_NATIVE: Final = (
    "TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT DOUBLE FLOAT DATE"
    " BOOLEAN TIMESTAMP"
)


@dataclass(frozen=True)
class SessionColumn:
    """A column as queries call it, and as it is called where it came from."""

    name: str
    original: str
    type: str


@dataclass(frozen=True)
class SessionTable:
    """A table that can be queried."""

    name: str
    rows: int
    columns: tuple[SessionColumn, ...]
    relation: Relation = field(metadata=shape(hidden=True))


def copy_table(
    session: Session, name: str, source: DuckDBSource, number: int, progress: Progress
) -> SessionTable:
    """Copy the rows of a source and make them known as a table and as a source."""
    names = unique_names([column.name for column in source.relation.columns])
    rows = _rows(source)
    session.connection.register(_INCOMING, rows)
    try:
        types = _types(session, rows)
        cells = [
            f"CAST(c{place} AS {type_}) AS {identifier(column)}"
            for place, (column, type_) in enumerate(zip(names, types, strict=True))
        ]
        # a row that stands for several comes as often
        several = source.relation.rows != rows.num_rows
        repeated = subquery(select(["*", f"unnest(range({WEIGHT}))"], _INCOMING))
        query = select(cells, repeated if several else _INCOMING)
        session.run(create("TABLE", identifier(name), query), f"adding {name}", progress)
    finally:
        session.connection.unregister(_INCOMING)
    view = f"{PAIRS}.v{number}"
    cells = [f"{identifier(column)} AS c{place}" for place, column in enumerate(names)]
    weight = f"CAST(1 AS BIGINT) AS {WEIGHT}"
    session.rows(create("VIEW", view, select([*cells, weight], f"main.{identifier(name)}")))
    relation = Relation(name, _columns(source, types, view), source.rows, table=view)
    originals = [column.name for column in source.relation.columns]
    described = zip(names, originals, types, strict=True)
    return SessionTable(
        name, source.rows, tuple(SessionColumn(*description) for description in described), relation
    )


def _columns(source: DuckDBSource, types: Sequence[str], view: str) -> tuple[TableColumn, ...]:
    known = zip(source.relation.columns, types, strict=True)
    return tuple(TableColumn(column.position, column.name, type_, view) for column, type_ in known)


def _rows(source: DuckDBSource) -> pa.Table:
    """The rows as c0, c1, … and how many each stands for; texts are coded."""
    cells = [
        column.sql if column.type in _NATIVE.split() or column.type == "VARCHAR" else column.text
        for column in source.relation.columns
    ]
    named = [f"{cell} AS c{place}" for place, cell in enumerate(cells)]
    return source.session.table(select([*named, WEIGHT], source.relation.table), "reading rows")


def _types(session: Session, rows: pa.Table) -> list[str]:
    """The type of each column, a better one than text where that loses nothing."""
    described = [str(row[1]) for row in session.rows(f"DESCRIBE {select(['*'], _INCOMING)}")]
    result = []
    for column, type_ in zip(rows.columns[:-1], described, strict=False):
        coded = pa.types.is_dictionary(column.type) and column.num_chunks > 0
        result.append(_lossless_type(session, column.chunk(0).dictionary) if coded else type_)
    return ["VARCHAR" if type_.startswith("ENUM") else type_ for type_ in result]


def _lossless_type(session: Session, values: pa.Array) -> str:
    """The type that writes each of the distinct values just as it is; text if there is none."""
    first = values.slice(0, _SAMPLED_VALUES).to_pylist()
    for type_, written in _LOSSLESS.items():
        if not first or not all(re.fullmatch(written, value) for value in first):
            continue
        session.connection.register(_VALUES, pa.table({"v": values}))
        try:
            kept = f"CAST(TRY_CAST(v AS {type_}) AS VARCHAR) = v"
            (total, same) = session.rows(select(["count(*)", f"count_if({kept})"], _VALUES))[0]
        finally:
            session.connection.unregister(_VALUES)
        if total == same:
            return type_
    return "VARCHAR"


def unique_names(names: Sequence[str]) -> list[str]:
    """Names that differ in more than capitals, which a database does not tell apart.

    >>> unique_names(["Age", "age", "age_2"])
    ['Age', 'age_3', 'age_2']
    """
    taken = {name.lower() for name in names}
    seen: set[str] = set()
    result = []
    for name in names:
        free, number = name, 2
        while free.lower() in seen or (free != name and free.lower() in taken):
            free, number = f"{name}_{number}", number + 1
        seen.add(free.lower())
        result.append(free)
    return result
