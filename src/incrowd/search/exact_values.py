"""Read the values of a column as exact whole numbers of a unit, and write numbers as it does.

`1,25` and `3` are 125 and 300 hundredths. A date is a number of days. What says no number (a
missing cell, `NA`, `inf`) is not known. So sums never round, and never overflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions
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
class Written:
    """Numbers as texts: number `i` is `texts[codes[i]]`; texts are in the order of their size."""

    codes: Positions
    texts: tuple[str, ...]
    offsets: NDArray[np.float64]
    """How far each text's number lies above the smallest value of the data."""


@dataclass(frozen=True, eq=False)
class ExactValues:
    """The values of a domain: `units[code]` units of `10 ** -decimals`, or days."""

    profile: Profile
    units: Integers
    known: NDArray[np.bool_]
    decimals: int = 0

    @classmethod
    def of(cls, domain: Domain) -> ExactValues:
        """Read every value of a domain; 1,000,000 take a moment, or a second where some are odd."""
        profile = domain.attribute.profile
        plain = _read_plain(domain.values, profile) if profile.kind.numeric else None
        return plain or cls._one_by_one(domain, profile)

    @classmethod
    def _one_by_one(cls, domain: Domain, profile: Profile) -> ExactValues:
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

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """The place of each value among those that differ as numbers: 1.5 and 1.50 share one."""
        _, ranks = np.unique(self.units, return_inverse=True)
        return ranks.reshape(-1).astype(np.int64)

    @property
    def _further(self) -> int:
        return 0 if self.dated else FURTHER_DECIMALS

    def write(self, numerators: Integers, denominators: NDArray[np.int64]) -> Written:
        """Fractions of units as texts, rounded half to even where they have many decimals.

        >>> from incrowd.table import Kind
        >>> profile = Profile("x", Kind.INTEGER, 3, 0, 3)
        >>> values = ExactValues(profile, np.zeros(0), np.zeros(0, np.bool_))
        >>> values.write(np.array([75, 76, -100]), np.array([2, 2, 3])).texts
        ('-33.3333', '37.5', '38')
        """
        rounded, codes = self._round(numerators, denominators)
        texts = [self._text(each) for each in rounded.tolist()]
        lowest = self.lowest * 10**self._further
        unit = 10 ** (self.decimals + self._further)
        if rounded.dtype == object or abs(lowest) > _SAFE:
            above = [float(Fraction(int(each) - lowest, unit)) for each in rounded.tolist()]
        else:
            above = (rounded - lowest) / float(unit)
        if len(set(texts)) < len(texts):  # numbers so large that some are written the same
            first = {text: place for place, text in reversed(list(enumerate(texts)))}
            codes = np.array([first[text] for text in texts], np.int32)[codes]
        return Written(codes, tuple(texts), np.array(above, np.float64))

    def _round(
        self, numerators: Integers, denominators: NDArray[np.int64]
    ) -> tuple[Integers, Positions]:
        """The different results in order, in the last decimal that is written, and their codes."""
        factor = 10**self._further
        if (
            numerators.dtype == object
            or (np.abs(numerators // denominators) >= _SAFE // factor).any()
        ):
            pairs = zip(numerators.tolist(), denominators.tolist(), strict=True)
            result = np.array([round(Fraction(*pair) * factor) for pair in pairs], object)
        else:
            whole, rest = np.divmod(numerators, denominators)
            steps, left = np.divmod(rest * factor, denominators)
            odd = (steps + whole * factor) % 2
            up = (2 * left > denominators) | ((2 * left == denominators) & (odd == 1))
            result = whole * factor + steps + up
        different, codes = np.unique(result, return_inverse=True)
        return different, codes.reshape(-1).astype(np.int32)

    def _text(self, rounded: int) -> str:
        """A number in the last decimal that is written as text."""
        if self.dated:
            return date.fromordinal(rounded).strftime(self.profile.date_format or _ISO)
        decimals = self.decimals + FURTHER_DECIMALS
        sign, digits = "-" if rounded < 0 else "", str(abs(rounded)).zfill(decimals + 1)
        if self.decimals > _PLAIN_DIGITS or len(digits) - decimals > _PLAIN_DIGITS:
            return self._text_of_extreme(Fraction(rounded, 10**decimals))
        text = f"{sign}{digits[:-decimals]}.{digits[-decimals:]}".rstrip("0").rstrip(".")
        return self._with_comma(text)

    def _text_of_extreme(self, exact: Fraction) -> str:
        if exact.denominator == 1 and self.profile.kind is Kind.INTEGER:
            return str(exact.numerator)
        return self._with_comma(repr(float(exact)))

    def _with_comma(self, text: str) -> str:
        return text.replace(".", ",") if self.profile.decimal_comma else text

    def describe(self, texts: tuple[str, ...]) -> Profile:
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


def _read_plain(values: Sequence[str | None], profile: Profile) -> ExactValues | None:
    """Read numbers of few digits at once; None where there are markers, exponents or many digits.

    A float of at most 15 digits times a power of ten is the whole number, but for rounding.
    """
    texts = pa.array(values, pa.string())
    if profile.decimal_comma:
        texts = pc.replace_substring(texts, ",", ".")
    longest = pc.max(pc.utf8_length(texts)).as_py()
    if longest is None or longest > _PLAIN_DIGITS:
        return None
    if pc.any(pc.match_substring_regex(texts, "[^0-9.+-]")).as_py():
        return None
    point = pc.find_substring(texts, ".")
    after = pc.subtract(pc.subtract(pc.utf8_length(texts), point), 1)
    decimals = pc.max(pc.if_else(pc.less(point, 0), 0, after)).as_py()
    try:
        floats = pc.cast(pc.fill_null(texts, "0"), pa.float64())
    except pa.ArrowInvalid:
        return None
    units = np.rint(_floats(floats) * 10.0**decimals)
    if len(units) and np.abs(units).max() >= 10.0**_PLAIN_DIGITS:
        return None
    known = np.array([text is not None for text in values], np.bool_)
    return ExactValues(profile, units.astype(np.int64), known, decimals)


def _floats(array: pa.Array) -> NDArray[np.float64]:
    """The numbers of an array; `to_numpy` would load pandas, half a second."""
    return np.frombuffer(array.buffers()[1], np.float64, len(array) + array.offset)[array.offset :]


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
