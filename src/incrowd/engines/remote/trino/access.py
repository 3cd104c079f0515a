"""Log in to Trino: with a user's name alone, or with a password over an encrypted connection."""

from __future__ import annotations

from incrowd.engines.remote.trino.errors import trino_words
from incrowd.engines.remote.trino.statements import Statements
from incrowd.engines.servers.address import Server, check_remote
from incrowd.engines.servers.errors import access_denied, password_required
from incrowd.engines.servers.passwords import (
    GivenPasswordOnly,
    Password,
    ask_password,
    known_password,
)
from incrowd.errors import DataError, EngineError, InvalidParameter, PasswordNeeded
from incrowd.language import say
from incrowd.progress import Progress


def open_statements(
    server: Server, password: Password, progress: Progress
) -> tuple[Statements, str | None]:
    """A way to send statements, and the password that was used for it.

    Without encryption there is no password, and none is looked for. Where it is
    `GivenPasswordOnly` nothing else is used, and no reason is given if it fails.
    """
    if isinstance(password, GivenPasswordOnly):
        return _open_guarded(server, password.text, progress)
    encrypted = server.option("http_scheme") == "https"
    first = password if password is not None or not encrypted else known_password(server)
    try:
        return _log_in(server, first, progress)
    except PasswordNeeded:
        typed = ask_password(server) if encrypted else None
        if typed is None:
            raise
        return _log_in(server, typed, progress)


def _open_guarded(
    server: Server, password: str | None, progress: Progress
) -> tuple[Statements, str | None]:
    check_remote(server)
    if server.option("http_scheme") != "https":
        raise InvalidParameter(
            say(
                "Without encryption Trino asks for no password, so anybody could pretend to "
                "be somebody else there."
            ),
            say("Add ?http_scheme=https to the end of the address."),
        )
    password = password or ask_password(server)
    if not password:
        raise password_required(server)
    try:
        return _log_in(server, password, progress)
    except (DataError, EngineError):
        raise access_denied(server) from None


def _log_in(
    server: Server, password: str | None, progress: Progress
) -> tuple[Statements, str | None]:
    statements = Statements(server, password, progress)
    with trino_words(server, password):
        for _ in statements.pages("SELECT 1", f"connecting to {server.host}"):
            pass
    return statements, password
