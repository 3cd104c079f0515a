"""Bands at round numbers with coded tails: 23,417 -> [20000, 25000[ -> … and ≥ 100000 -> *.

Where a few very large or very small numbers stand far from the rest, intervals of equal width put
nearly everybody in one of them; coding the tails keeps the middle useful.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.builder import Builder, Level, assemble, group_by_number
from incrowd.hierarchies.builders.numerals import Numbers, read_numbers
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

MEANINGS: Final = frozenset({"income", "finance"})
FINEST: Final = 20
"""About as many bands cover the middle at the first level."""
FEWEST: Final = 10
"""Distinct numbers below which bands tell no more than the numbers."""
NARROW: Final = 16
"""Decimals in a range below this would get too few whole-numbered intervals."""
TAIL: Final = 0.05


def suits(domain: Domain) -> str | None:
    """Money fits, numbers with long tails, and decimals in a narrow range."""
    attribute = domain.attribute
    numbers = read_numbers(domain) if attribute.kind.numeric else None
    if numbers is None or len(numbers.units) < FEWEST:
        return None
    if attribute.meaning in MEANINGS:
        return say("its values are amounts of money")
    low, high = _quantiles(numbers)
    first, last = int(numbers.units.min()), int(numbers.units.max())
    if max(low - first, last - high) > high - low > 0:
        return say("a few of its numbers are far from the rest")
    if attribute.kind is Kind.DECIMAL and last - first < NARROW * numbers.per_one:
        return say("its numbers are close together")
    return None


def build(domain: Domain) -> Hierarchy:
    """Cut at multiples of three nested round widths between the 5th and the 95th percentile."""
    numbers = read_numbers(domain)
    how = say("Bands at round numbers, with the extremes grouped.")
    return assemble(numbers.understood, _levels(numbers), "rounding", how)


def nest_widths(span: int) -> tuple[int, int, int]:
    """Three round widths (1, 2, 5 · 10^n), each a multiple of the one before.

    >>> nest_widths(90_000)
    (5000, 10000, 50000)
    """
    power, rest = 1, -(-span // FINEST)
    while rest > 10 * power:
        power *= 10
    step = next(digit for digit in (1, 2, 5, 10) if digit * power >= rest)
    factors = {1: (1, 5, 10), 2: (2, 10, 50), 5: (5, 10, 50), 10: (10, 50, 100)}[step]
    return factors[0] * power, factors[1] * power, factors[2] * power


def _quantiles(numbers: Numbers) -> tuple[int, int]:
    """The numbers below and above which 5 % of the rows lie."""
    order = np.argsort(numbers.units, kind="stable")
    rows = np.cumsum(numbers.weights[order])
    total = int(rows[-1])
    places = [np.searchsorted(rows, share * total) for share in (TAIL, 1 - TAIL)]
    low, high = (int(numbers.units[order[min(int(i), len(order) - 1)]]) for i in places)
    return low, high


def _levels(numbers: Numbers) -> list[Level]:
    if not len(numbers.units):
        return []
    low, high = _quantiles(numbers)
    widths = nest_widths(max(high - low, 1))
    # tails begin at edges of the widest bands, so that no band of any level is cut in two
    widest = widths[2]
    low = low // widest * widest
    high = max(-(-high // widest) * widest, low + widest)
    kept = np.clip(numbers.units, low - 1, high)
    return [_level(numbers, kept, low, high, width) for width in widths]


def _level(numbers: Numbers, kept: NDArray[Any], low: int, high: int, width: int) -> Level:
    index = np.asarray((kept - low) // width)
    return group_by_number(
        say("bands of {width}", width=numbers.write(width)),
        index,
        _labeller(numbers, low, high, width),
    )


def _labeller(numbers: Numbers, low: int, high: int, width: int) -> Callable[[int], str]:
    def label(index: int) -> str:
        start = low + index * width
        if start < low:
            return f"< {numbers.write(low)}"
        if start >= high:
            return f"≥ {numbers.write(high)}"
        return f"[{numbers.write(start)}, {numbers.write(start + width)}["

    return label


BUILDER = Builder(
    name="rounding",
    title="Round bands, extremes grouped",
    explanation="Shows numbers in bands at round figures, "
    "and very small or large ones only as such.",
    citation="Hundepool and others, Statistical disclosure control, Wiley, 2012",
    suits=suits,
    build=build,
)
