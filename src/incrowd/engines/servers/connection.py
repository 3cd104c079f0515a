"""A connection to a database server for reading only, through DuckDB.

    with connected(server) as connection:
        connection.rows(select("table_name").from_("information_schema.tables"))

Queries are syntax trees; the server gets them in its own dialect.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from incrowd import errors
from incrowd.engines.duckdb.extensions import find_extension_file
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import call, create, literal, select
from incrowd.engines.servers import passwords
from incrowd.engines.servers.address import Server, ServerKind, check_remote
from incrowd.engines.servers.errors import access_denied, explain_error, password_required
from incrowd.engines.servers.lines import Line, hang_up, hang_up_after, open_lines
from incrowd.language import say
from incrowd.progress import silent

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

GREETING_SECONDS: Final = 10.0
"""Seconds in which a server has to greet; PostgreSQL's own library waits as long."""
CONNECTING_SECONDS: Final = 20.0
"""Seconds in which a server has to let us in."""
ANSWERING_SECONDS: Final = 60.0
"""Seconds in which it has to say which tables there are."""
_REMOTE: Final = "remote"
_SECRET: Final = "access"  # noqa: S105 - a name, and no secret


@dataclass(frozen=True)
class ServerConnection:
    """A database on a server that a session can read."""

    session: Session
    server: Server
    password: str | None = field(default=None, repr=False)
    label: str = field(default_factory=lambda: f"incrowd-{token_hex(6)}")
    """What the server calls this connection."""
    guarded: bool = False
    """Whether only the given password may be used, and errors say nothing about the server."""
    lines: set[Line] = field(default_factory=set, repr=False)
    """The network connections that were made for it."""

    def source(self, query: exp.Query) -> str:
        """The answer of a query as a table, in DuckDB's SQL."""
        return self.source_of(query.sql(self.server.kind.dialect))

    def source_of(self, sql: str) -> str:
        """The answer of a query in the server's own SQL as a table, in DuckDB's."""
        return call(self.server.kind.query, literal(_REMOTE), literal(self._labelled(sql)))

    def _labelled(self, sql: str) -> str:
        """A statement by which the server knows us, where it has no names for connections."""
        return sql if self.server.kind.label else f"/* {self.label} */ {sql}"

    def table(self, sql: str, step: str) -> pa.Table:
        """The answer of a query in the server's own SQL as Arrow."""
        with self.words():
            source = select(["*"], self.source_of(sql))
            return self.session.table(source, step, coded=False, stop=_Stop(self))

    @contextmanager
    def writing(self) -> Iterator[Callable[[str, str], None]]:
        """A way to carry out statements that change something, for the length of the block.

        The connection that is read from stays one that cannot write.
        """
        with closing(Session(self.session.progress)) as session:
            label = f"{self.label}-write"
            writer = replace(self, session=session, label=label, lines=set())
            _attach(writer, read_only=False)
            function = f"{self.server.kind.dialect}_execute"

            def execute(sql: str, step: str) -> None:
                labelled = literal(writer._labelled(sql))
                statement = f"CALL {call(function, literal(_REMOTE), labelled)}"
                with writer.words(writing=True):
                    session.run(statement, step, stop=_Stop(writer))

            yield execute

    def rows(self, query: exp.Query) -> list[tuple[Any, ...]]:
        """The answer of a query."""
        with self._answering(ANSWERING_SECONDS, lambda: frozenset(self.lines)):
            return self._asked(select(["*"], self.source(query)), f"asking {self.server.host}")

    def keep(self, table: str, query: str, step: str) -> int:
        """Keep the answer of a query over `source` as a table of ours and count its rows."""
        return int(self._asked(create("TABLE", table, query), step)[0][0])

    def _asked(self, sql: str, step: str) -> list[tuple[Any, ...]]:
        with self.words():
            return self.session.run(sql, step, stop=_Stop(self))

    def stop(self) -> None:
        """Let the server end the queries of this connection, which would else be waited for."""
        with suppress(errors.IncrowdError), closing(Session(silent)) as session:
            other = replace(self, session=session, label=f"{self.label}-stop", lines=set())
            by_name = bool(self.server.kind.label)
            _attach(other, read_only=by_name)
            if by_name:
                other.rows(_cancel_query(self.label))
                return
            function = f"{self.server.kind.dialect}_execute"
            for (number,) in other.rows(_find_labelled(self.label)):
                kill = call(function, literal(_REMOTE), literal(f"KILL QUERY {int(number)}"))
                with other.words():
                    session.rows(f"CALL {kill}")

    @contextmanager
    def _answering(self, seconds: float, lines: Callable[[], frozenset[Line]]) -> Iterator[None]:
        """Hang up on a server that takes longer, and say so."""
        with hang_up_after(seconds, lines) as late:
            try:
                yield
            except Exception:
                if late.is_set():
                    raise explain_error(TimeoutError("timed out"), self.server, None) from None
                raise

    @contextmanager
    def words(self, *, writing: bool = False) -> Iterator[None]:
        """Let only errors out that say in words what is wrong, and no password."""
        try:
            yield
        except errors.IncrowdError:
            raise
        except Exception as error:
            if type(error).__module__.split(".")[0] not in ("duckdb", "_duckdb"):
                raise
            raise explain_error(error, self.server, self.password, writing=writing) from None


@dataclass
class _Stop:
    """Asks a server to stop, and hangs up on one that does not listen."""

    connection: ServerConnection
    asked: bool = False

    def __call__(self) -> None:
        if self.asked:
            hang_up(frozenset(self.connection.lines))
        else:
            self.asked = True
            self.connection.stop()


