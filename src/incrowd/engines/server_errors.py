"""Say in words why a database server did not answer; never with a password in it."""

from __future__ import annotations

from typing import Final

from incrowd.engines.servers import Server
from incrowd.errors import EngineError, IncrowdError, PasswordNeeded, SourceNotReadable

_SPOKEN: Final = (
    ("no password supplied", "password_missing"),
    ("using password: NO", "password_missing"),
    ("password authentication failed", "password_wrong"),
    ("using password: YES", "password_wrong"),
    ("no pg_hba.conf entry", "not_admitted"),
    ("to database", "no_database"),
    ("Unknown database", "no_database"),
    ('database "', "no_database"),
    ('role "', "no_user"),
    ("Connection refused", "refused"),
    ("Can't connect", "refused"),
    ("could not translate host name", "no_host"),
    ("Unknown server host", "no_host"),
    ("timeout expired", "unreachable"),
    ("timed out", "unreachable"),
    ("No route to host", "unreachable"),
    ("Network is unreachable", "unreachable"),
    ("permission denied", "not_permitted"),
    ("command denied", "not_permitted"),
    ("canceling statement", "stopped"),
    ("terminating connection", "lost"),
    ("server closed the connection", "lost"),
    ("connection already closed", "lost"),
    ("no connection to the server", "lost"),
    ("Lost connection", "lost"),
    ("gone away", "lost"),
    ("could not receive data", "lost"),
    ("SSL", "no_encryption"),
)
"""What drivers say, the most telling first."""

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "no_database": (
        "There is no database '{database}' on {place}, or you may not use it.",
        "Check the name behind the port, and your rights.",
    ),
    "no_user": ("{place} knows no user '{user}'.", "Check the name before the @."),
    "not_admitted": (
        "{place} does not admit '{user}' from here.",
        "Ask who runs the server to admit this computer, or try ?sslmode=require.",
    ),
    "refused": (
        "Nothing answers on {place}: the connection was refused.",
        "Check host and port, and that the server runs and listens there.",
    ),
    "no_host": ("There is no computer '{host}'.", "Check the name of the host."),
    "unreachable": (
        "{place} cannot be reached.",
        "Check the host, your network, and whether a firewall or VPN stands between.",
    ),
    "not_permitted": (
        "'{user}' may not read this on {place}.",
        "Ask for the right to SELECT.",
    ),
    "stopped": ("{place} stopped the query.", "Ask for less, or try again."),
    "lost": (
        "The connection to {place} was lost while it was read.",
        "Try again when the server runs. Nothing was changed.",
    ),
    "no_encryption": (
        "{place} and this computer do not agree on encryption.",
        "Try ?sslmode=require or ?sslmode=disable behind the database.",
    ),
}


def explained(error: BaseException, server: Server, password: str | None) -> IncrowdError:
    """What a driver's error means."""
    text = str(error)
    known = next((word for spoken, word in _SPOKEN if spoken in text), None)
    told = _told(server)
    if known in ("password_missing", "password_wrong"):
        return _password(known, told)
    if known is not None:
        message, hint = _WORDS[known]
        return SourceNotReadable(message.format(**told), hint)
    return EngineError(f"{told['place']} failed: {_harmless(text, password)}.", "Try again.")


def asked_first(server: Server) -> PasswordNeeded:
    """Ask for the password before anything is sent."""
    return _password("password_missing", _told(server))


def unexplained(server: Server) -> PasswordNeeded:
    """Say that somebody did not get in, without a word on what is there or is not."""
    return PasswordNeeded(
        "{place} cannot be opened by '{user}' with this password.".format(**_told(server)),
        "Check host, port, database, user and password. The reason is not told, so that nobody can"
        " search the network from here.",
    )


def _told(server: Server) -> dict[str, str]:
    place = f"{server.kind.title} at {server.host}:{server.port}"
    told = {"place": place, "host": server.host, "user": server.user or "you"}
    return told | {"database": server.database}


def _password(known: str, told: dict[str, str]) -> PasswordNeeded:
    hint = "Set it in the environment or the keyring, or give it when asked."
    if known == "password_missing":
        return PasswordNeeded("{place} asks for the password of '{user}'.".format(**told), hint)
    message = "{place} does not accept this password for '{user}', or does not know them."
    return PasswordNeeded(message.format(**told), hint)


def _harmless(text: str, password: str | None) -> str:
    """The first line of an error without the password, in whatever way it was quoted."""
    first = (text.strip().splitlines() or ["nothing was said"])[0].rstrip(".")
    if not password:
        return first
    quoted = (password.replace("\\", "\\\\").replace("'", "\\'"), password.replace("'", "''"))
    for secret in (password, *quoted):
        first = first.replace(secret, "…")
    return first
