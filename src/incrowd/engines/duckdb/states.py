"""A file whose states the embedded engine counts one by one, or whose columns it raises first.

    source.estimate_tuples(["age", "zip"])                  # about 2,100,000
    source.raised({"zip": Recoding(("89073",), ("890**",))}).tally(["zip"])

DuckDB spills to disk where memory ends, so that neither needs the crowd in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Final

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, select, subquery
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
from incrowd.errors import CrowdTooLarge
from incrowd.table import as_written

if TYPE_CHECKING:
    from sqlglot import exp

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
        column: _keep(session, _label_columns(recodings[column.name]))
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


def _label_columns(recoding: Recoding) -> dict[str, list[str | None]]:
    return {"k": list(recoding.values), "l": [as_written(label) for label in recoding.labels]}


def _keep(session: Session, columns: Mapping[str, Sequence[str | int | None]]) -> str:
    """Rows of ours as a table in the database: texts, and numbers where there are such."""
    import pyarrow as pa

    name = f"given_{next(_NUMBERS)}"
    arrays = {
        column: pa.array(values, pa.string() if column in ("k", "l") else pa.int64())
        for column, values in columns.items()
    }
    session.connection.register("given_rows", pa.table(arrays))
    try:
        session.run(create("TEMP TABLE", name, select(["*"], "given_rows")), "keeping labels")
    finally:
        session.connection.unregister("given_rows")
    return name


def count_classes(
    session: Session, relation: Relation, question: ClassQuestion
) -> list[ClassSizes]:
    """How many classes of each size there are in every set of columns."""
    return [each for part in question.parts() for each in _count(session, relation, part)]


def _count(session: Session, relation: Relation, question: ClassQuestion) -> list[ClassSizes]:
    with translate_errors(relation.name), _rows(session, relation, question) as rows:
        query = count_by_size(rows.select, question, _weight(), grouping_sets=True)
        answer = session.table(query.sql("duckdb"), "counting classes by size", coded=False)
    return read_sizes(question, place_masks(question, answer))


def list_classes(session: Session, relation: Relation, asked: SmallClasses) -> list[ListedClass]:
    """The smallest classes that are too small, or have too few different values."""
    columns = tuple(column for column, _ in asked.different)
    question = ClassQuestion((asked.shown,), columns)
    with translate_errors(relation.name), _rows(session, relation, question) as rows:
        query = list_small(rows.select_texts, asked, _weight())
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


def _weight() -> exp.Expression:
    from sqlglot import exp

    return exp.cast(exp.Sum(this=exp.column("w")), "bigint")


@contextmanager
def _rows(session: Session, relation: Relation, question: ClassQuestion) -> Iterator[_Rows]:
    """The rows as forms of their columns; labels are kept in tables for the time being."""
    forms: dict[str, list[Shown]] = {}
    for shown in dict.fromkeys((*question.forms, *question.different)):
        if shown.recoding is not None:
            forms.setdefault(shown.name, []).append(shown)
    tables = {name: _keep(session, _numbers(shown)) for name, shown in forms.items()}
    try:
        yield _Rows(relation, forms, tables)
    finally:
        for table in tables.values():
            session.run(f"DROP TABLE IF EXISTS {table}", "dropping labels")


def _numbers(forms: Sequence[Shown]) -> dict[str, Sequence[str | int | None]]:
    known = [set(shown.numbers) for shown in forms]
    values = [value for value in forms[0].numbers if all(value in each for each in known)]
    numbers = {
        f"g{place}": [shown.numbers[value] for value in values] for place, shown in enumerate(forms)
    }
    return {"k": values, **numbers}


class _Rows:
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
