"""The smallest sets of columns in which rows stand out, found inside an engine that speaks SQL.

    list_minimal(table, MinimalQuestion(sets, k=2, most=1_000))
    tally_within(table, ["age", "sex"], lists)      # the combinations of the rows in these classes

Only classes that are too small come over, and the combinations of the rows that they have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.contract import ROWS
from incrowd.engines.remote.counted import CountedTable, coded
from incrowd.engines.remote.states.shown_rows import ShownRows, as_every_engine_writes, count_rows
from incrowd.engines.states import minimal
from incrowd.engines.states.minimal import (
    Cells,
    ClassList,
    MinimalClass,
    MinimalCount,
    MinimalQuestion,
)
from incrowd.engines.states.question import Shown

if TYPE_CHECKING:
    from sqlglot import exp

_STEP: Final = "looking for small classes"
_MOST_JOINED: Final = 20
"""Lists of classes that one statement joins; MySQL joins no more than 61 tables."""
_BYTES_OF_CELL: Final = 24
"""What names and signs of a cell take in a statement beside its text."""


def list_minimal(table: CountedTable, question: MinimalQuestion) -> list[MinimalClass]:
    """The classes that are too small while no part of their columns makes them so."""
    found: list[MinimalClass] = []
    for part in question.parts():
        found += _list(table, replace(part, most=question.most - len(found)))
        if len(found) >= question.most:
            break
    return found


def _list(table: CountedTable, question: MinimalQuestion) -> list[MinimalClass]:
    rows = ShownRows(table, as_every_engine_writes(table, question.forms))
    sets = table.connection.engine.grouping_sets
    query = minimal.list_minimal(rows.select, question, count_rows(), rows.text, grouping_sets=sets)
    answer = table.connection.fetch(query, _STEP)
    own = [rows.own(shown) for shown in question.forms]
    columns = [_texts(table, shown, answer.column(f"c{n}")) for n, shown in enumerate(own)]
    return minimal.read_classes(question, answer, columns, grouping_sets=sets)


def count_minimal(table: CountedTable, question: MinimalQuestion) -> list[MinimalCount]:
    """How many such classes each set has, and their rows."""
    found = []
    sets = table.connection.engine.grouping_sets
    for part in question.parts():
        rows = ShownRows(table, as_every_engine_writes(table, part.forms))
        query = minimal.count_minimal(rows.select, part, count_rows(), grouping_sets=sets)
        answer = table.connection.fetch(query, "counting small classes")
        found += minimal.read_counts(part, answer, grouping_sets=sets)
    return found


def tally_within(
    table: CountedTable, names: Sequence[str], lists: Sequence[ClassList]
) -> list[pa.Table]:
    """Tallies of the rows that lie in some of the classes listed; of all rows without lists.

    A combination may be in several of them, each time with all of its rows.
    """
    most = table.connection.engine.limits.statement // 4
    plain = tuple(Shown(name) for name in names)
    return [_tally(table, plain, part) for part in _split(lists, most)]


def _tally(table: CountedTable, plain: Sequence[Shown], lists: Sequence[ClassList]) -> pa.Table:
    from sqlglot import exp

    forms = [shown for each in lists for shown in each.shown]
    rows = ShownRows(table, as_every_engine_writes(table, (*forms, *plain)))
    connection = table.connection
    given = [
        connection.given_rows(_keys(rows, each), f"given_{number}")
        for number, each in enumerate(lists)
    ]

    def same(ours: exp.Expression, theirs: exp.Expression) -> exp.Expression:
        return exp.EQ(this=ours, expression=connection.exact(theirs))

    chosen = [each.shown for each in lists]
    counted = minimal.tally_within(rows.select_keys, chosen, plain, given, same, count_rows())
    texts = [
        exp.alias_(rows.text(shown, exp.column(f"s{place}")), f"c{place}")
        for place, shown in enumerate(plain)
    ]
    query = exp.select(*texts, exp.column("n")).from_(counted.subquery("counted"))
    answer = connection.fetch(query, "counting who is in small classes")
    columns = {
        shown.name: pa.array(_texts(table, rows.own(shown), answer.column(place)), pa.string())
        for place, shown in enumerate(plain)
    }
    return coded(pa.table({**columns, ROWS: answer.column("n")}))


def _split(lists: Sequence[ClassList], most: int) -> Iterator[list[ClassList]]:
    """The lists in parts that a statement can hold; a part without lists where there are none."""
    part: list[ClassList] = []
    size = 0
    for each in lists:
        for piece in _pieces(each, most):
            length = _length(piece)
            if part and (len(part) == _MOST_JOINED or size + length > most):
                yield part
                part, size = [], 0
            part.append(piece)
            size += length
    if part or not lists:
        yield part


def _pieces(each: ClassList, most: int) -> Iterator[ClassList]:
    """A list in pieces that a statement can hold."""
    cells: list[Cells] = []
    size = 0
    for line in each.cells:
        length = _length_of(line)
        if cells and size + length > most:
            yield ClassList(each.shown, tuple(cells))
            cells, size = [], 0
        cells.append(line)
        size += length
    yield ClassList(each.shown, tuple(cells))


def _length(each: ClassList) -> int:
    return sum(map(_length_of, each.cells))


def _length_of(cells: Cells) -> int:
    return sum(_BYTES_OF_CELL + 2 * len((cell or "").encode()) for cell in cells)


def _keys(rows: ShownRows, each: ClassList) -> dict[str, list[str | None]]:
    """The classes by what they are looked up."""
    given: dict[str, list[str | None]] = {f"g{place}": [] for place in range(len(each.shown))}
    for cells in each.cells:
        lines: list[tuple[str, ...]] = [()]
        for shown, cell in zip(each.shown, cells, strict=True):
            lines = [(*line, key) for line in lines for key in rows.keys(shown, cell)]
        for line in lines:
            for place, key in enumerate(line):
                given[f"g{place}"].append(key)
    return {**given, "mark": ["1"] * len(given["g0"])}


def _texts(table: CountedTable, own: Shown, column: pa.ChunkedArray) -> list[str | None]:
    """What stands in the cells of an answer: values as every engine writes them, or labels."""
    if own.recoding is not None:
        return [None if cell is None else own.labels[int(cell)] for cell in column.to_pylist()]
    again = table.respell_rows(pa.table({own.name: column.cast(pa.string())}), [own.name])
    texts: list[str | None] = again.column(0).to_pylist()
    return texts
