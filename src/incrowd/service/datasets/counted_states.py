"""Count one choice of levels inside the database, where there are too many combinations to fetch.

seek_state_levels(opened, progress)                 # looks at the values of each quasi-identifier
count_state(opened, {"zip": 2}, 5, progress)
tell_states(opened).state.risk.average_risk         # exact, as counted there
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from incrowd.advice.recommending import Generalization
from incrowd.answers import Words
from incrowd.crowd.crowd import WHOLE_RELEASE
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.pushed_risk import count_combinations, recommend_pushed
from incrowd.dataset.results import Risk
from incrowd.dataset.state_counts import DIVERSITY
from incrowd.engines.contract import can_count_states
from incrowd.errors import NotNow
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import Message, say
from incrowd.lru_cache import LruCache
from incrowd.measures.promise_names import in_words
from incrowd.progress import Progress
from incrowd.workspace.first_levels import read_first_levels
from incrowd.workspace.open_dataset import OpenDataset

_STATES: Final = 64
"""Choices whose figures are kept."""


@dataclass(frozen=True)
class LevelTitle:
    """A level, and what it shows."""

    level: int
    title: Words


@dataclass(frozen=True)
class StateColumn:
    """A quasi-identifier, the level from which on it is counted now, and all that it has."""

    attribute: str
    level: int
    levels: tuple[LevelTitle, ...]


@dataclass(frozen=True)
class CountedState:
    """One choice of levels and k: its exact risk, and every next step, as the database counted."""

    levels: dict[str, int]
    k: int
    risk: Risk
    generalizations: tuple[Generalization, ...]
    combinations: int
    """Combinations of the quasi-identifiers at these levels."""
    most: int
    """Combinations that would fit into memory."""
    notes: tuple[Words, ...]
    """What was not looked at."""


@dataclass(frozen=True)
class CountedStates:
    """What can be chosen, and what was counted last; no columns until their values were seen."""

    columns: tuple[StateColumn, ...]
    state: CountedState | None


@dataclass
class _Known:
    """What is known of the states of a data set with some roles."""

    hierarchies: dict[str, Hierarchy] = field(default_factory=dict)
    states: LruCache[CountedState] = field(default_factory=lambda: LruCache(_STATES))
    last: CountedState | None = None


def can_count_one(open_dataset: OpenDataset) -> bool:
    """Whether the engine of a data set can count single states of it."""
    source = open_dataset.unraised.source
    able = can_count_states(source) and "push_down" not in getattr(source, "gaps", {})
    return able and open_dataset.snapshot().dataset.table.person is None


def tell_states(open_dataset: OpenDataset) -> CountedStates:
    """The levels that can be chosen, and the choice that was counted last."""
    known = _known(open_dataset)
    begun = read_first_levels(open_dataset.folder)
    columns = tuple(
        StateColumn(
            name,
            min(begun.get(name, 0), hierarchy.height),
            tuple(
                LevelTitle(level, hierarchy.title(level)) for level in range(hierarchy.height + 1)
            ),
        )
        for name, hierarchy in known.hierarchies.items()
    )
    return CountedStates(columns, known.last)


def seek_state_levels(open_dataset: OpenDataset, progress: Progress) -> None:
    """Look at the values of every quasi-identifier, so that levels can be chosen."""
    known = _known(open_dataset)
    if not known.hierarchies:
        with _pushed(open_dataset, known, progress) as table:
            known.hierarchies = table.hierarchies


def count_state(
    open_dataset: OpenDataset, levels: Mapping[str, int], k: int, progress: Progress
) -> None:
    """Count one choice and every next step; afterwards its figures are at hand."""
    known = _known(open_dataset)
    key = (tuple(sorted((name, level) for name, level in levels.items() if level)), k)
    found = known.states.peek(key)
    if found is None:
        with _pushed(open_dataset, known, progress) as table:
            known.hierarchies = table.hierarchies
            found = _count(table, levels, k, open_dataset.most_tuples)
        known.states.put(key, found)
    known.last = found


def _count(table: OpenTable, levels: Mapping[str, int], k: int, most: int) -> CountedState:
    countable, notes = _without_uncountable(table)
    countable.progress("Counting in the database", None)
    advice = recommend_pushed(countable, levels, k)
    combinations = count_combinations(countable, levels, k)
    steps = advice.generalizations
    return CountedState(dict(advice.state), k, advice.now, steps, combinations, most, tuple(notes))


def _without_uncountable(table: OpenTable) -> tuple[OpenTable, list[Message]]:
    """The table without protections that no engine counts, and what to say of them."""
    guards = dict(table.guards)
    notes = []
    for each in table.protections(2):
        if each.model != DIVERSITY:
            kept = guards.get(each.attribute, ())
            guards[each.attribute] = tuple(other for other in kept if other.model == DIVERSITY)
            if each.attribute == WHOLE_RELEASE:
                notes.append(
                    say(
                        "{promise} is not checked here: that needs all combinations.",
                        promise=in_words(each),
                    )
                )
                continue
            notes.append(
                say(
                    "The protection of '{name}' is not checked here: that needs all combinations.",
                    name=each.attribute,
                )
            )
    return table.with_guards(guards, table.guard_reasons), notes


def _known(open_dataset: OpenDataset) -> _Known:
    snapshot = open_dataset.snapshot()
    return open_dataset.cached(_Known, snapshot.key, _Known)


@contextmanager
def _pushed(open_dataset: OpenDataset, known: _Known, progress: Progress) -> Iterator[OpenTable]:
    """The table as it is in its database, counted state by state over a connection of its own.

    What is reported as progress comes from that connection, so that a statement can be stopped.
    """
    snapshot = open_dataset.snapshot()
    if not can_count_one(open_dataset):
        raise NotNow(
            say("Single choices for this data cannot be counted where it is."),
            say("Give columns with very many values another role."),
        )
    roles = {each.name: each.role for each in snapshot.dataset.attributes}
    chosen = {} if open_dataset.beginnings else dict(snapshot.dataset.given)
    with closing(open_dataset.reopen_whole(progress)) as source:
        whole = replace(
            open_dataset.unraised,
            source=source,
            given={**chosen, **known.hierarchies},
            guards=snapshot.dataset.guards,
            guard_reasons=snapshot.dataset.guard_reasons,
            progress=progress,
            push_down=True,
        )
        yield replace(whole, table=whole.table.assigning(roles))
