"""Read the values of a column as exact whole numbers of a unit, and write numbers as it does.

`1,25` and `3` are 125 and 300 hundredths. A date is a number of days. What says no number (a
missing cell, `NA`, `inf`) is not known. So sums never round, and never overflow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.hierarchy import Domain
from incrowd.table import Kind, Profile

FURTHER_DECIMALS: Final = 4
"""Decimals that a mean may have beyond those of the data; zeros at the end are not written."""
_PLAIN_DIGITS: Final = 15
"""Digits before or after the point up to which a number is written without an exponent."""
_SAFE: Final = 2**62
_ISO: Final = "%Y-%m-%d"

Integers = NDArray[Any]
"""int64 where sums fit, Python's own integers where not."""


@dataclass(frozen=True, eq=False)
class ExactValues:
    """The values of a domain: `units[code]` units of `10 ** -decimals`, or days."""

    profile: Profile
    units: Integers
    known: NDArray[np.bool_]
    decimals: int = 0

    @classmethod
    def of(cls, domain: Domain) -> ExactValues:
        """Read every value of a domain; 1,000,000 take about a second."""
        profile = domain.attribute.profile
        parse = _day if profile.kind is Kind.DATE else _number
        read = [None if text is None else parse(text, profile) for text in domain.values]
        decimals = max((each[1] for each in read if each is not None), default=0)
        units = [0 if each is None else each[0] * 10 ** (decimals - each[1]) for each in read]
        rows = max(int(domain.counts.sum()), 1)
        largest = max(map(abs, units), default=0)
        kind = np.int64 if 2 * largest * rows < _SAFE else object
        known = np.array([each is not None for each in read], np.bool_)
        return cls(profile, np.array(units, kind), known, decimals)

    @property
    def dated(self) -> bool:
        """Whether the values are days."""
        return self.profile.kind is Kind.DATE

    @cached_property
    def lowest(self) -> int:
        """The smallest known value, in units."""
        return int(self.units[self.known].min()) if self.known.any() else 0

    @cached_property
    def offsets(self) -> NDArray[np.float64]:
        """How far each value lies above the smallest one; subtracted before anything rounds."""
        above = np.where(self.known, self.units - self.lowest, 0)
        if above.dtype != object:
            return above.astype(np.float64) / 10.0**self.decimals
        unit = 10**self.decimals
        return np.array([float(Fraction(int(each), unit)) for each in above], np.float64)

    def write(self, numerator: int, denominator: int) -> tuple[str, Fraction]:
        """A number of units as text, and the number that the text says.

        >>> from incrowd.table import Kind
        >>> known = ExactValues(Profile("x", Kind.INTEGER, 3, 0, 3), np.zeros(0), np.zeros(0, bool))
        >>> known.write(75, 2)[0], known.write(76, 2)[0], known.write(-100, 3)[0]
        ('37.5', '38', '-33.3333')
        """
        if self.dated:
            days = round(Fraction(numerator, denominator))
            moment = date.fromordinal(days)
            return moment.strftime(self.profile.date_format or _ISO), Fraction(days)
        exact = Fraction(numerator, denominator * 10**self.decimals)
        decimals = self.decimals + FURTHER_DECIMALS
        if self.decimals > _PLAIN_DIGITS or abs(exact) >= 10**_PLAIN_DIGITS:
            return self._write_exponent(exact)
        rounded = round(exact * 10**decimals)
        sign, digits = "-" if rounded < 0 else "", str(abs(rounded)).zfill(decimals + 1)
        text = f"{sign}{digits[:-decimals]}.{digits[-decimals:]}".rstrip("0").rstrip(".")
        return self._with_comma(text), Fraction(rounded, 10**decimals)

    def _write_exponent(self, exact: Fraction) -> tuple[str, Fraction]:
        if exact.denominator == 1 and self.profile.kind is Kind.INTEGER:
            return str(exact.numerator), exact
        number = float(exact)
        return self._with_comma(repr(number)), Fraction(number)

    def _with_comma(self, text: str) -> str:
        return text.replace(".", ",") if self.profile.decimal_comma else text

    def describe(self, texts: list[str]) -> Profile:
        """The profile of a column that shows these texts, in the order of their numbers."""
        known = [text.lstrip("-") for text in texts]
        whole = all(text.isdecimal() for text in known)
        kind = Kind.INTEGER if whole else Kind.DECIMAL
        lengths = [len(text) for text in texts] or [0]
        return replace(
            self.profile,
            kind=Kind.DATE if self.dated else kind,
            missing=0,
            distinct=len(texts),
            shortest=min(lengths),
            longest=max(lengths),
            minimum=texts[0] if texts else None,
            maximum=texts[-1] if texts else None,
            decimal_comma=self.profile.decimal_comma and not whole,
            markers=(),
            common=tuple((text, 1) for text in texts[:1000]),
        )


def _number(text: str, profile: Profile) -> tuple[int, int] | None:
    """A number as units and decimals: 1.25 is 125 with two."""
    plain = text.replace(",", ".") if profile.decimal_comma else text
    try:
        if "e" in plain or "E" in plain:
            return _exponent(plain)
        whole, _, fraction = plain.partition(".")
        return int(whole + fraction), len(fraction)
    except (ValueError, ArithmeticError):  # NA, inf and other markers
        return None


def _exponent(text: str) -> tuple[int, int] | None:
    if not isfinite(float(text)):
        return None
    number = Decimal(text)
    sign, digits, exponent = number.as_tuple()
    units = int("".join(map(str, digits))) * (-1 if sign else 1)
    if not isinstance(exponent, int):
        return None
    return (units, -exponent) if exponent < 0 else (units * 10**exponent, 0)


def _day(text: str, profile: Profile) -> tuple[int, int] | None:
    try:
        return datetime.strptime(text, profile.date_format or _ISO).date().toordinal(), 0
    except ValueError:
        return None
