"""The rows of a working table as forms of its columns, labels looked up in tables of ours.

with shown_rows(session, relation, ClassQuestion(((age, sex),))) as rows:
    rows.select((age, sex), ())
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.duckdb.relation import WEIGHT, Relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, select
from incrowd.engines.states.question import ClassQuestion, Forms, Shown

if TYPE_CHECKING:
    from sqlglot import exp

_NUMBERS: Final = count()
"""Tables of ours in a database get names that none had before."""


def keep_rows(session: Session, rows: pa.Table) -> str:
    """Rows of ours as a table in the database."""
    name = f"given_{next(_NUMBERS)}"
    session.connection.register("given_rows", rows)
    try:
        session.run(create("TEMP TABLE", name, select(["*"], "given_rows")), "keeping labels")
    finally:
        session.connection.unregister("given_rows")
    return name


def sum_weights() -> exp.Expression:
    """How many rows a group has."""
    from sqlglot import exp

    return exp.cast(exp.Sum(this=exp.column("w")), "bigint")


@contextmanager
def shown_rows(
    session: Session, relation: Relation, question: ClassQuestion
) -> Iterator[ShownRows]:
    """The rows as forms of their columns; labels are kept in tables for the time being."""
    forms: dict[str, list[Shown]] = {}
    for shown in dict.fromkeys((*question.forms, *question.different)):
        if shown.recoding is not None:
            forms.setdefault(shown.name, []).append(shown)
    tables = {name: keep_rows(session, _numbers(shown)) for name, shown in forms.items()}
    try:
        yield ShownRows(relation, forms, tables)
    finally:
        for table in tables.values():
            session.run(f"DROP TABLE IF EXISTS {table}", "dropping labels")


def _numbers(forms: Sequence[Shown]) -> pa.Table:
    known = [set(shown.numbers) for shown in forms]
    values = [value for value in forms[0].numbers if all(value in each for each in known)]
    numbers = {
        f"g{place}": pa.array([shown.numbers[value] for value in values], pa.int64())
        for place, shown in enumerate(forms)
    }
    return pa.table({"k": pa.array(values, pa.string()), **numbers})


class ShownRows:
    """The rows of a working table as forms of its columns."""

    def __init__(
        self, relation: Relation, forms: Mapping[str, Sequence[Shown]], tables: Mapping[str, str]
    ) -> None:
        self._relation, self._forms, self._tables = relation, forms, tables
        self._columns = {column.name: column for column in relation.columns}

    def select(self, grouped: Forms, counted: Forms) -> exp.Select:
        """Rows with f0, f1, … to group by, s0, s1, … to be counted, and w for their weight."""
        return self._select(grouped, counted, texts=False)

    def select_texts(self, grouped: Forms, counted: Forms) -> exp.Select:
        """The same with values as texts, to be shown."""
        return self._select(grouped, counted, texts=True)

    def _select(self, grouped: Forms, counted: Forms, *, texts: bool) -> exp.Select:
        import sqlglot
        from sqlglot import exp

        named = [
            *((f"f{place}", shown) for place, shown in enumerate(grouped)),
            *((f"s{place}", shown) for place, shown in enumerate(counted)),
        ]
        chosen = [f"{self._value(shown, texts=texts)} AS {name}" for name, shown in named]
        raised = dict.fromkeys(shown.name for _, shown in named if shown.recoding is not None)
        joins = [
            f"JOIN {self._tables[name]} AS {self._tables[name]} ON "
            f"{self._columns[name].text} IS NOT DISTINCT FROM {self._tables[name]}.k"
            for name in raised
        ]
        query = select([*chosen, f"{WEIGHT} AS w"], self._relation.table, *joins)
        parsed = sqlglot.parse_one(query, dialect="duckdb")
        assert isinstance(parsed, exp.Select)  # noqa: S101 - it is written just above
        return parsed

    def _value(self, shown: Shown, *, texts: bool) -> str:
        if shown.recoding is None:
            column = self._columns[shown.name]
            return column.text if texts else column.sql
        return f"{self._tables[shown.name]}.g{self._forms[shown.name].index(shown)}"
