"""The history of a data set: its steps with names, what happened, and the states it went through.

tell_history(open_dataset).steps[0].text        # "'age' at level 2"
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.advice.gauges import Gauges, read_gauges
from incrowd.answers import Words
from incrowd.journal import Entry, Event, active_at
from incrowd.journal.journal import Deed
from incrowd.language import Message, as_message, join, say
from incrowd.service.datasets.view import in_words
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

__all__ = ["History", "HistoryEvent", "HistoryState", "HistoryStep", "tell_history"]


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
class HistoryStep:
    """What was decided at once, and where it led: one line of the history.

    Of steps that are in force the figures are those with all steps before them; of undone ones
    those of the state when they were taken.
    """

    revision: int
    """The revision after its last decision."""
    decisions: tuple[str, ...]
    text: Words
    at: str
    undone: bool
    current: bool
    """Whether it is the last step that is in force."""
    average_risk: float | None
    highest_risk: float | None
    utility_loss: float | None


@dataclass(frozen=True)
class History:
    """Steps and events in order, and the different states they led to."""

    start: HistoryStep
    """The data as it was opened."""
    steps: tuple[HistoryStep, ...]
    events: tuple[HistoryEvent, ...]
    states: tuple[HistoryState, ...]


def tell_history(open_dataset: OpenDataset) -> History:
    """Tell all that happened."""
    with open_dataset.lock:
        events, snapshot = open_dataset.journal.events, open_dataset.snapshot()
    return History(
        _start(open_dataset, events),
        tuple(_steps(open_dataset, events, snapshot)),
        tuple(_describe_events(events, snapshot)),
        tuple(_states(open_dataset, events)),
    )


def _steps(
    open_dataset: OpenDataset, events: tuple[Event, ...], snapshot: Snapshot
) -> Iterator[HistoryStep]:
    active = active_at(events, len(events))
    place = {entry.id: number for number, entry in enumerate(active)}
    for step in _batches(events, set(place))[-STATES:]:
        last = step[-1]
        number = place.get(last.decision_id)
        entries = active_at(events, last.revision) if number is None else active[: number + 1]
        gauges = _look(open_dataset, entries).gauges
        yield HistoryStep(
            revision=last.revision,
            decisions=tuple(event.decision_id for event in step),
            text=_name_step(step, snapshot),
            at=last.at,
            undone=number is None,
            current=number == len(active) - 1,
            average_risk=None if gauges is None else gauges.average_risk,
            highest_risk=None if gauges is None else gauges.highest_risk,
            utility_loss=None if gauges is None else gauges.utility_loss,
        )


def _start(open_dataset: OpenDataset, events: tuple[Event, ...]) -> HistoryStep:
    seen = _look(open_dataset, ())
    gauges = seen.gauges
    return HistoryStep(
        revision=0,
        decisions=(),
        text=seen.label,
        at=open_dataset.record.created,
        undone=False,
        current=not active_at(events, len(events)),
        average_risk=None if gauges is None else gauges.average_risk,
        highest_risk=None if gauges is None else gauges.highest_risk,
        utility_loss=None if gauges is None else gauges.utility_loss,
    )


def _batches(events: Sequence[Event], active: set[str]) -> list[list[Event]]:
    """Decisions that were taken at once together, those of them that were undone apart."""
    steps: dict[tuple[int, bool], list[Event]] = {}
    for event in events:
        if event.deed == "decide":
            first = event.revision if event.batch is None else event.batch
            steps.setdefault((first, event.decision_id in active), []).append(event)
    return list(steps.values())


def _name_step(step: Sequence[Event], snapshot: Snapshot) -> Message:
    names = [
        as_message(in_words(event.decision, snapshot))
        for event in step
        if event.decision is not None
    ]
    if len(names) == 1:
        return names[0]
    return say("{count:,} changes at once: {changes}", count=len(names), changes=join(names, "; "))


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
    label = in_words(entries[-1].decision, snapshot) if entries else say("the original data")
    if not snapshot.measurable:
        return _Look(label, None, snapshot.k)
    recoded = snapshot.recoded
    gauges = recoded.result.after.gauges if recoded else read_gauges(snapshot.classes)
    return _Look(label, gauges, snapshot.k)
