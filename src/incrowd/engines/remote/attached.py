"""A database server that DuckDB's own extension speaks to: PostgreSQL, MySQL and MariaDB.

The extension hands each statement to the server as it is and brings the answer back as Arrow.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pyarrow as pa

from incrowd.engines.contract import Connection, Engine, EngineColumn, TableName
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import select
from incrowd.engines.remote.literals import drop_statement, rows_literal
from incrowd.engines.remote.statements import Timer
from incrowd.engines.servers.address import Server, same_account
from incrowd.engines.servers.connection import attach_server
from incrowd.engines.servers.passwords import Password
from incrowd.engines.servers.tables import ServerColumn, ServerListing, find_table
from incrowd.progress import Progress

if TYPE_CHECKING:
    from sqlglot import exp


class AttachedServer:
    """A connection through an extension; what differs between servers is in the subclasses."""

    engine: Engine

    def __init__(self, server: Server, password: Password, progress: Progress) -> None:
        self.server = server
        with ExitStack() as stack:
            self.session = Session(progress)
            stack.callback(self.session.close)
            self.connection = stack.enter_context(attach_server(self.session, server, password))
            self._open = stack.pop_all()
        self._listing = ServerListing(self.connection)

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.server.url

    def find(self, part: str | None) -> TableName:
        """The table that is meant."""
        schema, table = find_table(self._listing, self.server, part)
        return TableName((schema,), table)

    def columns(self, table: TableName) -> list[EngineColumn]:
        """The columns of a table in their order."""
        return [self.describe(each) for each in self._listing.columns(table.path[-1], table.table)]

    @abstractmethod
    def describe(self, column: ServerColumn) -> EngineColumn:
        """How the values of a column are read."""

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query."""
        sql = query.sql(self.engine.dialect)
        timer = Timer(self.engine.name, step, sql)
        with self.connection.words():
            table = self.connection.table(sql, step)
        timer.done(table.num_rows, table.nbytes)
        return table

    def batches(self, query: exp.Query, step: str) -> Iterator[pa.RecordBatch]:
        """The answer of a query, piece by piece."""
        sql = query.sql(self.engine.dialect)
        timer, rows, size = Timer(self.engine.name, step, sql), 0, 0
        with self.connection.words(), self.session.connection.cursor() as cursor:
            source = select(["*"], self.connection.source_of(sql))
            try:
                for batch in cursor.execute(source).to_arrow_reader(61_440):
                    self.session.progress(step, None)
                    rows, size = rows + batch.num_rows, size + batch.nbytes
                    yield batch
            except BaseException:
                self.connection.stop()
                raise
        timer.done(rows, size)

    def exists(self, table: TableName) -> bool:
        """Whether there is a table of that name."""
        return self._listing.has(table.path[-1], table.table)

    def create(self, table: TableName, query: exp.Query, step: str) -> None:
        """Make a table of the answer of a query, as one statement and so all or nothing."""
        from sqlglot import exp

        self._run(exp.Create(this=table.sql, kind="TABLE", expression=query), step)

    def rename(self, table: TableName, name: str) -> None:
        """Give a table another name in the same schema."""
        from sqlglot import exp

        target = exp.AlterRename(this=self.renamed(table, name))
        self._run(exp.Alter(this=table.sql, kind="TABLE", actions=[target]), "naming the release")

    def renamed(self, table: TableName, name: str) -> exp.Table:
        """The new name of a table, as the server wants it."""
        return TableName(table.path, name).sql

    def drop(self, table: TableName) -> None:
        """Remove a table, if it is there."""
        self._run(drop_statement(table), "removing a table")

    def _run(self, statement: exp.Expression, step: str) -> None:
        sql = statement.sql(self.engine.dialect)
        timer = Timer(self.engine.name, step, sql)
        with self.connection.writing() as execute:
            execute(sql, step)
        timer.done()

    def count_tuples(self, table: exp.Query, most: int) -> exp.Query:
        """Count the groups, but no further than one more than is wanted."""
        from sqlglot import exp

        bounded = table.limit(most + 1).subquery("counted")
        return exp.select(exp.alias_(exp.Count(this=exp.Star()), "n")).from_(bounded)

    def given_rows(self, columns: Mapping[str, Sequence[str | None]], alias: str) -> exp.Table:
        """Rows of ours within a statement."""
        return rows_literal(self.engine, columns, alias)

    def admit(self, other: Connection) -> bool:
        """Tables of the same server that the same person reads, in whatever database."""
        return isinstance(other, AttachedServer) and same_account(self.server, other.server)

    def close(self) -> None:
        """End the connection; a second call does nothing."""
        self._open.close()
