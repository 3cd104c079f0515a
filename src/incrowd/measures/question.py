"""What a measure is asked: `Question(crowd.at((0, 2)), sensitive="disease")`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.population import population_sizes
from incrowd.crowd.sensitive import ClassValues
from incrowd.errors import InvalidParameter
from incrowd.language import say

Figures = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Question:
    """The classes to measure, and the sensitive attribute, population and parameters if any.

    What several measures need of it (value counts, people per class) is computed once.
    """

    classes: Classes
    sensitive: str | None = None
    population: Crowd | None = None
    population_size: int | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    """How much each quasi-identifier counts in a measure of utility; 1 where not given."""

    @cached_property
    def values(self) -> ClassValues:
        """How often each sensitive value occurs in each class."""
        if self.sensitive is None:
            raise InvalidParameter(
                say("This measure needs a sensitive attribute."), say("Name the one to protect.")
            )
        return self.classes.values_of(self.sensitive)

    @cached_property
    def sizes(self) -> Figures:
        """Rows of each class, suppressed ones included."""
        return self.classes.sizes.astype(np.float64)

    @cached_property
    def shares(self) -> Figures:
        """The share that each entry of `values` has in its class."""
        entries = np.diff(self.values.starts)
        return np.asarray(self.values.counts / np.repeat(self.sizes, entries), np.float64)

    @cached_property
    def people_in_all(self) -> int:
        """The number of people that the rows are a sample of."""
        if self.population_size is None and self.population is None:
            raise InvalidParameter(
                say("This measure needs to know the population that the rows are a sample of."),
                say("Give the number of people, or a table of them."),
            )
        people = self.population.rows if self.population else self.population_size or 0
        if people < self.classes.rows:
            raise InvalidParameter(
                say(
                    "A population of {people:,} people is smaller than the table of {rows:,} rows.",
                    people=people,
                    rows=self.classes.rows,
                ),
                say("Give the number of all people that the rows were drawn from."),
            )
        return people

    @cached_property
    def people(self) -> Figures:
        """How many people of the population share the published values of each class.

        Counted where the population is given as a table; where only its size is known, a class is
        taken to have as many times more people as the population has rows of the table.
        """
        everyone = self.people_in_all
        if self.population is None:
            return self.sizes * (everyone / max(self.classes.rows, 1))
        counted = population_sizes(self.classes, self.population)
        short = np.flatnonzero((counted < self.classes.sizes) & self.classes.kept)
        if len(short):
            raise InvalidParameter(
                say(
                    "The population has {people:,} people like {values}, the table {rows:,.0f}.",
                    people=counted[short[0]],
                    values=self.classes.describe(int(short[0])),
                    rows=self.sizes[short[0]],
                ),
                say("The rows of the table must be a part of the population."),
            )
        return counted.astype(np.float64)
