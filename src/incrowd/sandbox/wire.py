"""What parent and child say to each other: JSON in frames of a known length.

>>> from incrowd.language import say
>>> decode(json.loads(json.dumps(encode({"name": say("There are {rows:,} rows.", rows=2000)}))))
{'name': 'There are 2,000 rows.'}

Messages keep their template and values, so that they are translated where they are shown. Nothing
that is received can do more than be a value: a process that went wrong is not to be trusted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, Final

from incrowd import errors
from incrowd.language import Message, as_message, restore

MOST: Final = 64 << 20
"""Bytes of one frame; what is larger is handed over as a file."""
_LENGTH: Final = 4
_MESSAGE: Final = "$message"
_MAPPING: Final = "$mapping"


class Nonsense(Exception):
    """Something was received that cannot have been meant."""


def send(stream: IO[bytes], content: object) -> None:
    """Write a frame."""
    frame = json.dumps(encode(content)).encode("ascii")
    if len(frame) > MOST:
        raise Nonsense("a frame that is too long")
    stream.write(len(frame).to_bytes(_LENGTH, "big") + frame)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was sent
    """Read a frame; None at the end."""
    head = stream.read(_LENGTH)
    if not head:
        return None
    size = int.from_bytes(head, "big")
    if len(head) < _LENGTH or size > MOST:
        raise Nonsense("a frame of no sensible length")
    frame = stream.read(size)
    if len(frame) < size:
        raise Nonsense("half a frame")
    try:
        return decode(json.loads(frame))
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise Nonsense("a frame that is no value") from error


def encode(value: object) -> object:
    """A value as JSON has it; tuples become lists, and anything unknown its text."""
    if isinstance(value, Message):
        return {_MESSAGE: value.template, "values": {k: encode(v) for k, v in value.values.items()}}
    if isinstance(value, Mapping):
        items = {str(name): encode(each) for name, each in value.items()}
        return {_MAPPING: items} if _MESSAGE in items or _MAPPING in items else items
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def decode(value: Any) -> Any:  # noqa: ANN401 - whatever was encoded
    """The value again."""
    if isinstance(value, list):
        return [decode(each) for each in value]
    if not isinstance(value, dict):
        return value
    if _MAPPING in value:
        return {name: decode(each) for name, each in value[_MAPPING].items()}
    if _MESSAGE not in value:
        return {name: decode(each) for name, each in value.items()}
    values = {name: decode(each) for name, each in value["values"].items()}
    return restore(str(value[_MESSAGE]), values)


def describe_error(error: errors.IncrowdError) -> dict[str, object]:
    """An error of ours, to be raised again elsewhere."""
    return {
        "kind": type(error).__name__,
        "message": error.message,
        "hint": error.hint,
        "errors": list(error.errors),
        "source": getattr(error, "source", None),
    }


def rebuild_error(described: Mapping[str, Any]) -> errors.IncrowdError:
    """The error that was described; only errors of ours can be."""
    kind = getattr(errors, str(described.get("kind")), None)
    if not isinstance(kind, type) or not issubclass(kind, errors.IncrowdError):
        raise Nonsense("an error of no kind")
    message, hint = as_message(described["message"]), as_message(described["hint"])
    error = kind(message, hint, described["errors"])
    if isinstance(error, errors.PasswordNeeded):
        error.source = described["source"]
    return error
