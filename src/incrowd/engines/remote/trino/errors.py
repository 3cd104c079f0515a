"""Say in words what went wrong on Trino; never with a password in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from incrowd.engines.servers.address import Server
from incrowd.engines.servers.errors import explain_error
from incrowd.errors import (
    Conflict,
    EngineError,
    IncrowdError,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import Message, say

_Explanation = tuple[type[IncrowdError], Callable[..., Message], Message]

_LOST: Final[_Explanation] = (
    EngineError,
    lambda **names: say("{place} lost a worker while it was counting.", **names),
    say("Try again: Trino goes on without it, after a minute at the latest. Nothing was changed."),
)
_STARTING: Final[_Explanation] = (
    EngineError,
    lambda **names: say("{place} is still starting, or has no worker.", **names),
    say("Try again in a minute."),
)
_GONE: Final[_Explanation] = (
    SourceNotFound,
    lambda **names: say("{place} cannot find this: {error}.", **names),
    say("Check the address; somebody may have renamed or dropped the table."),
)
_DENIED: Final[_Explanation] = (
    SourceNotReadable,
    lambda **names: say("'{user}' may not do this on {place}: {error}.", **names),
    say("Ask for permission to SELECT, or to make tables where a release is written."),
)
_STOPPED: Final[_Explanation] = (
    SourceNotReadable,
    lambda **names: say("{place} stopped the query.", **names),
    say("Ask for less, or try again."),
)
_NO_MEMORY: Final[_Explanation] = (
    EngineError,
    lambda **names: say("{place} ran out of memory or time: {error}.", **names),
    say("Choose fewer columns, generalise first, or ask for larger limits on the cluster."),
)
_NO_ROOM: Final[_Explanation] = (
    EngineError,
    lambda **names: say("{place} has no room left to write.", **names),
    say("Make room there, then try again. Nothing half-written remains."),
)
_NO_HOST: Final[_Explanation] = (
    SourceNotReadable,
    lambda **names: say("There is no computer '{host}'.", **names),
    say("Check the name of the host."),
)
_NO_ENCRYPTION: Final[_Explanation] = (
    SourceNotReadable,
    lambda **names: say("{place} and this computer do not agree on encryption.", **names),
    say("Try ?http_scheme=https or http, or name its certificates: ?verify=/path/to/ca.pem."),
)
_TAKEN: Final[_Explanation] = (
    Conflict,
    lambda **names: say("There is already such a table on {place}: {error}.", **names),
    say("Name another one, or drop it first: nothing is overwritten."),
)
_TOO_LONG: Final[_Explanation] = (
    EngineError,
    lambda **names: say("{place} does not accept a statement that long.", **names),
    say("Generalise more first, or add ?staging=catalog.schema where tables may be made."),
)

_BY_NAME: Final[dict[str, _Explanation]] = {
    **dict.fromkeys(
        (
            "REMOTE_TASK_ERROR",
            "REMOTE_TASK_MISMATCH",
            "REMOTE_HOST_GONE",
            "PAGE_TRANSPORT_ERROR",
            "PAGE_TRANSPORT_TIMEOUT",
            "TOO_MANY_REQUESTS_FAILED",
            "REMOTE_TASK_FAILED",
            "SERVER_SHUTTING_DOWN",
            "ABANDONED_TASK",
        ),
        _LOST,
    ),
    **dict.fromkeys(("SERVER_STARTING_UP", "NO_NODES_AVAILABLE"), _STARTING),
    **dict.fromkeys(
        ("TABLE_NOT_FOUND", "SCHEMA_NOT_FOUND", "CATALOG_NOT_FOUND", "COLUMN_NOT_FOUND"), _GONE
    ),
    **dict.fromkeys(("CATALOG_UNAVAILABLE", "CATALOG_NOT_AVAILABLE", "NOT_FOUND"), _GONE),
    **dict.fromkeys(("PERMISSION_DENIED", "ACCESS_DENIED"), _DENIED),
    **dict.fromkeys(("USER_CANCELED", "ADMINISTRATIVELY_KILLED", "ABANDONED_QUERY"), _STOPPED),
    **dict.fromkeys(
        (
            "EXCEEDED_GLOBAL_MEMORY_LIMIT",
            "EXCEEDED_LOCAL_MEMORY_LIMIT",
            "EXCEEDED_FUNCTION_MEMORY_LIMIT",
            "CLUSTER_OUT_OF_MEMORY",
            "EXCEEDED_TIME_LIMIT",
            "EXCEEDED_CPU_LIMIT",
            "EXCEEDED_SCAN_LIMIT",
            "EXCEEDED_SPILL_LIMIT",
            "EXCEEDED_LOCAL_SPILL_LIMIT",
            "ADMINISTRATIVELY_PREEMPTED",
            "QUERY_QUEUE_FULL",
        ),
        _NO_MEMORY,
    ),
    **dict.fromkeys(("OUT_OF_SPILL_SPACE", "MEMORY_LIMIT_EXCEEDED"), _NO_ROOM),
    "TABLE_ALREADY_EXISTS": _TAKEN,
    "QUERY_TEXT_TOO_LARGE": _TOO_LONG,
}
_BY_TEXT: Final[tuple[tuple[str, _Explanation], ...]] = (
    ("nodes is empty", _STARTING),
    ("No nodes available", _STARTING),
    ("Access Denied", _DENIED),
    ("permission denied", _DENIED),
    ("No space left", _NO_ROOM),
    ("disk quota", _NO_ROOM),
    ("Memory limit", _NO_ROOM),
    ("Could not communicate with the remote task", _LOST),
    ("error 503", _STARTING),
    ("already exists", _TAKEN),
    ("SSL", _NO_ENCRYPTION),
    ("Failed to resolve", _NO_HOST),
    ("Name or service not known", _NO_HOST),
)
"""What the message says, where the name of an error says too little."""
_MOST_CAUSES: Final = 20


@contextmanager
def trino_words(server: Server, password: str | None) -> Iterator[None]:
    """Let only errors out that say in words what is wrong."""
    try:
        yield
    except IncrowdError:
        raise
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("trino", "requests", "urllib3"):
            raise
        raise explain_trino_error(error, server, password) from None


def explain_trino_error(error: Exception, server: Server, password: str | None) -> IncrowdError:
    """What an error of Trino, or of the way there, means."""
    text = str(getattr(error, "message", "") or error)
    if text.startswith("error 401"):
        said = "password authentication failed" if password else "no password supplied"
        return explain_error(Exception(said), server, password)
    names = {
        "host": server.host,
        "place": f"{server.kind.title} at {server.host}:{server.port}",
        "user": server.user or "you",
        "error": _first_line(text),
    }
    known = _BY_NAME.get(str(getattr(error, "error_name", "")))
    told = "\n".join([text, *_causes(error)])
    known = known or next((meant for said, meant in _BY_TEXT if said in told), None)
    if known is None:
        return explain_error(Exception(_first_line(text)), server, password)
    kind, message, hint = known
    return kind(message(**names), hint)


def _causes(error: Exception) -> Iterator[str]:
    """What is behind an error: *Error committing write*, says Trino, and below it why."""
    failure = getattr(error, "failure_info", None)
    for _ in range(_MOST_CAUSES):
        failure = failure.get("cause") if isinstance(failure, dict) else None
        if failure is None:
            return
        yield str(failure.get("message"))


def _first_line(text: str) -> str:
    """The first line, without where it stands in a statement that nobody wrote."""
    line = (text.strip().splitlines() or ["nothing was said"])[0].rstrip(".")
    place, colon, rest = line.partition(": ")
    return rest if colon and place.startswith("line ") and rest else line
