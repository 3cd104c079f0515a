"""Publish a number for each group of a recoding: `aggregate(recoding, {"age": "mean"})`.

Groups are what would look alike without it. All rows of a group show the same number, so groups
can merge where their other values agree, but never split.

A missing cell shows the number of its group, too, where others in the group are known: otherwise it
would split the group. How many such cells there are is told. A group without a known value stays
missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from incrowd.answers import Words, part
from incrowd.kernels.grouping import Positions
from incrowd.language import join, say
from incrowd.search.aggregation.functions import FUNCTIONS, Members
from incrowd.search.exact_values import ExactValues
from incrowd.search.recoding import GroupNumbers, Recoding

_IN_WORDS: Final = {
    "mean": say("the mean"),
    "median": say("the median"),
    "mode": say("the most frequent value"),
}


@dataclass(frozen=True)
class Aggregation:
    """What the numbers of a column lost where each group shows one number."""

    attribute: str
    function: str
    sse: float | None
    """Sum of squared errors: of published numbers against the original ones, over all rows that are
    published and known. Dates count in days. None where it is too large for a number."""
    sst: float | None
    """Total sum of squares: of the same original numbers against their mean."""
    lost: float
    """The share of the spread that is lost: sse / sst. 0 where all numbers are the same."""
    filled: int
    """Published rows whose own cell is missing and now shows the number of its group."""

    @property
    @part()
    def words(self) -> Words:
        """What became of the column, in words."""
        lost = say(
            "'{name}' shows {number} of each group: {lost:.2g} % of its spread is lost.",
            name=self.attribute,
            number=_IN_WORDS[self.function],
            lost=100 * self.lost,
        )
        if not self.filled:
            return lost
        filled = say("{filled:,} missing cells show the number of their group.", filled=self.filled)
        return join([lost, filled], " ")


def aggregate(
    recoding: Recoding,
    functions: Mapping[str, str],
    known: Mapping[str, ExactValues] = MappingProxyType({}),
) -> Recoding:
    """The same recoding, with a number for each group in some numeric attributes.

    Reading a million values takes a second, so whoever has read them hands them in.
    """
    groups = _groups(recoding)
    rows = recoding.by_rows
    numbers = {}
    for name, function in functions.items():
        place = rows.crowd.names.index(name)
        values = known.get(name) or ExactValues.of(rows.crowd.domains[place])
        numbers[place] = _numbers(rows, place, values, groups, function)
    return replace(recoding, numbers=numbers)


def _groups(recoding: Recoding) -> Positions:
    """The group of each part: rows that would look alike, those left out apart from the others."""
    if recoding.groups is not None:
        return recoding.by_rows.groups_of_parts
    plain = replace(recoding.by_rows, numbers={})
    everyone = replace(plain, kept=np.ones(len(plain.tuples), np.bool_))
    return np.asarray(2 * everyone.class_of + plain.kept, np.int32)


def _numbers(
    recoding: Recoding, place: int, values: ExactValues, groups: Positions, function: str
) -> GroupNumbers:
    codes = recoding.crowd.codes[place][recoding.tuples]
    known = values.known[codes]
    own = codes[known]
    members = Members.of(
        groups[known], values.units[own], values.ranks[own], recoding.counts[known]
    )
    written = values.write(*FUNCTIONS[function](members))
    # a group without a known value shows that it is missing, which comes last
    code_of = np.full(int(groups.max(initial=-1)) + 1, len(written.texts), np.int32)
    code_of[members.known_groups] = written.codes
    return GroupNumbers(
        function,
        code_of[groups],
        (*written.texts, None),
        values.describe(written.texts),
        np.append(written.offsets, 0.0),
        values,
    )


def measure_aggregation(recoding: Recoding) -> tuple[Aggregation, ...]:
    """What the numbers of a recoding lost, attribute by attribute."""
    rows = recoding.by_rows
    return tuple(_measure(rows, place, rows.numbers[place]) for place in sorted(rows.numbers))


def _measure(rows: Recoding, place: int, numbers: GroupNumbers) -> Aggregation:
    values = numbers.values
    codes = rows.crowd.codes[place][rows.tuples]
    known = values.known[codes] & rows.kept
    filled = rows.kept & ~values.known[codes] & (numbers.codes < len(numbers.texts) - 1)
    weights = rows.counts[known].astype(np.float64)
    original = values.offsets[codes[known]]
    published = numbers.offsets[numbers.codes[known]]
    # as shares of the largest, so that squares of huge numbers do not overflow
    scale = float(max(original.max(initial=0.0), np.abs(published).max(initial=0.0))) or 1.0
    original, published = original / scale, published / scale
    sse = float(weights @ (original - published) ** 2)
    center = float(weights @ original) / max(float(weights.sum()), 1.0)
    sst = float(weights @ (original - center) ** 2)
    return Aggregation(
        rows.crowd.names[place],
        numbers.function,
        _finite(sse, scale),
        _finite(sst, scale),
        sse / sst if sst > 0 else 0.0,
        int(rows.counts[filled].sum()),
    )


def _finite(share: float, scale: float) -> float | None:
    """A sum of squares in the unit of the column; None where no number is so large."""
    with np.errstate(over="ignore"):
        result = np.float64(share) * np.float64(scale) * np.float64(scale)
    return float(result) if np.isfinite(result) else None
