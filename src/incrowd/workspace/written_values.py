"""Our dataclasses as JSON and back: `read_value(Request, write_value(request)) == request`.

Sentences keep their template and values, so that they can still be translated. What is read is
checked against the types that are declared; anything else is a ValueError.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from numbers import Integral, Real
from string import Formatter
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from incrowd.answers import Json
from incrowd.errors import IncrowdError
from incrowd.language import Message, restore

SENTENCE: Final = "say"
ENDLESS: Final = ("inf", "-inf", "nan")
LONGEST_FORMAT: Final = 8
"""Characters of the format of a number in a sentence: more would fill the memory with blanks."""


def write_value(value: object) -> Json:
    """What JSON can hold of a value.

    >>> from incrowd.language import say
    >>> write_value(("age", say("{rows:,} rows", rows=3)))
    ['age', {'say': '{rows:,} rows', 'values': {'rows': 3}}]
    """
    if isinstance(value, Message):
        values = {name: write_value(each) for name, each in value.values.items()}
        return {SENTENCE: value.template, "values": values}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Real):  # numbers of NumPy, too
        return int(value) if isinstance(value, Integral) else _write_decimal(float(value))
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: write_value(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): write_value(each) for name, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [write_value(each) for each in value]
    raise TypeError(f"{type(value).__name__} cannot be kept")


def _write_decimal(value: float) -> Json:
    """JSON has no word for what is endless or undefined."""
    return value if isfinite(value) else str(value)


def read_value(hint: Any, written: Json) -> Any:  # noqa: ANN401
    """The value of a type that was written.

    >>> read_value(tuple[str, ...], ["age", "sex"])
    ('age', 'sex')
    >>> read_value(int | None, "five")
    Traceback (most recent call last):
    ValueError: 'five' is not what was written
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return written
    if origin is Annotated:
        return read_value(arguments[0], written)
    if origin is not None:
        return _read_parts(origin, arguments, written)
    if is_dataclass(hint) and isinstance(hint, type):
        return _read_dataclass(hint, written)
    return _read_plain(hint, written)


def _read_parts(origin: Any, arguments: tuple[Any, ...], written: Json) -> object:  # noqa: ANN401
    """A value of a type that is made of others."""
    if origin in (Union, types.UnionType):
        return _read_first(arguments, written)
    if origin is Literal:
        return written if written in arguments else _refuse(written)
    if origin is tuple:
        return _read_tuple(arguments, written)
    if issubclass(origin, Mapping) and isinstance(written, dict):
        kind = arguments[0]
        return {
            _read_key(kind, name): read_value(arguments[1], each) for name, each in written.items()
        }
    return _refuse(written)


def _read_key(kind: Any, name: str) -> object:  # noqa: ANN401
    """The key of a mapping: JSON writes numbers as texts."""
    return int(name) if kind is int else read_value(kind, name)


def _read_first(kinds: tuple[Any, ...], written: Json) -> object:
    """The first of several types that a value is of."""
    for kind in kinds:
        try:
            return read_value(kind, written)
        except ValueError:
            continue
    return _refuse(written)


def _read_tuple(kinds: tuple[Any, ...], written: Json) -> tuple[Any, ...]:
    items = written if isinstance(written, list) else _refuse(written)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(read_value(kinds[0], each) for each in items)
    if len(items) != len(kinds):
        _refuse(written)
    return tuple(read_value(kind, each) for kind, each in zip(kinds, items, strict=True))


def _read_dataclass(kind: type, written: Json) -> object:
    known = written if isinstance(written, dict) else _refuse(written)
    hints = _hints_of(kind)
    if not known.keys() <= hints.keys():
        raise ValueError(f"{kind.__name__} has no {sorted(known.keys() - hints.keys())}")
    for each in fields(kind):
        required = each.default is MISSING and each.default_factory is MISSING
        if required and each.name not in known:
            raise ValueError(f"{each.name} is not there")
    values = {name: read_value(hints[name], each) for name, each in known.items()}
    try:
        return kind(**values)
    except IncrowdError as error:  # values that it refuses
        raise ValueError(error.message) from error


@cache
def _hints_of(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)}


def _read_plain(kind: object, written: Json) -> object:
    if kind is float:
        return _read_decimal(written)
    if kind in (str, Message):
        return _read_sentence(written) if isinstance(written, dict) else _read_text(written)
    known = {types.NoneType: type(None), None: type(None), bool: bool, int: int}.get(kind)  # type: ignore[call-overload]
    return written if known is not None and type(written) is known else _refuse(written)


def _read_decimal(written: Json) -> float:
    """Figures are told as they were: 3, not 3.0."""
    if written in ENDLESS:
        return float(str(written))
    plain = isinstance(written, (int, float)) and not isinstance(written, bool)
    return written if plain else _refuse(written)  # type: ignore[return-value]


def _read_text(written: Json) -> str:
    return written if isinstance(written, str) else _refuse(written)


def _read_sentence(written: Mapping[str, Json]) -> Message:
    """A sentence of ours; fields that reach into objects or fill the memory are none."""
    if written.keys() != {SENTENCE, "values"}:
        _refuse(dict(written))
    template, values = written[SENTENCE], written["values"]
    if not isinstance(template, str) or not isinstance(values, dict):
        raise ValueError("it is no sentence")  # noqa: TRY004
    for _, name, form, _ in Formatter().parse(template):
        if name is not None and (name not in values or len(form or "") > LONGEST_FORMAT):
            _refuse(template)
        if any(mark in (form or "") for mark in "{}<>^="):
            _refuse(template)
    known = {name: _read_sentence_value(each) for name, each in values.items()}
    try:
        return restore(template, known)
    except (KeyError, IndexError, AttributeError, TypeError) as error:
        raise ValueError("it is no sentence") from error


def _read_sentence_value(written: Json) -> object:
    if isinstance(written, dict):
        return _read_sentence(written)
    return written if not isinstance(written, list) else _refuse(written)


def _refuse(written: object) -> Any:  # noqa: ANN401
    shown = repr(written)
    raise ValueError(f"{shown[:60]} is not what was written")
