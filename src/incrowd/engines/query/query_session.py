"""Put tables of any source side by side and query them, within limits and behind locked doors.

    session = QuerySession()
    session.add("people", connect("people.csv"))
    query = "SELECT zip, count(*) AS n FROM people GROUP BY zip"
    session.run(check_query(query, session.schema))

The database has no way out: no files, no network, no extensions, and a configuration that cannot be
changed. What a query gives stays here as a table, and is read page by page or counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd import errors
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn, positional_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import create, identifier, literal, select, subquery
from incrowd.engines.query.builder import PAIRS
from incrowd.engines.query.guard import Schema
from incrowd.engines.query.result import QueryResult, SessionSource
from incrowd.engines.query.session_tables import SessionTable, copy_table
from incrowd.engines.query.text_equality import compare_as_texts
from incrowd.language import Message, say
from incrowd.progress import Progress, silent

if TYPE_CHECKING:
    from sqlglot import exp

RESULTS: Final = "results"
"""The schema in which answers lie, which no query can name."""

_RUNNING: Final = "running the query"
_NO_WAY_OUT: Final = ("enable_external_access = false", "lock_configuration = true")


@dataclass(frozen=True)
class Limits:
    """How many tables there may be, and how much a query may take."""

    tables: int = 20
    rows: int = 5_000_000
    seconds: float = 60.0
    memory: int = 4 << 30
    spill: int = 8 << 30
    """Bytes of memory, and of temporary files beyond that."""


class QuerySession:
    """Tables that can be queried together."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._session: Session | None = Session(silent, ordered=True)
        self._tables: dict[str, SessionTable] = {}
        self._made = 0
        self._turn = RLock()
        for statement in self._settings():
            self._open.rows(statement)

    def _settings(self) -> list[str]:
        """A schema for what is made here, and no way out."""
        limits = (
            f"memory_limit = {literal(f'{self.limits.memory} B')}",
            f"max_temp_directory_size = {literal(f'{self.limits.spill} B')}",
        )
        schemas = [f"CREATE SCHEMA {name}" for name in (RESULTS, PAIRS)]
        return [*schemas, *(f"SET {setting}" for setting in (*limits, *_NO_WAY_OUT))]

    @property
    def tables(self) -> dict[str, SessionTable]:
        """The tables by name."""
        return dict(self._tables)

    @property
    def schema(self) -> Schema:
        """The columns of each table with their types, as queries call them."""
        return {
            name: {column.name: column.type for column in table.columns}
            for name, table in self._tables.items()
        }

    @property
    def cleared(self) -> bool:
        """Whether there is nothing here any more."""
        return self._session is None

    def check_new(self, name: str) -> None:
        """Refuse a table for which there is no room, or whose name another one has."""
        if name.lower() in map(str.lower, self.tables):
            raise errors.InvalidParameter(
                say("There is a table '{name}' already.", name=name),
                say("Give this one another name."),
            )
        if len(self._tables) >= self.limits.tables:
            raise errors.InvalidParameter(
                say("There are {most} tables already.", most=self.limits.tables),
                say("Take some away first."),
            )

    def add(self, name: str, source: DuckDBSource, progress: Progress = silent) -> SessionTable:
        """Bring a table in under a name of its own; the source is not needed afterwards."""
        with self._ours(name):
            self.check_new(name)
            self._tables[name] = copy_table(self._open, name, source, self._next(), progress)
            return self._tables[name]

    def add_pairs(self, pairs: pa.Table) -> str:
        """Keep texts that go together, columns `left` and `right`, for joins; the name of that."""
        with self._ours("pairs"):
            name = f"p{self._next()}"
            self._open.connection.register("incoming", pairs.select(["left", "right"]))
            try:
                both = ['CAST("left" AS VARCHAR) AS "left"', 'CAST("right" AS VARCHAR) AS "right"']
                kept = select(both, "incoming", "GROUP BY ALL")
                self._open.rows(create("TABLE", f"{PAIRS}.{name}", kept))
            finally:
                self._open.connection.unregister("incoming")
            return name

    def drop_pairs(self, name: str) -> None:
        """Forget texts that go together."""
        with self._ours("pairs"):
            self._open.rows(f"DROP TABLE IF EXISTS {PAIRS}.{identifier(name)}")

    def source(self, name: str) -> SessionSource:
        """A table as a source, to be counted or joined."""
        if name not in self._tables:
            raise errors.UnknownName.among("table", name, self._tables)
        return SessionSource(self._open, self._tables[name].relation)

    def remove(self, name: str) -> None:
        """Forget a table; answers that were made of it stay."""
        with self._ours(name):
            if name not in self._tables:
                raise errors.UnknownName.among("table", name, self._tables)
            gone = self._tables.pop(name)
            self._open.rows(f"DROP VIEW {gone.relation.table}")
            self._open.rows(f"DROP TABLE {identifier(name)}")

    def run(self, query: exp.Query, progress: Progress = silent) -> QueryResult:
        """Carry out a query that was checked or built, and keep its answer."""
        with self._ours("the query"):
            self._check(query.sql("duckdb", comments=False))
            progress = _stop_after(self.limits, progress)
            query = self._with_texts(query, progress)
            sql = query.sql("duckdb", comments=False)
            described = self._described(sql, progress)
            names = list(described)
            table, most = f"{RESULTS}.r{self._next()}", self.limits.rows
            rows = [positional_names(names), f"CAST(1 AS BIGINT) AS {WEIGHT}"]
            source = f"{subquery(sql)} AS q({positional_names(names)})"
            kept = create("TABLE", table, select(rows, source, f"LIMIT {most + 1}"))
            ((count,),) = self._open.run(kept, _RUNNING, progress)
            if count > most:
                self._open.rows(f"DROP TABLE {table}")
                raise errors.InvalidParameter(
                    say("The query gives more than {most:,} rows.", most=most),
                    say("Join on more columns, filter, or set a limit."),
                )
            columns = tuple(
                TableColumn(place, name, type_, table)
                for place, (name, type_) in enumerate(described.items())
            )
            relation = Relation("the result", columns, count, table=table)
            shown = query.sql("duckdb", pretty=True, comments=False)
            return QueryResult(SessionSource(self._open, relation), shown)

    def forget(self, answer: QueryResult) -> None:
        """Drop what a query gave."""
        with self._ours("the result"):
            self._open.rows(f"DROP TABLE IF EXISTS {answer.source.relation.table}")

    def close(self) -> None:
        """Close the session, and stop what runs in it; a second call does nothing."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _check(self, sql: str) -> None:
        """Let DuckDB itself say that this is one SELECT."""
        result = self._open.connection.extract_statements(sql)
        if len(result) != 1 or "SELECT" not in str(result[0].type).upper():
            raise errors.RefusedQuery(
                say("This is no single SELECT."), say("Write one SELECT over open tables.")
            )

    def _with_texts(self, query: exp.Query, progress: Progress) -> exp.Query:
        """The query, comparing texts as texts; what DuckDB has against it says more than we can."""
        try:
            return compare_as_texts(query, lambda sql: self._describable(sql, progress))
        except errors.RefusedQuery:
            self._described(query.sql("duckdb", comments=False), progress)
            raise

    def _describable(self, sql: str, progress: Progress) -> dict[str, str] | None:
        try:
            return self._described(sql, progress)
        except errors.IncrowdError:
            raise
        except Exception:  # a part of a query need not stand alone
            return None

    def _described(self, sql: str, progress: Progress) -> dict[str, str]:
        """The columns of an answer with their types; the same name twice gets a number.

        DuckDB computes here already what is the same for every row, which may take long.
        """
        described = f"DESCRIBE {select(['*'], subquery(sql))}"
        result = self._open.run(described, _RUNNING, progress)
        return {str(row[0]): str(row[1]) for row in result}

    def _next(self) -> int:
        self._made += 1
        return self._made

    @property
    def _open(self) -> Session:
        if self._session is None:
            raise session_closed()
        return self._session

    @contextmanager
    def _ours(self, what: str) -> Iterator[None]:
        with self._turn, translate_errors(what):
            try:
                yield
                _ = self._open  # it may have been cleared before all was done
            except errors.Cancelled:
                raise
            except Exception as error:
                if self._session is None:
                    raise session_closed() from None
                explanation = _explain(error)
                if explanation is None:
                    raise
                raise explanation from None


def session_closed() -> errors.NotFound:
    """Say why what was there a moment ago is gone."""
    return errors.NotFound(
        say("The query session was closed, and what ran in it was stopped."),
        say("A data set in it was deleted, or others needed the room. Add the tables again."),
    )


def _stop_after(limits: Limits, progress: Progress) -> Progress:
    """Stop when the time is over."""
    end = time.monotonic() + limits.seconds

    def tell(step: str, done: float | None) -> None:
        if time.monotonic() > end:
            raise errors.InvalidParameter(
                say(
                    "The query took longer than {seconds:g} seconds and was stopped.",
                    seconds=limits.seconds,
                ),
                say("Join on more columns, filter, or set a limit."),
            )
        progress(step, done)

    return tell


_QUERY_ERRORS: Final[Sequence[tuple[str, Message | None]]] = (
    ("OutOfMemoryException", say("The query needs more memory than it may have.")),
    ("BinderException", None),
    ("CatalogException", None),
    ("ConversionException", None),
    ("ParserException", None),
    ("OutOfRangeException", None),
    ("InvalidInputException", None),
    ("NotImplementedException", None),
    ("SyntaxException", None),
    ("InvalidTypeException", None),
    ("TypeMismatchException", None),
)
_HINTS: Final = {
    "OutOfMemoryException": say("Join on more columns, filter, or ask for fewer columns."),
    "SyntaxException": say("Check how the query is written."),
    "ConversionException": say("Compare texts with texts, or write TRY_CAST(column AS DOUBLE)."),
}


def _explain(error: Exception) -> errors.InvalidParameter | None:
    """What DuckDB has against a query, in its first line: that is about the query."""
    kind = type(error).__name__
    for known, words in _QUERY_ERRORS:
        if kind == known:
            first = str(error).strip().splitlines()[0].partition("Error: ")[2].rstrip(".")
            message = words or say("The query cannot be run: {error}.", error=first)
            hint = _HINTS.get(kind) or say("Check tables, columns and types.")
            return errors.InvalidParameter(message, hint)
    return None
