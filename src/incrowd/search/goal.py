"""What is looked for: `Goal(k=5, max_suppression=0.05, utility="entropy", highest={"age": 2})`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection, State
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName
from incrowd.measures.privacy.enforcing import suppress
from incrowd.measures.registry import measure

Levels = tuple[int, ...]

PER_ATTRIBUTE = ("precision", "loss", "loss_geometric", "entropy", "height")
"""Measures that are a mean (height: a sum) over attributes, so that attributes can be weighted."""
OF_CLASSES = ("discernibility", "class_size")
"""Measures of the sizes of classes alone."""

CLOSED = frozenset({"k_anonymity", "distinct_l"})
"""Models that a class which holds them keeps when any other class is merged into it."""
CONVEX = CLOSED | {
    "entropy_l",
    "recursive_l",
    "t_equal",
    "t_ordered",
    "t_hierarchical",
    "alpha_k",
    "beta_likeness",
    "enhanced_beta_likeness",
}
"""Models that hold for two classes merged where they hold for both.

A state all of whose classes hold such a model has only such states above it. But a class that holds
it may lose it to one that does not, so with suppression nothing follows for the states above.
"""


@dataclass(frozen=True)
class Goal:
    """What a published table must hold, and the measure of utility that is to be smallest.

    `utility` is the name of a measure, or `height`, the plain sum of levels. `lowest` and `highest`
    bound the levels of attributes: what is demanded, what is forbidden.
    """

    k: int
    protections: tuple[Protection, ...] = ()
    max_suppression: float = 1.0
    utility: str = "loss"
    weights: Mapping[str, float] = field(default_factory=dict)
    lowest: Mapping[str, int] = field(default_factory=dict)
    highest: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """A goal that makes sense for a crowd, in numbers: one level and weight per attribute."""

    goal: Goal
    lowest: Levels
    highest: Levels
    weights: NDArray[np.float64]
    limit: int
    """Rows that may be left out."""

    @property
    def states(self) -> int:
        """How many states lie between the bounds."""
        pairs = zip(self.lowest, self.highest, strict=True)
        return int(np.prod([high - low + 1 for low, high in pairs], dtype=object))

    @property
    def closed(self) -> tuple[Protection, ...]:
        """Protections that can only be gained on the way up, like k."""
        return tuple(one for one in self.goal.protections if one.model in CLOSED)

    @property
    def monotone(self) -> bool:
        """Whether a state that needs no suppression has only such states above it."""
        return all(one.model in CONVEX for one in self.goal.protections)


def settle(crowd: Crowd, goal: Goal) -> Task:
    """Check a goal against a crowd, refusing what cannot be meant."""
    if not crowd.names:
        raise NothingToMeasure(
            "There is no quasi-identifier.", "Give at least one column the role 'quasi'."
        )
    if not crowd.rows:
        raise NothingToMeasure("The table has no rows.", "Choose a table with rows.")
    _check_k(crowd, goal.k)
    if not 0 <= goal.max_suppression <= 1:
        raise InvalidParameter(
            f"The share of rows that may be left out is {goal.max_suppression:g}.",
            "Choose from 0 (none) to 1 (any number).",
        )
    lowest, highest = _bounds(crowd, goal)
    weights = _weights(crowd, goal)
    for protection in goal.protections:
        _check_protection(crowd, protection)
    limit = int(goal.max_suppression * crowd.rows + 1e-9)
    return Task(goal, lowest, highest, weights, limit)


def _check_k(crowd: Crowd, k: int) -> None:
    if k < 1:
        raise InvalidParameter(f"k is {k}.", "Choose 2 or more; 1 asks for nothing.")
    if k > crowd.rows:
        raise InvalidParameter(
            f"k = {k:,} is more than the {crowd.rows:,} rows of the table.",
            f"Choose at most {crowd.rows:,}.",
        )


def _bounds(crowd: Crowd, goal: Goal) -> tuple[Levels, Levels]:
    for name in (*goal.lowest, *goal.highest):
        if name not in crowd.names:
            raise UnknownAttribute.among(name, crowd.names)
    lowest = crowd.check_levels([goal.lowest.get(name, 0) for name in crowd.names])
    pairs = zip(crowd.names, crowd.heights, strict=True)
    highest = crowd.check_levels([goal.highest.get(name, height) for name, height in pairs])
    for name, low, high in zip(crowd.names, lowest, highest, strict=True):
        if low > high:
            raise InvalidParameter(
                f"'{name}' is to have at least level {low} and at most level {high}.",
                "Lower the one or raise the other.",
            )
    return lowest, highest


def _weights(crowd: Crowd, goal: Goal) -> NDArray[np.float64]:
    """One weight per attribute, adding up to 1 (for height: the sum of levels is kept)."""
    if goal.utility not in PER_ATTRIBUTE + OF_CLASSES:
        raise UnknownName.among("measure of utility", goal.utility, PER_ATTRIBUTE + OF_CLASSES)
    for name, weight in goal.weights.items():
        if goal.utility in OF_CLASSES:
            raise InvalidParameter(
                f"'{goal.utility}' is a measure of classes, and '{name}' cannot count more in it.",
                f"Leave out the weights, or choose one of: {', '.join(PER_ATTRIBUTE)}.",
            )
        if name not in crowd.names:
            raise UnknownAttribute.among(name, crowd.names)
        if not (weight >= 0 and isfinite(weight)):
            raise InvalidParameter(f"The weight of '{name}' is {weight:g}.", "Choose 0 or more.")
    weights = np.array([goal.weights.get(name, 1.0) for name in crowd.names], np.float64)
    if not weights.sum() > 0:
        raise InvalidParameter("All weights are 0.", "Give at least one attribute a weight.")
    return weights if goal.utility == "height" else np.asarray(weights / weights.sum(), np.float64)


def _check_protection(crowd: Crowd, protection: Protection) -> None:
    model, values = measure(protection.model), 0
    if "population" in model.needs:
        raise InvalidParameter(
            f"'{model.name}' needs a table of the population, which a search does not have.",
            "Choose another privacy model.",
        )
    if "sensitive" in model.needs:
        values = len(crowd.sensitive_attribute(protection.attribute).domain.values)
    if model.name in ("distinct_l", "entropy_l", "recursive_l") and protection.threshold > values:
        raise InvalidParameter(
            f"l = {protection.threshold:g} is more than the {values:,} different values of "
            f"'{protection.attribute}'.",
            f"Choose at most {values:,}.",
        )
    # whatever else makes no sense, the model itself refuses
    one = crowd.at(crowd.heights)
    suppress(one, State(one.levels, 1, (protection,)))


def blame(crowd: Crowd, task: Task) -> InvalidParameter:
    """Say why no state holds the goal, from the coarsest one that is allowed."""
    goal = task.goal
    top = crowd.at(task.highest)
    wanted = [("k", f"k = {goal.k}", replace(goal, protections=()))]
    wanted += [
        (one.attribute, f"{one.model} = {one.threshold:g}", replace(goal, k=1, protections=(one,)))
        for one in goal.protections
    ]
    errors = []
    for name, shown, alone in wanted:
        lost = suppress(top, State(top.levels, alone.k, alone.protections)).suppressed_rows
        if lost > task.limit or lost == crowd.rows:
            subject = "" if name == "k" else f" of '{name}'"
            errors.append(f"{shown}{subject} leaves out {lost:,} rows")
    errors = errors or ["all that is asked for together leaves out more rows than allowed"]
    bounded = task.highest != crowd.heights
    return InvalidParameter(
        f"No state holds the goal: with every attribute at its highest level, "
        f"{'; '.join(errors)}, and {task.limit:,} of {crowd.rows:,} rows may be left out.",
        ("Allow higher levels, " if bounded else "Ask for less, ") + "or allow more suppression.",
        errors,
    )
