"""Query tables of sources and data sets together, and ask what the result gives away.

    sessions.add_table(user, "a", Place(dataset="…"), progress)
    with sessions.using(user) as own:
        answer = carry_out(own, Query("SELECT zip, count(*) FROM a GROUP BY zip"), progress)

Whoever adds a table has a session of their own: tables are queried there, and gone with the server.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Lock
from typing import Final

import pyarrow as pa

from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.opening import open_file
from incrowd.engines.query.builder import compile_query
from incrowd.engines.query.built_query import (
    BuiltQuery,
    ColumnMatch,
    JoinedTable,
    QueryColumn,
    QueryFilter,
    SortKey,
)
from incrowd.engines.query.query_session import Limits, QuerySession, session_closed
from incrowd.engines.query.result import QueryResult
from incrowd.engines.query.session_tables import SessionTable
from incrowd.engines.stored.table import open_stored
from incrowd.errors import Busy, InvalidParameter, NotFound
from incrowd.language import say
from incrowd.linking.joins.persons import find_key
from incrowd.linking.scan.results import ScanResult
from incrowd.linking.values.matching import CONDITIONS, matching_pairs
from incrowd.lru_cache import LruCache
from incrowd.progress import Progress
from incrowd.roles import guess
from incrowd.workspace.folder import new_id
from incrowd.workspace.remote_data import DATA
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.sources import Sources
from incrowd.workspace.users import User

__all__ = [
    "BuiltQuery",
    "ColumnMatch",
    "Conditions",
    "JoinedTable",
    "Place",
    "Query",
    "QueryColumn",
    "QueryFilter",
    "QueryResult",
    "QuerySessions",
    "SessionTable",
    "SortKey",
    "UserQuerySession",
    "carry_out",
    "sql_of",
]

MOST_SESSIONS: Final = 4
"""People who have a session at the same time; each may take as much memory as its limits say."""
MOST_ANSWERS: Final = 8
MOST_ROWS: Final = 1_000
"""Rows of a page."""


@dataclass(frozen=True)
class Place:
    """Where a table comes from: a data set, or a table of a source."""

    dataset: str | None = None
    source: str | None = None
    schema: str = ""
    table: str = ""


@dataclass(frozen=True)
class Conditions:
    """How the columns of each join go together, by join and then by pair: equal if not told."""

    joins: tuple[tuple[str, ...], ...] = ()

    def of(self, join: int, pair: int) -> str:
        """The condition of a pair of columns."""
        result = self.joins[join] if join < len(self.joins) else ()
        return result[pair] if pair < len(result) else "equal"


@dataclass(frozen=True)
class Query:
    """A query that was written, or put together from parts: one of both."""

    sql: str | None = None
    built: BuiltQuery | None = None
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if (self.sql is None) == (self.built is None):
            raise InvalidParameter(
                say("Give the query as SQL or in parts, not both."),
                say("Send `sql`, or `built` with the table to begin with."),
            )


@dataclass(frozen=True)
class QuerySql:
    """A query that was put together, as SQL."""

    sql: str


@dataclass(frozen=True)
class ResultColumn:
    """A column of a result."""

    name: str
    type: str


@dataclass(frozen=True)
class ResultSummary:
    """What a query gave; its rows are fetched page by page."""

    id: str
    sql: str
    rows: int
    columns: tuple[ResultColumn, ...]
    person: str | None = None
    """The column that seems to say whose row it is, where people have several."""

    @classmethod
    def of(cls, answer_id: str, answer: QueryResult) -> ResultSummary:
        """Describe a result."""
        columns = tuple(ResultColumn(column.name, column.type) for column in answer.columns)
        person = find_key(tuple(guess(answer.source.profiles())))
        return cls(answer_id, answer.sql, answer.rows, columns, person)


@dataclass(frozen=True)
class ResultRows:
    """Some rows of a result, in the order of the query."""

    total: int
    offset: int
    rows: tuple[tuple[str | None, ...], ...]

    @classmethod
    def of(cls, answer: QueryResult, offset: int, limit: int) -> ResultRows:
        """Fetch a page."""
        return cls(answer.rows, offset, tuple(answer.page(offset, limit)))


@dataclass(eq=False)
class UserQuerySession:
    """The query session of one person, with the answers that are kept."""

    session: QuerySession
    users: int = 0
    """How many requests and jobs are at it; meanwhile it is not cleared for others."""
    datasets: set[str] = field(default_factory=set)
    """Data sets of which something lies here."""
    answers: OrderedDict[str, QueryResult] = field(default_factory=OrderedDict)
    scans: LruCache[ScanResult] = field(default_factory=lambda: LruCache(MOST_ANSWERS))
    lock: Lock = field(default_factory=Lock)

    def keep_scan(self, scanned: ScanResult) -> str:
        """Keep a scan to be fetched; its name."""
        scan_id = new_id()
        self.scans.put(scan_id, scanned)
        if self.session.cleared:
            self.scans.drop(scan_id)
            raise session_closed()
        return scan_id

    def scan(self, scan_id: str) -> ScanResult:
        """A scan that is still kept."""
        result = self.scans.peek(scan_id)
        if result is None:
            raise NotFound(
                say("This scan does not exist, or no longer exists."), say("Scan again.")
            )
        return result

    def keep(self, answer: QueryResult) -> str:
        """Keep an answer; the longest unused goes for it."""
        answer_id = new_id()
        with self.lock:
            if self.session.cleared:
                raise session_closed()
            self.answers[answer_id] = answer
            surplus = len(self.answers) - MOST_ANSWERS
            gone = [self.answers.popitem(last=False)[1] for _ in range(surplus)]
        for dropped in gone:
            self.session.forget(dropped)
        return answer_id

    def answer(self, answer_id: str) -> QueryResult:
        """An answer that is still kept."""
        with self.lock:
            if answer_id not in self.answers:
                raise NotFound(
                    say("This result does not exist, or no longer exists."),
                    say("Run the query again."),
                )
            self.answers.move_to_end(answer_id)
            return self.answers[answer_id]

    def forget(self, answer_id: str) -> None:
        """Drop an answer."""
        answer = self.answer(answer_id)
        with self.lock:
            self.answers.pop(answer_id, None)
        self.session.forget(answer)


class QuerySessions:
    """A session for each who added a table; the longest unused goes first, never one in use."""

    def __init__(self, sessions: Sessions, sources: Sources, limits: Limits | None = None) -> None:
        self._sessions = sessions
        self._sources = sources
        self._limits = limits
        self._sessions_by_user: OrderedDict[str, UserQuerySession] = OrderedDict()
        self._lock = Lock()
        sessions.on_deleted.append(self.forget)

    def tables(self, user: User) -> list[SessionTable]:
        """The tables of somebody's session; none if they have no session."""
        with self._lock:
            own = self._sessions_by_user.get(user.name)
        return [] if own is None else list(own.session.tables.values())

    @contextmanager
    def using(self, user: User, place: Place | None = None) -> Iterator[UserQuerySession]:
        """Have somebody's session, which is not closed for others meanwhile.

        Who adds a table gets a session; who has none can do nothing else.
        """
        with self._lock:
            gone = [] if place is None else self._provide(user, place)
            if user.name not in self._sessions_by_user:
                raise NotFound(
                    say("You have no query session, or it was closed."),
                    say(
                        "Add tables to begin one. A session is closed when a data set in it "
                        "is deleted, and the longest unused one is closed when more than "
                        "{people} people have one.",
                        people=MOST_SESSIONS,
                    ),
                )
            own = self._sessions_by_user[user.name]
            self._sessions_by_user.move_to_end(user.name)
            own.users += 1
        try:
            for unused in gone:
                unused.session.close()
            yield own
        finally:
            with self._lock:
                own.users -= 1

    @contextmanager
    def answering(self, user: User, answer_id: str) -> Iterator[QueryResult]:
        """Have an answer that is still kept in somebody's session."""
        with self.using(user) as own:
            yield own.answer(answer_id)

    def check_answer(self, user: User, answer_id: str) -> None:
        """Refuse an answer that is not kept, before a job looks for it."""
        with self.answering(user, answer_id):
            pass

    def add_table(self, user: User, name: str, place: Place, progress: Progress) -> SessionTable:
        """Add a table to somebody's session under a name; who has no session gets one."""
        if not name.strip() or len(name) > 100 or "\0" in name:
            raise InvalidParameter(
                say("A table needs a name of 1 to 100 characters."),
                say("Use letters that can be seen."),
            )
        with self._lock:
            known = self._sessions_by_user.get(user.name)
        if known is not None:
            known.session.check_new(name)  # before a large table is read for nothing
        with self._opened(user, place, progress) as source, self.using(user, place) as own:
            return own.session.add(name, source, progress)

    def _provide(self, user: User, place: Place) -> list[UserQuerySession]:
        """Give somebody a session, and know what will be in it before anything is.

        Who deletes a data set removes its record first and looks for sessions with the lock
        afterwards: so either there is no record here, or the session will be closed.
        """
        gone = []
        if place.dataset is not None:
            user.check(self._sessions.workspace.record(place.dataset))
        if user.name not in self._sessions_by_user:
            if len(self._sessions_by_user) >= MOST_SESSIONS:
                gone.append(self._sessions_by_user.pop(self._idle()))
            self._sessions_by_user[user.name] = UserQuerySession(QuerySession(self._limits))
        if place.dataset is not None:
            self._sessions_by_user[user.name].datasets.add(place.dataset)
        return gone

    def _idle(self) -> str:
        """Whose session has been unused for longest."""
        for name, own in self._sessions_by_user.items():
            if not own.users:
                return name
        raise Busy(
            say(
                "{people} people are querying tables right now, and there is no room for more.",
                people=MOST_SESSIONS,
            ),
            say("Try again when one of them is done."),
        )

    def forget(self, dataset_id: str) -> None:
        """Close the sessions in which something of a data set is: nothing of it may remain."""
        with self._lock:
            names = [
                name for name, own in self._sessions_by_user.items() if dataset_id in own.datasets
            ]
            gone = [self._sessions_by_user.pop(name) for name in names]
        for unused in gone:
            unused.session.close()

    def close(self) -> None:
        """Close all sessions."""
        with self._lock:
            gone = list(self._sessions_by_user.values())
            self._sessions_by_user.clear()
        for unused in gone:
            unused.session.close()

    @contextmanager
    def _opened(self, user: User, place: Place, progress: Progress) -> Iterator[DuckDBSource]:
        if place.dataset is not None:
            with self._sessions.open(user, place.dataset) as opened:
                if opened.remote is not None:
                    raise InvalidParameter(
                        say("'{name}' stays in its database.", name=opened.record.name),
                        say("Choose the table from its source instead."),
                    )
                path = opened.folder / DATA
                with closing(open_stored(path, progress)) as stored:
                    yield stored.original
        elif place.source is not None:
            with (
                self._sources.reading(user, place.source, place.schema, place.table) as (
                    address,
                    password,
                ),
                closing(open_file(address, progress, {}, password=password)) as source,
            ):
                yield source
        else:
            raise InvalidParameter(
                say("The request does not say where the table comes from."),
                say("Name a data set, or a source and a table of it."),
            )


