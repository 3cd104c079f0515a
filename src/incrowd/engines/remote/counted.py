"""A table that stays in its engine and is counted there: one GROUP BY per question.

    table = CountedTable(connection, connection.find("public.people"))
    table.tally(["age", "sex"])

Only distinct combinations with their counts come over; the engine groups, we never copy rows.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from copy import copy
from functools import cached_property
from math import prod
from threading import RLock
from typing import TYPE_CHECKING, Final, Self

import pyarrow as pa

from incrowd.engines.contract import (
    MOST_TUPLES,
    ROWS,
    Connection,
    EngineColumn,
    TableName,
)
from incrowd.engines.duckdb.relation import FileStyle, check_names, check_rows
from incrowd.engines.duckdb.session import Session
from incrowd.engines.remote.counting.packed import MOST_VALUES as MOST_NUMBERED
from incrowd.engines.remote.counting.packed import (
    NumbersValues,
    Packing,
    choose_packed,
    unpack_columns,
)
from incrowd.engines.remote.counting.profiling import MOST_VALUES, profile_figures, profile_values
from incrowd.engines.remote.counting.sampling import SamplesRows, are_few
from incrowd.engines.remote.counting.spelling import (
    SAME,
    SAME_EVERYWHERE,
    Spelling,
    learn_spelling,
    respell,
)
from incrowd.errors import CrowdTooLarge, InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.table import Profile

if TYPE_CHECKING:
    from sqlglot import exp

_ALL_COLUMNS: Final = "looking at the columns"
_COUNTING: Final = "counting combinations"
_FEW_COLUMNS: Final = 2
"""Columns from which on it pays to number their values."""
_LISTED: Final = 1_001
"""The commonest values, and the missing one."""


class CountedTable:
    """A table of an engine that speaks SQL."""

    style: FileStyle | None = None

    def __init__(
        self,
        connection: Connection,
        place: TableName,
        progress: Progress = silent,
        *,
        most_tuples: int = MOST_TUPLES,
        columns: Sequence[EngineColumn] | None = None,
        raised: exp.Select | None = None,
    ) -> None:
        self.connection, self.place = connection, place
        self._raised = raised
        self.name = place.table
        self.progress = progress
        self.most_tuples = most_tuples
        self.columns = tuple(connection.columns(place) if columns is None else columns)
        hint = say("Give every column a name of its own.")
        check_names([column.name for column in self.columns], place.shown, hint)
        self._by_name = {column.name: column for column in self.columns}
        self._spellings: dict[str, Spelling] = {}
        self._profiles: dict[str, Profile] = {}
        self._passed: list[frozenset[str]] = []
        """Columns whose combinations were few enough."""
        self._domains: dict[str, list[str]] = {}
        self._session: Session | None = None
        self._lock = RLock()

    @property
    def relation(self) -> exp.Expression:
        """The table in a statement, or what stands for it."""
        return self.place.sql if self._raised is None else self._raised.subquery("raised")

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        from sqlglot import exp

        counting = exp.select(exp.alias_(exp.Count(this=exp.Star()), "n")).from_(self.relation)
        counted = self.connection.fetch(counting, "counting rows").column(0)[0].as_py()
        hint = self.connection.engine.when_empty
        return check_rows(int(counted), self.place.shown, hint)

    def learn_from(self, other: CountedTable, except_for: Container[str]) -> None:
        """Take over what is known of columns that are the same in a table of the same rows."""
        self.__dict__["rows"] = other.rows
        with other._lock:
            for name in [column.name for column in self.columns if column.name not in except_for]:
                if name in other._profiles:
                    self._profiles[name] = other._profiles[name]
                if name in other._spellings:
                    self._spellings[name] = other._spellings[name]

    def column(self, name: str) -> EngineColumn:
        """Find a column, or say which one was probably meant."""
        if name not in self._by_name:
            raise UnknownAttribute.among(name, self._by_name)
        return self._by_name[name]

    def place_of(self, name: str) -> int:
        """The number of a column, from 0."""
        return self.columns.index(self.column(name))

    def text_of(self, name: str) -> exp.Expression:
        """A column as text."""
        column = self.column(name)
        return self.connection.text(column, self._native(column))

    @property
    def session(self) -> Session:
        """A database of our own in which values are looked at, as for any file."""
        with self._lock:
            if self._session is None:
                self._session = Session(silent)
            return self._session

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column; found once, then remembered."""
        with self._lock:
            for done, column in enumerate(self.columns):
                if column.name not in self._profiles:
                    self.progress(_ALL_COLUMNS, done / len(self.columns))
                    self._profiles[column.name] = self.find_profile(column)
            return tuple(self._profiles[column.name] for column in self.columns)

    def profile(self, name: str) -> Profile:
        """What is known of one column."""
        with self._lock:
            if name not in self._profiles:
                self._profiles[name] = self.find_profile(self.column(name))
            return self._profiles[name]

    def values(self, name: str) -> list[str | None]:
        """The distinct values of a column, written as every engine writes them."""
        values: list[str | None] = self.tally([name]).column(0).to_pylist()
        return values

    def find_profile(self, column: EngineColumn) -> Profile:
        """Look at the values of a column."""
        step = f"looking at the values of '{column.name}'"
        query = self._grouping([column]).limit(MOST_VALUES + 1)
        tally = coded(self.connection.fetch(query, step)).rename_columns([column.name, ROWS])
        if tally.num_rows <= MOST_NUMBERED and isinstance(self.connection, NumbersValues):
            self._domains[column.name] = _distinct(tally.column(0))
        if tally.num_rows <= MOST_VALUES:
            tally = self.respell(tally, [column.name])
            return profile_values(self.session, column, tally, self.rows)
        figures = self.connection.fetch(self._figures(column), step)
        order = self._grouping([column])
        common = self.connection.fetch(_most_common(order), step)
        (values,) = (list(row.values()) for row in figures.to_pylist())
        return profile_figures(column, self.rows, values, common)

    def _figures(self, column: EngineColumn) -> exp.Select:
        from sqlglot import exp

        value = exp.column("c0")
        length = exp.Length(this=value)
        grouped = self._grouping([column]).subquery("grouped")
        ends: list[exp.Expression] = [
            exp.Min(this=self._native(column)),
            exp.Max(this=self._native(column)),
        ]
        low, high = (self._end(column, end) for end in ends)
        missing = exp.Sum(
            this=exp.Case().when(value.is_(exp.null()), exp.column("n")).else_(exp.convert(0))
        )
        return exp.select(
            exp.alias_(missing, "missing"),
            exp.alias_(exp.Count(this=value), "known"),
            exp.alias_(exp.Min(this=length), "shortest"),
            exp.alias_(exp.Max(this=length), "longest"),
            exp.alias_(low, "low"),
            exp.alias_(high, "high"),
        ).from_(grouped)

    def _end(self, column: EngineColumn, end: exp.Expression) -> exp.Expression:
        """The least or greatest value; texts have none, and many types that become one no order."""
        from sqlglot import exp

        if column.plain == "VARCHAR":
            return exp.cast(exp.null(), "text")
        text = exp.alias_(self.connection.text(column, end), "v")
        return exp.select(text).from_(self.relation).subquery()

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY."""
        if len(set(columns)) < len(columns):
            twice = next(name for name in columns if list(columns).count(name) > 1)
            raise InvalidParameter(
                say("The column '{twice}' is asked for more than once.", twice=twice),
                say("Name each column once."),
            )
        chosen = [self.column(name) for name in columns]
        self.check_size(chosen)
        return self.respell(self.count_combinations(chosen), columns)

    def count_combinations(self, columns: Sequence[EngineColumn]) -> pa.Table:
        """Count the rows of each combination of values as the engine writes them."""
        table = self._fetch_packed(columns)
        if table is None:
            query = self._bounded(self._grouping(columns))
            table = coded(self.connection.fetch(query, _COUNTING))
        if table.num_rows > self.most_tuples:
            raise self._stopped(columns)
        return table.rename_columns([*(column.name for column in columns), ROWS])

    def _bounded(self, tally: exp.Select) -> exp.Select:
        """Let a tally stop at one more than is wanted: a guess may be wrong, or was never made."""
        return tally.limit(self.most_tuples + 1) if self.rows > self.most_tuples else tally

    @property
    def stops_counting(self) -> bool:
        """Whether more than the limit are counted no further than one beyond it."""
        return self.connection.engine.stops_counting

    def estimate_tuples(self, names: Sequence[str]) -> int:
        """About how many combinations there are; where that is hard, no more than the limit + 1."""
        keys = self._keys([self.column(name) for name in names])
        query = self.connection.count_tuples(keys, self.most_tuples)
        step = "estimating the number of combinations"
        return int(self.connection.fetch(query, step).column(0)[0].as_py())

    def _fetch_packed(self, columns: Sequence[EngineColumn]) -> pa.Table | None:
        """The tally by keys in which known values are packed; None where that is of no use."""
        connection = self.connection
        names = choose_packed({each.name: self._domains.get(each.name) for each in columns})
        if len(names) < _FEW_COLUMNS or not isinstance(connection, NumbersValues):
            return None
        domains = {name: self._domains[name] for name in names}
        packing = Packing.of([(name, len(domains[name])) for name in names])
        numbers = {
            name: connection.number(self.column(name), self._native(self.column(name)), domain)
            for name, domain in domains.items()
        }
        others = [column for column in columns if column.name not in domains]
        query = self._bounded(self._packed_grouping(packing.pack(numbers), others))
        answer = self.connection.fetch(query, _COUNTING)
        keys = answer.columns[: len(packing.keys)]
        unpacked = unpack_columns(packing, keys, domains)
        if unpacked is None:  # the table has changed since its values were looked at
            return None
        rest = coded(answer.select(range(len(keys), answer.num_columns)))
        texts = dict(zip((column.name for column in others), rest.columns, strict=False))
        known = {**unpacked, **texts, ROWS: rest.columns[-1]}
        return pa.table({name: known[name] for name in (*(each.name for each in columns), ROWS)})

    def _packed_grouping(
        self, keys: Sequence[exp.Expression], others: Sequence[EngineColumn]
    ) -> exp.Select:
        from sqlglot import exp

        packed = [exp.alias_(key, f"p{place}") for place, key in enumerate(keys)]
        native = [exp.alias_(self.key(each), f"k{place}") for place, each in enumerate(others)]
        rows = exp.select(*packed, *native).from_(self.relation).subquery("packed")
        names = [each.alias for each in (*packed, *native)]
        counted = exp.alias_(exp.Count(this=exp.Star()), "n")
        grouped = exp.select(*names, counted).from_(rows).group_by(*names)
        texts = [
            exp.alias_(self.text_of_key(each, exp.column(f"k{place}")), f"c{place}")
            for place, each in enumerate(others)
        ]
        keyed = exp.select(*names[: len(packed)], *texts, exp.column("n"))
        return keyed.from_(grouped.subquery("grouped"))

    def check_size(self, columns: Sequence[EngineColumn]) -> None:
        """Refuse more combinations than fit into memory, before any of them is fetched.

        Nothing is asked where it is clear already: of few rows, of columns that passed together
        with others, and where even all combinations of their values would not be too many. Some
        engines count this many rows almost as fast as they estimate: there the tally itself stops.
        """
        names = frozenset(column.name for column in columns)
        known = [self._profiles.get(name) for name in names]
        possible = prod(each.distinct + 1 if each else self.rows for each in known)
        if (
            min(self.rows, possible) <= self.most_tuples
            or self._runs_unasked
            or any(names <= passed for passed in self._passed)
        ):
            return
        if not self._are_few(columns):
            tuples = self.estimate_tuples([column.name for column in columns])
            if tuples > self.most_tuples:
                raise self._too_many(tuples, columns, stopped=self.stops_counting)
        self._passed.append(names)

    def _are_few(self, columns: Sequence[EngineColumn]) -> bool:
        connection = self.connection
        if self._raised is not None or not isinstance(connection, SamplesRows):
            return False
        profiles = [self._profiles.get(column.name) for column in columns]
        values = [None if each is None else each.distinct for each in profiles]
        keys = self._keys(columns)
        return are_few(connection, self.place, keys, self.rows, self.most_tuples, values)

    def _stopped(self, columns: Sequence[EngineColumn]) -> CrowdTooLarge:
        """Say how many combinations made a tally stop, as far as the engine estimates them."""
        if self._runs_unasked:
            tuples = self.estimate_tuples([column.name for column in columns])
            if tuples > self.most_tuples:
                return self._too_many(tuples, columns, stopped=self.stops_counting)
        return self._too_many(self.most_tuples + 1, columns, stopped=True)

    @property
    def _runs_unasked(self) -> bool:
        return self.rows <= self.connection.engine.counts_unasked

    def _too_many(
        self, tuples: int, columns: Sequence[EngineColumn], *, stopped: bool
    ) -> CrowdTooLarge:
        names = [column.name for column in columns]
        return CrowdTooLarge.of(tuples, self.most_tuples, names, self.rows, stopped=stopped)

    def _keys(self, columns: Sequence[EngineColumn]) -> exp.Select:
        """The distinct combinations, by what the engine compares fastest."""
        from sqlglot import exp

        keys = [exp.alias_(self.key(column), f"k{place}") for place, column in enumerate(columns)]
        return exp.select(*keys).from_(self.relation).group_by(*map(self.key, columns))

    def _grouping(self, columns: Sequence[EngineColumn]) -> exp.Select:
        """Group by values as they are stored, and turn them into text afterwards."""
        from sqlglot import exp

        counted = exp.alias_(exp.Count(this=exp.Star()), "n")
        if not columns:
            return exp.select(counted).from_(self.relation)
        grouped = self._keys(columns).select(counted).subquery("grouped")
        texts = [
            exp.alias_(self.text_of_key(column, exp.column(f"k{place}")), f"c{place}")
            for place, column in enumerate(columns)
        ]
        return exp.select(*texts, exp.column("n")).from_(grouped)

    def grouping(self, names: Sequence[str]) -> exp.Select:
        """The query that counts the rows of each combination: texts c0, c1 and so on, and n."""
        return self._grouping([self.column(name) for name in names])

    def on(self, connection: Connection) -> Self:
        """The same table in statements of another connection, which has to admit its own."""
        again = copy(self)
        again.connection = connection
        return again

    @staticmethod
    def _native(column: EngineColumn) -> exp.Column:
        from sqlglot import exp

        return exp.column(column.name, quoted=True)

    def key(self, column: EngineColumn) -> exp.Expression:
        """What a column is grouped by: its value, or its text where values are hard to compare."""
        if column.plain != "VARCHAR" or column.comparable:
            return self._native(column)
        return self.connection.exact(self.connection.text(column, self._native(column)))

    def text_of_key(self, column: EngineColumn, key: exp.Expression) -> exp.Expression:
        """The text of what a column was grouped by."""
        if column.plain != "VARCHAR" or column.comparable:
            return self.connection.text(column, key)
        return self.connection.readable(key)

    def respell(self, table: pa.Table, names: Sequence[str]) -> pa.Table:
        """Write values as every engine would."""
        different = [name for name in names if self.column(name).plain not in SAME_EVERYWHERE]
        spellings = {name: self._learn(name, _distinct(table.column(name))) for name in different}
        return respell(table, spellings)

    def respell_rows(self, table: pa.Table, names: Sequence[str]) -> pa.Table:
        """Write the values of rows as every engine would, as texts."""
        different = [name for name in names if self.column(name).plain not in SAME_EVERYWHERE]
        spellings = {name: self._learn(name, _distinct(table.column(name))) for name in different}
        again = respell(table, spellings, counted=False)
        texts = pa.schema([(name, pa.string()) for name in again.column_names])
        return again.cast(texts)

    def _learn(self, name: str, texts: Sequence[str]) -> Spelling:
        with self._lock:
            known = self._spellings.get(name, SAME)
            if not known.seen.issuperset(texts):
                every = sorted(known.seen.union(texts))
                known = learn_spelling(self.session, every, self.column(name).plain)
                self._spellings[name] = known
            return known

    def spelling(self, name: str) -> Spelling:
        """How the engine writes the values of a column."""
        if self.column(name).plain in SAME_EVERYWHERE:
            return SAME
        with self._lock:
            if name not in self._spellings:
                self.tally([name])
            return self._spellings[name]

    def close(self) -> None:
        """End the connection; a second call does nothing."""
        self.connection.close()
        if self._session is not None:
            self._session.close()


def coded(table: pa.Table) -> pa.Table:
    """Texts as codes into the dictionary of their column; counts as whole numbers."""
    *texts, counts = table.columns
    columns = [_encode(column) for column in texts]
    return pa.table([*columns, counts.cast(pa.int64())], table.column_names)


def _encode(column: pa.ChunkedArray) -> pa.DictionaryArray:
    if pa.types.is_dictionary(column.type):
        return pa.concat_arrays(column.unify_dictionaries().chunks)
    return column.cast(pa.string()).combine_chunks().dictionary_encode()


def _distinct(column: pa.ChunkedArray) -> list[str]:
    if not column.num_chunks:
        return []
    return [text for text in _encode(column).dictionary.to_pylist() if text is not None]


def _most_common(grouping: exp.Select) -> exp.Select:
    from sqlglot import exp

    order = [exp.Ordered(this=exp.column("n"), desc=True), exp.Ordered(this=exp.column("c0"))]
    return grouping.order_by(*order).limit(_LISTED)
