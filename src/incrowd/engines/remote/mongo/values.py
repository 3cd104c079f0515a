"""Write the values of documents as text, each always the same way: ISODate -> 2020-01-02 00:00:00.

MongoDB takes 1, 1.0 and Decimal("1.00") for the same value and hands out any of them, so that
numbers are written by what they are worth, not by their type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from math import isfinite
from typing import Any, Final

import numpy as np
import pyarrow as pa

_MOST_DIGITS: Final = 40
"""Digits of a decimal number that are written out; longer ones keep their exponent."""
_UUID: Final = 4
_LONG: Final = 2**63
_FLAGS: Final = {2: "i", 4: "l", 8: "m", 16: "s", 32: "u", 64: "x"}
"""What a regular expression is told: the letters behind it."""


def write_value(value: object) -> str | None:
    """A value as text; None where it is missing.

    >>> [write_value(value) for value in (None, True, 34, 34.0, 1.5, "x", [1, {"a": None}])]
    [None, 'true', '34', '34', '1.5', 'x', '[1,{"a":null}]']
    """
    if value is None:
        return None
    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            return write(value)
    return _write_other(value)


def _write_nested(value: object) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def _write_number(value: float) -> str:
    if isinstance(value, int):
        return str(int(value))
    if value.is_integer() and -_LONG <= value < _LONG:
        return str(int(value))
    return repr(value)


def _write_moment(value: datetime) -> str:
    text = value.strftime("%Y-%m-%d %H:%M:%S").rjust(19, "0")
    return f"{text}.{value.microsecond:06}".rstrip("0") if value.microsecond else text


def _write_bytes(value: bytes) -> str:
    if getattr(value, "subtype", 0) != _UUID or len(value) != 16:
        return value.hex()
    digits = value.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _write_other(value: object) -> str:
    """Types that only MongoDB has; imported here since a driver may be missing."""
    from bson import DatetimeMS, Decimal128, Regex, Timestamp
    from bson.dbref import DBRef

    if isinstance(value, Decimal128):
        return _write_decimal(value.to_decimal())
    if isinstance(value, DatetimeMS):
        return str(np.datetime64(int(value), "ms")).replace("T", " ").removesuffix(".000")
    if isinstance(value, Regex):
        letters = [letter for bit, letter in _FLAGS.items() if value.flags & bit]
        return f"/{value.pattern}/{''.join(letters)}"
    if isinstance(value, Timestamp):
        return f"{value.time}:{value.inc}"
    if isinstance(value, DBRef):
        return str(write_value(dict(value.as_doc())))
    return str(value).removesuffix("()")


def _write_decimal(value: Decimal) -> str:
    """A decimal number without zeros at its end.

    >>> [_write_decimal(Decimal(text)) for text in ("1.10", "5.00", "100", "1E+50", "NaN")]
    ['1.1', '5', '100', '1E+50', 'nan']
    """
    if not value.is_finite():
        return str(float(value))
    short = value.normalize()
    long = abs(short.adjusted()) > _MOST_DIGITS
    return str(short) if long else format(short, "f").replace("-0", "0", short.is_zero())


def _plain(value: object) -> object:
    """A nested value as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and isfinite(value):
        return int(value) if value.is_integer() and abs(value) < _LONG else value
    return write_value(value)


_WRITERS: Final[tuple[tuple[Any, Callable[[Any], str]], ...]] = (
    (str, str),
    (bool, lambda value: "true" if value else "false"),
    ((int, float), _write_number),
    (datetime, _write_moment),
    (bytes, _write_bytes),
    ((Mapping, list), _write_nested),
)
"""How each kind of value is written; the first that fits."""


class Texts:
    """The texts of one column as codes, with the values that stand behind each text."""

    def __init__(self) -> None:
        self.natives: dict[str | None, list[Any]] = {}
        self._texts: dict[str, int] = {}
        self._known: dict[type, dict[Any, int | None]] = {}
        self.merged = False
        """Whether one text stands for several values."""

    def encode(self, values: Iterable[object]) -> list[int | None]:
        """The code of each value; None for one that is missing."""
        return [None if value is None else self._encode(value) for value in values]

    def _encode(self, value: object) -> int:
        known = self._known.setdefault(type(value), {})
        plain = isinstance(value, (str, int, bytes, datetime))
        key = value if plain else repr(value)  # not a number equals nothing, not even itself
        code = known.get(key)
        if code is None:
            code = known[key] = self._learn(value)
        return code

    def _learn(self, value: object) -> int:
        text = str(write_value(value))
        self.merged = self.merged or text in self._texts
        self.natives.setdefault(text, []).append(value)
        return self._texts.setdefault(text, len(self._texts))

    def column(self, codes: list[int | None]) -> pa.DictionaryArray:
        """A column of codes."""
        texts = pa.array(list(self._texts), pa.string())
        return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), texts)
