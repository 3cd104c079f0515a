"""What microaggregation groups: rows of a crowd as points, or its tuples where these stay whole.

Tuples of a crowd with sensitive values are never split, so that what each group holds is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say
from incrowd.search.exact_values import ExactValues
from incrowd.search.microaggregation.mdav import Points

SMALLEST: Final = 1e-9
"""A column whose spread is a smaller share of its size is one value for the grouping."""


@dataclass(frozen=True, eq=False)
class Units:
    """Points to be grouped, each with the tuple it belongs to and the rows it stands for."""

    crowd: Crowd
    places: tuple[int, ...]
    """The numeric attributes, by place."""
    values: Mapping[str, ExactValues]
    tuples: Positions
    weights: Sizes

    @classmethod
    def of(cls, crowd: Crowd, names: Sequence[str]) -> Units:
        """The units of a crowd, to be grouped by some numeric attributes."""
        if not names:
            raise InvalidParameter(
                say("No quasi-identifier holds numbers, so rows cannot be grouped by them."),
                say(
                    "Choose the method 'priority', or make a column of numbers a quasi-identifier."
                ),
            )
        places = tuple(crowd.names.index(name) for name in names)
        domains = crowd.by_rows.domains
        values = {name: ExactValues.of(domains[crowd.names.index(name)]) for name in names}
        tuples = np.arange(len(crowd.counts), dtype=np.int32)
        if crowd.sensitive:
            return cls(crowd, places, values, tuples, crowd.counts)
        rows = np.repeat(tuples, crowd.counts)
        return cls(crowd, places, values, rows, np.ones(len(rows), np.int64))

    def take(self, chosen: NDArray[np.int64]) -> Units:
        """Some of the units."""
        return Units(
            self.crowd, self.places, self.values, self.tuples[chosen], self.weights[chosen]
        )

    @cached_property
    def row_tuples(self) -> Positions:
        """The tuple of each unit in the crowd of the rows, where persons have one row each."""
        persons = self.crowd.persons
        return self.tuples if persons is None else persons.entries.values[self.tuples]

    def codes(self, place: int, level: int = 0) -> Positions:
        """The group at a level that each unit lies in."""
        rows = self.crowd.by_rows
        codes = rows.codes[place][self.row_tuples]
        return rows.ladders[place].codes[level][codes] if level else codes

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Which numbers of each unit are known, a column per attribute."""
        pairs = zip(self.places, self.values.values(), strict=True)
        return np.stack([values.known[self.codes(place)] for place, values in pairs], axis=1)

    @cached_property
    def points(self) -> Points:
        """The numbers in standard deviations from their mean; those that are missing lie there."""
        columns = [
            self._standardise(values.offsets[self.codes(place)], self.known[:, at])
            for at, (place, values) in enumerate(
                zip(self.places, self.values.values(), strict=True)
            )
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    def _standardise(
        self, numbers: NDArray[np.float64], known: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        largest = numbers.max(initial=0.0, where=known)
        if largest == 0.0 or not known.any():
            return np.zeros(len(numbers))
        shares = numbers / largest
        weights = self.weights[known]
        center = np.average(shares[known], weights=weights)
        deviation = np.sqrt(np.average((shares[known] - center) ** 2, weights=weights))
        if deviation < SMALLEST:
            return np.zeros(len(numbers))
        return np.where(known, (shares - center) / deviation, 0.0)
