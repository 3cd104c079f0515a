"""Read the numbers of a domain exactly, as whole multiples of a small unit: `1.25` -> 125 · 0.01.

Bins have edges at round decimals, which floating point cannot hit: 0.3 // 0.1 is 2, not 3.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.builder import Level, Understood, group_by_number
from incrowd.hierarchies.hierarchy import Domain

_WHOLE: Final = re.compile(r"\s*[+-]?[0-9]{1,300}\s*")
_DECIMAL: Final = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\s*")
_GROUPED: Final = re.compile(r"\s*[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\s*")
_SWAP: Final = str.maketrans(",.", ".,")
_LONGEST: Final = 700
"""Longer texts are no numbers that anybody wrote on purpose."""
_ROOM: Final = 2**60


@dataclass(frozen=True)
class Numbers:
    """The numbers among the values: each is `units[i] / per_one`, exactly."""

    understood: Understood
    units: NDArray[Any]
    """int64, or Python integers where those do not suffice."""
    per_one: int

    @property
    def weights(self) -> NDArray[np.int64]:
        """The number of rows of each number."""
        return self.understood.domain.counts[self.understood.positions]

    def write(self, units: int) -> str:
        """A number as people write it: `17`, `-0.5`."""
        return write_decimal(units, self.per_one)


def read_numbers(domain: Domain) -> Numbers:
    """Read every value that is a number; all others are not understood."""
    comma = domain.attribute.profile.decimal_comma
    read = [read_number(value, decimal_comma=comma) for value in domain.values]
    positions = np.array([i for i, number in enumerate(read) if number is not None], np.int64)
    result = [number for number in read if number is not None]
    places = max((_places(number) for number in result), default=0)
    per_one: int = 10**places
    with localcontext(prec=4 * _LONGEST):  # so that no digit is rounded away
        units = [int(number * per_one) for number in result]
    small = all(-_ROOM < unit < _ROOM for unit in units)
    array = np.array(units, dtype=np.int64 if small else object)
    return Numbers(Understood(domain, positions), array, per_one)


def read_number(value: str | None, *, decimal_comma: bool = False) -> int | Decimal | None:
    """Read one number as it is written; None where it is none.

    >>> read_number(" 1.234,50", decimal_comma=True)
    Decimal('1234.50')
    >>> read_number("?")
    """
    if value is None or len(value) > _LONGEST:
        return None
    if _WHOLE.fullmatch(value):
        return int(value)
    text = value.translate(_SWAP) if decimal_comma else value
    if _GROUPED.fullmatch(text):
        text = text.replace(",", "")
    if not _DECIMAL.fullmatch(text):
        return None
    number = Decimal(text)
    return number if abs(number.adjusted()) <= 308 else None


def is_number(value: str) -> bool:
    """Whether a text is a number with a decimal point, or a whole one."""
    return read_number(value) is not None


def write_decimal(units: int, per_one: int) -> str:
    """Write units of a power of ten without superfluous zeros.

    >>> write_decimal(-250, 100)
    '-2.5'
    """
    whole, rest = divmod(abs(units), per_one)
    places = len(str(per_one)) - 1
    decimals = f".{rest:0{places}d}".rstrip("0") if rest else ""
    return f"{'-' if units < 0 else ''}{whole}{decimals}"


def _places(number: int | Decimal) -> int:
    if isinstance(number, int):
        return 0
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def cut_bands(
    numbers: Numbers, widths: Mapping[int, str], label: Callable[[int, int], str]
) -> list[Level]:
    """Cut at multiples of each width; a width divides the next one, so that the bands nest."""
    return [
        group_by_number(title, _starts(numbers, width), partial(label, width))
        for width, title in widths.items()
    ]


def _starts(numbers: Numbers, width: int) -> NDArray[Any]:
    """The first whole number of the band of each number."""
    return np.asarray(numbers.units // (numbers.per_one * width) * width)


def name_band(width: int, start: int) -> str:
    """Write a band by its first and last whole number.

    >>> name_band(5, 35), name_band(5, -5)
    ('35-39', '-5 to -1')
    """
    end = start + width - 1
    return f"{start}-{end}" if start >= 0 else f"{start} to {end}"
