"""How every model behaves: requests refuse what they do not know, answers read dataclasses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from incrowd.errors import UsageError
from incrowd.language import say, translate

Words = Annotated[str, BeforeValidator(translate)]
"""A text of ours, told in the language of whoever asks."""

_HALVES: Final = re.compile("[\ud800-\udfff]")
"""Halves of a character, which JSON can hold as `\\ud800` and no file can."""


def no_unicode() -> UsageError:
    """Say that a text of a request cannot be kept."""
    return UsageError(say("The request has text that is no Unicode."), say("Send valid UTF-8."))


RoleName = Literal["identifier", "quasi", "sensitive", "insensitive"]


class RequestModel(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _of_whole_characters(cls, told: object) -> object:
        """Refuse what could be neither stored nor told again, wherever in the request it is."""
        if any(_HALVES.search(text) for text in _texts(told)):
            raise no_unicode()
        return told


def _texts(told: object) -> Iterator[str]:
    """Every text in what was sent, names of fields among them; nested as deep as it may be."""
    result: list[Any] = [told]
    while result:
        one = result.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            result.extend((*one, *one.values()))
        elif isinstance(one, list | tuple):
            result.extend(one)


class ResponseModel(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(from_attributes=True)
