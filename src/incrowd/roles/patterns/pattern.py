"""A pattern that values can follow, such as a checksum, and how much it proves.

Numbers are read without their separators: `compact("12 34-5")` is `12345`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.table import Kind

ENOUGH: Final = 1e-4
"""How unlikely a match by chance must be before values alone decide."""

CODES: Final = frozenset({Kind.TEXT, Kind.INTEGER})
TEXTS: Final = frozenset({Kind.TEXT})


@dataclass(frozen=True)
class Pattern:
    """What values look like that have a meaning, and how often others look so by chance."""

    meaning: Meaning
    title: str
    """What the values that follow it are called, in the plural: `valid IBANs`."""
    matches: Callable[[str], bool]
    shortest: int
    longest: int
    """Lengths, separators included, outside of which no value can follow the pattern."""
    chance: float
    """The share of unrelated values of the same length and alphabet that follow it by accident;
    1 where the pattern proves nothing unless the column's name says the same."""
    kinds: frozenset[Kind] = CODES
    telling: Callable[[str], bool] | None = None
    """Which of the matching values prove something; all of them where it is not given."""

    def proves(self, hits: int) -> bool:
        """Whether that many different matching values cannot be an accident."""
        return hits > 0 and float(self.chance) ** hits <= ENOUGH


_SEPARATORS: Final = str.maketrans("", "", " -./\u00a0\u202f")
_DIGITS: Final = re.compile(r"[0-9]+", re.ASCII)


def compact(text: str) -> str:
    """Remove the separators that people write into long numbers, and put letters in capitals.

    >>> compact("x-1234567 l")
    'X1234567L'
    """
    return text.translate(_SEPARATORS).upper()


def digits_of(text: str, *lengths: int) -> str | None:
    """Return the digits of a number of one of the lengths, or None where it is none.

    >>> digits_of("943 476 5919", 10), digits_of("12a", 3)
    ('9434765919', None)
    """
    number = compact(text)
    return number if len(number) in lengths and _DIGITS.fullmatch(number) else None


def weighted(number: str, weights: Sequence[int]) -> int:
    """Sum up the digits, each times its weight.

    >>> weighted("123", (3, 2, 1))
    10
    """
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=False))


def luhn(number: str) -> bool:
    """Whether a number passes the check of payment cards (ISO/IEC 7812-1).

    >>> luhn("79927398713"), luhn("79927398714")
    (True, False)
    """
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2])
    return (doubled + sum(int(digit) for digit in number[-1::-2])) % 10 == 0


def is_day(year: int, month: int, day: int) -> bool:
    """Whether a date exists.

    >>> is_day(1900, 2, 29), is_day(2000, 2, 29)
    (False, True)
    """
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def is_birthday(two_digit_year: int, month: int, day: int) -> bool:
    """Whether a date with a year of two digits exists in the last or in this century."""
    return any(is_day(century + two_digit_year, month, day) for century in (1900, 2000))
