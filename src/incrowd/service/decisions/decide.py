"""Take a decision, take it back, bring it back: checked first, then on the disk, then told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

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
from incrowd.measures.question import Question
from incrowd.measures.registry import measure, measures
from incrowd.workspace.open_dataset import Opened, Standing

__all__ = [
    "AssignRole",
    "ChooseHierarchy",
    "Decision",
    "Generalize",
    "Protect",
    "Recode",
    "Suppress",
    "decide",
    "jump",
    "redo",
    "undo",
]


def decide(opened: Opened, decision: Decision, revision: int | None = None) -> None:
    """Append a decision to the journal, if it makes sense where the data set stands."""
    with opened.lock:
        _check_revision(opened, revision)
        _check(opened, opened.standing(), decision)
        _append(opened, *opened.journal.planned(decision))


def move_to(
    opened: Opened,
    levels: Mapping[str, int],
    k: int,
    revision: int | None = None,
    guards: Sequence[Protect] = (),
) -> None:
    """Take all the decisions that lead to a state; each can be undone alone."""
    with opened.lock:
        _check_revision(opened, revision)
        standing = opened.standing()
        names = standing.dataset.crowd.levels_of(levels)
        wanted: list[Decision] = [*guards]
        wanted += [
            Generalize(name, level)
            for name, level in zip(standing.dataset.crowd.names, names, strict=True)
            if level != standing.levels.get(name, 0)
        ]
        if k != standing.k:
            wanted.append(Suppress(k))
        for one in wanted:
            _check(opened, standing, one)
        _append(opened, *opened.journal.planned(*wanted))


def undo(opened: Opened, decision_id: str, revision: int | None = None) -> None:
    """Take one decision back, whichever it is, and keep the others."""
    with opened.lock:
        _check_revision(opened, revision)
        _append(opened, opened.journal.undoing(decision_id))


def redo(opened: Opened, decision_id: str, revision: int | None = None) -> None:
    """Bring a decision back that was undone."""
    with opened.lock:
        _check_revision(opened, revision)
        _append(opened, opened.journal.redoing(decision_id))


def jump(opened: Opened, target: int, revision: int | None = None) -> None:
    """Undo and redo until those decisions are in force that were at some revision."""
    with opened.lock:
        _check_revision(opened, revision)
        _append(opened, *opened.journal.jumping(target))


def _check_revision(opened: Opened, revision: int | None) -> None:
    now = opened.journal.revision
    if revision is not None and revision != now:
        raise Conflict(
            "Somebody changed this data set in the meantime, in another tab or elsewhere.",
            say(
                "Look at it as it is now (revision {now}, yours was {yours}), then try again.",
                now=now,
                yours=revision,
            ),
        )


def _append(opened: Opened, *events: Event) -> None:
    """Write events, after making sure that the state they lead to exists."""
    journal = opened.journal
    if events:
        after = active_at((*journal.events, *events), journal.revision + len(events))
        standing = opened.standing(after)
        if standing.measurable:
            _ = standing.classes
        journal.append(*events)


def _check(opened: Opened, standing: Standing, decision: Decision) -> None:
    """Refuse what would have no effect, with the reason."""
    dataset = standing.dataset
    if standing.derived.recode is not None:
        raise NotNow(
            "Every row is recoded in its own way, so nothing else can be decided about it.",
            "Undo the recoding first.",
        )
    match decision:
        case AssignRole(attribute):
            dataset.table.attribute(attribute)
        case ChooseHierarchy(attribute):
            dataset.table.attribute(attribute)
            opened.hierarchy(decision)
        case Generalize(attribute, level):
            dataset.table.attribute(attribute)
            dataset.crowd.levels_of({attribute: level})
        case Suppress(k):
            dataset.state(k=k)
        case Protect():
            _check_protection(standing, decision)
        case Recode(k=k):
            dataset.state(k=k)


def _check_protection(standing: Standing, decision: Protect) -> None:
    dataset = standing.dataset
    dataset.table.attribute(decision.attribute)
    dataset.protected_crowd.sensitive_attribute(decision.attribute)
    for name, threshold in decision.models:
        _check_model(standing, decision.attribute, name, threshold)


def _check_model(standing: Standing, attribute: str, name: str, threshold: float) -> None:
    model = measure(name)
    known = [one.name for one in measures("privacy") if one.per_class and one.name != "k_anonymity"]
    if model.name not in known:
        raise UnknownName.among("protection", model.name, known)
    question = Question(standing.classes, attribute)
    if model.missing(question):
        raise InvalidParameter(
            f"'{model.title}' cannot protect '{attribute}'.",
            f"It needs: {', '.join(sorted(model.missing(question)))}.",
        )
    if not isfinite(threshold) or threshold < 0:
        raise InvalidParameter(
            f"The threshold {threshold} is not possible.", "Give a number from 0 on."
        )