def carry_out(own: UserQuerySession, query: Query, progress: Progress) -> str:
    """Run a query; the name of its answer."""
    if query.built is not None:
        return _run_built(own, query.built, query.conditions, progress)
    return own.keep(own.session.run(query.sql or "", progress))


def _run_built(
    own: UserQuerySession, built: BuiltQuery, conditions: Conditions, progress: Progress
) -> str:
    made: list[str] = []

    def resolve(join: JoinedTable, match: ColumnMatch, condition: str) -> str:
        made.append(_pairs(own.session, built, join, match, condition))
        return made[-1]

    try:
        query = compile_query(_with_pairs(own, built, conditions, resolve), own.session.schema)
        return own.keep(own.session.run(query, progress))
    finally:
        for name in made:
            own.session.drop_pairs(name)


def sql_of(own: UserQuerySession, built: BuiltQuery, conditions: Conditions) -> str:
    """The SQL of a query that was built, without comparing or running anything."""
    numbers = count(1)
    named = _with_pairs(own, built, conditions, lambda *_: f"pairs {next(numbers)}")
    return compile_query(named, own.session.schema).sql("duckdb", pretty=True)


def _with_pairs(
    own: UserQuerySession,
    built: BuiltQuery,
    conditions: Conditions,
    resolve: Callable[[JoinedTable, ColumnMatch, str], str],
) -> BuiltQuery:
    """Name the pairs of texts that go together where columns need not be equal."""
    # refuses what is not there before anything is compared
    compile_query(built, own.session.schema)
    joins = []
    for place, join in enumerate(built.joins):
        matches = []
        for number, match in enumerate(join.on):
            condition = _known(conditions.of(place, number))
            pairs = None if condition == "equal" else resolve(join, match, condition)
            matches.append(replace(match, pairs=pairs))
        joins.append(replace(join, on=tuple(matches)))
    return replace(built, joins=tuple(joins))


def _known(condition: str) -> str:
    if condition not in CONDITIONS:
        raise InvalidParameter(
            say("Columns cannot be matched by '{condition}'.", condition=condition),
            say("Choose one of {names}.", names=", ".join(CONDITIONS)),
        )
    return condition


def _pairs(
    session: QuerySession, built: BuiltQuery, join: JoinedTable, match: ColumnMatch, condition: str
) -> str:
    left = _values(session, built.tables[match.left.table], match.left.column)
    right = _values(session, join.table, match.right)
    one, other = matching_pairs(condition, left, right)
    texts = {
        "left": pa.array([left[place] for place in one.tolist()], pa.string()),
        "right": pa.array([right[place] for place in other.tolist()], pa.string()),
    }
    return session.add_pairs(pa.table(texts))


def _values(session: QuerySession, table: str, column: str) -> list[str | None]:
    original = next(
        known.original for known in session.tables[table].columns if known.name == column
    )
    tally = session.source(table).tally([original])
    values: list[str | None] = tally.column(0).to_pylist()
    return values
