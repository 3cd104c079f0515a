"""Automatic runs on a data set: found, looked at beside the data as it was, adopted or discarded.

run_id = run(open_dataset, AnonymizationRequest(k=5, method="priority"), progress)
adopt(open_dataset, run_id)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.fitting import Fitness, make_fit
from incrowd.anonymization.outcome import Anonymized, Outcome, ShowInterim, show_nobody
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.answers import Answer, Words
from incrowd.crowd.crowd import WHOLE_RELEASE
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter, NotFound, NotNow
from incrowd.journal import AssignRole, Decision, Protect, Recode
from incrowd.journal.journal import now
from incrowd.language import say
from incrowd.measures.enforcement import Held, reach
from incrowd.measures.release_promises import find_parameters, find_people
from incrowd.progress import Progress
from incrowd.release.published_rows import recodings
from incrowd.service.datasets.rows import MOST_ROWS
from incrowd.service.datasets.split_bars import SplitBar, split_values
from incrowd.service.decisions.decide import decide, move_to
from incrowd.workspace.folder import new_id
from incrowd.workspace.jobs import Job
from incrowd.workspace.kept_recodings import identify_draw, keep
from incrowd.workspace.kept_runs import MOST
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.run_facts import Run

Origin = Literal["search", "proposal", "front"]


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
    """Whether the data set has not changed since."""
    name: str | None
    """What somebody called it."""
    wish: AnonymizationRequest
    result: Anonymized
    attributes: tuple[JudgedAttribute, ...]
    held: tuple[Held, ...]
    """How far each applied protection was met."""
    fitness: Fitness | None = None
    """How it was made fit for a purpose, where that was asked for."""
    origin: Origin = "search"
    """Whether somebody asked for it alone, or it is one of the proposals or of the trade-off."""


@dataclass(frozen=True)
class ResultNotes(Answer):
    """What happened to results that are gone, or will not outlive the server."""

    notes: tuple[Words, ...]


@dataclass(frozen=True)
class Asked:
    """What a search was asked for, and of which data set."""

    dataset: str
    wish: AnonymizationRequest


@dataclass(frozen=True)
class Search:
    """A search that has not ended yet."""

    job: Job
    wish: AnonymizationRequest


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
    enough: Callable[[], bool] = lambda: False,
) -> str:
    """Find the best way to publish a data set; its levels and k of now do not matter.

    With a purpose roles, protections and k follow from its preset, and every check passes.
    Once it is `enough`, the best so far is the result.
    """
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    fitness = None
    if purpose is None:
        outcome = anonymize(snapshot.dataset, request, progress, show, enough)
    else:
        fit = make_fit(snapshot.dataset, purpose, request, progress, show, enough=enough)
        outcome, fitness = fit.outcome, fit.fitness
    result = Run(new_id(), now(), revision, snapshot.dataset, outcome, fitness)
    open_dataset.runs.put(result)
    return result.id


def give_name(open_dataset: OpenDataset, run_id: str, name: str | None) -> AutomaticRun:
    """Call a run by a name, or no longer by one."""
    named = open_dataset.runs.rename(find_run(open_dataset, run_id), (name or "").strip() or None)
    return _view(open_dataset, named)


def list_runs(open_dataset: OpenDataset) -> list[AutomaticRun]:
    """All runs that are kept, the oldest first."""
    return [_view(open_dataset, run) for run in open_dataset.runs.answers()]


def tell_notes(open_dataset: OpenDataset) -> ResultNotes:
    """What happened to results that are gone, or will not outlive the server."""
    return ResultNotes(open_dataset.runs.notes)


def look_at(open_dataset: OpenDataset, run_id: str) -> AutomaticRun:
    """A run with its figures."""
    return _view(open_dataset, find_run(open_dataset, run_id))


def pair_rows(open_dataset: OpenDataset, run_id: str, offset: int, limit: int) -> PairedRows:
    """Rows as they were beside what would be published, suppressed ones included."""
    if not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows cannot be shown at once.", limit=limit),
            say("Ask for at most {most:,}.", most=MOST_ROWS),
        )
    outcome = find_run(open_dataset, run_id).outcome
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
    result = find_run(open_dataset, run_id)
    outcome = result.outcome
    with open_dataset.lock:
        _check_current(open_dataset, result)
        batch = open_dataset.journal.revision + 1
        for decision in _prepare(open_dataset, result):
            decide(open_dataset, decision, revision, batch)
            revision = None  # whoever asked has seen the state before these decisions
        if outcome.levels is None:
            draw = identify_draw(outcome)
            keep(open_dataset.folder, outcome, draw)
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
                    tuple(request.weights.items()),
                    request.aggregate,
                    tuple(request.lowest.items()),
                    tuple(request.highest.items()),
                    epsilon=request.epsilon,
                    delta=request.delta,
                    draw=draw,
                ),
                revision,
                batch,
            )
            return
        guards = _guards(open_dataset, outcome)
        state = outcome.result.state or {}
        move_to(open_dataset, state, outcome.request.k, revision, guards, batch)


def discard(open_dataset: OpenDataset, run_id: str) -> None:
    """Forget a run."""
    find_run(open_dataset, run_id)
    open_dataset.runs.drop(run_id)
    open_dataset.forget(_Judged, run_id)


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
    asked = found.fitness is not None or bool(found.outcome.request.promises)
    local = found.outcome.levels is None
    guards: list[Decision] = [*_guards(open_dataset, found.outcome)] if local and asked else []
    if found.fitness is None:
        return guards
    roles = open_dataset.snapshot().dataset.roles
    changes = [
        AssignRole(each.attribute, each.role)
        for each in found.fitness.changes
        if roles[each.attribute] != each.role
    ]
    return [*changes, *guards]


def _guards(open_dataset: OpenDataset, outcome: Outcome) -> list[Protect]:
    """The decisions that make the protections of an outcome those of the data set."""
    wanted = outcome.protections
    if wanted == tuple(open_dataset.snapshot().dataset.protections(outcome.request.k)):
        return []
    models: dict[str, list[tuple[str, float]]] = {}
    for protection in wanted:
        models.setdefault(protection.attribute, []).append((protection.model, protection.threshold))
    people = {name: find_people(wanted) if name == WHOLE_RELEASE else None for name in models}
    return [
        Protect(
            name,
            *first,
            tuple(further),
            people[name],
            find_parameters(wanted) if name == WHOLE_RELEASE else (),
        )
        for name, (first, *further) in models.items()
    ]


def find_run(open_dataset: OpenDataset, run_id: str) -> Run:
    """A result by its id."""
    result = open_dataset.runs.peek(run_id)
    if result is None:
        raise NotFound(
            say("This result does not exist, or no longer exists."), say("Run it again.")
        )
    return result


def _view(open_dataset: OpenDataset, found: Run) -> AutomaticRun:
    outcome = found.outcome
    judged = open_dataset.cached(_Judged, found.id, lambda: _judge(outcome), MOST)
    return AutomaticRun(
        id=found.id,
        at=found.at,
        current=found.revision == open_dataset.journal.revision,
        name=found.name,
        wish=outcome.request,
        result=outcome.result,
        attributes=judged.attributes,
        held=judged.held,
        fitness=found.fitness,
        origin="proposal" if found.proposed else "front" if found.of_front else "search",
    )


@dataclass(frozen=True)
class _Judged:
    """What takes a moment to count of a run."""

    attributes: tuple[JudgedAttribute, ...]
    held: tuple[Held, ...]


def _judge(outcome: Outcome) -> _Judged:
    crowd = outcome.dataset.protected_crowd
    raw, k = crowd.at(crowd.bottom), outcome.request.k
    ranks = outcome.request.priorities(crowd.names).ranks
    attributes = [
        JudgedAttribute(
            name=name,
            rank=ranks[name],
            quality=outcome.result.entropy_per_attribute[name],
            level=None if outcome.result.state is None else outcome.result.state[name],
            before=split_values(raw, place, k),
            after=split_values(outcome.classes, place, k),
        )
        for place, name in enumerate(crowd.names)
    ]
    by_rank = tuple(sorted(attributes, key=lambda attribute: attribute.rank))
    return _Judged(by_rank, reach(outcome.classes, outcome.protections))
