"""Rows per published value of one attribute, and the mean of a figure over the attributes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.measures.measure import Figures, Question, Recoded


def rows_per_value(classes: Classes, index: int, *, kept: bool) -> NDArray[np.int64]:
    """Count the published (or the suppressed) rows at each value of an attribute at its level."""
    ladder, level = classes.crowd.ladders[index], classes.levels[index]
    chosen = classes.kept if kept else ~classes.kept
    tuples = classes.representatives[chosen]
    codes = ladder.codes[level][classes.crowd.codes[index][tuples]]
    counted = np.bincount(codes, classes.sizes[chosen], minlength=ladder.radices[level])
    return counted.astype(np.int64)


def weights_of(question: Question) -> Figures:
    """The weight of each quasi-identifier, adding up to 1."""
    names = question.classes.crowd.names
    for name, weight in question.weights.items():
        if name not in names:
            raise UnknownAttribute.among(name, names)
        if not 0 <= weight < np.inf:
            raise InvalidParameter(
                say("The weight of '{name}' is {weight:g}.", name=name, weight=weight),
                say("Choose 0 or more."),
            )
    weights = np.array([question.weights.get(name, 1.0) for name in names], np.float64)
    if not weights.sum() > 0:
        raise InvalidParameter(
            say("All weights are 0."), say("Give at least one attribute a weight.")
        )
    return np.asarray(weights / weights.sum(), np.float64)


def weighted_mean(question: Question, figures: Sequence[float]) -> float:
    """The mean of a figure over the quasi-identifiers."""
    return float(weights_of(question) @ np.array(figures, np.float64))


def cell_figures(recoded: Recoded, index: int, figures: Sequence[Figures]) -> Figures:
    """The figure of the published value of each part, from one table per level."""
    ladder = recoded.crowd.ladders[index]
    own = recoded.crowd.codes[index][recoded.tuples]
    cells = np.empty(len(own), np.float64)
    for level in np.unique(recoded.levels[index]).tolist():
        chosen = recoded.levels[index] == level
        cells[chosen] = figures[level][ladder.codes[level][own[chosen]]]
    return cells
