"""Classes of states counted inside an engine that speaks SQL, level maps joined.

    count_classes(table, ClassQuestion(((age, sex),)))

Every column is looked up in one small table that knows its labels at all levels asked for; the
table travels within the statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.published import look_up_key
from incrowd.engines.states.question import (
    ClassQuestion,
    ClassSizes,
    Forms,
    ListedClass,
    Shown,
    SmallClasses,
    label_of,
    read_sizes,
    show_text,
)
from incrowd.engines.states.statement import count_by_size, list_small, place_masks
from incrowd.engines.stored.page import Recoding
from incrowd.errors import EngineError
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

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
    rows = _Rows(table, _as_every_engine_writes(table, (*question.forms, *question.different)))
    engine = table.connection.engine
    query = count_by_size(rows.select, question, _count_rows(), grouping_sets=engine.grouping_sets)
    return read_sizes(question, place_masks(question, table.connection.fetch(query, _STEP)))


def list_classes(table: CountedTable, asked: SmallClasses) -> list[ListedClass]:
    """The smallest classes that are too small, or have too few different values."""
    from sqlglot import exp

    columns = [column for column, _ in asked.different]
    forms = _as_every_engine_writes(table, (*asked.shown, *columns))
    rows = _Rows(table, forms)
    listed = list_small(rows.select, asked, _count_rows())
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


def _count_rows() -> exp.Expression:
    from sqlglot import exp

    return exp.Count(this=exp.Star())


def _as_every_engine_writes(table: CountedTable, forms: Iterable[Shown]) -> dict[Shown, Shown]:
    """What stands for columns whose different values every other engine would write alike."""
    again: dict[Shown, Shown] = {}
    for shown in forms:
        written = table.spelling(shown.name).written if shown.recoding is None else {}
        if any(len(texts) > 1 for texts in written.values()):
            values = (*written, None)
            labels = tuple(show_text(value) for value in values)
            again[shown] = Shown(shown.name, Recoding(values, labels))
        else:
            again[shown] = shown
    return again


class _Rows:
    """The rows of a table as forms of its columns."""

    def __init__(self, table: CountedTable, forms: dict[Shown, Shown]) -> None:
        self._table, self._forms = table, forms

    def select(self, grouped: Forms, counted: Forms) -> exp.Select:
        """Rows with f0, f1, … to group by and s0, s1, … to be counted."""
        from sqlglot import exp

        keys = [self._forms[shown] for shown in grouped]
        values = [self._forms[shown] for shown in counted]
        named = [*((f"f{n}", shown) for n, shown in enumerate(keys))]
        named += [(f"s{n}", shown) for n, shown in enumerate(values)]
        query = exp.Select().from_(self._base([shown for _, shown in named]))
        given = self._given([shown for _, shown in named])
        for name, maps in given.items():
            query = self._join(query, name, maps)
        if not named:
            return query.select(exp.alias_(exp.convert(1), "one"))
        return query.select(*(exp.alias_(self._value(shown, given), name) for name, shown in named))

    def text(self, shown: Shown, key: exp.Expression) -> exp.Expression:
        """A key as text; the number of a label stays one."""
        own = self._forms[shown]
        if own.recoding is not None:
            return key
        return self._table.text_of_key(self._table.column(own.name), key)

    def _base(self, forms: Forms) -> exp.Subquery:
        from sqlglot import exp

        columns: dict[str, exp.Expression] = {}
        for shown in forms:
            column, place = self._table.column(shown.name), self._table.place_of(shown.name)
            if shown.recoding is None:
                columns[f"v{place}"] = self._table.key(column)
            else:
                columns[f"k{place}"] = look_up_key(self._table, shown.name)
        chosen = [exp.alias_(value, name) for name, value in columns.items()]
        chosen = chosen or [exp.alias_(exp.convert(1), "one")]
        return exp.select(*chosen).from_(self._table.relation).subquery("d")

    def _given(self, forms: Forms) -> dict[str, list[Shown]]:
        """The forms of each column that need labels."""
        given: dict[str, list[Shown]] = {}
        for shown in dict.fromkeys(forms):
            if shown.recoding is not None:
                given.setdefault(shown.name, []).append(shown)
        return given

    def _join(self, query: exp.Select, name: str, forms: Sequence[Shown]) -> exp.Select:
        """A row whose value has no label drops out, and is missed when rows are added up."""
        from sqlglot import exp

        connection, place = self._table.connection, self._table.place_of(name)
        alias = f"m{place}"
        given = connection.given_rows(self._labels(name, forms), alias)
        same = exp.EQ(
            this=exp.column(f"k{place}", "d"), expression=connection.exact(exp.column("k", alias))
        )
        return query.join(given, on=same)

    def _labels(self, name: str, forms: Sequence[Shown]) -> dict[str, list[str | None]]:
        """The numbers of the labels of each value in all forms, by the value as it is stored."""
        spelling = self._table.spelling(name)
        known = [set(shown.numbers) for shown in forms]
        values = [value for value in forms[0].numbers if all(value in each for each in known)]
        given: dict[str, list[str | None]] = {"k": [], **{f"g{n}": [] for n in range(len(forms))}}
        for value in values:
            numbers = [shown.numbers[value] for shown in forms]
            for spelled in (None,) if value is None else spelling.of_engine(value):
                given["k"].append("" if spelled is None else f"={spelled}")
                for place, number in enumerate(numbers):
                    given[f"g{place}"].append(None if number is None else str(number))
        return given

    def _value(self, shown: Shown, given: dict[str, list[Shown]]) -> exp.Expression:
        from sqlglot import exp

        place = self._table.place_of(shown.name)
        if shown.recoding is None:
            return exp.column(f"v{place}", "d")
        number = given[shown.name].index(shown)
        return exp.cast(exp.column(f"g{number}", f"m{place}"), "bigint")
