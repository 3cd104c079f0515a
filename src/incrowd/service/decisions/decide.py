"""Take a decision, take it back, bring it back: checked first, then on the disk, then told.

The history says what happened to a data set, and the states it went through.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from incrowd.advice.gauges import Gauges, read_gauges
from incrowd.answers import Words
from incrowd.errors import Conflict, InvalidParameter, NotNow, UnknownName
from incrowd.journal import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Entry,
    Event,
    Generalize,
    Protect,
    Recode,
    Suppress,
    active_at,
)
from incrowd.journal.journal import Deed
from incrowd.language import as_message, say
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure, measures
from incrowd.service.datasets.view import in_words
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

__all__ = [
    "AssignRole",
    "ChooseHierarchy",
    "Decision",
    "Generalize",
    "History",
    "HistoryEvent",
    "HistoryState",
    "Protect",
    "Recode",
    "Suppress",
    "decide",
    "jump",
    "move_to",
    "redo",
    "tell_history",
    "undo",
]


def decide(open_dataset: OpenDataset, decision: Decision, revision: int | None = None) -> None:
    """Append a decision to the journal, if it makes sense where the data set stands."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _check(open_dataset, open_dataset.snapshot(), decision)
        _append(open_dataset, *open_dataset.journal.planned(decision))


def move_to(
    open_dataset: OpenDataset,
    levels: Mapping[str, int],
    k: int,
    revision: int | None = None,
    guards: Sequence[Protect] = (),
) -> None:
    """Take all the decisions that lead to a state; each can be undone alone."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        snapshot = open_dataset.snapshot()
        names = snapshot.dataset.crowd.levels_of(levels)
        wanted: list[Decision] = [*guards]
        wanted += [
            Generalize(name, level)
            for name, level in zip(snapshot.dataset.crowd.names, names, strict=True)
            if level != snapshot.levels.get(name, 0)
        ]
        if k != snapshot.k:
            wanted.append(Suppress(k))
        for decision in wanted:
            _check(open_dataset, snapshot, decision)
        _append(open_dataset, *open_dataset.journal.planned(*wanted))


def undo(open_dataset: OpenDataset, decision_id: str, revision: int | None = None) -> None:
    """Take one decision back, whichever it is, and keep the others."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _append(open_dataset, open_dataset.journal.undoing(decision_id))


def redo(open_dataset: OpenDataset, decision_id: str, revision: int | None = None) -> None:
    """Bring a decision back that was undone."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _append(open_dataset, open_dataset.journal.redoing(decision_id))


def jump(open_dataset: OpenDataset, target: int, revision: int | None = None) -> None:
    """Undo and redo until those decisions are in force that were at some revision."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _append(open_dataset, *open_dataset.journal.jumping(target))


def _check_revision(open_dataset: OpenDataset, revision: int | None) -> None:
    now = open_dataset.journal.revision
    if revision is not None and revision != now:
        raise Conflict(
            say("Somebody changed this data set in the meantime, in another tab or elsewhere."),
            say(
                "Look at it as it is now (revision {now}, yours was {yours}), then try again.",
                now=now,
                yours=revision,
            ),
        )


def _append(open_dataset: OpenDataset, *events: Event) -> None:
    """Write events, after making sure that the state they lead to exists."""
    journal = open_dataset.journal
    if events:
        after = active_at((*journal.events, *events), journal.revision + len(events))
        snapshot = open_dataset.snapshot(after)
        if snapshot.measurable:
            _ = snapshot.classes
        journal.append(*events)


def _check(open_dataset: OpenDataset, snapshot: Snapshot, decision: Decision) -> None:
    """Refuse what would have no effect, with the reason."""
    dataset = snapshot.dataset
    if snapshot.derived.recode is not None:
        raise NotNow(
            say("Every row is recoded in its own way, so nothing else can be decided about it."),
            say("Undo the recoding first."),
        )
    match decision:
        case AssignRole(attribute):
            dataset.table.attribute(attribute)
        case ChooseHierarchy(attribute):
            dataset.table.attribute(attribute)
            open_dataset.hierarchy(decision)
        case Generalize(attribute, level):
            dataset.table.attribute(attribute)
            dataset.crowd.levels_of({attribute: level})
        case Suppress(k):
            dataset.state(k=k)
        case Protect():
            _check_protection(snapshot, decision)
        case Recode(k=k):
            dataset.state(k=k)


def _check_protection(snapshot: Snapshot, decision: Protect) -> None:
    dataset = snapshot.dataset
    dataset.table.attribute(decision.attribute)
    dataset.protected_crowd.sensitive_attribute(decision.attribute)
    for name, threshold in decision.models:
        _check_model(snapshot, decision.attribute, name, threshold)


