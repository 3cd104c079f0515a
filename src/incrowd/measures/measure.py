"""A measure describes itself and computes one figure from the classes of a state.

A new measure is one file with one `Measure` and one line in `registry.BUILT_IN`; forms, help and
documentation are made from what it says of itself: `measure("precision").objective.form`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd, Ladder
from incrowd.crowd.people import People
from incrowd.crowd.population import population_sizes
from incrowd.crowd.sensitive import ClassValues, Sensitive
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say

Figures = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Question:
    """The classes to measure, and the sensitive attribute, population and parameters if any.

    What several measures need of it (value counts, people per class) is computed once.
    """

    classes: Classes
    sensitive: str | None = None
    population: Crowd | People | None = None
    population_size: int | None = None
    drawn: int | None = None
    """Rows that were drawn from the population, where that is more than the classes have."""
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
        """Rows or persons of each class, suppressed ones included."""
        return self.classes.sizes.astype(np.float64)

    @cached_property
    def shares(self) -> Figures:
        """The share that each entry of `values` has among all entries of its class.

        A person with several values has several entries.
        """
        entries = np.diff(self.values.starts)
        totals = np.add.reduceat(self.values.counts, self.values.starts[:-1])
        return np.asarray(self.values.counts / np.repeat(totals, entries), np.float64)

    @cached_property
    def people_shares(self) -> Figures:
        """The share of the rows or persons of its class that have the value of each entry."""
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
                say(
                    "Give the number of all people in the population that the rows were drawn from."
                ),
            )
        return people

    @property
    def drawn_rows(self) -> int:
        """Rows that were drawn from the population."""
        return max(self.drawn or 0, self.classes.rows)

    @cached_property
    def people(self) -> Figures:
        """How many people of the population share the published values of each class.

        Counted where the population is given as a table; where only its size is known, a class is
        taken to have as many times more people as the population has rows of the table.
        """
        everyone = self.people_in_all
        if self.population is None:
            return self.sizes * (everyone / max(self.drawn_rows, 1))
        counted = _count_people(self.classes, self.population)
        short = np.flatnonzero((counted < self.classes.sizes) & self.classes.kept)
        if len(short):
            raise InvalidParameter(
                say(
                    "The population has {people:,} people like {values}, the table {rows:,.0f}.",
                    people=counted[short[0]],
                    values=self.classes.describe(int(short[0])),
                    rows=self.sizes[short[0]],
                ),
                say("The rows of the table must be part of the population."),
            )
        return counted.astype(np.float64)


def _count_people(classes: Classes, population: Crowd | People) -> Sizes:
    if isinstance(population, People):
        return population.sizes(classes)
    return population_sizes(classes, population)


Form = Literal["sum", "geometric_mean", "bits", "squared_sizes", "class_count"]
"""How a figure is put together, which is what branch and bound relies on for its bounds."""
LevelCost = tuple[float, Figures | float]
"""What an attribute costs at a level with no row suppressed, and what a suppressed row of each of
its values adds to that."""


class Recoded(Protocol):
    """Rows that are published at levels of their own, as parts of the tuples of a crowd."""

    @property
    def crowd(self) -> Crowd:
        """The original rows."""

    @property
    def tuples(self) -> Positions:
        """The tuple that each part belongs to."""

    @property
    def counts(self) -> Sizes:
        """The rows of each part."""

    @property
    def levels(self) -> NDArray[np.uint8]:
        """The level of each cell, one row per attribute and one column per part."""

    @property
    def kept(self) -> NDArray[np.bool_]:
        """Which parts are published."""

    @property
    def class_sizes(self) -> Sizes:
        """The rows of each class that is published."""

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published."""


