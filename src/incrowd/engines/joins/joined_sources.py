"""Join sources of any kind by their distinct combinations, and count the joined rows of each.

    joined = JoinedSources([hospital, registry])
    zip_codes = JoinCondition(Column(0, "zip"), Column(1, "zip"))
    joined.tally([Join("inner", (zip_codes,))], [Column(0, "age"), Column(1, "disease")])

Each source is first counted by the columns that are in use; what is joined are these combinations,
and a joined one stands for as many rows as the product of what its parts stand for. Where all
sources lie in one engine that joins, all of this is one statement of it; else it is done here.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import Final

import pyarrow as pa

from incrowd.engines.contract import ROWS, Source
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.session import Session
from incrowd.engines.joins.combinations import JoinedCombinations, JoinPlan, combine
from incrowd.engines.joins.distinct_counts import CountedSources
from incrowd.engines.joins.inside.joining import EngineJoin
from incrowd.engines.joins.inside.sources import SharedEngine, find_shared_engine
from incrowd.engines.joins.join import (
    Column,
    Join,
    JoinedTally,
    JoinPlace,
    Range,
    check_joins,
    sources_without_partner,
)
from incrowd.errors import EngineError, InvalidParameter
from incrowd.language import Message, say
from incrowd.progress import Progress, silent

MOST_COMBINATIONS: Final = 20_000_000
"""Joined combinations that are made at most."""
_CACHED_JOINS: Final = 4
"""Joins that are kept, so that a further page or another count costs little."""


class JoinedSources:
    """Sources side by side in a database of their own, which is closed with `close`.

    The sources themselves stay open and belong to the caller.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        ranges: Sequence[Range] = (),
        progress: Progress = silent,
        most: int = MOST_COMBINATIONS,
        persons: Mapping[int, str] | None = None,
    ) -> None:
        """Bring sources together; `persons` names the columns that say whose row it is."""
        self.sources = tuple(sources)
        self.most = most
        self._session: Session | None = Session(progress)
        self._counted = CountedSources(self._session, self.sources, ranges, persons)
        self._made: dict[object, JoinedCombinations] = {}
        shared = find_shared_engine(self.sources)
        self._reason = shared if isinstance(shared, Message) else None
        self._inside: EngineJoin | None = None
        if isinstance(shared, SharedEngine):
            self._inside = EngineJoin(shared, tuple(ranges), most)
        self._turn = RLock()

    def values(self, column: Column) -> list[str | None]:
        """The distinct values of a column as texts, in the order of texts, missing last."""
        with self._ours():
            return self._counted.values(column.source, column.name)

    def tally(
        self,
        joins: Sequence[Join],
        columns: Sequence[Column],
        progress: Progress | None = None,
    ) -> pa.Table:
        """Count the joined rows of each distinct combination of values.

        The columns are called `1.zip`, `2.zip`, … by the number of their source; the last one is
        `ROWS`. Where an outer join found no partner the columns of the other side are missing.
        """
        _check_columns(columns)
        with self._ours():
            inside = self._join_inside(joins, columns, ())
            if isinstance(inside, JoinedTally):
                return inside.table
            made = self._combined(joins, columns, progress)
            return made.tally(columns, [label(column) for column in columns])

    def tally_with_partners(
        self,
        joins: Sequence[Join],
        columns: Sequence[Column],
        progress: Progress | None = None,
        *,
        numbered: bool = False,
    ) -> JoinedTally:
        """Count as `tally` does, and tell who has a partner: a missing value does not.

        Numbered, joined combinations are told apart by the combinations of the sources that stand
        in them, each with its rows, also by what is joined on and not asked for. Of a source with
        a person key they are kinds of people instead, who have the same rows.
        """
        _check_columns(columns)
        sources = range(len(self.sources)) if numbered else sources_without_partner(joins)
        with self._ours():
            by_person = numbered and bool(self._counted.persons)
            inside = self._join_inside(
                joins, columns, None if numbered else sources, by_person=by_person
            )
            if isinstance(inside, JoinedTally):
                return inside
            made = self._combined(joins, columns, progress, sources, by_person=by_person)
            labels = [label(column) for column in columns]
            told = made.tally_with_partners(columns, labels, sources, marks=not numbered)
            return replace(told, place=JoinPlace(None, None, told.table.num_rows, inside))

    def people(self, source: int) -> int | None:
        """How many people a source is about; None where it has no person key."""
        with self._ours():
            return self._counted.people(source)

    def count(self, joins: Sequence[Join], progress: Progress | None = None) -> int:
        """The number of joined rows, found without making them."""
        with self._ours():
            inside = self._join_inside(joins, (), ())
            if isinstance(inside, JoinedTally):
                return int(inside.table.column(ROWS)[0].as_py())
            return self._combined(joins, (), progress).rows()

    def page(
        self, joins: Sequence[Join], columns: Sequence[Column], offset: int = 0, limit: int = 100
    ) -> pa.Table:
        """Joined rows one by one, in an order that stays the same as long as this is open."""
        return self.page_with_partners(joins, columns, offset, limit).table.drop_columns([ROWS])

    def page_with_partners(
        self, joins: Sequence[Join], columns: Sequence[Column], offset: int, limit: int
    ) -> JoinedTally:
        """The same, each as one row, and who has a partner in it."""
        if offset < 0 or limit < 0:
            raise InvalidParameter(
                say(
                    "A page of {limit} rows after row {offset} does not exist.",
                    limit=limit,
                    offset=offset,
                ),
                say("Give an offset and a limit from 0 on."),
            )
        _check_columns(columns)
        with self._ours():
            return self._combined(joins, (), None).pages.read(columns, offset, limit)

    def close(self) -> None:
        """Close the database; a second call does nothing. The sources stay open."""
        if self._session is not None:
            self._session.close()
            self._session = None

    @property
    def _open(self) -> Session:
        if self._session is None:
            raise EngineError(
                say("These joined sources have been closed."), say("Open them again.")
            )
        return self._session

    @contextmanager
    def _ours(self) -> Iterator[None]:
        """One caller at a time, and only errors of our own."""
        with self._turn, translate_errors(" and ".join(source.name for source in self.sources)):
            _ = self._open
            try:
                yield
            except Exception as error:
                # DuckDB stops a product that is larger than its largest number
                if type(error).__name__ != "OutOfRangeException":
                    raise
                raise InvalidParameter(
                    say("The join gives too many rows to count."),
                    say("Join fewer sources, or on more columns."),
                ) from error

    def _join_inside(
        self,
        joins: Sequence[Join],
        columns: Sequence[Column],
        marked: Sequence[int] | None,
        *,
        by_person: bool = False,
    ) -> JoinedTally | Message | None:
        """What the engine of all sources joined; else why it did not, if they lie in engines."""
        if self._inside is None:
            return self._reason
        check_joins(joins, len(self.sources))
        if by_person:
            return say("People are counted, so we find here who has the same rows.")
        made = self._inside.join(joins, columns, marked)
        if isinstance(made, Message):
            return made
        connection = self._inside.engine.connection
        place = JoinPlace(connection.engine.title, connection.place, made.table.num_rows)
        return replace(made, place=place)

    def _combined(
        self,
        joins: Sequence[Join],
        columns: Sequence[Column],
        progress: Progress | None,
        numbered: Sequence[int] = (),
        *,
        by_person: bool = False,
    ) -> JoinedCombinations:
        check_joins(joins, len(self.sources))
        key = (*(join.key for join in joins), frozenset(columns), tuple(numbered), by_person)
        made = self._made.pop(key, None)
        if made is None:
            self._forget()
            wanted = JoinPlan(self._counted, tuple(joins), self.most, progress)
            made = combine(wanted, columns, numbered, by_person=by_person)
        self._made[key] = made
        return made

    def _forget(self) -> None:
        for key in list(self._made)[: 1 - _CACHED_JOINS]:
            self._made.pop(key).drop()


def label(column: Column) -> str:
    """What a column is called beside those of other sources.

    >>> label(Column(1, "zip"))
    '2.zip'
    """
    return f"{column.source + 1}.{column.name}"


def _check_columns(columns: Sequence[Column]) -> None:
    if len(set(columns)) < len(columns):
        twice = next(column for column in columns if list(columns).count(column) > 1)
        raise InvalidParameter(
            say("The column '{name}' is asked for more than once.", name=label(twice)),
            say("Name each column once."),
        )