def _check_model(snapshot: Snapshot, attribute: str, name: str, threshold: float) -> None:
    model = measure(name)
    known = [
        candidate.name
        for candidate in measures("privacy")
        if candidate.per_class and candidate.name != "k_anonymity"
    ]
    if model.name not in known:
        raise UnknownName.among("protection", model.name, known)
    question = Question(snapshot.classes, attribute)
    if model.missing(question):
        raise InvalidParameter(
            say("'{title}' cannot protect '{attribute}'.", title=model.title, attribute=attribute),
            say("It needs: {names}.", names=", ".join(sorted(model.missing(question)))),
        )
    if not isfinite(threshold) or threshold < 0:
        raise InvalidParameter(
            say("The threshold {threshold} is not possible.", threshold=threshold),
            say("Give a number from 0 on."),
        )


STATES: Final = 100
"""The latest states that are shown."""
LOOKED_AT: Final = 300
"""The latest revisions among which they are looked for."""
CACHED: Final = 1000
"""States whose figures stay in memory."""


@dataclass(frozen=True)
class HistoryEvent:
    """An event in words, and whether its decision is in force now."""

    revision: int
    kind: Deed
    text: Words
    at: str
    active: bool
    void: bool
    decision_id: str


@dataclass(frozen=True)
class HistoryState:
    """A state the data set was in; one visited twice stands at its latest revision."""

    revision: int
    label: Words
    average_risk: float
    highest_risk: float
    utility_loss: float
    k: int
    current: bool


@dataclass(frozen=True)
class History:
    """Events in order, and the different states they led to."""

    events: tuple[HistoryEvent, ...]
    states: tuple[HistoryState, ...]


def tell_history(open_dataset: OpenDataset) -> History:
    """Tell all that happened."""
    with open_dataset.lock:
        events, snapshot = open_dataset.journal.events, open_dataset.snapshot()
    return History(tuple(_describe_events(events, snapshot)), tuple(_states(open_dataset, events)))


def _describe_events(events: tuple[Event, ...], snapshot: Snapshot) -> list[HistoryEvent]:
    active = {entry.id for entry in active_at(events, len(events))}
    made = {event.decision_id: event.decision for event in events if event.decision is not None}
    return [
        HistoryEvent(
            revision=event.revision,
            kind=event.deed,
            text=_describe_deed(
                event.deed, as_message(in_words(made[event.decision_id], snapshot))
            ),
            at=event.at,
            active=event.decision_id in active,
            void=event.decision_id in snapshot.derived.void,
            decision_id=event.decision_id,
        )
        for event in events
    ]


def _describe_deed(deed: str, decision: str) -> str:
    if deed == "decide":
        return decision
    if deed == "undo":
        return say("Undone: {decision}", decision=decision)
    return say("Redone: {decision}", decision=decision)


def _states(open_dataset: OpenDataset, events: tuple[Event, ...]) -> list[HistoryState]:
    latest: dict[tuple[Entry, ...], int] = {}
    for revision in range(max(0, len(events) + 1 - LOOKED_AT), len(events) + 1):
        latest[active_at(events, revision)] = revision
    visited = sorted(latest.items(), key=lambda item: item[1])[-STATES:]
    last = len(events)
    return [
        HistoryState(
            revision=revision,
            label=seen.label,
            average_risk=seen.gauges.average_risk,
            highest_risk=seen.gauges.highest_risk,
            utility_loss=seen.gauges.utility_loss,
            k=seen.k,
            current=revision == last,
        )
        for entries, revision in visited
        if (seen := _look(open_dataset, entries)).gauges is not None
    ]


@dataclass(frozen=True)
class _Look:
    """What a state is called, its gauges and its k; no gauges without quasi-identifiers."""

    label: str
    gauges: Gauges | None
    k: int


def _look(open_dataset: OpenDataset, entries: tuple[Entry, ...]) -> _Look:
    """Look at a state, once, since decisions do not change."""
    key = tuple(entry.id for entry in entries)
    return open_dataset.cached(
        _Look, key, lambda: _measure(open_dataset.snapshot(entries), entries), CACHED
    )


def _measure(snapshot: Snapshot, entries: tuple[Entry, ...]) -> _Look:
    label = in_words(entries[-1].decision, snapshot) if entries else say("the data as it came")
    if not snapshot.measurable:
        return _Look(label, None, snapshot.k)
    recoded = snapshot.recoded
    gauges = recoded.result.after.gauges if recoded else read_gauges(snapshot.classes)
    return _Look(label, gauges, snapshot.k)
