"""The rows of a remote table as forms of its columns, level maps joined.

    ShownRows(table, forms).select((age, sex), ())

Every column is looked up in one small table that knows its labels at all levels asked for; the
table travels within the statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.published import look_up_key
from incrowd.engines.states.question import Forms, Shown, show_text
from incrowd.engines.stored.page import Recoding

if TYPE_CHECKING:
    from sqlglot import exp


def count_rows() -> exp.Expression:
    """How many rows a group has."""
    from sqlglot import exp

    return exp.Count(this=exp.Star())


def as_every_engine_writes(table: CountedTable, forms: Iterable[Shown]) -> dict[Shown, Shown]:
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


class ShownRows:
    """The rows of a table as forms of its columns."""

    def __init__(self, table: CountedTable, forms: dict[Shown, Shown]) -> None:
        self._table, self._forms = table, forms

    def select(self, grouped: Forms, counted: Forms) -> exp.Select:
        """Rows with f0, f1, … to group by and s0, s1, … to be counted."""
        return self._select(grouped, counted, keyed=False)

    def select_keys(self, grouped: Forms, counted: Forms) -> exp.Select:
        """The same with f0, f1, … as texts by which rows of ours can be looked up."""
        return self._select(grouped, counted, keyed=True)

    def own(self, shown: Shown) -> Shown:
        """The form in which the engine groups by a column."""
        return self._forms[shown]

    def keys(self, shown: Shown, text: str | None) -> list[str]:
        """By what a value or label is looked up; one value may be stored in several spellings."""
        own = self._forms[shown]
        if own.recoding is not None:
            return ["" if text is None else str(own.number_of[text])]
        if text is None:
            return [""]
        return [f"={spelled}" for spelled in self._table.spelling(own.name).of_engine(text)]

    def _select(self, grouped: Forms, counted: Forms, *, keyed: bool) -> exp.Select:
        from sqlglot import exp

        keys = [self._forms[shown] for shown in grouped]
        values = [self._forms[shown] for shown in counted]
        everything = [*keys, *values]
        query = exp.Select().from_(self._base(everything, keys if keyed else ()))
        given = self._given(everything)
        for name, maps in given.items():
            query = self._join(query, name, maps)
        key = self._key if keyed else self._value
        named = [(f"f{n}", key(shown, given)) for n, shown in enumerate(keys)]
        named += [(f"s{n}", self._value(shown, given)) for n, shown in enumerate(values)]
        if not named:
            return query.select(exp.alias_(exp.convert(1), "one"))
        return query.select(*(exp.alias_(value, name) for name, value in named))

    def text(self, shown: Shown, key: exp.Expression) -> exp.Expression:
        """A key as text; the number of a label stays one."""
        own = self._forms[shown]
        if own.recoding is not None:
            return key
        return self._table.text_of_key(self._table.column(own.name), key)

    def _base(self, forms: Forms, keyed: Forms) -> exp.Subquery:
        from sqlglot import exp

        columns: dict[str, exp.Expression] = {}
        for shown in forms:
            column, place = self._table.column(shown.name), self._table.place_of(shown.name)
            if shown.recoding is None:
                columns[f"v{place}"] = self._table.key(column)
            if shown.recoding is not None or shown in keyed:
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

    def _key(self, shown: Shown, given: dict[str, list[Shown]]) -> exp.Expression:
        from sqlglot import exp

        place = self._table.place_of(shown.name)
        if shown.recoding is None:
            return exp.column(f"k{place}", "d")
        number = exp.column(f"g{given[shown.name].index(shown)}", f"m{place}")
        told = exp.Coalesce(this=number, expressions=[exp.Literal.string("")])
        return self._table.connection.exact(told)
