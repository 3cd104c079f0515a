"""Say in words what Spark's errors mean: `with words(server): session.sql(…)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from incrowd.engines.servers.address import Server
from incrowd.errors import (
    Conflict,
    DiskFull,
    EngineError,
    IncrowdError,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import Message, say

_GONE: Final = (
    "INVALID_HANDLE.SESSION_CLOSED",
    "INVALID_HANDLE.SESSION_NOT_FOUND",
    "INVALID_HANDLE.SESSION_CHANGED",
    "NO_ACTIVE_SESSION",
)
"""Spark ends sessions that were not used for an hour, and forgets all when it is restarted."""

_CLASS: Final = re.compile(r"^[\w.$]+(Exception|Error): ")
_MODULES: Final = ("pyspark", "grpc", "py4j", "pyarrow")


def is_session_gone(error: BaseException) -> bool:
    """Whether the server has forgotten the session, so that another one can be opened."""
    return condition(error).startswith(_GONE)


def condition(error: BaseException) -> str:
    """What Spark calls an error: TABLE_OR_VIEW_NOT_FOUND; empty for one that has no name."""
    ask = getattr(error, "getCondition", None) or getattr(error, "getErrorClass", None)
    return str(ask() or "") if ask is not None else ""


@contextmanager
def words(server: Server) -> Iterator[None]:
    """Let only errors out that say in words what is wrong."""
    try:
        yield
    except IncrowdError:
        raise
    except Exception as error:
        if type(error).__module__.split(".")[0] not in _MODULES:
            raise
        raise explain_error(error, server) from error


def explain_error(error: BaseException, server: Server) -> IncrowdError:
    """What an error of Spark or its driver means."""
    text = f"{condition(error)} {error}"
    names = {
        "place": name_place(server),
        "host": server.host,
        "user": server.user or "you",
        "error": _first(str(error)),
    }
    for cause in _CAUSES:
        if any(spoken in text for spoken in cause.spoken):
            return cause.kind(cause.message(**names), cause.hint)
    return EngineError(say("{place} failed: {error}.", **names), say("Try again."))


@dataclass(frozen=True)
class _Cause:
    """What Spark or its driver says, and what that means."""

    spoken: tuple[str, ...]
    kind: type[IncrowdError]
    message: Callable[..., Message]
    hint: Message


_CAUSES: Final = (
    _Cause(
        ("StatusCode.UNAUTHENTICATED",),
        PasswordNeeded,
        lambda place, **_: say("{place} does not accept this token.", place=place),
        say("Set SPARK_CONNECT_AUTHENTICATE_TOKEN, or give the token when asked."),
    ),
    _Cause(
        (
            "StatusCode.PERMISSION_DENIED",
            "INSUFFICIENT_PERMISSIONS",
            "AccessControlException",
            "AccessDeniedException",
            "Access Denied",
            "Permission denied",
        ),
        SourceNotReadable,
        lambda user, place, **_: say(
            "'{user}' may not read this on {place}.", user=user, place=place
        ),
        say("Ask for permission to SELECT."),
    ),
    _Cause(
        ("Read-only file system", "Mkdirs failed to create"),
        SourceNotReadable,
        lambda user, place, **_: say(
            "'{user}' may not make tables there on {place}.", user=user, place=place
        ),
        say("Ask for permission to create tables, name another schema, or write a file."),
    ),
    _Cause(
        ("Connection refused",),
        SourceNotReadable,
        lambda place, **_: say(
            "Nothing answers on {place}: the connection was refused.", place=place
        ),
        say("Check host and port, and that the server runs and listens there."),
    ),
    _Cause(
        ("DNS resolution failed", "Domain name not found"),
        SourceNotReadable,
        lambda host, **_: say("There is no computer '{host}'.", host=host),
        say("Check the name of the host."),
    ),
    _Cause(
        ("SSL", "andshake"),
        SourceNotReadable,
        lambda place, **_: say(
            "{place} and this computer do not agree on encryption.", place=place
        ),
        say("Try ?use_ssl=true or ?use_ssl=false before the #."),
    ),
    _Cause(
        (
            "StatusCode.UNAVAILABLE",
            "Answer from Java side is empty",
            "Error while sending or receiving",
            *_GONE,
        ),
        SourceNotReadable,
        lambda place, **_: say(
            "The connection to {place} was lost while it was read.", place=place
        ),
        say("Try again when the server runs. Nothing was changed."),
    ),
    _Cause(
        ("OPERATION_CANCELED", "INVALID_HANDLE.OPERATION", " cancelled"),
        SourceNotReadable,
        lambda place, **_: say("{place} stopped the query.", place=place),
        say("Ask for less, or try again."),
    ),
    _Cause(
        ("TABLE_OR_VIEW_ALREADY_EXISTS", "LOCATION_ALREADY_EXISTS"),
        Conflict,
        lambda place, **_: say("{place} has a table of that name already.", place=place),
        say("Name another one, or drop it first: nothing is overwritten."),
    ),
    _Cause(
        (
            "TABLE_OR_VIEW_NOT_FOUND",
            "SCHEMA_NOT_FOUND",
            "PATH_NOT_FOUND",
            "UNABLE_TO_INFER_SCHEMA",
            "REQUIRES_SINGLE_PART_NAMESPACE",
            "CATALOG_NOT_FOUND",
        ),
        SourceNotFound,
        lambda place, error, **_: say(
            "{place} has no such table or folder: {error}.", place=place, error=error
        ),
        say(
            "Check the name; it may have been dropped in the meantime. Delta and Iceberg need "
            "a package."
        ),
    ),
    _Cause(
        ("UNRESOLVED_COLUMN",),
        SourceNotFound,
        lambda place, error, **_: say(
            "The columns of the table were changed on {place}: {error}.", place=place, error=error
        ),
        say("Open the table again."),
    ),
    _Cause(
        ("FAILED_READ_FILE", "CANNOT_READ_FILE"),
        SourceNotReadable,
        lambda place, error, **_: say(
            "{place} could not read a file: {error}.", place=place, error=error
        ),
        say("Another program may have changed the table in the meantime. Open it again."),
    ),
    _Cause(
        ("No space left on device",),
        DiskFull,
        lambda place, **_: say("The disk of {place} is full.", place=place),
        say("Ask whoever runs it for space; nothing half-written is kept."),
    ),
    _Cause(
        ("OutOfMemoryError", "Java heap space", "spark.driver.maxResultSize"),
        EngineError,
        lambda place, **_: say("{place} ran out of memory.", place=place),
        say("Give the driver more memory (spark.driver.memory, spark.driver.maxResultSize)."),
    ),
)
"""The most telling first."""


def name_place(server: Server) -> str:
    """How messages name a Spark.

    >>> from incrowd.engines.servers.address import parse_server
    >>> name_place(parse_server("spark://db.example#people")[0])
    'Spark at db.example:15002'
    """
    return "Spark" if server.kind.inside else f"Spark at {server.host}:{server.port}"


def _first(text: str) -> str:
    r"""What Spark says in one line, without the class and the number of the error.

    >>> _first("It failed.\n at x\nCaused by: java.io.IOException: Odd. SQLSTATE: 1\n at y")
    'Odd'
    """
    lines = text.strip().splitlines() or ["nothing was said"]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    line = _CLASS.sub("", (causes or lines)[-1 if causes else 0])
    return line.partition(" SQLSTATE:")[0].rstrip(". ")
