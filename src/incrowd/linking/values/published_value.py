"""What a published value may stand for: `20-29` for 25, `130**` for 13012, `{a, b}` for a, `*`.

    covers("[20, 30[", "29")        # True
    overlaps("13***", "130**")      # True

The usual ways of writing are read; a taxonomy says what labels of a hierarchy stand for.
Ranges are ranges of real numbers: `20-30` and `30-40` meet in 30.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.table import MISSING, SUPPRESSED

_NUMBER: Final = r"-?\d+(?:[.,]\d+)?"
_RANGE: Final = re.compile(
    rf"(?P<open>[\[\](]?)\s*(?P<low>{_NUMBER})\s*(?:-|–|—|,|;|\.\.|to|bis|a)\s*"
    rf"(?P<high>{_NUMBER})\s*(?P<close>[\[\])]?)"
)
_BOUND: Final = re.compile(rf"(?P<sign>>=|<=|≥|≤|>|<)\s*(?P<number>{_NUMBER})")
_OPEN_END: Final = re.compile(rf"(?P<number>{_NUMBER})\s*\+")


@dataclass(frozen=True)
class Interval:
    """Numbers between two ends, which belong to it or not."""

    low: float
    high: float
    with_low: bool = True
    with_high: bool = True

    def __contains__(self, number: float) -> bool:
        above = number > self.low or (self.with_low and number == self.low)
        below = number < self.high or (self.with_high and number == self.high)
        return above and below

    @property
    def first(self) -> tuple[float, int]:
        """Where it begins, to be compared: just behind the number if that does not belong to it."""
        return self.low, 0 if self.with_low else 1

    @property
    def last(self) -> tuple[float, int]:
        """Where it ends, to be compared: just before the number if that does not belong to it."""
        return self.high, 0 if self.with_high else -1

    def includes(self, other: Interval) -> bool:
        """Whether no number of the other lies outside."""
        return self.first <= other.first and other.last <= self.last

    def meets(self, other: Interval) -> bool:
        """Whether some number lies in both."""
        return self.first <= other.last and other.first <= self.last


def as_interval(text: str) -> Interval | None:
    """Read the usual ways to write a range of numbers.

    >>> as_interval("[20, 30[")
    Interval(low=20.0, high=30.0, with_low=True, with_high=False)
    >>> as_interval("65+"), as_interval("<18"), as_interval("20")
    (Interval(low=65.0, high=inf, with_low=True, with_high=True), \
Interval(low=-inf, high=18.0, with_low=True, with_high=False), None)
    """
    written = _RANGE.fullmatch(text.strip())
    if written:
        low, high = _float(written["low"]), _float(written["high"])
        with_low = written["open"] not in ("]", "(")
        with_high = written["close"] not in ("[", ")")
        span = Interval(low, high, with_low, with_high)
        return span if span.first <= span.last else None  # no number lies in ]5, 5]
    bound = _BOUND.fullmatch(text.strip())
    if bound:
        number, sign = _float(bound["number"]), bound["sign"]
        if sign in (">=", "≥", ">"):
            return Interval(number, inf, with_low=sign != ">")
        return Interval(-inf, number, with_high=sign != "<")
    ended = _OPEN_END.fullmatch(text.strip())
    return Interval(_float(ended["number"]), inf) if ended else None


def as_number(text: str) -> float | None:
    """A value as a number, if it is one."""
    try:
        number = _float(text.strip())
    except ValueError:
        return None
    return number if isfinite(number) else None


def _float(text: str) -> float:
    return float(text.replace(",", "."))


Covers = NDArray[np.bool_]

_DIGITS_MASKED: Final = re.compile(r"(?P<digits>[1-9]\d*)(?P<stars>\*+)")
_PLAINLY_WRITTEN: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:[.,]\d+)?")
_MOST_DIGITS: Final = 15
"""Longer numbers cannot be distinguished exactly."""
_REMEMBERED: Final = 1 << 16


@dataclass(frozen=True)
class Meaning:
    """A published text, taken apart."""

    text: str
    members: tuple[str, ...] = ()
    """Of a set."""
    interval: Interval | None = None
    number: float | None = None
    masked: bool = False
    inner: Interval | None = None
    """The whole numbers that masked digits stand for: 30 to 39 for `3*`."""
    outer: Interval | None = None
    """All numbers that begin so: from 30 up to 40."""

    @property
    def suppressed(self) -> bool:
        """Whether it stands for anything: `*`, or a text of which nothing else is left."""
        return bool(self.text) and not self.text.strip(SUPPRESSED)

    @property
    def generalised(self) -> bool:
        """Whether it stands for more than one value."""
        return bool(self.suppressed or self.members or self.interval or self.masked)

    @property
    def exact(self) -> bool:
        """Whether it is a number that is equal to another one only if they are the same number."""
        return self.number is not None and _PLAINLY_WRITTEN.fullmatch(self.text.strip()) is not None


@lru_cache(maxsize=_REMEMBERED)
def meaning_of(text: str) -> Meaning:
    """Take a published text apart.

    >>> meaning_of("3*").inner
    Interval(low=30.0, high=39.0, with_low=True, with_high=True)
    >>> meaning_of("{a, b}").members, meaning_of("20 to 30").generalised
    (('a', 'b'), True)
    """
    members = _members(text)
    if members:
        return Meaning(text, members)
    number = as_number(text)  # before ranges: 1,5 is one and a half
    interval = as_interval(text) if number is None else None
    if interval is not None:
        return Meaning(text, interval=interval)
    if SUPPRESSED in text and text != MISSING and text.strip(SUPPRESSED):
        inner, outer = _spans(text)
        return Meaning(text, masked=True, inner=inner, outer=outer)
    return Meaning(text, number=number)


def covers(published: str | None, value: str | None) -> bool:
    """Whether all that a text may stand for is something that a published one may stand for.

    >>> covers("130**", "13012"), covers("20-29", "30"), covers("{a, b}", "b"), covers(">=65", "65")
    (True, False, True, True)
    >>> covers("13***", "130**"), covers("130**", "13***"), covers("20-29", "[21, 25[")
    (True, False, True)
    """
    return reading(published)(value)


def reading(published: str | None) -> Callable[[str | None], bool]:
    """What a published text stands for, as a test of values."""
    if published is None or published == MISSING:
        return lambda value: value is None or value == published
    known = meaning_of(published)
    if known.suppressed:
        return lambda value: True
    return lambda value: value is not None and _covers(known, meaning_of(value))


def overlaps(left: str | None, right: str | None) -> bool:
    """Whether two texts may stand for the same value; a missing value goes with nothing.

    >>> overlaps("13***", "130**"), overlaps("20-30", "30-40"), overlaps("20-30", "]30-40]")
    (True, True, False)
    """
    if left is None or right is None:
        return False
    return _overlaps(meaning_of(left), meaning_of(right))


def _covers(published: Meaning, value: Meaning) -> bool:
    if published.suppressed or published.text == value.text or value.text in published.members:
        return True
    if published.members or value.members:
        parts = value.members or (value.text,)
        texts = published.members or (published.text,)
        return all(any(covers(text, part) for text in texts) for part in parts)
    if value.suppressed:
        return False
    if published.interval is not None or value.interval is not None:
        span = published.interval or published.outer or _point(published)
        within = value.interval or value.inner or _point(value)
        return span is not None and within is not None and span.includes(within)
    if published.masked:
        return _fits(published.text, value.text)
    return _same_number(published, value)


def _overlaps(left: Meaning, right: Meaning) -> bool:
    if left.suppressed or right.suppressed or left.text == right.text:
        return True
    if left.members or right.members:
        ours, theirs = left.members or (left.text,), right.members or (right.text,)
        return any(overlaps(our, other) for our in ours for other in theirs)
    if left.interval is not None or right.interval is not None:
        one = left.interval or left.outer or _point(left)
        other = right.interval or right.outer or _point(right)
        return one is not None and other is not None and one.meets(other)
    if left.masked or right.masked:
        return _agree(left.text, right.text)
    return _same_number(left, right)


def _same_number(one: Meaning, other: Meaning) -> bool:
    """Whether both are the same number; 01067 is no number here, but a code."""
    return one.exact and other.exact and one.number == other.number


def _point(value: Meaning) -> Interval | None:
    return None if value.number is None else Interval(value.number, value.number)


def _fits(mask: str, text: str) -> bool:
    return len(mask) == len(text) and all(
        mark in ("*", character) for mark, character in zip(mask, text, strict=True)
    )


def _agree(left: str, right: str) -> bool:
    return len(left) == len(right) and all(
        letter == other or "*" in (letter, other) for letter, other in zip(left, right, strict=True)
    )


def _spans(text: str) -> tuple[Interval | None, Interval | None]:
    """The numbers that masked digits stand for; nothing where the mask is not of digits."""
    written = _DIGITS_MASKED.fullmatch(text)
    if written is None or len(text) > _MOST_DIGITS:
        return None, None
    low, width = (
        float(written["digits"] + "0" * len(written["stars"])),
        10.0 ** len(written["stars"]),
    )
    return Interval(low, low + width - 1), Interval(low, low + width, with_high=False)


def _members(text: str) -> tuple[str, ...]:
    """The values of a set: `{a, b}`, as hierarchies by frequency write it; `{a, }` has missing."""
    if not (text.startswith("{") and text.endswith("}")):
        return ()
    parts = [_peeled(part) for part in re.split("[,;]", text[1:-1])]
    return tuple(dict.fromkeys(part or MISSING for part in parts)) if any(parts) else ()


def _peeled(part: str) -> str:
    """A member without blanks around it; a set of one within a set is that one.

    >>> _peeled(" {{a} } "), _peeled("{a"), _peeled("{}")
    ('a', '{a', '')
    """
    start, end = 0, len(part)
    while True:
        while start < end and part[start].isspace():
            start += 1
        while start < end and part[end - 1].isspace():
            end -= 1
        if end - start < 2 or part[start] != "{" or part[end - 1] != "}":
            return part[start:end]
        start, end = start + 1, end - 1
