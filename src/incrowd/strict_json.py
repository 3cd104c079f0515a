"""Read JSON that somebody may have changed: what cannot be a value of ours is a ValueError.

Python's reader also knows `NaN` and `Infinity`, numbers of any length and halves of characters, and
gives up on deep nesting with an error of its own; each of these would turn up much later.

>>> parse_json('{"k": 5, "t": 0.2}')
{'k': 5, 't': 0.2}
>>> parse_json('{"k": Infinity}')
Traceback (most recent call last):
ValueError: Infinity is no number
"""

import json
from math import isfinite
from typing import Any, Final

_MOST_DIGITS: Final = 300
"""A whole number of more digits is larger than any decimal one."""


Document = Any
"""Whatever JSON can say; whoever reads it checks that it is what they need."""


def parse_json(text: str | bytes) -> Document:
    """The document that a text is; bytes are UTF-8."""
    written = text.decode("utf-8") if isinstance(text, bytes) else text
    try:
        document = json.loads(
            written, parse_constant=_refuse, parse_int=_integer, parse_float=_decimal
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if "\\u" in written:
        _check_characters(document)
    return document


def _refuse(number: str) -> float:
    shown = number if len(number) < 20 else f"{number[:20]}…"
    raise ValueError(f"{shown} is no number")


def _integer(text: str) -> int:
    return int(text) if len(text) <= _MOST_DIGITS else int(_refuse(text))


def _decimal(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse(text)


def _check_characters(document: object) -> None:
    """Half of a pair of surrogates is no character, and cannot be written anywhere."""
    try:
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("it has half of a character") from None
