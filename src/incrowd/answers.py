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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Annotated, Any, Final, TypeVar, cast, get_args, get_type_hints

__all__ = [
    "Answer",
    "Choice",
    "Part",
    "Translate",
    "Translated",
    "Words",
    "field",
    "hints_of",
    "part",
    "parts_of",
    "serialise",
    "shape",
]

_SHAPE: Final = "answer"
_PART: Final = "__part_of_answer__"
Method = TypeVar("Method", bound=Callable[..., Any])
Json = dict[str, Any] | list[Any] | str | int | float | None
Translate = Callable[[str], str]
"""Says a text of ours in the language of whoever asks."""
_PLAIN: Final = frozenset({str, int, float, bool, type(None)})


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
    without: tuple[str, ...] = ()
    """Which of those do not."""
    optional: bool = False
    """Whether it is left out where there is none."""


def shape(
    *,
    key: str = "",
    inline: bool = False,
    without: tuple[str, ...] = (),
    hidden: bool = False,
    optional: bool = False,
) -> Mapping[str, Any]:
    """Say how a field stands in JSON where it is not under its own name."""
    said = {"key": key, "inline": inline, "without": without}
    return {_SHAPE: {**said, "hidden": hidden, "optional": optional}}


def part(
    key: str = "", *, inline: bool = False, without: tuple[str, ...] = (), optional: bool = False
) -> Callable[[Method], Method]:
    """Make what a property computes a part of the answer, under its own name or another."""

    def mark(method: Method) -> Method:
        name = method.__name__
        setattr(method, _PART, Part(name, key or name, inline, without, optional))
        return method

    return mark


class Answer:
    """A result that knows its JSON; the keys are a contract."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return _serialise_parts(self)


def serialise(value: object, translate: Translate | None = None) -> Json:
    """Turn a result, or anything made of results, into what JSON can hold.

    What is marked as `Words` is translated if there is somebody to translate it.
    """
    if type(value) in _PLAIN:  # looked at first, as most values are plain
        return cast(Json, value)
    if is_dataclass(value) and not isinstance(value, type):
        return _serialise_parts(value, translate)
    if isinstance(value, Enum):
        return serialise(value.value)
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): serialise(each, translate) for key, each in value.items()}
    if isinstance(value, Sequence):
        plain = _PLAIN.issuperset(map(type, value))  # the cells of a row, of which there are many
        return list(value) if plain else [serialise(each, translate) for each in value]
    raise TypeError(f"{type(value).__name__} has no JSON: {value!r}")


def _serialise_parts(result: object, translate: Translate | None = None) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    kind: type = type(result)
    words = _parts_in_words(kind) if translate else frozenset()
    for each in parts_of(kind):
        value = getattr(result, each.name)
        if each.inline:
            inner = _serialise_parts(value, translate)
            answer.update({key: inner[key] for key in inner if key not in each.without})
        elif value is not None or not each.optional:
            json = serialise(value, translate)
            if translate and each.name in words:
                json = _translate_texts(json, translate)
            answer[each.key] = json
    return answer


def _translate_texts(json: Json, translate: Translate) -> Json:
    if isinstance(json, str):
        return translate(json)
    if isinstance(json, dict):
        return {key: _translate_texts(each, translate) for key, each in json.items()}
    return [_translate_texts(each, translate) for each in json] if isinstance(json, list) else json


@cache
def _parts_in_words(kind: type) -> frozenset[str]:
    """The names of the parts that hold `Words`."""
    return frozenset(name for name, hint in hints_of(kind).items() if _holds_words(hint))


def _holds_words(hint: object) -> bool:
    marks = getattr(hint, "__metadata__", ())
    return any(isinstance(mark, Translated) for mark in marks) or any(
        map(_holds_words, get_args(hint))
    )


@cache
def hints_of(kind: type) -> Mapping[str, Any]:
    """The type of each part of a result's JSON, by the name that it has in Python."""
    hints = get_type_hints(kind, include_extras=True)
    for each in parts_of(kind):
        method = _method_of(getattr(kind, each.name, None))
        if method is not None:
            hints[each.name] = get_type_hints(method, include_extras=True)["return"]
    return {each.name: hints[each.name] for each in parts_of(kind)}


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
            result.append(getattr(method, _PART))
    return tuple(result)


def _method_of(member: object) -> Callable[..., Any] | None:
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, cached_property) else None
