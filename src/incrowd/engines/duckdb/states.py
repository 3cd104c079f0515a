"""A file whose states the embedded engine counts one by one, or whose columns it raises first.

    source.estimate_tuples(["age", "zip"])                  # about 2,100,000
    source.raised({"zip": Recoding(("89073",), ("890**",))}).tally(["zip"])

DuckDB spills to disk where memory ends, so that neither needs the crowd in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.shown_rows import keep_rows, shown_rows, sum_weights
from incrowd.engines.duckdb.statements import create, select, subquery
from incrowd.engines.states.question import (
    ClassQuestion,
    ClassSizes,
    ListedClass,
    SmallClasses,
    label_of,
    read_sizes,
    show_text,
)
from incrowd.engines.states.statement import count_by_size, list_small, place_masks
from incrowd.errors import CrowdTooLarge
from incrowd.table import as_written

if TYPE_CHECKING:
    from incrowd.engines.stored.page import Recoding

_NUMBERS: Final = count()
"""Tables of ours in a database get names that none had before."""
_DOUBT: Final = 1.6
"""How far a sketch may be off: it was seen to say a fifth too much."""
_PLACE: Final = "place_of_row"


def estimate_tuples(
    session: Session, relation: Relation, columns: Sequence[TableColumn], most: int
) -> int:
    """About how many combinations there are: by a sketch, and by counting where it is close."""
    if not columns:
        return 1
    step = "estimating the number of combinations"
    values = ", ".join(column.sql for column in columns)
    sketch = select([f"approx_count_distinct(hash({values}))"], relation.table)
    estimate = min(int(session.run(sketch, step)[0][0]), relation.rows)
    if not most / _DOUBT < estimate < most * _DOUBT:
        return estimate
    groups = subquery(select(["1"], relation.table, f"GROUP BY {values}"))
    return int(session.run(select(["count(*)"], groups), step)[0][0])


def check_crowd(
    session: Session, relation: Relation, columns: Sequence[TableColumn], most: int
) -> None:
    """Refuse more combinations than whoever asks wants in memory; few rows are never too many."""
    if relation.rows <= most:
        return
    tuples = estimate_tuples(session, relation, columns, most)
    if tuples > most:
        names = [column.name for column in columns]
        raise CrowdTooLarge.of(tuples, most, names, relation.rows)


def raise_columns(
    session: Session, relation: Relation, recodings: Mapping[str, Recoding]
) -> Relation:
    """The working table with some columns as labels, under another name beside it."""
    name = f"raised_{next(_NUMBERS)}"
    maps = {
        column: keep_rows(session, _label_columns(recodings[column.name]))
        for column in relation.columns
        if column.name in recodings
    }
    shown = [
        f"{maps[column]}.l AS {column.sql}" if column in maps else f"rows_of_data.{column.sql}"
        for column in relation.columns
    ]
    looked_up = [f"{column.text} AS key_{column.sql}" for column in maps]
    # joins are free in the order of their rows, so that where it counts they are sorted again
    numbered = [f"row_number() OVER () AS {_PLACE}"] if session.ordered else []
    rows = subquery(select(["*", *looked_up, *numbered], relation.table))
    joins = [
        f"JOIN {table} ON rows_of_data.key_{column.sql} IS NOT DISTINCT FROM {table}.k"
        for column, table in maps.items()
    ]
    order = [f"ORDER BY {_PLACE}"] if session.ordered else []
    query = select([*shown, f"rows_of_data.{WEIGHT}"], f"{rows} AS rows_of_data", *joins, *order)
    kind = "TEMP TABLE" if session.ordered else "TEMP VIEW"
    session.run(create(kind, name, query), f"generalising {relation.name}")
    columns = tuple(
        replace(column, type="VARCHAR" if column in maps else column.type, table=name)
        for column in relation.columns
    )
    return replace(relation, columns=columns, condensed=False, table=name)


def _label_columns(recoding: Recoding) -> pa.Table:
    labels = [as_written(label) for label in recoding.labels]
    return pa.table(
        {"k": pa.array(recoding.values, pa.string()), "l": pa.array(labels, pa.string())}
    )


def count_classes(
    session: Session, relation: Relation, question: ClassQuestion
) -> list[ClassSizes]:
    """How many classes of each size there are in every set of columns."""
    return [each for part in question.parts() for each in _count(session, relation, part)]


def _count(session: Session, relation: Relation, question: ClassQuestion) -> list[ClassSizes]:
    with translate_errors(relation.name), shown_rows(session, relation, question) as rows:
        query = count_by_size(rows.select, question, sum_weights(), grouping_sets=True)
        answer = session.table(query.sql("duckdb"), "counting classes by size", coded=False)
    return read_sizes(question, place_masks(question, answer))


def list_classes(session: Session, relation: Relation, asked: SmallClasses) -> list[ListedClass]:
    """The smallest classes that are too small, or have too few different values."""
    columns = tuple(column for column, _ in asked.different)
    question = ClassQuestion((asked.shown,), columns)
    with translate_errors(relation.name), shown_rows(session, relation, question) as rows:
        query = list_small(rows.select_texts, asked, sum_weights())
        answer = session.table(query.sql("duckdb"), "listing the smallest classes", coded=False)
    return [_read(asked, list(line.values())) for line in answer.to_pylist()]


def _read(asked: SmallClasses, cells: Sequence[str | int | None]) -> ListedClass:
    keys, figures = cells[: len(asked.shown)], cells[len(asked.shown) :]
    values = {
        shown.name: show_text(None if key is None else str(key))
        if shown.recoding is None
        else label_of(shown, None if key is None else int(key))
        for shown, key in zip(asked.shown, keys, strict=True)
    }
    size, *different = (int(figure or 0) for figure in figures)
    return ListedClass(values, size, tuple(different))
