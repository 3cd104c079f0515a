"""What happened to a data set, and the states it went through: risk against utility."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from incrowd.advice.gauges import read_gauges
from incrowd.journal import Entry, Event, active_at
from incrowd.language import said, say
from incrowd.service.datasets.view import in_words
from incrowd.workspace.open_dataset import Opened, Standing

STATES: Final = 100
"""The latest states that are shown."""
LOOKED_AT: Final = 300
"""The latest revisions among which they are looked for."""


@dataclass(frozen=True)
class HappenedEvent:
    """An event in words, and whether its decision is in force now."""

    revision: int
    kind: str
    text: str
    at: str
    active: bool
    void: bool
    decision_id: str


@dataclass(frozen=True)
class VisitedState:
    """A state the data set was in; one visited twice stands at its latest revision."""

    revision: int
    label: str
    average_risk: float
    highest_risk: float
    utility_loss: float
    k: int
    current: bool


@dataclass(frozen=True)
class History:
    """Events in order, and the different states they led to."""

    events: tuple[HappenedEvent, ...]
    states: tuple[VisitedState, ...]


def tell_history(opened: Opened) -> History:
    """Tell all that happened."""
    with opened.lock:
        events, standing = opened.journal.events, opened.standing()
    return History(tuple(_told(events, standing)), tuple(_states(opened, events)))


def _told(events: tuple[Event, ...], standing: Standing) -> list[HappenedEvent]:
    active = {entry.id for entry in active_at(events, len(events))}
    made = {one.decision_id: one.decision for one in events if one.decision is not None}
    return [
        HappenedEvent(
            revision=one.revision,
            kind=one.deed,
            text=_turned(one.deed, said(in_words(made[one.decision_id], standing))),
            at=one.at,
            active=one.decision_id in active,
            void=one.decision_id in standing.derived.void,
            decision_id=one.decision_id,
        )
        for one in events
    ]


def _turned(deed: str, decision: str) -> str:
    if deed == "decide":
        return decision
    if deed == "undo":
        return say("Undone: {decision}", decision=decision)
    return say("Redone: {decision}", decision=decision)


def _states(opened: Opened, events: tuple[Event, ...]) -> list[VisitedState]:
    latest: dict[tuple[Entry, ...], int] = {}
    for revision in range(max(0, len(events) + 1 - LOOKED_AT), len(events) + 1):
        latest[active_at(events, revision)] = revision
    visited = sorted(latest.items(), key=lambda item: item[1])[-STATES:]
    last = len(events)
    seen = [(at, _seen(opened, entries)) for entries, at in visited]
    return [VisitedState(at, *found, current=at == last) for at, found in seen if found]


def _seen(
    opened: Opened, entries: tuple[Entry, ...]
) -> tuple[str, float, float, float, int] | None:
    """What a state is called, its gauges and its k; found once, since decisions do not change."""
    key = tuple(entry.id for entry in entries)
    return opened.visited.get(key, lambda: _look(opened.standing(entries), entries))


def _look(
    standing: Standing, entries: tuple[Entry, ...]
) -> tuple[str, float, float, float, int] | None:
    """Look at a state; one without quasi-identifiers has no risk to be drawn."""
    if not standing.measurable:
        return None
    label = in_words(entries[-1].decision, standing) if entries else say("the data as it came")
    recoded = standing.recoded
    gauges = recoded.result.after.gauges if recoded else read_gauges(standing.classes)
    return label, gauges.average_risk, gauges.highest_risk, gauges.utility_loss, standing.k
