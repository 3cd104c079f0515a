"""What is looked for: `Goal(k=5, max_suppression=0.05, utility="entropy", highest={"age": 2})`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Protection, State
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName
from incrowd.language import Message, join, say
from incrowd.measures.enforcement import suppress
from incrowd.measures.known_values import refuse_impossible_diversity
from incrowd.measures.measure import Objective
from incrowd.measures.registry import measure, objectives, promises

Levels = tuple[int, ...]

HEIGHT: Final = Objective(
    "sum",
    of_recoding=lambda recoded: float((recoded.levels @ recoded.counts).sum()) / recoded.crowd.rows,
    level_cost=lambda ladder, level, counts, rows: (float(level), 0.0),
)
"""The plain sum of levels, which is no measure but can be an objective."""


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

    @property
    def objective(self) -> Objective:
        """What the search needs to know of the measure."""
        known = known_objectives()
        if self.utility not in known:
            raise UnknownName.among("measure of utility", self.utility, tuple(known))
        return known[self.utility]


def known_objectives() -> dict[str, Objective]:
    """What a goal can be about: the objectives among the measures, and the height."""
    return {**objectives(), "height": HEIGHT}


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
    def monotone(self) -> bool:
        """Whether a state that needs no suppression has only such states above it."""
        known = promises()
        models = [protection.model for protection in self.goal.protections]
        return all(model in known and known[model].merging != "unknown" for model in models)


def settle(crowd: Crowd, goal: Goal) -> Task:
    """Check a goal against a crowd, refusing what cannot be meant."""
    if not crowd.names:
        raise NothingToMeasure(
            say("There is no quasi-identifier."), say("Give at least one column the role 'quasi'.")
        )
    if not crowd.rows:
        raise NothingToMeasure(say("The table has no rows."), say("Choose a table with rows."))
    _check_k(crowd, goal.k)
    if not 0 <= goal.max_suppression <= 1:
        raise InvalidParameter(
            say("The share of rows that may be left out is {share:g}.", share=goal.max_suppression),
            say("Choose from 0 (none) to 1 (any number)."),
        )
    lowest, highest = _bounds(crowd, goal)
    weights = _weights(crowd, goal)
    for protection in goal.protections:
        _check_protection(crowd, protection)
    limit = int(goal.max_suppression * crowd.rows + 1e-9)
    return Task(goal, lowest, highest, weights, limit)


def _check_k(crowd: Crowd, k: int) -> None:
    if k < 1:
        raise InvalidParameter(say("k is {k}.", k=k), say("Choose 2 or more; 1 asks for nothing."))
    if k > crowd.rows and crowd.persons is not None:
        raise InvalidParameter(
            say(
                "k = {k:,} is not possible: the table is about {people:,} people.",
                k=k,
                people=crowd.rows,
            ),
            say("Choose at most {rows:,}.", rows=crowd.rows),
        )
    if k > crowd.rows:
        raise InvalidParameter(
            say("k = {k:,} is more than the {rows:,} rows of the table.", k=k, rows=crowd.rows),
            say("Choose at most {rows:,}.", rows=crowd.rows),
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
                say(
                    "'{name}' is to have at least level {low} and at most level {high}.",
                    name=name,
                    low=low,
                    high=high,
                ),
                say("Lower the one or raise the other."),
            )
    return lowest, highest


def _weights(crowd: Crowd, goal: Goal) -> NDArray[np.float64]:
    """One weight per attribute, adding up to 1 (for height: the sum of levels is kept)."""
    objective = goal.objective
    for name, weight in goal.weights.items():
        if not objective.per_attribute:
            others = [name for name, known in known_objectives().items() if known.per_attribute]
            raise InvalidParameter(
                say(
                    "'{utility}' is a measure of classes, and '{name}' cannot count more in it.",
                    utility=goal.utility,
                    name=name,
                ),
                say("Leave out the weights, or choose one of: {names}.", names=", ".join(others)),
            )
        if name not in crowd.names:
            raise UnknownAttribute.among(name, crowd.names)
        if not (weight >= 0 and isfinite(weight)):
            raise InvalidParameter(
                say("The weight of '{name}' is {weight:g}.", name=name, weight=weight),
                say("Choose 0 or more."),
            )
    weights = np.array([goal.weights.get(name, 1.0) for name in crowd.names], np.float64)
    if not weights.sum() > 0:
        raise InvalidParameter(
            say("All weights are 0."), say("Give at least one attribute a weight.")
        )
    return weights if goal.utility == "height" else np.asarray(weights / weights.sum(), np.float64)


def _check_protection(crowd: Crowd, protection: Protection) -> None:
    model = measure(protection.model)
    if "population" in model.needs:
        raise InvalidParameter(
            say(
                "'{name}' needs a table of the population, which a search does not have.",
                name=model.name,
            ),
            say("Choose another privacy model."),
        )
    if model.promise is not None and model.promise.letter == "l":
        sensitive = crowd.sensitive_attribute(protection.attribute)
        refuse_impossible_diversity(sensitive, protection)
    # whatever else makes no sense, the model itself refuses
    one = crowd.at(crowd.heights)
    suppress(one, State(one.levels, 1, (protection,)))


def blame(crowd: Crowd, task: Task) -> InvalidParameter:
    """Say why no state holds the goal, from the coarsest one that is allowed."""
    goal = task.goal
    top = crowd.at(task.highest)
    wanted = [("k", f"k = {goal.k}", replace(goal, protections=()))]
    wanted += [
        (
            protection.attribute,
            f"{protection.model} = {protection.threshold:g}",
            replace(goal, k=1, protections=(protection,)),
        )
        for protection in goal.protections
    ]
    errors = []
    for name, shown, alone in wanted:
        lost = suppress(top, State(top.levels, alone.k, alone.protections)).suppressed_rows
        if lost > task.limit or lost == crowd.rows:
            what = shown if name == "k" else say("{goal} of '{name}'", goal=shown, name=name)
            errors.append(_loss_in_words(crowd, what, lost))
    errors = errors or [
        say("all that is asked for together leaves out more rows than allowed"),
    ]
    bounded = task.highest != crowd.heights
    return InvalidParameter(
        _limit_in_words(crowd, join(errors, "; "), task.limit),
        say("Allow higher levels, or allow more suppression.")
        if bounded
        else say("Ask for less, or allow more suppression."),
        errors,
    )


def _loss_in_words(crowd: Crowd, what: str, lost: int) -> Message:
    if crowd.persons is None:
        return say("{what} leaves out {rows:,} rows", what=what, rows=lost)
    if crowd.folded and not isinstance(what, Message):
        return say(
            "{what} leaves out {people:,} people, as too few have the same number of rows",
            what=what,
            people=lost,
        )
    return say("{what} leaves out {people:,} people", what=what, people=lost)


def _limit_in_words(crowd: Crowd, losses: Message, limit: int) -> Message:
    if crowd.persons is None:
        return say(
            "No state holds the goal: with every attribute at its highest level, "
            "{losses}, and {limit:,} of {rows:,} rows may be left out.",
            losses=losses,
            limit=limit,
            rows=crowd.rows,
        )
    return say(
        "No state holds the goal: with every attribute at its highest level, "
        "{losses}, and {limit:,} of {people:,} people may be left out.",
        losses=losses,
        limit=limit,
        people=crowd.rows,
    )
