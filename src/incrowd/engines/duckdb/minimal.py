"""The smallest sets of columns in which rows of a file stand out, found in the embedded engine.

    list_minimal(session, relation, MinimalQuestion(sets, k=2, most=1_000))
    tally_within(session, relation, ["age", "sex"], lists)

DuckDB spills to disk where memory ends; only what is too small is brought here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.contract import ROWS
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import Relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.shown_rows import keep_rows, shown_rows, sum_weights
from incrowd.engines.states import minimal
from incrowd.engines.states.minimal import (
    ClassList,
    MinimalClass,
    MinimalCount,
    MinimalQuestion,
)
from incrowd.engines.states.question import ClassQuestion, Shown

if TYPE_CHECKING:
    from sqlglot import exp

_MOST_JOINED: Final = 20
"""Lists of classes that one statement joins."""


def list_minimal(
    session: Session, relation: Relation, question: MinimalQuestion
) -> list[MinimalClass]:
    """The classes that are too small while no part of their columns makes them so."""
    found: list[MinimalClass] = []
    for part in question.parts():
        found += _list(session, relation, replace(part, most=question.most - len(found)))
        if len(found) >= question.most:
            break
    return found


def _list(session: Session, relation: Relation, question: MinimalQuestion) -> list[MinimalClass]:
    asked = ClassQuestion(question.sets)
    with translate_errors(relation.name), shown_rows(session, relation, asked) as rows:
        query = minimal.list_minimal(
            rows.select_texts, question, sum_weights(), _as_it_is, grouping_sets=True
        )
        answer = session.table(query.sql("duckdb"), "looking for small classes", coded=False)
    columns = [
        _texts(shown, answer.column(f"c{place}")) for place, shown in enumerate(question.forms)
    ]
    return minimal.read_classes(question, answer, columns, grouping_sets=True)


def count_minimal(
    session: Session, relation: Relation, question: MinimalQuestion
) -> list[MinimalCount]:
    """How many such classes each set has, and their rows."""
    found = []
    for part in question.parts():
        asked = ClassQuestion(part.sets)
        with translate_errors(relation.name), shown_rows(session, relation, asked) as rows:
            query = minimal.count_minimal(rows.select, part, sum_weights(), grouping_sets=True)
            answer = session.table(query.sql("duckdb"), "counting small classes", coded=False)
        found += minimal.read_counts(part, answer, grouping_sets=True)
    return found


def tally_within(
    session: Session, relation: Relation, names: Sequence[str], lists: Sequence[ClassList]
) -> list[pa.Table]:
    """Tallies of the rows that lie in some of the classes listed; of all rows without lists."""
    plain = tuple(Shown(name) for name in names)
    starts = range(0, max(len(lists), 1), _MOST_JOINED)
    parts = [lists[start : start + _MOST_JOINED] for start in starts]
    return [_tally(session, relation, plain, part) for part in parts]


def _tally(
    session: Session, relation: Relation, plain: Sequence[Shown], lists: Sequence[ClassList]
) -> pa.Table:
    from sqlglot import exp

    chosen = [each.shown for each in lists]
    asked = ClassQuestion(tuple(chosen), tuple(plain))
    with (
        translate_errors(relation.name),
        shown_rows(session, relation, asked) as rows,
        _kept(session, lists) as names,
    ):
        given = [exp.to_table(name, alias=f"given_{n}") for n, name in enumerate(names)]
        query = minimal.tally_within(rows.select_texts, chosen, plain, given, _same, sum_weights())
        step = "counting who is in small classes"
        answer = session.table(query.sql("duckdb"), step, coded=False)
    return answer.rename_columns([*(shown.name for shown in plain), ROWS])


@contextmanager
def _kept(session: Session, lists: Sequence[ClassList]) -> Iterator[list[str]]:
    """The classes of each list as a table of the database, for the time being."""
    names: list[str] = []
    try:
        names.extend(keep_rows(session, _keys(each)) for each in lists)
        yield names
    finally:
        for name in names:
            session.run(f"DROP TABLE IF EXISTS {name}", "dropping classes")


def _keys(each: ClassList) -> pa.Table:
    columns = {}
    for place, shown in enumerate(each.shown):
        cells = [line[place] for line in each.cells]
        if shown.recoding is None:
            columns[f"g{place}"] = pa.array(cells, pa.string())
        else:
            numbers = [None if cell is None else shown.number_of[cell] for cell in cells]
            columns[f"g{place}"] = pa.array(numbers, pa.int64())
    return pa.table({**columns, "mark": pa.array([1] * len(each.cells), pa.int64())})


def _as_it_is(shown: Shown, key: exp.Expression) -> exp.Expression:
    return key


def _same(ours: exp.Expression, theirs: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return exp.NullSafeEQ(this=ours, expression=theirs)


def _texts(shown: Shown, column: pa.ChunkedArray) -> list[str | None]:
    cells = column.to_pylist()
    if shown.recoding is None:
        return [None if cell is None else str(cell) for cell in cells]
    return [None if cell is None else shown.labels[int(cell)] for cell in cells]
