"""Ranges of numbers as people write them: `20-29`, `[20, 30[`, `20 to 30`, `>=65`, `65+`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

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
