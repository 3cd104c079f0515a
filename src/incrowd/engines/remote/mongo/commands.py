"""Carry out commands of MongoDB: watched, stopped when nobody waits any more, explained.

commands = Commands(server, "secret", silent)
commands.run("clinic", {"ping": 1}, "asking")
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.remote.mongo.errors import driver_missing, in_words
from incrowd.engines.remote.statements import Timer
from incrowd.engines.servers import passwords
from incrowd.engines.servers.address import Server, check_remote
from incrowd.engines.servers.errors import access_denied, explain_cause, password_required
from incrowd.errors import DataError, EngineError, PasswordNeeded
from incrowd.progress import Progress

if TYPE_CHECKING:
    from typing import TypeAlias

    from bson.raw_bson import RawBSONDocument
    from pymongo import MongoClient
    from pymongo.client_session import ClientSession

    _Answer: TypeAlias = RawBSONDocument | BaseException

BATCH: Final = 10_000
"""Documents in one answer of the server."""
_SECONDS: Final = 5
"""Seconds in which a server has to answer first."""
_POLL: Final = 0.2


class Commands:
    """A client of a server."""

    def __init__(self, server: Server, password: passwords.Password, progress: Progress) -> None:
        self.server, self.progress = server, progress
        self._password: str | None = None
        self._client: MongoClient[dict[str, Any]]
        if isinstance(password, passwords.GivenPasswordOnly):
            self._connect_guarded(password.text)
        else:
            self._connect(password)

    def _connect(self, password: str | None) -> None:
        first = password if password is not None else passwords.known_password(self.server)
        try:
            self._open(first)
        except PasswordNeeded:
            typed = passwords.ask_password(self.server)
            if typed is None:
                raise
            self._open(typed)

    def _connect_guarded(self, password: str | None) -> None:
        check_remote(self.server)
        password = password or passwords.ask_password(self.server)
        if not password:
            raise password_required(self.server)
        try:
            self._open(password)
        except (DataError, EngineError):
            raise access_denied(self.server) from None

    def _open(self, password: str | None) -> None:
        """Connect, and ask something: the driver itself would wait for the first question."""
        try:
            from pymongo import MongoClient
        except ImportError:
            raise driver_missing() from None
        if self.server.user and not password:
            raise explain_cause("password_missing", self.server)
        self._password = password
        with in_words(self.server, password):
            self._client = MongoClient(**_settings(self.server, password))
            try:
                self._client[self.server.database].command("ping")
            except BaseException:
                self._client.close()
                raise

    def answers(
        self, database: str, command: Mapping[str, Any], step: str, size: int = BATCH
    ) -> Iterator[list[dict[str, Any]]]:
        """All batches that a command returns."""
        answer = self.run(database, command, step)
        cursor = answer["cursor"]
        while True:
            batch = cursor.get("firstBatch") or cursor.get("nextBatch") or []
            if batch:
                yield batch
            if not cursor["id"]:
                return
            collection = cursor["ns"].partition(".")[2]
            more = {"getMore": cursor["id"], "collection": collection, "batchSize": size}
            cursor = self.run(database, more, step)["cursor"]

    def run(self, database: str, command: Mapping[str, Any], step: str) -> dict[str, Any]:
        """Carry out one command; who watches the progress can stop it."""
        from bson import decode
        from bson.codec_options import CodecOptions, DatetimeConversion
        from bson.raw_bson import RawBSONDocument

        plain: CodecOptions[dict[str, Any]] = CodecOptions(
            datetime_conversion=DatetimeConversion.DATETIME_AUTO
        )
        raw = CodecOptions(document_class=RawBSONDocument)
        timer = Timer(self.server.kind.name, step, _shown(command))
        with in_words(self.server, self._password):
            answer = self._waited(
                lambda session: self._client[database].command(
                    dict(command), codec_options=raw, session=session
                ),
                step,
            )
            document: dict[str, Any] = decode(answer.raw, plain)
        cursor = document.get("cursor", {})
        batch = cursor.get("firstBatch") or cursor.get("nextBatch")
        timer.done(None if batch is None else len(batch), len(answer.raw))
        return document

    def _waited(
        self, ask: Callable[[ClientSession | None], RawBSONDocument], step: str
    ) -> RawBSONDocument:
        """Wait for the server in short steps, so that whoever watches can stop it."""
        session = self._client.start_session() if self._has_sessions else None
        answers: SimpleQueue[_Answer] = SimpleQueue()

        def carry_out() -> None:
            try:
                answers.put(ask(session))
            except BaseException as error:
                answers.put(error)

        Thread(target=carry_out, daemon=True).start()
        try:
            answer = self._watch(answers, step)
        except BaseException:  # nobody waits for it any more
            self._stop(session)
            raise
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _watch(self, answers: SimpleQueue[_Answer], step: str) -> _Answer:
        while True:
            try:
                return answers.get(timeout=_POLL)
            except Empty:
                self.progress(step, None)

    def _stop(self, session: ClientSession | None) -> None:
        if session is not None:
            with suppress(Exception):
                self._client.admin.command("killSessions", [session.session_id])

    @property
    def _has_sessions(self) -> bool:
        return self._client.topology_description.logical_session_timeout_minutes is not None

    def close(self) -> None:
        """End the connection; a second call does nothing."""
        self._client.close()


def _settings(server: Server, password: str | None) -> dict[str, Any]:
    options: dict[str, Any] = dict(server.options)
    settings: dict[str, Any] = {
        "host": server.host,
        "port": server.port,
        "appname": "incrowd",
        "serverSelectionTimeoutMS": _SECONDS * 1000,
        "connectTimeoutMS": _SECONDS * 1000,
        "directConnection": "replicaSet" not in options,
    }
    if server.user:
        source = options.get("authSource", server.database)
        settings |= {"username": server.user, "password": password, "authSource": source}
    if "tls" in options:
        settings["tls"] = options["tls"].lower() == "true"
    return settings | {
        name: options[name] for name in ("replicaSet", "tlsCAFile") if name in options
    }


def _shown(command: Mapping[str, Any]) -> str:
    """A command as JSON, as people write it."""
    from bson import json_util

    return json.dumps(command, default=json_util.default, ensure_ascii=False)
