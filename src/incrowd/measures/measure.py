"""A measure describes itself and computes one figure from the classes of a state.

A new measure is one file with one `Measure` and one line in `registry.BUILT_IN`; forms, help and
documentation are made from what it says of itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.objective import Objective
from incrowd.measures.promise import TOLERANCE, Promise
from incrowd.measures.question import Figures, Question

__all__ = ["Bound", "Family", "Measure", "Need", "Parameter", "Question", "worst"]

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

    def of(self, question: Question) -> float:
        """The value asked for, or the default."""
        value = float(question.parameters.get(self.name, self.default))
        if self.minimum <= value <= self.maximum:
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
                say("'{name}' is no privacy model.", name=self.name),
                say("Choose one that every class can hold."),
            )
        figures = self.per_class(question)
        slack = TOLERANCE * max(1.0, abs(threshold))
        if self.bound == "at_least":
            return np.asarray(figures >= threshold - slack)
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
