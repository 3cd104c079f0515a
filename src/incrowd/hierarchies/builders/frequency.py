"""Sets that pair the rare with the common: Preschool -> {HS-grad, Preschool} -> … -> *."""

import numpy as np

from incrowd.hierarchies.builder import Builder, Level, assemble, count_title, everything, show
from incrowd.hierarchies.hierarchy import Codes, Domain, Hierarchy
from incrowd.language import say

MOST_LEVELS = 4

Sets = list[list[int]]
"""Groups of values, each value by its rank in value order, ascending within a group."""


def suits(domain: Domain) -> str | None:
    """Whatever else a value is, it is a text that occurs more or less often."""
    return say("all we know about its values is how often they occur")


def build(domain: Domain) -> Hierarchy:
    """Join the rarest with the most frequent, level after level."""
    order = sorted(range(len(domain.values)), key=lambda i: _value_order(domain.values[i]))
    texts = [show(domain.values[position]) for position in order]
    counts = [int(domain.counts[position]) for position in order]
    sets: Sets = [[rank] for rank in range(len(order))]
    levels = []
    for _ in range(count_levels(len(order)) - 1):
        sets = _pair(sets, counts)
        levels.append(_level(sets, texts, order))
    how = say("Sets that combine rare values with frequent ones.")
    return assemble(everything(domain), levels, "frequency", how, keep_all=True)


def count_levels(values: int) -> int:
    """L = max(1, min(⌊log2|V|⌋, 4)).

    >>> [count_levels(values) for values in (1, 2, 5, 14, 41)]
    [1, 1, 2, 3, 4]
    """
    return max(1, min(values.bit_length() - 1, MOST_LEVELS))


def _value_order(value: str | None) -> tuple[bool, str]:
    """Texts in their order, the missing value last."""
    return value is None, value or ""


def _pair(sets: Sets, counts: list[int]) -> Sets:
    """Least with most frequent, second least with second most …; ties by smallest member."""
    ranked = sorted(sets, key=lambda members: (sum(counts[rank] for rank in members), members[0]))
    odd = len(ranked) % 2
    if odd:
        # the first set holds the two least frequent and the most frequent
        ranked[1:2] = [sorted(ranked[0] + ranked[1])]
        ranked = ranked[1:]
    half = len(ranked) // 2
    pairs = zip(ranked[:half], reversed(ranked[half:]), strict=True)
    return [sorted(rare + common) for rare, common in pairs]


def _level(sets: Sets, texts: list[str], order: list[int]) -> Level:
    groups: Codes = np.empty(len(order), dtype=np.int32)
    for number, members in enumerate(sets):
        for rank in members:
            groups[order[rank]] = number
    labels = (f"{{{', '.join(texts[rank] for rank in members)}}}" for members in sets)
    return Level(count_title(len(sets)), groups, tuple(labels))


BUILDER = Builder(
    name="frequency",
    title="Balanced sets",
    explanation="Combines rare values with frequent ones, "
    "so that nobody stands out by a rare value.",
    citation="GR²ASP, thesis, 2019; X²R², VLDB 2020",
    suits=suits,
    build=build,
)
