"""What gives a person away: the fewest attributes that already single their class out.

A class of one row with age 90, sex f, postcode 4711 may be found by `age` and `postcode` alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.language import say

WIDEST: Final = 16
"""Attributes that are combined, those whose values fewest people share: 2¹⁶ combinations."""

Matches = NDArray[np.bool_]


@dataclass(frozen=True)
class Giveaway:
    """The attributes that give a class away, and how many rows share its values in them."""

    attributes: tuple[str, ...]
    rows: int


class Giveaways:
    """Finds what gives each class of a state away."""

    def __init__(self, classes: Classes) -> None:
        crowd = classes.crowd
        self._classes = classes
        self._ladders = [
            ladder.codes[level] for ladder, level in zip(crowd.ladders, classes.levels, strict=True)
        ]
        self._shown = [
            ladder[codes[classes.representatives]]
            for ladder, codes in zip(self._ladders, crowd.codes, strict=True)
        ]
        self._codes: list[Mapping[str | None, int]] = [
            {value: code for code, value in enumerate(domain.values)} for domain in crowd.domains
        ]

    def class_of(self, values: Sequence[str | None]) -> int:
        """The class of a row by its original values of the quasi-identifiers."""
        same = np.ones(self._classes.count, np.bool_)
        for shown, ladder, codes, value in zip(
            self._shown, self._ladders, self._codes, values, strict=True
        ):
            same &= shown == ladder[codes[value]]
        return int(np.flatnonzero(same)[0])

    def find(self, index: int) -> Giveaway:
        """Find the fewest attributes whose values no published row of another class shares.

        Of several combinations of the same length the first in attribute order is taken.
        """
        names, size = self._classes.crowd.names, int(self._classes.sizes[index])
        sizes = np.where(self._classes.kept, self._classes.sizes, 0)
        sizes[index] = size  # also where the class itself is left out
        matching = [shown == shown[index] for shown in self._shown]
        chosen = _rarest(matching, sizes)
        sharing = _rows_sharing([matching[position] for position in chosen], sizes)
        for length in range(len(chosen) + 1):
            for places in combinations(range(len(chosen)), length):
                if sharing[sum(1 << place for place in places)] <= size:
                    return Giveaway(tuple(names[chosen[place]] for place in places), size)
        return Giveaway(tuple(names), size)

    def explain(self, index: int) -> str:
        """Say why the rows of a class stand out."""
        found, values = self.find(index), self._classes.describe(index)
        if not found.attributes:
            return say("Every published row looks the same.")
        told = _listed([f"{name} = {values[name]}" for name in found.attributes])
        if found.rows == 1:
            return say("Nobody else has {told}.", told=told)
        if found.rows == 2:
            return say("Only 1 other person has {told}.", told=told)
        return say("Only {others:,} others have {told}.", others=found.rows - 1, told=told)


def _listed(facts: Sequence[str]) -> str:
    """Join facts: `age = 90 and sex = f`."""
    told = facts[0]
    for fact in facts[1:]:
        told = say("{told} and {fact}", told=told, fact=fact)
    return told


def _rarest(matching: Sequence[Matches], sizes: NDArray[np.int64]) -> list[int]:
    if len(matching) <= WIDEST:
        return list(range(len(matching)))
    shared = [int(sizes[same].sum()) for same in matching]
    rarest = sorted(range(len(matching)), key=lambda position: shared[position])
    return sorted(rarest[:WIDEST])


def _rows_sharing(matching: Sequence[Matches], sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """For every set of attributes, as bits, the rows that match in all of them."""
    bits = np.zeros(len(sizes), np.int32)
    for place, same in enumerate(matching):
        bits |= same.astype(np.int32) << place
    rows = np.bincount(bits, sizes, minlength=1 << len(matching)).astype(np.float64)
    for place in range(len(matching)):
        # add those that match in one attribute more: afterwards each set counts its supersets
        halves = rows.reshape(-1, 2, 1 << place)
        halves[:, 0] += halves[:, 1]
    return rows
