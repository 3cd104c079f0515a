"""Send statements to a Trino coordinator and follow each of them to the last page of its answer.

    for page in Statements(server, None, progress).pages("SELECT 1", "connecting"):
        page.batch

Progress is told while a statement waits; whoever stops it there stops it on the server, too.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import pyarrow as pa

from incrowd.engines.servers.address import Server
from incrowd.errors import EngineError, InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress

if TYPE_CHECKING:
    from requests import Session
    from trino.client import TrinoRequest

_PAGE: Final = "16MB"
"""How much of an answer is fetched at once; Trino's own measure is 1 MB."""
_PATIENCE: Final = (10.0, 120.0)
"""Seconds to wait for a connection, and for any answer: the server itself waits for one at most."""
_TYPES: Final = {
    **dict.fromkeys(("tinyint", "smallint", "integer", "bigint"), pa.int64()),
    "boolean": pa.bool_(),
}
_ENCRYPTED: Final = "https"


Rows = list[list[Any]]


@dataclass(frozen=True, eq=False)
class AnswerPage:
    """Some rows of an answer as Trino sends them, column by column with its type."""

    columns: list[dict[str, Any]]
    rows: Rows

    @property
    def schema(self) -> pa.Schema:
        """Whole numbers and truth values as such, everything else as text."""
        return pa.schema(
            [(each["name"], _TYPES.get(each["type"], pa.string())) for each in self.columns]
        )

    @cached_property
    def batch(self) -> pa.RecordBatch:
        """The rows as Arrow holds them."""
        schema = self.schema
        if not self.rows:
            return pa.RecordBatch.from_pylist([], schema)
        columns = zip(*self.rows, strict=True)
        arrays = [
            pa.array(_texts(values) if pa.types.is_string(field.type) else values, field.type)
            for values, field in zip(columns, schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _texts(values: tuple[Any, ...]) -> list[str | None]:
    return [value if value is None or type(value) is str else str(value) for value in values]


class Statements:
    """What runs on one server for one person."""

    def __init__(self, server: Server, password: str | None, progress: Progress) -> None:
        self._server, self._password, self.progress = server, password, progress
        self.settings: dict[str, str] = {}
        """Session properties that go with every statement."""
        self._scheme = _check_options(server)
        if password and self._scheme != _ENCRYPTED:
            raise InvalidParameter(
                say("A password is sent to Trino only over an encrypted connection."),
                say("Add ?http_scheme=https to the end of the address, or give no password."),
            )
        _check_password(password)
        trusted = server.option("verify") or os.environ.get("REQUESTS_CA_BUNDLE")
        self._session = _http_session(trusted or True)
        self._running: dict[int, str] = {}
        self._lock = Lock()

    def pages(
        self, sql: str, step: str, settings: Mapping[str, str] | None = None
    ) -> Generator[AnswerPage]:
        """Carry out a statement; the server stops it if the answer is not read to its end."""
        request = self._request(settings or {})
        following: str | None = None
        try:
            status = request.process(request.post(sql))
            while True:
                following = self._follow(request, self._here(status.next_uri))
                if status.columns is not None:
                    yield AnswerPage(status.columns, cast("Rows", status.rows))
                if following is None:
                    return
                self.progress(step, _share(status.stats))
                status = request.process(request.get(following))
        except BaseException:
            if following is not None:
                _cancel(request, following)
            raise
        finally:
            self._follow(request, None)

    def _here(self, following: str | None) -> str | None:
        """Where the next page is, on the server that was asked; larger than it would be."""
        if following is None:
            return None
        parts = urlsplit(following)
        query = urlencode([*parse_qsl(parts.query), ("targetResultSize", _PAGE)])
        where = f"{_written(self._server.host)}:{self._server.port}"
        return urlunsplit((self._scheme, where, parts.path, query, ""))

    def _follow(self, request: TrinoRequest, following: str | None) -> str | None:
        with self._lock:
            if following is None:
                self._running.pop(id(request), None)
            else:
                self._running[id(request)] = following
        return following

    def _request(self, settings: Mapping[str, str]) -> TrinoRequest:
        from trino.auth import BasicAuthentication
        from trino.client import ClientSession, TrinoRequest

        server = self._server
        user = server.user or getpass.getuser()
        session = ClientSession(
            user=user, source="incrowd", timezone="UTC", properties={**self.settings, **settings}
        )
        auth = BasicAuthentication(user, self._password) if self._password else None
        return TrinoRequest(
            host=_written(server.host),
            port=server.port,
            client_session=session,
            http_session=self._session,
            http_scheme=self._scheme,
            auth=auth,
            request_timeout=_PATIENCE,
        )

    def close(self) -> None:
        """Stop whatever still runs."""
        with self._lock:
            left = list(self._running.values())
            self._running.clear()
        for following in left:
            _cancel(self._request({}), following)
        self._session.close()


def _check_options(server: Server) -> str:
    """Whether the connection is encrypted, http or https; refuse what Trino would not take."""
    scheme = server.option("http_scheme") or "http"
    if scheme not in ("http", _ENCRYPTED):
        raise InvalidParameter(
            say("The option '{name}' cannot be '{value}'.", name="http_scheme", value=scheme),
            say("Write http or https."),
        )
    authorities = server.option("verify")
    if authorities is not None and not Path(authorities).is_file():
        raise InvalidParameter(
            say("There is no file '{path}'.", path=authorities),
            say("Name the file with the certificates that are trusted, or leave it out."),
        )
    if not (server.user or "").isascii():
        raise InvalidParameter(
            say("Trino accepts only ASCII user names."), say("Check the name before the @.")
        )
    return scheme


def _check_password(password: str | None) -> None:
    """Refuse what HTTP cannot carry; nothing of it may come back in an error."""
    try:
        (password or "").encode("latin-1")
    except UnicodeEncodeError:
        raise InvalidParameter(
            say("Trino accepts only passwords with Western European letters."),
            say("Check the password, or choose another one there."),
        ) from None


def _http_session(verify: str | bool) -> Session:
    """A session that knows no password of this computer, and follows nobody elsewhere."""
    if find_spec("trino") is None:
        raise EngineError(
            say("Trino cannot be read: its package is not installed."),
            say("pip install 'incrowd[{name}]'", name="trino"),
        )
    import requests

    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0
    session.verify = verify
    return session


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _cancel(request: TrinoRequest, following: str) -> None:
    """Stop a statement on the server; where that fails the server gives up on it by itself."""
    with suppress(Exception):
        request.delete(following)


def _share(stats: dict[str, Any]) -> float | None:
    share = stats.get("progressPercentage")
    return None if share is None else min(float(share) / 100, 1.0)
