"""What can stand for a group of numbers: `FUNCTIONS["mean"]`, median, mode; all exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.exact_values import Integers


@dataclass(frozen=True, eq=False)
class Members:
    """The known values of groups: distinct pairs of group and value, sorted by both."""

    groups: Positions
    units: Integers
    rows: Sizes
    starts: NDArray[np.int64]
    """Where each group that has a known value begins."""

    @classmethod
    def of(cls, groups: Positions, units: Integers, ranks: Sizes, rows: Sizes) -> Members:
        """Sort what each group holds; equal values of a group, of the same rank, become one."""
        keys = groups.astype(np.int64) * (int(ranks.max(initial=0)) + 1) + ranks
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        inverse = inverse.reshape(-1)
        summed = np.zeros(len(first), np.int64)
        np.add.at(summed, inverse, rows)
        result = groups[first]
        starts = np.flatnonzero(np.append(True, result[1:] != result[:-1])[: len(result)])
        return cls(result, units[first], summed, starts.astype(np.int64))

    @property
    def known_groups(self) -> Positions:
        """The groups that have a known value, in order."""
        return self.groups[self.starts]

    @property
    def totals(self) -> Sizes:
        """How many known cells each of them has."""
        if not len(self.starts):
            return np.empty(0, np.int64)
        return np.add.reduceat(self.rows, self.starts)


Fractions = tuple[Integers, Sizes]
"""Numerators and denominators, one per group with a known value."""


def mean(members: Members) -> Fractions:
    """The sum of the values by their number: it keeps the total of the column."""
    if not len(members.starts):
        return members.units, members.rows
    products = members.units * members.rows
    return np.add.reduceat(products, members.starts), members.totals


def median(members: Members) -> Fractions:
    """The value in the middle; of an even number of rows the mean of the two in the middle."""
    ends = np.cumsum(members.rows)
    totals = members.totals
    before = (ends - members.rows)[members.starts]
    low, high = (
        members.units[np.searchsorted(ends, before + middle, side="right")]
        for middle in ((totals - 1) // 2, totals // 2)
    )
    return low + high, np.full(len(totals), 2, np.int64)


def mode(members: Members) -> Fractions:
    """The most frequent value; the smallest of several that are."""
    # sorted by value within each group, so that a stable sort keeps the smallest first
    order = np.lexsort((-members.rows, members.groups))
    most = order[members.starts]
    return members.units[most], np.ones(len(most), np.int64)


FUNCTIONS: Final[dict[str, Callable[[Members], Fractions]]] = {
    "mean": mean,
    "median": median,
    "mode": mode,
}
