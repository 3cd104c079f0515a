"""What is looked for: `Goal(k=5, max_suppression=0.05, utility="entropy", highest={"age": 2})`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import WHOLE_RELEASE, Classes, Crowd, Protection, ReleasePromise, State
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName
from incrowd.language import Message, join, say
from incrowd.measures.enforcement import suppress
from incrowd.measures.measure import Objective
from incrowd.measures.possible_diversity import refuse_impossible_diversity
from incrowd.measures.promise_checks import check_people, check_promise
from incrowd.measures.promise_names import goes_by_size, promise_name
from incrowd.measures.registry import measure, objectives, promises
from incrowd.measures.release_promises import figure_of

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

    def limit(self, crowd: Crowd) -> int:
        """How many rows may be left out."""
        return int(self.max_suppression * crowd.rows + 1e-9)


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
            say("The share of rows that may be removed is {share:g}.", share=goal.max_suppression),
            say("Choose from 0 (none) to 1 (any number)."),
        )
    lowest, highest = _bounds(crowd, goal)
    weights = _weights(crowd, goal)
    for protection in goal.protections:
        _check_protection(crowd, protection)
    return Task(goal, lowest, highest, weights, goal.limit(crowd))


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
                    "'{name}' must be at level {low} or higher and at level {high} or lower.",
                    name=name,
                    low=low,
                    high=high,
                ),
                say("Lower the first or raise the second."),
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
                    "'{utility}' measures classes, so '{name}' cannot count more in it.",
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
    if isinstance(protection, ReleasePromise):
        check_promise(crowd.rows, protection, len(crowd.names))
        check_people(crowd.at(crowd.bottom), [protection])
        return
    model = measure(protection.model)
    if "population" in model.needs:
        raise InvalidParameter(
            say(
                "'{name}' needs a table of the population, which a search does not have.",
                name=model.name,
            ),
            say("Choose another privacy model."),
        )
    if "sensitive" in model.needs:
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
            _shown(protection),
            replace(goal, k=1, protections=(protection,)),
        )
        for protection in goal.protections
    ]
    errors = []
    for name, shown, alone in wanted:
        lost = suppress(top, State(top.levels, alone.k, alone.protections)).suppressed_rows
        if lost > task.limit or lost == crowd.rows:
            whole = name in ("k", WHOLE_RELEASE)
            what = shown if whole else say("{goal} of '{name}'", goal=shown, name=name)
            loss = _loss_in_words(crowd, what, lost)
            errors.append(_with_figure(top, alone.protections, loss))
    errors = errors or [
        say("all requirements together remove more rows than allowed"),
    ]
    bounded = task.highest != crowd.heights
    return InvalidParameter(
        _limit_in_words(crowd, join(errors, "; "), task.limit),
        say("Allow higher levels, or allow more rows to be removed.")
        if bounded
        else say("Ask for less, or allow more rows to be removed."),
        errors,
    )


def _with_figure(top: Classes, protections: tuple[Protection, ...], loss: Message) -> Message:
    """Beside what a promise about classes removes, what they reach of it with all rows."""
    for each in protections:
        if isinstance(each, ReleasePromise) and not goes_by_size(each.model):
            figure = figure_of(top, each)
            if figure is not None:
                return say("{loss} (with all rows it is {figure:.4g})", loss=loss, figure=figure)
    return loss


def _shown(protection: Protection) -> str:
    whole = isinstance(protection, ReleasePromise)
    name = promise_name(protection.model) if whole else protection.model
    return f"{name} = {protection.threshold:g}"


def _loss_in_words(crowd: Crowd, what: str, lost: int) -> Message:
    if crowd.persons is None:
        return say("{what} removes {rows:,} rows", what=what, rows=lost)
    if crowd.folded and not isinstance(what, Message):
        return say(
            "{what} removes {people:,} people, because too few have the same number of rows",
            what=what,
            people=lost,
        )
    return say("{what} removes {people:,} people", what=what, people=lost)


def _limit_in_words(crowd: Crowd, losses: Message, limit: int) -> Message:
    if crowd.persons is None:
        return say(
            "No choice of levels reaches the goal. Even with every attribute at its highest "
            "level, {losses}; at most {limit:,} of {rows:,} rows may be removed.",
            losses=losses,
            limit=limit,
            rows=crowd.rows,
        )
    return say(
        "No choice of levels reaches the goal. Even with every attribute at its highest "
        "level, {losses}; at most {limit:,} of {people:,} people may be removed.",
        losses=losses,
        limit=limit,
        people=crowd.rows,
    )
