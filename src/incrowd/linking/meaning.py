"""What a published value may stand for: `20-29` for 25, `130**` for 13012, `{a, b}` for a, `*`.

    covers("[20, 30[", "29")        # True

A hierarchy knows best what its labels stand for; without one the usual ways of writing are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.table import MISSING, SUPPRESSED

Covers = NDArray[np.bool_]

_NUMBER: Final = r"-?\d+(?:[.,]\d+)?"
_RANGE: Final = re.compile(
    rf"(?P<open>[\[\](]?)\s*(?P<low>{_NUMBER})\s*(?:-|–|—|,|;|\.\.|to|bis|a)\s*"
    rf"(?P<high>{_NUMBER})\s*(?P<close>[\[\])]?)"
)
_BOUND: Final = re.compile(rf"(?P<sign>>=|<=|≥|≤|>|<)\s*(?P<number>{_NUMBER})")
_OPEN_END: Final = re.compile(rf"(?P<number>{_NUMBER})\s*\+")
_MASKED: Final = re.compile(r"[^*]+\*+")


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


def covers(published: str | None, value: str | None) -> bool:
    """Whether a published text may stand for an original value.

    >>> covers("130**", "13012"), covers("20-29", "30"), covers("{a, b}", "b"), covers(">=65", "65")
    (True, False, True, True)
    """
    return reading(published)(value)


def reading(published: str | None) -> Callable[[str | None], bool]:
    """What a published text stands for, as a test of values."""
    if published == SUPPRESSED:
        return lambda value: True
    if published is None or published == MISSING:
        return lambda value: value is None or value == published
    members = _members(published)
    interval = as_interval(published)
    masked = _MASKED.fullmatch(published) is not None

    def test(value: str | None) -> bool:
        if value is None:
            return False
        if value == published or value in members:
            return True
        if masked:
            return len(value) == len(published) and all(
                mark in ("*", character) for mark, character in zip(published, value, strict=True)
            )
        if interval is not None:
            number = as_number(value)
            return number is not None and number in interval
        return False

    return test


def as_interval(text: str) -> Interval | None:
    """Read the usual ways to write a range of numbers.

    >>> as_interval("[20, 30[")
    Interval(low=20.0, high=30.0, with_low=True, with_high=False)
    >>> as_interval("65+"), as_interval("<18"), as_interval("20")
    (Interval(low=65.0, high=inf, with_low=True, with_high=True), \
Interval(low=-inf, high=18.0, with_low=True, with_high=False), None)
    """
    found = _RANGE.fullmatch(text.strip())
    if found:
        low, high = _float(found["low"]), _float(found["high"])
        with_low = found["open"] not in ("]", "(")
        with_high = found["close"] not in ("[", ")")
        return Interval(low, high, with_low, with_high) if low <= high else None
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


def table_of_covers(
    published: Sequence[str | None],
    values: Sequence[str | None],
    hierarchy: Hierarchy | None = None,
) -> Covers:
    """Which published text may stand for which value: one row per text."""
    found = np.zeros((len(published), len(values)), np.bool_)
    for row, text in enumerate(published):
        known = None if hierarchy is None else _in_hierarchy(text, values, hierarchy)
        if known is None:
            test = reading(text)
            known = np.fromiter((test(value) for value in values), np.bool_, len(values))
        found[row] = known
    return found


def _in_hierarchy(
    text: str | None, values: Sequence[str | None], hierarchy: Hierarchy
) -> Covers | None:
    """What a hierarchy says that a text stands for; None where it does not know the text.

    A text that is the label of several levels stands for all that any of them says.
    """
    place = {value: index for index, value in enumerate(hierarchy.values)}
    where = np.array([place.get(value, -1) for value in values], np.int64)
    known, found = False, np.zeros(len(values), np.bool_)
    if text in place:
        known = True
        found |= where == place[text]
    for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True):
        if text in labels:
            known = True
            found |= (where >= 0) & (groups[where] == labels.index(text))
    if text == SUPPRESSED:
        found[:] = True
    return found if known else None


def _members(text: str) -> frozenset[str]:
    """The values of a set: `{a, b}`, as hierarchies by frequency write it."""
    if not (text.startswith("{") and text.endswith("}")):
        return frozenset()
    return frozenset(part.strip() for part in re.split("[,;]", text[1:-1]) if part.strip())


def _float(text: str) -> float:
    return float(text.replace(",", "."))