def no_cost(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """Cost nothing at any level, as measures of class sizes do."""
    return 0.0, 0.0


@dataclass(frozen=True)
class Objective:
    """What a search needs to know of a measure to make it as small as possible.

    `level_cost` is given an attribute, a level, the rows of each value, and all rows.
    """

    form: Form
    of_recoding: Callable[[Recoded], float]
    """The figure of a table in which the levels differ from row to row."""
    level_cost: Callable[[Ladder, int, Figures, float], LevelCost] = no_cost
    cell_cost: Callable[[Ladder, int, Figures, float], Figures] | None = None
    """What a row adds to `level_cost` when it is published as each group of a level: for measures
    that add up over cells, which local recoding can make small. It never falls on the way up."""

    @property
    def per_attribute(self) -> bool:
        """Whether it is a mean over attributes, so that one can count more than another."""
        return self.form in ("sum", "geometric_mean", "bits")


Merging = Literal["closed", "convex", "unknown"]
"""`closed`: a class that holds the model still holds it when any other class is merged into it.
`convex`: two classes that both hold it hold it merged. So a state all of whose classes hold it has
only such states above it; but a class may lose it to one that does not hold it, and with
suppression nothing follows for the states above."""
Groupings = list[NDArray[np.int64]]
"""The group of each sensitive value, one array per level."""

TOLERANCE: Final = 1e-9
"""What a threshold forgives: log 2 computed from shares is not always log 2 to the last bit."""


def lose_nothing(question: Question, threshold: float) -> Figures:
    """Conclude nothing about the states below."""
    return np.zeros(len(question.sizes))


@dataclass(frozen=True)
class ReleaseRule:
    """How a release as a whole is held to a promise: which of its classes are removed.

    It goes by sizes alone and cuts the smallest classes (`cut`), or it looks at the classes
    themselves and says which of them stay (`keep`). A promise whose `merging` is `closed` never
    needs more rows removed at higher levels; of one that is `unknown` nothing follows for other
    states, so that a search must try them.
    """

    figure: Callable[[Question], float | None]
    """What the published rows reach, in the unit of the threshold; None where that is unknown."""
    cut: Callable[[Sizes, float, int | None, int], int] | None = None
    """How many of the smallest classes must go, given the sizes of all in ascending order, the
    threshold, the people of the population, and how many may go: where more would have to, any
    number above that will do as an answer."""
    keep: Callable[[Question, float, int], NDArray[np.bool_]] | None = None
    """Which of the published classes stay published, given the threshold and how many rows may be
    removed: none where it would be more. Classes that are removed must not let others break it."""
    sure_k: Callable[[float, Mapping[str, float]], int] = lambda threshold, parameters: 2
    """With classes of so many rows it holds in any case; without unique rows nobody is unique."""


@dataclass(frozen=True)
class Promise:
    """What a search can rely on while it looks for classes that hold a privacy model.

    `surely_lost` says how many rows of each class are lost at least, in whatever smaller classes
    they are published.
    """

    merging: Merging
    letter: Literal["l", "t"] | None = None
    """The letter by which a person asks for it."""
    surely_lost: Callable[[Question, float], Figures] = lose_nothing
    groupings: Callable[[Sensitive], Groupings] | None = None
    """For distances that are the mean of equal distances at some levels: these levels."""
    bounds_blocks: bool = False
    """Whether a state that breaks it makes the states below lose so much that every block is worth
    judging."""
    lowest: float = 0.0
    highest: float = inf
    """Between what its threshold must lie; a `lowest` of 0 is not possible itself where it is
    `above_lowest`."""
    above_lowest: bool = False
    strict: bool = False
    """Whether a figure that equals its threshold breaks it."""
    whole: bool = False
    """Whether the threshold is a whole number, of rows or people."""
    release: ReleaseRule | None = None
    """For promises about the release as a whole, which are about no attribute."""

    def allows(self, threshold: float) -> bool:
        """Whether a threshold can be meant."""
        above = threshold > self.lowest or (threshold == self.lowest and not self.above_lowest)
        fits = not self.whole or threshold == int(threshold) if isfinite(threshold) else False
        return fits and above and threshold <= self.highest


Family = Literal["risk", "privacy", "utility"]
Need = Literal["sensitive", "population", "hierarchy", "sample"]
Bound = Literal["at_least", "at_most"]


@dataclass(frozen=True)
class Parameter:
    """A number that a measure can be given."""

    name: str
    title: str
    default: float
    minimum: float
    maximum: float
    whole: bool = False
    """Whether it is a whole number."""

    def of(self, question: Question) -> float:
        """The value asked for, or the default."""
        return self.among(question.parameters)

    def among(self, given: Mapping[str, float]) -> float:
        """Its value among those given, or the default; one that is not possible is refused."""
        value = float(given.get(self.name, self.default))
        possible = self.minimum <= value <= self.maximum
        if possible and (not self.whole or value == int(value)):
            return value
        raise InvalidParameter(
            say("{title} is {value:g}.", title=self.title, value=value),
            say(
                "Choose from {minimum:g} to {maximum:g}.",
                minimum=self.minimum,
                maximum=self.maximum,
            ),
        )


@dataclass(frozen=True)
class Measure:
    """One figure of a table: what it is called, what it means, and how it is computed.

    `compute` answers None where the figure does not exist (no row is left, an estimate does not
    converge), never NaN or infinity. A privacy model also has a figure `per_class` and the side of
    its threshold that every class must be on; its table figure is the one of the worst class.
    """

    name: str
    title: str
    explanation: str
    citation: str
    family: Family
    better: Literal["lower", "higher"]
    unit: Literal["percent", "rows", "people", "ratio", "values", "bits", "rows²"]
    compute: Callable[[Question], float | None]
    needs: frozenset[Need] = frozenset()
    """`sensitive` an attribute, `hierarchy` one for it, `population` a table of people, `sample`
    a table of people or their number."""
    parameters: tuple[Parameter, ...] = ()
    per_class: Callable[[Question], Figures] | None = None
    bound: Bound | None = None
    promise: Promise | None = None
    """Where a search can look for tables all of whose classes hold the model."""
    objective: Objective | None = None
    """Where a search can look for the table in which the figure is smallest."""

    def missing(self, question: Question) -> frozenset[Need]:
        """What the measure needs and the question does not give."""
        return self.needs - _given(question)

    def holding(self, question: Question, threshold: float) -> NDArray[np.bool_]:
        """Which classes are on the right side of a threshold, suppressed ones included."""
        if self.per_class is None:
            raise InvalidParameter(
                say("'{name}' is not a privacy model.", name=self.name),
                say("Choose one that every class can meet."),
            )
        figures = self.per_class(question)
        slack = TOLERANCE * max(1.0, abs(threshold))
        if self.bound == "at_least":
            return np.asarray(figures >= threshold - slack)
        if self.promise is not None and self.promise.strict:
            return np.asarray(figures < threshold - slack)
        return np.asarray(figures <= threshold + slack)


def _given(question: Question) -> frozenset[Need]:
    given: set[Need] = set()
    if question.sensitive is not None:
        given.add("sensitive")
        if question.classes.crowd.sensitive_attribute(question.sensitive).hierarchy is not None:
            given.add("hierarchy")
    if question.population is not None:
        given |= {"population", "sample"}
    if question.population_size is not None:
        given.add("sample")
    return frozenset(given)


def worst(
    per_class: Callable[[Question], Figures], bound: Bound
) -> Callable[[Question], float | None]:
    """Make the figure of a table from the figures of its published classes."""

    def compute(question: Question) -> float | None:
        figures = per_class(question)[question.classes.kept]
        if not len(figures):
            return None
        figure = float(figures.min() if bound == "at_least" else figures.max())
        return figure if np.isfinite(figure) else None

    return compute
