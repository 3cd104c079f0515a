"""Classes of states counted inside an engine that speaks SQL, level maps joined.

    count_classes(table, ClassQuestion(((age, sex),)))

Every column is looked up in one small table that knows its labels at all levels asked for; the
table travels within the statement.
"""

from __future__ import annotations

from collections.abc import Sequence

from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.states.shown_rows import ShownRows, as_every_engine_writes, count_rows
from incrowd.engines.states.question import (
    ClassQuestion,
    ClassSizes,
    Forms,
    ListedClass,
    SmallClasses,
    label_of,
    read_sizes,
    show_text,
)
from incrowd.engines.states.statement import count_by_size, list_small, place_masks
from incrowd.errors import EngineError
from incrowd.language import say

_STEP = "counting classes by size"


def count_classes(table: CountedTable, question: ClassQuestion) -> list[ClassSizes]:
    """How many classes of each size there are in every set of columns."""
    sizes = [each for part in question.parts() for each in _count(table, part)]
    if any(each.rows != table.rows for each in sizes):
        raise EngineError(
            say("The table has changed since its values were looked at."),
            say("Open it again."),
        )
    return sizes


def _count(table: CountedTable, question: ClassQuestion) -> list[ClassSizes]:
    rows = ShownRows(table, as_every_engine_writes(table, (*question.forms, *question.different)))
    engine = table.connection.engine
    query = count_by_size(rows.select, question, count_rows(), grouping_sets=engine.grouping_sets)
    return read_sizes(question, place_masks(question, table.connection.fetch(query, _STEP)))


def list_classes(table: CountedTable, asked: SmallClasses) -> list[ListedClass]:
    """The smallest classes that are too small, or have too few different values."""
    from sqlglot import exp

    columns = [column for column, _ in asked.different]
    forms = as_every_engine_writes(table, (*asked.shown, *columns))
    rows = ShownRows(table, forms)
    listed = list_small(rows.select, asked, count_rows())
    keys = [
        exp.alias_(rows.text(shown, exp.column(f"f{place}")), f"c{place}")
        for place, shown in enumerate(asked.shown)
    ]
    figures = [exp.column("n"), *(exp.column(f"d{place}") for place in range(len(columns)))]
    query = exp.select(*keys, *figures).from_(listed.subquery("listed"))
    query = query.order_by(*(exp.Ordered(this=exp.column(name)) for name in _names(asked)))
    answer = table.connection.fetch(query, "listing the smallest classes")
    own = [forms[shown] for shown in asked.shown]
    plain = [shown.name for shown in own if shown.recoding is None]
    found = answer.rename_columns([*(shown.name for shown in asked.shown), *_figure_names(asked)])
    found = table.respell_rows(found, plain) if plain else found
    return [_read(own, list(line.values())) for line in found.to_pylist()]


def _names(asked: SmallClasses) -> list[str]:
    return ["n", *(f"c{place}" for place in range(len(asked.shown)))]


def _figure_names(asked: SmallClasses) -> list[str]:
    return ["incrowd_n", *(f"incrowd_d{place}" for place in range(len(asked.different)))]


def _read(forms: Forms, cells: Sequence[str | int | None]) -> ListedClass:
    count = len(forms)
    texts = {
        shown.name: show_text(None if cell is None else str(cell))
        if shown.recoding is None
        else label_of(shown, None if cell is None else int(cell))
        for shown, cell in zip(forms, cells[:count], strict=True)
    }
    size, *different = (int(figure or 0) for figure in cells[count:])
    return ListedClass(texts, size, tuple(different))
