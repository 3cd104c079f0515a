"""Risk and next steps of a table whose states its engine counts one by one.

measure_pushed_risk(table, {"age": 2}, k=5)     # the very answer that the crowd would give

All states that are compared are counted together, in one statement where the engine has grouping
sets: the state itself, and every attribute raised by one, two, … levels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from incrowd.advice import recommending
from incrowd.crowd.crowd import Protection, State
from incrowd.crowd.published import CountedClasses
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.promises import list_safeguards
from incrowd.dataset.results import Advice, Risk
from incrowd.dataset.risk import describe_published
from incrowd.dataset.state_counts import StateCounts, countable
from incrowd.errors import CrowdNeeded
from incrowd.measures.enforcement import BrokenProtection, SuppressedBy

Mask = NDArray[np.bool_]


def measure_pushed_risk(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    k: int = 1,
    *,
    measures: Sequence[str] = (),
    advise: bool = True,
) -> Risk:
    """The risk of a table in a state that is counted in its engine."""
    if measures or table.population_size is not None:
        raise CrowdNeeded.here()
    state = table.state(levels, k)
    secrets = countable(state.protections)
    states = list_states(table.states, state) if advise else [state.levels]
    now, *raised = table.states.at_all(states, secrets)
    steps = _rank_steps(table.states, state, raised) if advise else ()
    return _describe(table, now, state, steps)


def recommend_pushed(
    table: OpenTable, levels: Mapping[str, int] | None = None, k: int = 1
) -> Advice:
    """Every next step with its exact effect, best first, counted in the engine."""
    state = table.state(levels, k)
    guarded = replace(state, protections=tuple(table.protections(max(k, 2))))
    secrets = countable(guarded.protections)
    now, *raised = table.states.at_all(list_states(table.states, state), secrets)
    steps = _rank_steps(table.states, state, raised)
    return Advice(_describe(table, now, state, steps), steps, _list_suppressions(now, guarded))


def count_combinations(
    table: OpenTable, levels: Mapping[str, int] | None = None, k: int = 1
) -> int:
    """The classes of a state before any is left out; known already where it was advised on."""
    guards = table.protections(max(k, 2))
    now = table.states.at(table.states.levels_of(levels or {}), countable(guards))
    return int(now.classes.sum())


def list_states(states: StateCounts, state: State) -> list[tuple[int, ...]]:
    """The state, and all that differ from it in one attribute that is raised."""
    raised = [
        (*state.levels[:place], level, *state.levels[place + 1 :])
        for place, height in enumerate(states.heights)
        for level in range(state.levels[place] + 1, height + 1)
    ]
    return [state.levels, *raised]


def _describe(
    table: OpenTable,
    now: CountedClasses,
    state: State,
    steps: Sequence[recommending.Generalization],
) -> Risk:
    (by,) = _tell_apart(now, state)
    kept = suppress_counted(now, state)
    hierarchies = table.states.hierarchies
    risk = describe_published(table.table, kept, state, steps, (), by, hierarchies)
    risk = replace(risk, protections=list_safeguards(table))
    if table.person_warning is not None:
        risk = replace(risk, explanation=(table.person_warning, *risk.explanation))
    return risk


def _rank_steps(
    states: StateCounts, state: State, raised: Sequence[CountedClasses]
) -> tuple[recommending.Generalization, ...]:
    """The effects of raising each attribute, best first."""
    steps = []
    for place, hierarchy in enumerate(states.hierarchies):
        levels = tuple(
            recommending.LevelChoice(
                classes.levels[place],
                hierarchy.title(classes.levels[place]),
                recommending.Effect.of(suppress_counted(classes, state)),
            )
            for classes in raised
            if classes.levels[place] != state.levels[place]
        )
        steps.append(recommending.Generalization(hierarchy.attribute, levels))
    return recommending.rank(steps)


def _list_suppressions(now: CountedClasses, state: State) -> tuple[recommending.Suppression, ...]:
    """The effect of leaving out small classes, for every k above the current one."""
    guarded = suppress_counted(now, replace(state, k=1))
    choices = range(state.k + 1, min(recommending.HIGHEST_K, now.rows) + 1)
    _, *causes = _tell_apart(now, state, choices)
    return tuple(
        recommending.Suppression(k, recommending.Effect.of(guarded.keeping(guarded.sizes >= k)), by)
        for k, by in zip(choices, causes, strict=True)
    )


def suppress_counted(classes: CountedClasses, state: State) -> CountedClasses:
    """Suppress the classes below the k of a state and those that break its protections."""
    mask = classes.sizes >= state.k
    for protection in state.protections:
        mask &= holding(classes, protection)
    return classes.keeping(mask)


def holding(classes: CountedClasses, protection: Protection) -> Mask:
    """Which classes have as many different values as a protection asks for."""
    held: Mask = classes.diversity[protection.attribute] >= protection.threshold
    return held


def _tell_apart(
    classes: CountedClasses, state: State, further: Sequence[int] = ()
) -> list[SuppressedBy]:
    """What the rows of a state are left out for, at its k and at further, larger ones."""

    def at(k: int) -> SuppressedBy:
        large = classes.sizes >= max(k, state.k)
        broken = tuple(
            BrokenProtection(
                each.attribute,
                each.model,
                each.threshold,
                classes.count_rows(large & ~holding(classes, each)),
            )
            for each in state.protections
        )
        return SuppressedBy(classes.rows - classes.count_rows(large), broken)

    return [at(k) for k in (state.k, *further)]
