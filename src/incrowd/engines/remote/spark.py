"""Spark: tables are counted, shown and published on the cluster, or by Spark in this process.

spark://host:15002#clinic.people             a table or view, through Spark Connect
spark+local:///data/warehouse#clinic.people  a folder of tables, by Spark in this process
spark://host:15002#parquet:/data/people      a folder of files; delta:, iceberg:, orc: as well
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import finalize

import pyarrow as pa

from incrowd.engines import contract
from incrowd.engines.contract import Engine, EngineColumn, TableName
from incrowd.engines.remote.counting.sampling import Sample, first_rows
from incrowd.engines.remote.literals import drop_statement
from incrowd.engines.remote.spark_driver import types
from incrowd.engines.remote.spark_driver.errors import condition, is_session_gone, name_place, words
from incrowd.engines.remote.spark_driver.given import GivenRows
from incrowd.engines.remote.spark_driver.sessions import (
    Session,
    close_session,
    keeps_tables,
    open_classic_session,
    open_remote_session,
    stream,
)
from incrowd.engines.remote.spark_driver.statement import Statement
from incrowd.engines.remote.spark_driver.tables import FORMATS, SparkTables, find_table
from incrowd.engines.remote.statements import Timer
from incrowd.engines.servers import passwords
from incrowd.engines.servers.address import Server, check_remote, same_account
from incrowd.errors import InvalidParameter, MalformedData, NotFound, PasswordNeeded
from incrowd.language import say
from incrowd.progress import Progress

if TYPE_CHECKING:
    from sqlglot import exp

ENGINE: Final = Engine(
    "spark",
    "Spark",
    "spark",
    rows_literal=(
        "inline(from_json(CAST(unbase64('{document}') AS STRING), 'array<struct<{columns}>>'))"
    ),
    column_literal="{name}:string",
    text_literal="CAST(unbase64('{document}') AS STRING)",
    gaps={
        "query": say("Tables of Spark are not read into a query session; link them as data sets."),
        "order": say("Spark keeps the rows of a table in no order that a seed could give."),
    },
    counts_unasked=20_000_000,
)

Result = TypeVar("Result")
_FEWER_ROWS: Final = 4
_SAMPLED: Final = 20_000
"""Combinations from which their number is estimated, where there are as many as are wanted."""


class Connection:
    """An open session of Spark."""

    engine = ENGINE

    def __init__(self, server: Server, password: passwords.Password, progress: Progress) -> None:
        self.server = server
        self._progress = progress
        self._lock = RLock()
        self._given = GivenRows()
        self._sensitive = False
        self._token = _find_token(server, password)
        self._session: Session | None = None
        self._open()

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.server.url

    def find(self, part: str | None) -> TableName:
        """The table, view or folder that is meant."""
        return find_table(self._tables, part)

    def schemas(self) -> list[str]:
        """The databases."""
        return self._tables.schemas()

    def tables(self, schema: str) -> list[str]:
        """The tables and views of a database."""
        return self._tables.tables(schema)

    @property
    def _tables(self) -> SparkTables:
        return SparkTables(self.server, self._ask)

    def columns(self, table: TableName) -> list[EngineColumn]:
        """The columns of a table in their order."""
        columns = self._columns(table)
        lowered = {column.name.lower() for column in columns}
        if len(lowered) < len(columns) and not self._sensitive:
            self._mind_case()
            columns = self._columns(table)
        return columns

    def _columns(self, table: TableName) -> list[EngineColumn]:
        from sqlglot import exp

        sql = exp.select("*").from_(table.sql).sql(self.engine.dialect)

        def read(session: Session) -> list[EngineColumn]:
            try:
                schema = session.sql(sql).schema
            except Exception as error:
                if condition(error) != "COLUMN_ALREADY_EXISTS" or self._sensitive:
                    raise
                self._mind_case()
                schema = session.sql(sql).schema
            return [types.describe(field) for field in schema]

        return self._ask(read, "reading the columns")

    def _mind_case(self) -> None:
        """Tell names apart by capitals alone, only where a table needs it.

        Else a table whose files write its names otherwise would look empty.
        """
        self._sensitive = True
        self._current.conf.set("spark.sql.caseSensitive", "true")

    def estimate_rows(self, table: TableName) -> int | None:
        """What Spark noted when the table was last analysed."""
        return self._tables.estimate_rows(table)

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        """A value as text."""
        return types.text(column, value)

    def exact(self, text: exp.Expression) -> exp.Expression:
        """Texts are compared byte by byte: `text` took every other order away."""
        return text

    def readable(self, exact: exp.Expression) -> exp.Expression:
        """The text that was compared: it is one already."""
        return exact

    def digest(self, text: exp.Expression) -> exp.Expression:
        """The digest of a text."""
        from sqlglot import exp

        return exp.MD5(this=text)

    def sample(self, table: TableName, wanted: int, rows: int) -> Sample:
        """The first rows, and fewer of them: Spark takes as many as are asked for of each file.

        To draw some at random it would read all of them.
        """
        del rows
        return first_rows(table, wanted // _FEWER_ROWS)

    def count_tuples(self, table: exp.Query, most: int) -> exp.Query:
        """Estimate the groups in one pass, without forming them.

        Combinations whose hash ends in zeros are counted, one of 2^n: some 20,000 of them where
        there are as many as wanted, hence about one percent off. Spark's own estimate took about
        twice as long where both were measured.
        """
        from sqlglot import exp

        assert isinstance(table, exp.Select)  # noqa: S101 - one SELECT of all keys
        keys = table.copy()
        keys.set("group", None)
        names = [exp.column(each.alias_or_name) for each in keys.expressions]
        # a missing value leaves a hash as it is, wherever it stands: so it counts itself, too
        parts = [each for name in names for each in (name, name.copy().is_(exp.null()))]
        hashed = exp.alias_(exp.Anonymous(this="xxhash64", expressions=parts), "h")
        share = 1 << max(most // _SAMPLED, 1).bit_length() - 1
        rest = exp.BitwiseAnd(this=exp.column("h"), expression=exp.convert(share - 1))
        counted = exp.Count(this=exp.Distinct(expressions=[exp.column("h")]))
        return (
            exp.select(exp.alias_(exp.Mul(this=counted, expression=exp.convert(share)), "n"))
            .from_(exp.select(hashed).from_(keys.subquery("keys")).subquery("hashed"))
            .where(exp.EQ(this=exp.paren(rest), expression=exp.convert(0)))
        )

    def given_rows(self, columns: Mapping[str, Sequence[str | None]], alias: str) -> exp.Table:
        """Rows of ours as a view of the session; it is made when a statement needs it."""
        from sqlglot import exp

        return exp.to_table(self._given.add(columns), alias=alias)

    def admit(self, other: contract.Connection) -> bool:
        """Tables of the same Spark, in whatever database."""
        if not isinstance(other, Connection) or not same_account(self.server, other.server):
            return False
        if other._sensitive and not self._sensitive:
            self._mind_case()
        return True

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query, as Arrow all the way."""
        sql = query.sql(self.engine.dialect)
        timer = Timer(self.engine.name, step, sql)
        table = self._ask(lambda session: session.sql(sql).toArrow(), step, sql)
        _check_texts(table)
        timer.done(table.num_rows, table.nbytes)
        return table

    def batches(self, query: exp.Query, step: str) -> Iterator[pa.RecordBatch]:
        """The answer of a query, piece by piece."""
        sql = query.sql(self.engine.dialect)
        timer, rows, size = Timer(self.engine.name, step, sql), 0, 0
        self._ask(lambda session: session.sql("SELECT 1").collect(), step, sql)
        session = self._current
        with words(self.server), Statement(session, self._progress, step) as statement:
            pieces = stream(session, sql)
            while (batch := statement.do(lambda: next(pieces, None))) is not None:
                _check_texts(batch)
                rows, size = rows + batch.num_rows, size + batch.nbytes
                yield batch
        timer.done(rows, size)

    def exists(self, table: TableName) -> bool:
        """Whether there is a table of that name."""
        return self._tables.exists(table)

    def create(self, table: TableName, query: exp.Query, step: str) -> None:
        """Make a table of the answer of a query."""
        from sqlglot import exp

        if table.path[-1:] in [(name,) for name in FORMATS]:
            raise InvalidParameter(
                say("Spark makes tables, not folders such as '{name}'.", name=table.shown),
                say("Name a database and a table: {url}#database.table.", url=self.server.url),
            )
        if not keeps_tables(self._current):
            raise InvalidParameter(
                say("A table made by Spark in this process would be gone when it ends."),
                say("Name a folder for tables: {address}.", address="spark+local:///folder#table"),
            )
        try:
            self._run(exp.Create(this=table.sql, kind="TABLE", expression=query), step)
        except BaseException:
            with suppress(Exception):
                self.drop(table)
            raise

    def rename(self, table: TableName, name: str) -> None:
        """Give a table another name in the same schema."""
        from sqlglot import exp

        target = exp.AlterRename(this=TableName(table.path, name).sql)
        self._run(exp.Alter(this=table.sql, kind="TABLE", actions=[target]), "naming the release")

    def drop(self, table: TableName) -> None:
        """Remove a table, if it is there."""
        self._run(drop_statement(table), "removing a table")

    def close(self) -> None:
        """End the session, and whatever still runs in it; a second call does nothing."""
        with self._lock, suppress(Exception):
            session, self._session = self._session, None
            if session is not None and self.server.kind.classic:
                self._given.drop_all(session)
            self._release()

    def _run(self, statement: exp.Expression, step: str) -> None:
        sql = statement.sql(self.engine.dialect)
        timer = Timer(self.engine.name, step, sql)
        self._ask(lambda session: session.sql(sql).collect(), step, sql)
        timer.done()

    def _ask(self, work: Callable[[Session], Result], step: str, sql: str = "") -> Result:
        """Work in the session; one that the server has ended meanwhile is opened anew."""
        with words(self.server):
            try:
                return self._try(work, step, sql)
            except Exception as error:
                if not is_session_gone(error):
                    raise
            self._open()
            return self._try(work, step, sql)

    def _try(self, work: Callable[[Session], Result], step: str, sql: str) -> Result:
        session = self._current

        def prepared() -> Result:
            self._given.register(session, sql)
            return work(session)

        with Statement(session, self._progress, step) as statement:
            return statement.do(prepared)

    @property
    def _current(self) -> Session:
        session = self._session
        if session is None:
            raise NotFound(say("This has been closed in the meantime."), say("Open it again."))
        return session

    def _open(self) -> None:
        with words(self.server), self._lock:
            if self.server.kind.classic:
                session = open_classic_session(self.server)
            else:
                session = open_remote_session(self.server, self._token)
            # a session that nobody has closed when Python ends would keep it waiting forever
            self._release = finalize(self, close_session, session)
            self._session = session
            self._given.forget_session()
            if self._sensitive:
                self._mind_case()


def _find_token(server: Server, password: passwords.Password) -> str | None:
    """The token for a server; where people share a computer, only the one that somebody gave."""
    if not isinstance(password, passwords.GivenPasswordOnly):
        if server.kind.classic:
            return None
        return password if password is not None else passwords.known_password(server)
    check_remote(server)
    token = password.text or passwords.ask_password(server)
    if not token or server.option("use_ssl") != "true":
        raise PasswordNeeded(
            say("You need your own token to open {place}.", place=name_place(server)),
            say("Give the token, and add ?use_ssl=true: other people use this computer, too."),
        )
    return token


def _check_texts(table: pa.Table | pa.RecordBatch) -> None:
    """Refuse bytes that are no text: Spark does not look what its texts are made of."""
    try:
        table.validate(full=True)
    except pa.ArrowInvalid as error:
        raise MalformedData(
            say("A text in the table is not valid UTF-8."),
            say("Repair the column in Spark first (make_valid_utf8), or open a view without it."),
        ) from error
