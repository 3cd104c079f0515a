"""Put tables of any source side by side and query them, within limits and behind locked doors.

    session = QuerySession()
    session.add("people", connect("people.csv"))
    session.run("SELECT zip, count(*) AS n FROM people GROUP BY zip")

A query runs in a process of its own, in a database that has no way out: no files, no network, no
extensions, and a configuration that cannot be changed. What it gives is a file of that process,
which is only read here, page by page, or counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd import errors
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import create, identifier, literal, select
from incrowd.engines.query.builder import PAIRS
from incrowd.engines.query.confined import ROWS
from incrowd.engines.query.explain import explain
from incrowd.engines.query.guard import Schema
from incrowd.engines.query.query_process import Limits, QueryProcess
from incrowd.engines.query.result import QueryResult, SessionSource
from incrowd.engines.query.session_tables import SessionTable, copy_table
from incrowd.language import say
from incrowd.progress import Progress, silent

if TYPE_CHECKING:
    from sqlglot import exp

__all__ = ["Limits", "QuerySession", "session_closed"]

_FILE: Final = '"~tables"'
"""What the file with the tables is called while something is written into it."""


class QuerySession:
    """Tables that can be queried together."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._session: Session | None = Session(silent, ordered=True)
        self._tables: dict[str, SessionTable] = {}
        self._made = 0
        self._turn = RLock()
        self._folder = self._open.folder.path("queries")
        self._folder.mkdir(mode=0o700)
        self._process = QueryProcess(self._folder, self.limits)
        for statement in self._settings():
            self._open.rows(statement)

    def _settings(self) -> list[str]:
        """A schema for what is made here, and no way out but to the files of queries."""
        return [
            f"CREATE SCHEMA {PAIRS}",
            f"SET memory_limit = {literal(f'{self.limits.memory} B')}",
            f"SET max_temp_directory_size = {literal(f'{self.limits.spill} B')}",
            f"SET allowed_directories = [{literal(f'{self._folder}/')}]",
            "SET enable_external_access = false",
            "SET lock_configuration = true",
        ]

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
                say("Remove some first."),
            )

    def add(self, name: str, source: DuckDBSource, progress: Progress = silent) -> SessionTable:
        """Bring a table in under a name of its own; the source is not needed afterwards."""
        with self._ours(name):
            self.check_new(name)
            self._process.warm_up()
            made = copy_table(self._open, name, source, self._next(), progress)
            rows = select(["*"], f"main.{identifier(name)}")
            self._write(create("TABLE", f"{_FILE}.main.{identifier(name)}", rows))
            self._tables[name] = made
            return made

    def add_pairs(self, pairs: pa.Table) -> str:
        """Keep texts that go together, columns `left` and `right`, for joins; the name of that."""
        with self._ours("pairs"):
            name = f"p{self._next()}"
            self._open.connection.register("incoming", pairs.select(["left", "right"]))
            try:
                both = ['CAST("left" AS VARCHAR) AS "left"', 'CAST("right" AS VARCHAR) AS "right"']
                kept = select(both, "incoming", "GROUP BY ALL")
                self._write(create("TABLE", f"{_FILE}.{PAIRS}.{name}", kept))
            finally:
                self._open.connection.unregister("incoming")
            return name

    def drop_pairs(self, name: str) -> None:
        """Forget texts that go together."""
        with self._ours("pairs"):
            self._write(f"DROP TABLE IF EXISTS {_FILE}.{PAIRS}.{identifier(name)}")

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
            self._write(f"DROP TABLE {_FILE}.main.{identifier(name)}")

    def run(self, query: exp.Query | str, progress: Progress = silent) -> QueryResult:
        """Carry out a query and keep its answer.

        A text was written by somebody and is checked first; a syntax tree was checked or built.
        """
        with self._ours("the query"):
            written = isinstance(query, str)
            text = query if isinstance(query, str) else query.sql("duckdb", comments=False)
            number = self._next()
            path = self._folder / f"r{number}.duckdb"
            made = self._process.run(text, self.schema, path, progress, written=written)
            catalogue = f"answer{number}"
            self._open.rows(f"ATTACH {literal(str(path))} AS {catalogue} (READ_ONLY)")
            table = f"{catalogue}.{ROWS}"
            columns = tuple(
                TableColumn(place, str(name), str(type_), table)
                for place, (name, type_) in enumerate(made["columns"])
            )
            relation = Relation("the result", columns, int(made["rows"]), table=table)
            return QueryResult(SessionSource(self._open, relation), str(made["sql"]))

    def forget(self, answer: QueryResult) -> None:
        """Drop what a query gave."""
        with self._ours("the result"):
            catalogue = answer.source.relation.table.partition(".")[0]
            self._open.rows(f"DETACH DATABASE IF EXISTS {catalogue}")
            (self._folder / f"r{catalogue.removeprefix('answer')}.duckdb").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the session, and stop what runs in it; a second call does nothing."""
        session, self._session = self._session, None
        if session is not None:
            self._process.close()
            session.close()

    def _write(self, statement: str) -> None:
        """Change something in the file from which queries read."""
        path: Path = self._process.tables
        self._open.rows(f"ATTACH {literal(str(path))} AS {_FILE}")
        try:
            self._open.rows(f"CREATE SCHEMA IF NOT EXISTS {_FILE}.{PAIRS}")
            self._open.rows(statement)
        finally:
            self._open.rows(f"DETACH {_FILE}")

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
                explanation = explain(error)
                if explanation is None:
                    raise
                raise explanation from None


def session_closed() -> errors.NotFound:
    """Say why what was there a moment ago is gone."""
    return errors.NotFound(
        say("The query session was closed, and what ran in it was stopped."),
        say("A data set in it was deleted, or others needed the room. Add the tables again."),
    )
