"""Say in words why MongoDB did not answer, or not as it should; never with a password in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from incrowd.engines.servers.address import Server
from incrowd.engines.servers.errors import explain_cause, explain_error, place_names
from incrowd.errors import Conflict, EngineError, IncrowdError, SourceNotFound, SourceNotReadable
from incrowd.language import say

_CODES: Final = {
    13: "not_permitted",
    18: "password_wrong",
    50: "stopped",
    237: "stopped",
    262: "stopped",
    11600: "lost",
    11601: "stopped",
    11602: "lost",
    8000: "password_wrong",
}
"""What the codes of a server mean."""
_HINTS: Final = {
    "not_permitted": say("Ask for the role 'read' on the database; to publish there, 'readWrite'."),
    "password_wrong": say("Try again, or name the database that knows you: ?authSource=admin."),
    "no_encryption": say("Add ?tls=true after the database name, or remove it."),
}
_UNKNOWN_OPERATORS: Final = (59, 168, 15983, 16436, 40324)
_TOO_LARGE: Final = (146, 10334, 16945, 17419, 17420, 40386)
_FULL: Final = (14031, 16819)
_TAKEN: Final = (48,)
_GONE: Final = (26,)


@contextmanager
def in_words(server: Server, password: str | None) -> Iterator[None]:
    """Let only errors out that say in words what is wrong."""
    try:
        yield
    except IncrowdError:
        raise
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("pymongo", "bson"):
            raise
        raise explain(error, server, password) from None


def explain(error: Exception, server: Server, password: str | None) -> IncrowdError:
    """What an error of the driver means."""
    from bson.errors import BSONError, InvalidDocument
    from pymongo import errors

    names = place_names(server)
    explanations: tuple[tuple[Any, Callable[[], IncrowdError]], ...] = (
        ((errors.DocumentTooLarge, InvalidDocument), lambda: _too_large(names)),
        (BSONError, lambda: _not_utf8(names)),
        (errors.OperationFailure, lambda: _explain_code(error, server, names, password)),
        (errors.ServerSelectionTimeoutError, lambda: _explain_unreachable(error, server)),
        (errors.ConnectionFailure, lambda: explain_cause("lost", server)),
    )
    for kinds, words in explanations:
        if isinstance(error, kinds):
            return words()
    if isinstance(error, errors.ConfigurationError) and "wire version" in str(error):
        return _too_old(names)
    return explain_error(error, server, password)


def _explain_code(
    error: Exception, server: Server, names: dict[str, str], password: str | None
) -> IncrowdError:
    """What a server refused, by the number of its reason."""
    code = getattr(error, "code", None)
    if code in _CODES:
        return _explain_cause(_CODES[code], server)
    explanations = (
        (_UNKNOWN_OPERATORS, _too_old),
        (_TOO_LARGE, _too_large),
        (_FULL, _no_room),
        (_TAKEN, _name_taken),
        (_GONE, lambda names: gone(names["place"])),
    )
    for codes, words in explanations:
        if code in codes:
            return words(names)
    return explain_error(error, server, password)


def _explain_cause(cause: str, server: Server) -> IncrowdError:
    return explain_cause(cause, server, _HINTS.get(cause))


def _explain_unreachable(error: Exception, server: Server) -> IncrowdError:
    """Why no server was found; names that are not known come with words of the system."""
    for spoken, cause in (
        ("Name or service not known", "no_host"),
        ("nodename nor servname", "no_host"),
        ("Temporary failure in name resolution", "no_host"),
        ("SSL", "no_encryption"),
        ("connection closed", "no_encryption"),
        ("refused", "refused"),
    ):
        if spoken in str(error):
            return _explain_cause(cause, server)
    return explain_cause("unreachable", server)


def gone(name: str) -> SourceNotFound:
    """Say that a collection was dropped meanwhile."""
    return SourceNotFound(
        say("The collection '{name}' is gone, or it is empty now.", name=name),
        say("Open it again when it is back."),
    )


def _not_utf8(names: dict[str, str]) -> SourceNotReadable:
    return SourceNotReadable(
        say("A document at {place} has a text that is not UTF-8.", place=names["place"]),
        say("Write that document again as UTF-8."),
    )


def _no_room(names: dict[str, str]) -> EngineError:
    return EngineError(
        say("{place} has no room left on its disk.", place=names["place"]),
        say("Nothing half-written remains. Free some space there, and try again."),
    )


def _name_taken(names: dict[str, str]) -> Conflict:
    return Conflict(
        say("There is a collection of that name at {place} already.", place=names["place"]),
        say("Name another one, or drop it first: nothing is overwritten."),
    )


def _too_large(names: dict[str, str]) -> EngineError:
    return EngineError(
        say("{place} handles documents of at most 16 MB; this needs more.", **names),
        say("Generalise more first, so that fewer values and combinations are left."),
    )


def _too_old(names: dict[str, str]) -> EngineError:
    return EngineError(
        say("{place} is too old, or lacks something that counting needs.", place=names["place"]),
        say("MongoDB 4.4 or later works."),
    )


def driver_missing() -> EngineError:
    """Say how to get the driver."""
    return EngineError(
        say("MongoDB cannot be read: its driver is not installed."),
        say("pip install 'incrowd[mongodb]'"),
    )
