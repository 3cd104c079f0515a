"""What gives a person away: the fewest attributes that already single their class out.

A class of one row with age 90, sex f, postcode 4711 may be found by `age` and `postcode` alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.advice.standout_words import describe_shown, describe_values
from incrowd.crowd.crowd import Classes
from incrowd.language import say
from incrowd.table import SUPPRESSED

WIDEST: Final = 16
"""Attributes that are combined, those whose values fewest people share: 2¹⁶ combinations."""
MOST_COMPARED: Final = 2_000_000_000
"""Cells that are compared for all that is asked of a state: a few seconds."""

Matches = NDArray[np.bool_]


@dataclass(frozen=True)
class Giveaway:
    """The attributes that give a class away, and how many rows share its values in them."""

    attributes: tuple[str, ...]
    rows: int
    smallest: bool = True
    """Whether it is proven that no fewer attributes do it."""


class Giveaways:
    """Finds what gives each class of a state away, until too much was compared.

    Where rows are recoded one by one, a value that is hidden in a row (`*`) may be shown in another
    row that is about the same kind of person: it gives nothing away and is passed over.
    """

    def __init__(
        self, classes: Classes, most_compared: int = MOST_COMPARED, *, recoded: bool = False
    ) -> None:
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
        self._sizes = np.where(classes.kept, classes.sizes, 0)
        self._found: dict[int, Giveaway] = {}
        self._left = most_compared
        self._recoded = recoded

    def class_of(self, values: Sequence[str | None]) -> int:
        """The class of a row by its original values of the quasi-identifiers."""
        same = np.arange(self._classes.count)
        for shown, ladder, codes, value in zip(
            self._shown, self._ladders, self._codes, values, strict=True
        ):
            same = same[shown[same] == ladder[codes[value]]]
        return int(same[0])

    def published(self, index: int) -> dict[str, str]:
        """The published values of a class."""
        return self._classes.describe(index)

    def find(self, index: int) -> Giveaway | None:
        """Find the fewest attributes whose values no more published rows share than all of them.

        Of several combinations of the same length the first in attribute order is taken. None
        where it was not looked for, as too much had been compared before.
        """
        if index not in self._found:
            self._left -= self._classes.count * min(len(self._shown), WIDEST)
            if self._left < 0:
                return None
            self._found[index] = self._look(index)
        return self._found[index]

    def _look(self, index: int) -> Giveaway:
        names, size = self._classes.crowd.names, int(self._classes.sizes[index])
        sizes = self._sizes.copy()
        sizes[index] = size  # also where the class itself is left out
        visible = self._visible(index)
        alike = self._alike(visible, index)
        fewest = int(sizes[alike].sum())
        chosen = self._rarest(index, visible)
        matching = [self._matching(position, index) for position in chosen]
        sharing = rows_sharing(matching, sizes)
        order = _by_length(len(chosen))
        enough = sharing[order] <= fewest
        if not enough.any():
            wide = self._widened(index, chosen, visible, alike)
            return Giveaway(tuple(names[position] for position in wide), fewest, smallest=False)
        first = int(order[enough.argmax()])
        result = tuple(
            names[attribute] for place, attribute in enumerate(chosen) if first >> place & 1
        )
        # the rarest value is among the chosen, so no attribute alone was missed
        return Giveaway(result, fewest, len(chosen) == len(visible) or len(result) <= 2)

    def _visible(self, index: int) -> list[int]:
        """The attributes that can give a class away."""
        values = self.published(index) if self._recoded else {}
        names = enumerate(self._classes.crowd.names)
        return [position for position, name in names if values.get(name) != SUPPRESSED]

    def _alike(self, positions: Sequence[int], index: int) -> Matches:
        """The classes that show the same as a class in all of some attributes."""
        same = np.arange(self._classes.count)
        for position in positions:
            shown = self._shown[position]
            same = same[shown[same] == shown[index]]
        alike = np.zeros(self._classes.count, np.bool_)
        alike[same] = True
        return alike

    def _matching(self, position: int, index: int) -> Matches:
        """The classes that show the same value as a class."""
        same: Matches = self._shown[position] == self._shown[position][index]
        return same

    def _rarest(self, index: int, visible: Sequence[int]) -> list[int]:
        """Of the visible attributes, those whose values fewest rows share with a class."""
        if len(visible) <= WIDEST:
            return list(visible)
        shared = [
            self._rows_of_values[attribute][self._shown[attribute][index]] for attribute in visible
        ]
        return sorted(visible[place] for place in np.argsort(shared, kind="stable")[:WIDEST])

    @cached_property
    def _rows_of_values(self) -> list[NDArray[np.generic]]:
        return [np.bincount(shown, self._sizes) for shown in self._shown]

    def _widened(
        self, index: int, chosen: list[int], visible: Sequence[int], alike: Matches
    ) -> list[int]:
        """Add attributes to those that do not suffice, each time the one that leaves fewest.

        Then every attribute is left out without which the others suffice as well.
        """
        others = (self._sizes > 0) & ~alike
        same = np.flatnonzero(self._alike(chosen, index) & others)
        shared = {
            attribute: self._shown[attribute][same] == self._shown[attribute][index]
            for attribute in visible
        }
        result, rest = list(chosen), np.ones(len(same), np.bool_)
        while rest.any():
            best = min(visible, key=lambda attribute: np.count_nonzero(rest & shared[attribute]))
            result.append(best)
            rest &= shared[best]
        return self._needed(index, sorted(result), others)

    def _needed(self, index: int, found: list[int], others: Matches) -> list[int]:
        needed = list(found)
        for attribute in found:
            rest = [place for place in needed if place != attribute]
            if not (self._alike(rest, index) & others).any():
                needed = rest
        return needed

    def explain(self, index: int) -> str:
        """Say why the rows of a class stand out: "One person is aged 17 and widowed."."""
        result, values = self.find(index), self.published(index)
        if result is None:
            return say(
                "We did not look for what gives this row away: the table has too many "
                "different people."
            )
        if not result.attributes and self._recoded:
            return say("This row shows nothing that other rows do not show.")
        if not result.attributes:
            return say("Every published row looks the same.")
        named = {domain.attribute.name: domain.attribute for domain in self._classes.crowd.domains}
        shared = [(named[name], values[name]) for name in result.attributes]
        by_person = self._classes.crowd.persons is not None
        answer = (
            describe_shown(result.rows, shared)
            if self._recoded
            else describe_values(result.rows, shared, by_person=by_person)
        )
        if result.smallest:
            return answer
        return say("{fact} Fewer attributes may be enough.", fact=answer)


@cache
def _by_length(count: int) -> NDArray[np.int64]:
    """All sets of so many attributes, as bits: the smaller ones first, then in attribute order."""
    sets = chain.from_iterable(combinations(range(count), size) for size in range(count + 1))
    return np.array([sum(1 << place for place in places) for places in sets], np.int64)


def rows_sharing(matching: Sequence[Matches], sizes: NDArray[np.int64]) -> NDArray[np.float64]:
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
