"""How a result becomes JSON: written once as a dataclass, and serialised once, here.

>>> @dataclass(frozen=True)
... class Gauge(Answer):
...     risk: float
>>> @dataclass(frozen=True)
... class Count(Answer):
...     gauge: Gauge = field(metadata=shape(inline=True))
...     sizes: dict[int, int]
...     names: tuple[str, ...] = field(metadata=shape(hidden=True))
...     @property
...     @part()
...     def columns(self) -> int:
...         return len(self.names)
>>> Count(Gauge(0.5), {2: 7}, ("age", "sex")).to_dict()
{'risk': 0.5, 'sizes': {'2': 7}, 'columns': 2}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Annotated, Any, Final, TypeVar

__all__ = ["Answer", "Choice", "Part", "Words", "field", "part", "parts_of", "serialise", "shape"]

_SHAPE: Final = "answer"
_PART: Final = "__part_of_answer__"
Method = TypeVar("Method", bound=Callable[..., Any])
Json = dict[str, Any] | list[Any] | str | int | float | None


@dataclass(frozen=True)
class Translated:
    """Marks a text that is shown to people in their language."""


Words = Annotated[str, Translated()]
"""A sentence or a title of ours, which REST translates for whoever asks."""


@dataclass(frozen=True)
class Choice:
    """Marks a text that is one of a few: `Annotated[str, Choice(("lower", "higher"))]`."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A field or a property of a result, and how it stands in JSON."""

    name: str
    key: str
    inline: bool = False
    """Whether its own parts stand in its place."""
    optional: bool = False
    """Whether it is left out where there is none."""


def shape(
    *, key: str = "", inline: bool = False, hidden: bool = False, optional: bool = False
) -> Mapping[str, Any]:
    """Say how a field stands in JSON where it is not under its own name."""
    return {_SHAPE: {"key": key, "inline": inline, "hidden": hidden, "optional": optional}}


def part(key: str = "") -> Callable[[Method], Method]:
    """Make what a property computes a part of the answer, under its own name or another."""

    def mark(method: Method) -> Method:
        setattr(method, _PART, key or method.__name__)
        return method

    return mark


class Answer:
    """A result that knows its JSON; the keys are a contract."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return _serialise_parts(self)


def serialise(value: object) -> Json:
    """Turn a result, or anything made of results, into what JSON can hold."""
    if is_dataclass(value) and not isinstance(value, type):
        return _serialise_parts(value)
    if isinstance(value, Enum):
        return serialise(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): serialise(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [serialise(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no JSON: {value!r}")


def _serialise_parts(result: object) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    kind: type = type(result)
    for each in parts_of(kind):
        value = getattr(result, each.name)
        if each.inline:
            answer.update(_serialise_parts(value))
        elif value is not None or not each.optional:
            answer[each.key] = serialise(value)
    return answer


@cache
def parts_of(kind: type) -> tuple[Part, ...]:
    """The parts of a result's JSON: its fields, then the properties that are marked."""
    result: list[Part] = []
    for each in fields(kind):
        said = dict(each.metadata.get(_SHAPE, {}))
        if not said.pop("hidden", False):
            key = said.pop("key", "") or each.name
            result.append(Part(each.name, key, **said))
    names = dict.fromkeys(name for base in reversed(kind.__mro__) for name in vars(base))
    for name in names:
        method = _method_of(getattr(kind, name, None))
        if method is not None and hasattr(method, _PART):
            result.append(Part(name, getattr(method, _PART)))
    return tuple(result)


def _method_of(member: object) -> Callable[..., Any] | None:
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, cached_property) else None
