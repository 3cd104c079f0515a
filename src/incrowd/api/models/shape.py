"""How every request behaves: it refuses what it does not know, and text that is none."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from incrowd.errors import UsageError
from incrowd.language import say

_HALVES: Final = re.compile("[\ud800-\udfff]")
"""Halves of a character, which JSON can hold as `\\ud800` and no file can."""


def no_unicode() -> UsageError:
    """Say that a text of a request cannot be kept."""
    return UsageError(say("The request has text that is not Unicode."), say("Send valid UTF-8."))


RoleName = Literal["identifier", "person", "quasi", "sensitive", "insensitive"]


class RequestModel(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _of_whole_characters(cls, body: object) -> object:
        """Refuse what could be neither stored nor sent back, wherever in the request it is."""
        if any(_HALVES.search(text) for text in _texts(body)):
            raise no_unicode()
        return body


def _texts(body: object) -> Iterator[str]:
    """Every text in what was sent, names of fields among them; nested as deep as it may be."""
    open_values: list[Any] = [body]
    while open_values:
        value = open_values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            open_values.extend((*value, *value.values()))
        elif isinstance(value, list | tuple):
            open_values.extend(value)