def _cancel_query(label: str) -> exp.Query:
    """Stop what runs in connections of this name."""
    from sqlglot import exp

    ended = exp.Anonymous(this="pg_cancel_backend", expressions=[exp.column("pid")])
    ours = exp.column("application_name").eq(exp.Literal.string(label))
    return exp.select(exp.alias_(ended, "ended")).from_("pg_stat_activity").where(ours)


def _find_labelled(label: str) -> exp.Query:
    """The numbers of connections that carry out a statement with this label."""
    from sqlglot import exp

    ours = exp.column("info").like(exp.Literal.string(f"/* {label} */%"))
    return exp.select("id").from_("information_schema.processlist").where(ours)


@contextmanager
def attach_server(
    session: Session, server: Server, password: passwords.Password = None
) -> Iterator[ServerConnection]:
    """Let a session read a server within the block.

    The password is the one given, or that of the environment or the keyring; if it is missing or
    wrong, the person at the terminal is asked for it, if there is one. Where it is
    `GivenPasswordOnly` nothing else is used, no reason is given, and without a password nothing is
    sent to any server.
    """
    if isinstance(password, passwords.GivenPasswordOnly):
        connection = _connect_guarded(session, server, password.text)
    else:
        connection = _connect(session, server, password)
    try:
        yield connection
    finally:
        _detach(connection)


def _connect(session: Session, server: Server, password: str | None) -> ServerConnection:
    first = password if password is not None else passwords.known_password(server)
    connection = ServerConnection(session, server, first)
    try:
        _attach(connection)
    except errors.PasswordNeeded:
        typed = passwords.ask_password(server)
        if typed is None:
            raise
        connection = ServerConnection(session, server, typed)
        _attach(connection)
    return connection


def _connect_guarded(session: Session, server: Server, password: str | None) -> ServerConnection:
    check_remote(server)
    password = password or passwords.ask_password(server)
    if not password:
        raise password_required(server)
    find_extension(server.kind)
    connection = ServerConnection(session, server, password, guarded=True)
    try:
        _attach(connection)
    except (errors.DataError, errors.EngineError):
        raise access_denied(server) from None
    return connection


def _attach(connection: ServerConnection, *, read_only: bool = True) -> None:
    session, server = connection.session, connection.server
    named = [(server.kind.label, connection.label)] if server.kind.label else []
    settings = [
        server.kind.connecting,
        server.kind.reading if read_only else "",
        *(f"{name}={text}" for name, text in (*named, *server.options)),
    ]
    if connection.guarded:
        settings.append(server.kind.guarded)
    mode = ", READ_ONLY" if read_only else ""
    options = f"TYPE {server.kind.dialect}{mode}, SECRET {_SECRET}"
    if server.kind.greets:
        _wait_for_greeting(server)
    with connection.words():
        session.rows(f"LOAD {literal(str(find_extension(server.kind)))}")
        for name, value in server.kind.settings:
            session.rows(f"SET {name} = {value}")
        # within a secret the password never becomes part of an error or a list of databases
        secret = _secret(connection)
        session.rows(f"CREATE OR REPLACE TEMPORARY SECRET {_SECRET} ({secret})")
        attach = f"ATTACH {literal(' '.join(filter(None, settings)))} AS {_REMOTE} ({options})"
        _call(connection, attach)


def _call(connection: ServerConnection, attach: str) -> None:
    """Connect in time, and remember by which network connections."""
    server = connection.server
    before = open_lines(server.host, server.port)

    def new_lines() -> frozenset[Line]:
        return open_lines(server.host, server.port) - before

    def hang_up_again() -> None:
        hang_up(new_lines())

    with connection._answering(CONNECTING_SECONDS, new_lines):
        step = f"connecting to {server.host}"
        connection.session.run(attach, step, stop=hang_up_again)
    connection.lines.update(new_lines())


def _wait_for_greeting(server: Server) -> None:
    """Refuse a server that says nothing, for which its library would wait forever."""
    try:
        with socket.create_connection((server.host, server.port), GREETING_SECONDS) as line:
            line.recv(1)
    except TimeoutError:
        raise explain_error(TimeoutError("timed out"), server, None) from None
    except OSError:  # whatever else is wrong the library says better
        return


def _secret(connection: ServerConnection) -> str:
    server, host = connection.server, connection.server.host
    if connection.guarded and host == "localhost":
        host = "127.0.0.1"  # by that name some drivers take a socket, which knows our account
    access = {"HOST": host, "USER": server.user, "DATABASE": server.database}
    access["PASSWORD"] = _check_password(connection.password)
    parts = [f"{name} {literal(value)}" for name, value in access.items() if value is not None]
    return ", ".join([f"TYPE {server.kind.dialect}", f"PORT {server.port}", *parts])


def _check_password(text: str | None) -> str | None:
    """Refuse what no server takes; nothing of it may come back in an error."""
    if text is not None and "\0" in text:
        raise errors.InvalidParameter(
            say("A password cannot contain a NUL character."), say("Type it again.")
        )
    return text


def _detach(connection: ServerConnection) -> None:
    """Forget the server and the password, also when the server is gone."""
    for statement in (f"DETACH {_REMOTE}", f"DROP SECRET {_SECRET}"):
        with suppress(Exception):
            connection.session.rows(statement)


def find_extension(kind: ServerKind) -> Path:
    """The file of the extension for just this DuckDB, as its package brings it."""
    if not kind.extension:
        raise errors.EngineError(
            say("{title} cannot be queried together with other sources.", title=kind.title),
            say("Open its table by itself, or query it through Trino."),
        )
    return find_extension_file(kind.title, kind.extension)
