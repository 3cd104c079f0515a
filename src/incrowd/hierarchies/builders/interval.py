"""Intervals of equal width, two merged per level: 39 -> [37, 47[ -> [37, 57[ -> [17, 57[ -> *."""

from collections.abc import Callable

import numpy as np

from incrowd.hierarchies.builder import Builder, Level, assemble, group_by_number
from incrowd.hierarchies.builders.numerals import Numbers, read_numbers
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say

MOST_LEVELS = 4


def suits(domain: Domain) -> str | None:
    """Numbers fit."""
    return say("its values are numbers") if domain.attribute.kind.numeric else None


def build(domain: Domain) -> Hierarchy:
    """Cut the range from the smallest number in 2^(L-1) bins and merge two per level."""
    numbers = read_numbers(domain)
    how = say("Intervals of equal width.")
    return assemble(numbers.understood, _levels(numbers), "interval", how, keep_all=True)


def count_levels(span: int) -> int:
    """L = max(1, min(⌊log2⌈range⌉⌋, 4)), for a range that is already rounded up.

    >>> [count_levels(span) for span in (0, 1, 4, 73)]
    [1, 1, 2, 4]
    """
    return max(1, min(span.bit_length() - 1, MOST_LEVELS))


def _levels(numbers: Numbers) -> list[Level]:
    if not len(numbers.units):
        return []
    low, per_one = int(numbers.units.min()), numbers.per_one
    span = -((low - int(numbers.units.max())) // per_one)
    steps = count_levels(span) - 1
    if not steps:
        return []
    bins = 2**steps
    width = -(-span // bins)
    first = np.minimum((numbers.units - low) // (width * per_one), bins - 1).astype(np.int64)
    return [
        group_by_number(
            say("intervals of {width}", width=width << step),
            first >> step,
            _labeller(numbers, low, width << step, bins >> step),
        )
        for step in range(steps)
    ]


def _labeller(numbers: Numbers, low: int, width: int, bins: int) -> Callable[[int], str]:
    """Write a bin with its edges, half open but for the last one."""
    units = width * numbers.per_one

    def label(number: int) -> str:
        start, end = (numbers.write(low + (number + i) * units) for i in (0, 1))
        return f"[{start}, {end}{']' if number == bins - 1 else '['}"

    return label


BUILDER = Builder(
    name="interval",
    title="Intervals",
    explanation="Puts numbers in intervals of equal width, twice as wide with each level.",
    citation="GR²ASP, thesis, 2019; X²R², VLDB 2020",
    suits=suits,
    build=build,
)
