"""A source in the embedded engine: counts come from one GROUP BY over the working table.

    profile_column(session, TableColumn(0, "age"), rows=2)   # Profile(name="age", kind=INTEGER, …)

A column with few values is profiled on all of them; of one with many, the commonest propose what
the values may be, and one pass in SQL over all distinct values confirms it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from incrowd.engines.contract import MOST_TUPLES, ROWS
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb import column_types
from incrowd.engines.duckdb.relation import WEIGHT, WEIGHTED, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.sketch import sample_class_sizes
from incrowd.engines.duckdb.statements import create, identifier, literal, select, subquery
from incrowd.errors import EngineError, InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.progress import Progress, in_parts
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    import pyarrow as pa

    from incrowd.engines.states.minimal import (
        ClassList,
        MinimalClass,
        MinimalCount,
        MinimalQuestion,
    )
    from incrowd.engines.states.question import (
        ClassQuestion,
        ClassSizes,
        ListedClass,
        SmallClasses,
    )
    from incrowd.engines.stored.page import Recoding


_LISTED_VALUES = 1_000
"""How many of the commonest values a profile lists."""

_VALUES = "column_values"
_NOT_FINITE = ("nan", "inf", "-inf")


@dataclass(frozen=True)
class _Facts:
    """The figures of a column that do not depend on what its values are."""

    missing: int
    distinct: int
    shortest: int
    longest: int


@dataclass(frozen=True)
class _Judgement:
    """What the values are."""

    reading: column_types.Reading
    minimum: str | None = None
    maximum: str | None = None
    markers: tuple[str, ...] = ()


Counts = Sequence[tuple[str | None, int]]
"""The distinct values of a column with their rows, the missing one first, then by frequency."""

_AT_A_TIME = 100
"""Columns of a very wide table that are taken out at a time: a statement over thousands of columns
takes long before it begins."""
_WIDE = 200
_MOST_COPIED = 1_000_000
_SLAB = "some_columns"


def profile_column(
    session: Session,
    column: TableColumn,
    rows: int,
    total: str = WEIGHTED,
    progress: Progress | None = None,
    known: Counts | None = None,
) -> Profile:
    """Find out about a column of the working table; its rows are read once, if not `known`."""
    step = f"looking at the values of '{column.name}'"
    if known is None:
        session.run(create("TEMP TABLE", _VALUES, _grouped(column, total)), step, progress)
    result = _most_common(session) if known is None else known
    values = [(value, count) for value, count in result if value is not None]
    if len(values) <= _LISTED_VALUES:
        facts = _facts(result)
        judgement = _judge([value for value, _ in values])
    else:
        facts = _facts_in_sql(session)
        judgement = _judge_in_sql(session, [value for value, _ in values])
    if column.native is not None:
        judgement = _judge_by_type(session, column, column.native, judgement, facts)
    return Profile(
        name=column.name,
        kind=judgement.reading.kind,
        rows=rows,
        missing=facts.missing,
        distinct=facts.distinct,
        shortest=facts.shortest,
        longest=facts.longest,
        minimum=judgement.minimum,
        maximum=judgement.maximum,
        decimal_comma=judgement.reading.decimal_comma,
        date_format=judgement.reading.date_format,
        markers=judgement.markers,
        common=tuple(values[:_LISTED_VALUES]),
    )


def _grouped(column: TableColumn, total: str) -> str:
    """The distinct values as text with their counts; grouping comes before casting."""
    distinct = select([column.sql, f"{total} AS {WEIGHT}"], column.table, "GROUP BY 1")
    if column.type == "VARCHAR":
        return select([f"{column.sql} AS v", WEIGHT], subquery(distinct))
    texts = [f"{column.text} AS v", f"{WEIGHTED} AS {WEIGHT}"]
    return select(texts, subquery(distinct), "GROUP BY 1")


def _most_common(session: Session) -> list[tuple[str | None, int]]:
    """Up to one value more than is listed, and the missing one: enough to know if that is all."""
    order = f"ORDER BY v IS NULL DESC, {WEIGHT} DESC, v LIMIT {_LISTED_VALUES + 2}"
    return [(value, count) for value, count in session.rows(select(["v", WEIGHT], _VALUES, order))]


def _facts(found: Sequence[tuple[str | None, int]]) -> _Facts:
    lengths = [len(value) for value, _ in found if value is not None]
    missing = sum(count for value, count in found if value is None)
    return _Facts(missing, len(lengths), min(lengths, default=0), max(lengths, default=0))


def _judge(values: Sequence[str]) -> _Judgement:
    reading = column_types.choose(values)
    if reading in (column_types.TEXT, column_types.BOOLEAN):
        return _Judgement(reading)
    proper = sorted(
        (value for value in values if not column_types.is_marker(value)),
        key=lambda value: (reading.key(value), value),
    )
    markers = tuple(value for value in values if column_types.is_marker(value))
    return _Judgement(reading, proper[0], proper[-1], markers)


def _facts_in_sql(session: Session) -> _Facts:
    figures = [
        f"coalesce(sum({WEIGHT}) FILTER (v IS NULL), 0)",
        "count(v)",
        "min(length(v))",
        "max(length(v))",
    ]
    return _Facts(*map(int, session.rows(select(figures, _VALUES))[0]))


def _judge_in_sql(session: Session, commonest: Sequence[str]) -> _Judgement:
    marked = f"lower(trim(v)) IN ({', '.join(map(literal, sorted(column_types.MARKERS)))})"
    proper = f"WHERE v IS NOT NULL AND NOT {marked}"

    def holds(reading: column_types.Reading) -> bool:
        doubtful = "false"
        if reading.decimal_comma:
            doubtful = f"count_if({column_types.sql_unambiguous('v')}) = 0"
        failures = f"count_if(NOT {reading.sql_fits('v')}) > 0"
        return not any(session.rows(select([failures, doubtful], _VALUES, proper))[0])

    reading = column_types.choose(commonest, holds)
    if reading in (column_types.TEXT, column_types.BOOLEAN):
        return _Judgement(reading)
    keyed = subquery(select(["v", f"{reading.sql_key('v')} AS k"], _VALUES, proper))
    ends = subquery(select(["min(k) AS low", "max(k) AS high"], keyed))
    low, high = session.rows(
        select(["min(v) FILTER (k = low)", "max(v) FILTER (k = high)"], f"{keyed}, {ends}")
    )[0]
    listed = select(["v"], _VALUES, f"WHERE {marked} ORDER BY {WEIGHT} DESC, v")
    return _Judgement(reading, low, high, tuple(value for (value,) in session.rows(listed)))


def _judge_by_type(
    session: Session, column: TableColumn, kind: Kind, judged: _Judgement, facts: _Facts
) -> _Judgement:
    """Believe the type; the values only tell how dates are written."""
    date_format = judged.reading.date_format if judged.reading.kind is kind else None
    reading = column_types.Reading(kind, date_format=date_format)
    if facts.distinct == 0 or kind is Kind.BOOLEAN:
        return _Judgement(reading)
    markers: tuple[str, ...] = ()
    proper = f"WHERE {column.sql} IS NOT NULL"
    if column.type in ("FLOAT", "DOUBLE"):
        odd = select([f"DISTINCT {column.text}"], column.table, f"WHERE NOT isfinite({column.sql})")
        markers = tuple(value for value in _NOT_FINITE if (value,) in session.rows(odd))
        proper += f" AND isfinite({column.sql})"
    ends = [f"min({column.sql}) AS {column.sql}", f"max({column.sql}) AS {column.sql}"]
    low, high = (
        session.rows(select([column.text], subquery(select([end], column.table, proper))))[0][0]
        for end in ends
    )
    return _Judgement(reading, low, high, markers)


class DuckDBSource:
    """A table that a reader has made known to DuckDB."""

    most_tuples = MOST_TUPLES
    """Combinations that whoever counts a crowd wants to have in memory."""
    stops_counting = False
    """More than that are estimated, or all counted."""

    def __init__(self, session: Session, relation: Relation) -> None:
        self._session: Session | None = session
        self.relation = relation
        self._profiles: tuple[Profile, ...] | None = None

    @property
    def name(self) -> str:
        """What people call the table."""
        return self.relation.name

    def rename(self, name: str) -> Self:
        """The same source, under another name from now on."""
        self.relation = replace(self.relation, name=name)
        return self

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.relation.rows

    @property
    def ordered(self) -> bool:
        """Whether every row is in its place, so that rows can be stored from here."""
        return self.session.ordered

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column; found once, then remembered."""
        if self._profiles is None:
            with translate_errors(self.name):
                self._profiles = tuple(self._found())
        return self._profiles

    def _found(self) -> list[Profile]:
        session, relation = self.session, self.relation
        next_part = in_parts(session.progress, len(relation.columns))
        result = []
        for columns, counts in _in_slabs(session, relation):
            for column, known in zip(columns, counts, strict=True):
                part = next_part("looking at the columns")
                part.check()
                figures = (self.rows, relation.total, part, known)
                result.append(profile_column(session, column, *figures))
        return result

    def tally(self, columns: Sequence[str], *, coded: bool = True) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY."""
        chosen = self._chosen(columns)
        with translate_errors(self.name):
            counting = self._counting(chosen)
            table = self.session.table(counting, "counting combinations", coded=coded)
            return table.rename_columns([*columns, ROWS])

    def estimate_tuples(self, names: Sequence[str]) -> int:
        """About how many combinations of some columns there are."""
        from incrowd.engines.duckdb.states import estimate_tuples

        with translate_errors(self.name):
            columns = self._chosen(names)
            return estimate_tuples(self.session, self.relation, columns, self.most_tuples)

    def check_crowd(self, names: Sequence[str]) -> None:
        """Refuse columns that have more combinations than fit into memory."""
        from incrowd.engines.duckdb.states import check_crowd

        with translate_errors(self.name):
            check_crowd(self.session, self.relation, self._chosen(names), self.most_tuples)

    def raised(self, recodings: Mapping[str, Recoding]) -> DuckDBSource:
        """The same table with some columns generalised before they are counted."""
        from incrowd.engines.duckdb.states import raise_columns

        with translate_errors(self.name):
            relation = raise_columns(self.session, self.relation, recodings)
        raised = DuckDBSource(self.session, relation)
        raised.most_tuples = self.most_tuples
        return raised

    def count_classes(self, question: ClassQuestion) -> list[ClassSizes]:
        """How many classes of each size every set of columns has."""
        from incrowd.engines.duckdb.states import count_classes

        return count_classes(self.session, self.relation, question)

    def list_classes(self, asked: SmallClasses) -> list[ListedClass]:
        """The smallest classes that are too small, or have too few different values."""
        from incrowd.engines.duckdb.states import list_classes

        return list_classes(self.session, self.relation, asked)

    def list_minimal(self, question: MinimalQuestion) -> list[MinimalClass]:
        """The classes that are too small while no part of their columns makes them so."""
        from incrowd.engines.duckdb.minimal import list_minimal

        return list_minimal(self.session, self.relation, question)

    def count_minimal(self, question: MinimalQuestion) -> list[MinimalCount]:
        """How many such classes each set of columns has, and their rows."""
        from incrowd.engines.duckdb.minimal import count_minimal

        return count_minimal(self.session, self.relation, question)

    def tally_within(self, columns: Sequence[str], lists: Sequence[ClassList]) -> list[pa.Table]:
        """Tallies of the rows in some of the classes listed, of all rows where no list is given."""
        from incrowd.engines.duckdb.minimal import tally_within

        return tally_within(self.session, self.relation, columns, lists)

    def sample_class_sizes(
        self, columns: Sequence[str], share: float, salt: str = ""
    ) -> dict[int, int]:
        """The sizes of some classes, drawn by chance: how many have which size."""
        chosen = self._chosen(columns)
        return sample_class_sizes(self.session, self.relation, chosen, share, salt)

    def _counting(self, columns: Sequence[TableColumn]) -> str:
        """Count combinations; those of all columns are counted already in a condensed table."""
        if self.relation.condensed and len(columns) == len(self.relation.columns):
            keys = [column.sql for column in columns]
            return select([*keys, f"{WEIGHT} AS {identifier(ROWS)}"], self.relation.table)
        return _group_by(columns, self.relation)

    def close(self) -> None:
        """Close the database and delete what it kept on disk; a second call does nothing."""
        if self._session is not None:
            with translate_errors(self.name):
                self._session.close()
            self._session = None

    @property
    def session(self) -> Session:
        """The database, as long as it is open."""
        if self._session is None:
            raise EngineError(
                say("'{name}' has been closed.", name=self.name), say("Open it again.")
            )
        return self._session

    def _chosen(self, names: Sequence[str]) -> list[TableColumn]:
        known = {column.name: column for column in self.relation.columns}
        if len(set(names)) < len(names):
            twice = next(name for name in names if list(names).count(name) > 1)
            raise InvalidParameter(
                say("The column '{twice}' is asked for more than once.", twice=twice),
                say("Name each column once."),
            )
        for name in names:
            if name not in known:
                raise UnknownAttribute.among(name, known)
        return [known[name] for name in names]


Slab = tuple[Sequence[TableColumn], Sequence[Counts | None]]


def _in_slabs(session: Session, relation: Relation) -> Iterator[Slab]:
    """The columns, those of a very wide table in parts of their own, and what is known of them."""
    columns = relation.columns
    if len(columns) <= _WIDE or relation.rows > _MOST_COPIED:
        yield columns, [None] * len(columns)
        return
    for start in range(0, len(columns), _AT_A_TIME):
        part = columns[start : start + _AT_A_TIME]
        kept = select([*(column.sql for column in part), WEIGHT], relation.table)
        session.run(create("TEMP TABLE", _SLAB, kept), "looking at the columns")
        moved = [replace(column, table=_SLAB) for column in part]
        few = relation.rows <= _LISTED_VALUES
        yield moved, _count_values(session, moved) if few else [None] * len(moved)
    session.rows(f"DROP TABLE {_SLAB}")


def _count_values(session: Session, columns: Sequence[TableColumn]) -> list[Counts]:
    """The distinct values of each column of a table with few rows, counted here."""
    texts = [f"{column.text} AS {column.sql}" for column in columns]
    rows = session.rows(select([*texts, WEIGHT], _SLAB))
    weights = [row[-1] for row in rows]
    return [
        _sorted_counts(zip((row[place] for row in rows), weights, strict=True))
        for place in range(len(columns))
    ]


def _sorted_counts(values: Iterable[tuple[str | None, int]]) -> Counts:
    counted: dict[str | None, int] = {}
    for value, weight in values:
        counted[value] = counted.get(value, 0) + weight
    order = {
        value: (value is not None, -rows, (value or "").encode()) for value, rows in counted.items()
    }
    return sorted(counted.items(), key=lambda item: order[item[0]])


def _group_by(columns: Sequence[TableColumn], relation: Relation) -> str:
    """Group by the values as they are stored and turn them into text afterwards."""
    total = f"{relation.total} AS {identifier(ROWS)}"
    keys = [column.sql for column in columns]
    counted = select([*keys, total], relation.table, "GROUP BY ALL" if keys else "")
    if all(column.type == "VARCHAR" for column in columns):
        return counted
    texts = [f"{column.text} AS {column.sql}" for column in columns]
    return select([*texts, identifier(ROWS)], subquery(counted))
