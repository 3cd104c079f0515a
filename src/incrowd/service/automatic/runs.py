"""Automatic runs on a data set: found, looked at beside the data as it was, adopted or discarded.

run_id = run(open_dataset, AnonymizationRequest(k=5, method="priority"), progress)
adopt(open_dataset, run_id)
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.fitting import Fitness, make_fit
from incrowd.anonymization.outcome import Anonymized, Outcome, ShowInterim, show_nobody
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.crowd.crowd import Classes
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter, NotFound, NotNow
from incrowd.journal import AssignRole, Decision, Protect, Recode
from incrowd.journal.journal import now
from incrowd.language import say
from incrowd.measures.enforcement import Held, reach
from incrowd.measures.utility.columns import rows_per_value
from incrowd.progress import Progress
from incrowd.release.published_rows import recodings
from incrowd.service.datasets.columns import OTHER
from incrowd.service.datasets.comparison import published_label
from incrowd.service.datasets.rows import MOST_ROWS
from incrowd.service.decisions.decide import decide, move_to
from incrowd.workspace.folder import new_id
from incrowd.workspace.kept_recodings import keep
from incrowd.workspace.open_dataset import OpenDataset, Run

MOST_BARS: Final = 12


@dataclass(frozen=True)
class SplitBar:
    """Rows that share a value, those in classes of at least k rows apart from the others."""

    label: str
    safe: int
    at_risk: int


@dataclass(frozen=True)
class JudgedAttribute:
    """What is left of an attribute, and its values before and after."""

    name: str
    rank: int
    """1 for the most important ones."""
    quality: float
    """The share of its information that is left, from 0 to 1."""
    level: int | None
    before: tuple[SplitBar, ...]
    after: tuple[SplitBar, ...]


@dataclass(frozen=True)
class AutomaticRun:
    """A run as a person sees it: attributes in the order of their priority."""

    id: str
    at: str
    current: bool
    """Whether the data set still stands where it stood then."""
    wish: AnonymizationRequest
    result: Anonymized
    attributes: tuple[JudgedAttribute, ...]
    held: tuple[Held, ...]
    """What is reached of each protection that was in force."""
    fitness: Fitness | None = None
    """How it was made fit for a purpose, where that was asked for."""


@dataclass(frozen=True)
class PairedRow:
    """A row as it was and as it would be published."""

    row: int
    suppressed: bool
    size: int | None
    before: tuple[str | None, ...]
    after: tuple[str | None, ...]
    changed: tuple[bool, ...]


@dataclass(frozen=True)
class PairedRows:
    """Some rows of a run, and how many there are in all."""

    total: int
    offset: int
    columns: tuple[str, ...]
    rows: tuple[PairedRow, ...]


def run(
    open_dataset: OpenDataset,
    request: AnonymizationRequest,
    progress: Progress,
    show: ShowInterim = show_nobody,
    purpose: Preset | None = None,
) -> str:
    """Find the best way to publish a data set; its levels and k of now do not matter.

    With a purpose roles, protections and k follow from its preset, and every check passes.
    """
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    fitness = None
    if purpose is None:
        outcome = anonymize(snapshot.dataset, request, progress, show)
    else:
        fit = make_fit(snapshot.dataset, purpose, request, progress, show)
        outcome, fitness = fit.outcome, fit.fitness
    result = Run(new_id(), now(), revision, snapshot.dataset, outcome, fitness)
    open_dataset.runs.put(result.id, result)
    return result.id


def list_runs(open_dataset: OpenDataset) -> list[AutomaticRun]:
    """All runs that are kept, the oldest first."""
    return [_view(open_dataset, run) for run in open_dataset.runs.answers()]


def look_at(open_dataset: OpenDataset, run_id: str) -> AutomaticRun:
    """A run with its figures."""
    return _view(open_dataset, _find(open_dataset, run_id))


def pair_rows(open_dataset: OpenDataset, run_id: str, offset: int, limit: int) -> PairedRows:
    """Rows as they were beside what would be published, suppressed ones included."""
    if not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows cannot be shown at once.", limit=limit),
            say("Ask for at most {most:,}.", most=MOST_ROWS),
        )
    outcome = _find(open_dataset, run_id).outcome
    shown = recodings(outcome.classes.crowd, outcome.levels) if outcome.levels else {}
    after = open_dataset.source.page(
        PageRequest(offset, limit, shown, outcome.kept, include_suppressed=True)
    )
    before = open_dataset.source.page(PageRequest(offset, limit))
    names = tuple(open_dataset.table.names)
    pairs = zip(before.rows, after.rows, strict=True)
    rows = [
        PairedRow(was.row, now.suppressed, now.size, was.cells, now.cells, now.changed)
        for was, now in pairs
    ]
    return PairedRows(after.total, offset, names, tuple(rows))


def adopt(open_dataset: OpenDataset, run_id: str, revision: int | None = None) -> None:
    """Make decisions of a run, which can be undone like any other."""
    result = _find(open_dataset, run_id)
    outcome = result.outcome
    with open_dataset.lock:
        _check_current(open_dataset, result)
        for decision in _prepare(open_dataset, result):
            decide(open_dataset, decision, revision)
            revision = None  # whoever asked has seen the state before these decisions
        if outcome.levels is None:
            keep(open_dataset.folder, outcome)
            request = outcome.request
            decide(
                open_dataset,
                Recode(
                    request.method,
                    request.k,
                    request.priority,
                    request.suppression,
                    request.l,
                    request.t,
                    request.diversity,
                    request.objective,
                    request.rank_strength or "linear",
                    request.max_suppression,
                ),
                revision,
            )
            return
        guards = _guards(open_dataset, outcome)
        move_to(open_dataset, outcome.result.state or {}, outcome.request.k, revision, guards)


def discard(open_dataset: OpenDataset, run_id: str) -> None:
    """Forget a run."""
    _find(open_dataset, run_id)
    open_dataset.runs.drop(run_id)


def _check_current(open_dataset: OpenDataset, found: Run) -> None:
    """A run that was found with other roles, hierarchies or protections is not for now."""
    dataset, then = open_dataset.snapshot().dataset, found.dataset
    if dataset.table != then.table or dataset.hierarchies != then.hierarchies:
        raise NotNow(
            say("Roles or hierarchies have changed since this result was found."),
            say("Run it again."),
        )


def _prepare(open_dataset: OpenDataset, found: Run) -> list[Decision]:
    """The roles that a purpose needs, and the protections where rows are recoded one by one."""
    if found.fitness is None:
        return []
    roles = open_dataset.snapshot().dataset.roles
    changes = [
        AssignRole(each.attribute, each.role)
        for each in found.fitness.changes
        if roles[each.attribute] != each.role
    ]
    local = found.outcome.levels is None
    return [*changes, *(_guards(open_dataset, found.outcome) if local else [])]


def _guards(open_dataset: OpenDataset, outcome: Outcome) -> list[Protect]:
    """The decisions that make the protections of an outcome those of the data set."""
    wanted = outcome.protections
    if wanted == tuple(open_dataset.snapshot().dataset.protections(outcome.request.k)):
        return []
    models: dict[str, list[tuple[str, float]]] = {}
    for protection in wanted:
        models.setdefault(protection.attribute, []).append((protection.model, protection.threshold))
    return [
        Protect(name, *first, beside=tuple(further)) for name, (first, *further) in models.items()
    ]


def _find(open_dataset: OpenDataset, run_id: str) -> Run:
    result = open_dataset.runs.peek(run_id)
    if result is None:
        raise NotFound(say("There is no such result (any more)."), say("Run it again."))
    return result


def _view(open_dataset: OpenDataset, found: Run) -> AutomaticRun:
    outcome = found.outcome
    crowd = outcome.dataset.protected_crowd
    raw, k = crowd.at(crowd.bottom), outcome.request.k
    ranks = outcome.request.priorities(crowd.names).ranks
    attributes = [
        JudgedAttribute(
            name=name,
            rank=ranks[name],
            quality=outcome.result.entropy_per_attribute[name],
            level=None if outcome.levels is None else outcome.levels[place],
            before=_bars(raw, place, k),
            after=_bars(outcome.classes, place, k),
        )
        for place, name in enumerate(crowd.names)
    ]
    return AutomaticRun(
        id=found.id,
        at=found.at,
        current=found.revision == open_dataset.journal.revision,
        wish=outcome.request,
        result=outcome.result,
        attributes=tuple(sorted(attributes, key=lambda attribute: attribute.rank)),
        held=reach(outcome.classes, outcome.protections),
        fitness=found.fitness,
    )


def _rows_per_value(classes: Classes, place: int) -> NDArray[np.int64]:
    """The published rows with each value of an attribute."""
    return rows_per_value(classes.by_rows, place, kept=True)


def _bars(classes: Classes, place: int, k: int) -> tuple[SplitBar, ...]:
    """The most frequent published values of an attribute by rows, in the order of values."""
    rows = _rows_per_value(classes, place)
    risky = _rows_per_value(classes.keeping(classes.sizes < k), place)
    classes, width = classes.by_rows, len(rows)
    common = np.sort(np.argsort(-rows, kind="stable")[:MOST_BARS])
    bars = [
        SplitBar(
            published_label(classes, place, code), int(rows[code] - risky[code]), int(risky[code])
        )
        for code in common.tolist()
        if rows[code]
    ]
    rest = np.ones(width, np.bool_)
    rest[common] = False
    if rows[rest].any():
        at_risk = int(risky[rest].sum())
        bars.append(SplitBar(OTHER, int(rows[rest].sum()) - at_risk, at_risk))
    return tuple(bars)
