"""Take a decision, take it back, bring it back: checked first, then on the disk, then told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from incrowd.crowd.crowd import WHOLE_RELEASE
from incrowd.dataset.promises import check_threshold
from incrowd.errors import Conflict, InvalidParameter, NotNow, UnknownName
from incrowd.journal import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Event,
    Generalize,
    Protect,
    Recode,
    Suppress,
    active_at,
)
from incrowd.language import say
from incrowd.measures.measure import Question
from incrowd.measures.promise_checks import check_promise
from incrowd.measures.promise_names import promise_name
from incrowd.measures.registry import measure, measures
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

__all__ = [
    "AssignRole",
    "ChooseHierarchy",
    "Decision",
    "Generalize",
    "Plan",
    "Protect",
    "Recode",
    "Suppress",
    "decide",
    "decide_together",
    "go_back",
    "jump",
    "move_to",
    "plan",
    "redo",
    "undo",
]


@dataclass(frozen=True)
class Plan:
    """Decisions that could be taken, and where they would lead."""

    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]
    snapshot: Snapshot


Stage = Callable[[Snapshot], Sequence[Decision]]
"""Finds decisions from where others have led."""


def decide(
    open_dataset: OpenDataset,
    decision: Decision,
    revision: int | None = None,
    batch: int | None = None,
) -> None:
    """Append a decision to the journal, if it makes sense where the data set stands.

    Decisions of one batch are one step of the history.
    """
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _check(open_dataset, open_dataset.snapshot(), decision)
        _append(open_dataset, *open_dataset.journal.planned(decision, batch=batch))


def decide_together(open_dataset: OpenDataset, *stages: Stage, revision: int | None = None) -> None:
    """Append decisions that build on each other, all or none."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _append(open_dataset, *plan(open_dataset, *stages).events)


def plan(open_dataset: OpenDataset, *stages: Stage) -> Plan:
    """Find decisions stage by stage, each from where those before it lead; nothing is written."""
    journal, decisions = open_dataset.journal, list[Decision]()
    snapshot, events = open_dataset.snapshot(), tuple[Event, ...]()
    for stage in stages:
        found = stage(snapshot)
        for decision in found:
            _check(open_dataset, snapshot, decision)
        decisions += found
        events = journal.planned(*decisions)
        after = active_at((*journal.events, *events), journal.revision + len(events))
        snapshot = open_dataset.snapshot(after)
    return Plan(tuple(decisions), events, snapshot)


def move_to(
    open_dataset: OpenDataset,
    levels: Mapping[str, int],
    k: int,
    revision: int | None = None,
    guards: Sequence[Protect] = (),
    batch: int | None = None,
) -> None:
    """Take all the decisions that lead to a state; each can be undone alone.

    They are one step of the history, together with others of the same batch.
    """
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
        first = open_dataset.journal.revision + 1 if batch is None else batch
        _append(open_dataset, *open_dataset.journal.planned(*wanted, batch=first))


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


def go_back(open_dataset: OpenDataset, decision_id: str, revision: int | None = None) -> None:
    """Undo every decision that was made after one that is in force."""
    with open_dataset.lock:
        _check_revision(open_dataset, revision)
        _append(open_dataset, *open_dataset.journal.returning(decision_id))


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
    if decision.attribute == WHOLE_RELEASE:
        for name, threshold in decision.models:
            promise = decision.release_promise(name, threshold)
            check_threshold(promise_name(name), threshold)
            crowd = dataset.protected_crowd
            check_promise(crowd.rows, promise, len(crowd.names))
        return
    dataset.table.attribute(decision.attribute)
    dataset.protected_crowd.sensitive_attribute(decision.attribute)
    for name, threshold in decision.models:
        _check_model(snapshot, decision.attribute, name, threshold)


def _check_model(snapshot: Snapshot, attribute: str, name: str, threshold: float) -> None:
    model = measure(name)
    known = [
        candidate.name
        for candidate in measures("privacy")
        if candidate.per_class and "sensitive" in candidate.needs
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
            say("Give a number of 0 or more."),
        )
