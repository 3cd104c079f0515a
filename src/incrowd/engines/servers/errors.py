"""Say in words why a database server did not answer; never with a password in it."""

from collections.abc import Callable
from typing import Final

from incrowd.engines.servers.address import Server
from incrowd.errors import (
    Conflict,
    EngineError,
    IncrowdError,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import Message, say

_CAUSES: Final = (
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
    ("No space left", "no_room"),
    ("temp_file_limit", "no_room"),
    ("Disk full", "no_room"),
    ("' is full", "no_room"),
    ("already exists", "taken"),
    ('relation "', "gone"),
    ("doesn't exist", "gone"),
    ('column "', "changed"),
    ("Unknown column", "changed"),
    ("canceling statement", "stopped"),
    ("execution was interrupted", "stopped"),
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

_KINDS: Final[dict[str, type[IncrowdError]]] = {
    "changed": SourceNotFound,
    "gone": SourceNotFound,
    "no_room": EngineError,
    "taken": Conflict,
}
"""What kind of an error it is, where it is another one than that the source cannot be read."""

_EXPLANATIONS: Final[dict[str, tuple[Callable[..., Message], Message]]] = {
    "changed": (
        lambda **names: say("A column of the table on {place} is gone.", **names),
        say("Somebody has changed the table: open it again."),
    ),
    "gone": (
        lambda **names: say("The table is no longer on {place}.", **names),
        say("Somebody may have renamed or dropped it: open it again when it is back."),
    ),
    "may_not_write": (
        lambda **names: say("'{user}' may not make tables there on {place}.", **names),
        say("Ask for permission to create tables, name another schema, or write a file."),
    ),
    "no_room": (
        lambda **names: say("{place} has no room left to write.", **names),
        say("Make room there, then try again. Nothing half-written remains."),
    ),
    "taken": (
        lambda **names: say("There is a table of that name on {place} already.", **names),
        say("Name another one, or drop it first: nothing is overwritten."),
    ),
    "no_database": (
        lambda **names: say(
            "There is no database '{database}' on {place}, or you may not use it.", **names
        ),
        say("Check the name after the port, and your permissions."),
    ),
    "no_user": (
        lambda **names: say("{place} does not know the user '{user}'.", **names),
        say("Check the name before the @."),
    ),
    "not_admitted": (
        lambda **names: say("{place} does not let '{user}' connect from here.", **names),
        say("Ask whoever runs the server to allow this computer, or try ?sslmode=require."),
    ),
    "refused": (
        lambda **names: say("Nothing answers on {place}: the connection was refused.", **names),
        say("Check host and port, and that the server runs and listens there."),
    ),
    "no_host": (
        lambda **names: say("There is no computer '{host}'.", **names),
        say("Check the name of the host."),
    ),
    "unreachable": (
        lambda **names: say("{place} cannot be reached.", **names),
        say("Check the host, your network, and whether a firewall or VPN is in the way."),
    ),
    "not_permitted": (
        lambda **names: say("'{user}' may not read this on {place}.", **names),
        say("Ask for permission to SELECT."),
    ),
    "stopped": (
        lambda **names: say("{place} stopped the query.", **names),
        say("Ask for less, or try again."),
    ),
    "lost": (
        lambda **names: say("The connection to {place} was lost while it was read.", **names),
        say("Try again when the server runs. Nothing was changed."),
    ),
    "no_encryption": (
        lambda **names: say("{place} and this computer do not agree on encryption.", **names),
        say("Try ?sslmode=require or ?sslmode=disable after the database name."),
    ),
}


def explain_error(
    error: BaseException, server: Server, password: str | None, *, writing: bool = False
) -> IncrowdError:
    """What a driver's error means, while something is read or written."""
    text = str(error)
    known = next((word for spoken, word in _CAUSES if spoken in text), None)
    if known == "not_permitted" and writing and "SELECT command" not in text:
        known = "may_not_write"
    if known is not None:
        return explain_cause(known, server)
    failed = say(
        "{place} failed: {error}.",
        place=place_names(server)["place"],
        error=_without_password(text, password),
    )
    return EngineError(failed, say("Try again."))


def explain_cause(cause: str, server: Server, hint: Message | None = None) -> IncrowdError:
    """Say what is wrong where the cause is known, such as `refused` or `lost`."""
    names = place_names(server)
    if cause in ("password_missing", "password_wrong"):
        return _password_needed(cause, names, hint)
    message, usual = _EXPLANATIONS[cause]
    return _KINDS.get(cause, SourceNotReadable)(message(**names), hint or usual)


def password_required(server: Server) -> PasswordNeeded:
    """Ask for the password before anything is sent, where nothing but what is given is used."""
    return PasswordNeeded(
        say("{place} asks for the password of '{user}'.", **place_names(server)),
        say("Give it when asked; no other password that this computer knows is used here."),
    )


def access_denied(server: Server) -> PasswordNeeded:
    """Say that somebody did not get in, without a word on what is there or is not."""
    return PasswordNeeded(
        say("{place} cannot be opened by '{user}' with this password.", **place_names(server)),
        say(
            "Check host, port, database, user and password. The reason is not shown, so that "
            "nobody can search the network from here."
        ),
    )


def place_names(server: Server) -> dict[str, str]:
    """What messages are about: the place, the host, the user and the database."""
    place = f"{server.kind.title} at {server.host}:{server.port}"
    names = {"place": place, "host": server.host, "user": server.user or "you"}
    return names | {"database": server.database}


def _password_needed(
    known: str, names: dict[str, str], hint: Message | None = None
) -> PasswordNeeded:
    if known == "password_missing":
        return PasswordNeeded(
            say("{place} asks for the password of '{user}'.", **names),
            say("Give it when asked, or set it in the environment or the keyring."),
        )
    return PasswordNeeded(
        say("{place} does not accept this password for '{user}', or does not know them.", **names),
        hint or say("Try again; check capital letters and the keyboard layout."),
    )


def _without_password(text: str, password: str | None) -> str:
    """The first line of an error without the password, in whatever way it was quoted.

    It is taken out of the whole text, since the line might end within it.
    """
    if password:
        escaped = password.replace("\\", "\\\\").replace("'", "\\'")
        for secret in (password, escaped, password.replace("'", "''")):
            text = text.replace(secret, "…")
    return (text.strip().splitlines() or ["nothing was said"])[0].rstrip(".")
