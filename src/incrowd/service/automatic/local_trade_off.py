"""The trade-off between risk and loss row by row: results at several k, each kept as it is found.

find_local_trade_off(open_dataset, LocalQuestion(AnonymizationRequest(k=2, method="priority")), …)
read_local_trade_off(open_dataset).points[0].run
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.answers import Answer, Words
from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.journal.journal import now
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.search.method import Method
from incrowd.search.methods import method
from incrowd.search.strength import StrengthName
from incrowd.workspace.folder import new_id
from incrowd.workspace.jobs import Job
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.run_facts import Run

SECONDS: Final = 60.0
"""How long all points together take, unless something else is asked for."""
KS: Final = (5, 2, 10, 20, 3, 50)
"""The k that are tried, in this order, unless others are asked for."""
FEW_KS: Final = (5, 2, 20)
"""The same where the table is large."""
LARGE: Final = 2_000_000
"""Cells of the crowd from which on a table is large."""
LEAST_GROUPS: Final = 10
"""Groups that a table must have room for at a k that nobody asked for."""
MOST_KS: Final = 20


@dataclass(frozen=True)
class LocalQuestion:
    """What every point is asked for; its own k, strength and seconds do not matter."""

    wish: AnonymizationRequest
    ks: tuple[int, ...] = ()
    """The k of the points; empty as the table has it."""
    seconds: float = SECONDS
    """For all points together; each has a result in any case."""

    @property
    def core(self) -> AnonymizationRequest:
        """What all points have in common."""
        return _core(self.wish)


@dataclass(frozen=True)
class LocalFrontAsked:
    """What a job looks for, and of which data set."""

    dataset: str
    question: LocalQuestion


@dataclass(frozen=True)
class LocalPoint:
    """A result row by row; risks and utility loss in percent."""

    run: str
    """The result, which is looked at, compared and used like any other."""
    name: str | None
    k: int
    strength: StrengthName | None
    """How much ranks count; None where nothing is ranked."""
    average_risk: float
    highest_risk: float
    utility_loss: float
    loss: float
    """In the measure that was asked for, the lower the better."""
    first_kept: float | None
    """The share of their information that the columns ranked first keep; None without ranks."""
    suppressed_rows: int
    classes: int
    smallest: int
    """Rows of the smallest group that is published, or persons."""
    beaten: bool
    """Whether another point is as good in every respect, and better in one."""


@dataclass(frozen=True)
class MissingPoint:
    """A point that cannot be had, and why."""

    k: int
    strength: StrengthName | None
    words: Words


@dataclass(frozen=True)
class LocalTradeOff(Answer):
    """The points so far, by k."""

    rows: int
    """Rows of the original table."""
    wish: AnonymizationRequest | None
    """What all points have in common; None where nobody has asked for any."""
    points: tuple[LocalPoint, ...]
    missing: tuple[MissingPoint, ...]
    job: Job | None
    """The search that goes on."""


@dataclass(frozen=True, eq=False)
class _Missing:
    """The points of a question that cannot be had."""

    points: dict[tuple[int, str | None], Words]


def find_local_trade_off(
    open_dataset: OpenDataset,
    question: LocalQuestion,
    progress: Progress,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Look for every point that is not known, one after the other; each is kept once it is found.

    The time that is left is shared among the points that are left, so that late ones have a result
    as well. Points of other questions that nobody named give way.
    """
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    plan = _plan(snapshot, question)
    _forget_others(open_dataset, snapshot, question.core)
    known = {_place(run): run for run in _points_of(open_dataset, snapshot, question.core)}
    missing = open_dataset.cached(_Missing, _key(snapshot, question.core), lambda: _Missing({}))
    missing.points.clear()
    end = time.monotonic() + question.seconds
    for number, (k, strength) in enumerate(plan):
        seconds = max(end - time.monotonic(), 0.0) / (len(plan) - number)
        wish = replace(question.wish, k=k, strength=strength, seconds=seconds)
        if enough() and (known or number):
            return
        if not _is_known(known.get((k, strength)), seconds):
            share = _Share(progress, number, len(plan))
            try:
                outcome = anonymize(snapshot.dataset, wish, share, enough=enough)
            except InvalidParameter as error:
                missing.points[k, strength] = error.message
                if number + 1 == len(missing.points) == len(plan):
                    raise
                continue
            if (old := known.get((k, strength))) is not None and old.name is None:
                open_dataset.runs.drop(old.id)
            run = Run(new_id(), now(), revision, snapshot.dataset, outcome, of_front=True)
            open_dataset.runs.put(run)
        progress("Looking for the best way", (number + 1) / len(plan))


def read_local_trade_off(open_dataset: OpenDataset, job: Job | None = None) -> LocalTradeOff:
    """The points of the latest question about the data as it is, as far as they are found."""
    snapshot = open_dataset.snapshot()
    rows = open_dataset.source.rows
    if not snapshot.measurable:
        return LocalTradeOff(rows, None, (), (), job)
    every = [run for run in open_dataset.runs.answers() if _fits(run, snapshot)]
    if not every:
        return LocalTradeOff(rows, None, (), (), job)
    core = _core(every[-1].outcome.request)
    runs = sorted(_points_of(open_dataset, snapshot, core), key=_order)
    missing = open_dataset.peek(_Missing, _key(snapshot, core))
    told = {} if missing is None else missing.points
    return LocalTradeOff(
        rows,
        core,
        tuple(_point(run, runs) for run in runs),
        tuple(MissingPoint(k, strength, words) for (k, strength), words in sorted(told.items())),
        job,
    )


@dataclass(frozen=True)
class _Share:
    """Progress of one point as progress of all."""

    progress: Progress
    number: int
    count: int

    def __call__(self, step: str, done: float | None) -> None:
        self.progress(step, (self.number + (done or 0.0)) / self.count)


def _plan(snapshot: Snapshot, question: LocalQuestion) -> list[tuple[int, str | None]]:
    """The k and strengths in the order in which they are tried: the usual strength first."""
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("There is no quasi-identifier."), say("Give at least one column the role 'quasi'.")
        )
    chosen = method(question.wish.method)
    if chosen.recoding != "local":
        raise InvalidParameter(
            say("'{method}' has one level for all rows.", method=chosen.name),
            say("Choose the method 'priority'."),
        )
    crowd = snapshot.dataset.protected_crowd
    ks = _check_ks(question.ks) or _usual_ks(crowd)
    return [(k, strength) for strength in _strengths(question.wish, chosen, crowd) for k in ks]


def _check_ks(ks: Sequence[int]) -> tuple[int, ...]:
    for k in ks:
        if k < 2:
            raise InvalidParameter(
                say("k = {k} is not possible.", k=k), say("Choose a k of 2 or more.")
            )
    if len(ks) > MOST_KS:
        raise InvalidParameter(
            say("{count:,} points are too many.", count=len(ks)),
            say("Ask for at most {most:,}.", most=MOST_KS),
        )
    return tuple(dict.fromkeys(ks))


def _usual_ks(crowd: Crowd) -> tuple[int, ...]:
    usual = FEW_KS if len(crowd.counts) * len(crowd.names) > LARGE else KS
    return tuple(k for k in usual if k * LEAST_GROUPS <= crowd.rows) or (2,)


def _strengths(
    wish: AnonymizationRequest, chosen: Method, crowd: Crowd
) -> tuple[StrengthName | None, ...]:
    """Every strength where columns are ranked, the one asked for first."""
    if wish.priorities(crowd.names).are_equal or not chosen.strengths:
        return (None,)
    return tuple(dict.fromkeys([wish.strength or chosen.strengths[0], *chosen.strengths]))


def _core(wish: AnonymizationRequest) -> AnonymizationRequest:
    return replace(wish, k=2, strength=None, seconds=None)


def _key(snapshot: Snapshot, core: AnonymizationRequest) -> tuple[object, ...]:
    dataset = snapshot.dataset
    return dataset.table, tuple(dataset.hierarchies.values()), repr(asdict(core))


def _fits(run: Run, snapshot: Snapshot) -> bool:
    """Whether a run is a point of the data as it is now: its roles, hierarchies, protections."""
    dataset, then, request = snapshot.dataset, run.dataset, run.outcome.request
    return (
        run.of_front
        and dataset.table == then.table
        and dataset.hierarchies == then.hierarchies
        and request.protections(dataset) == run.outcome.protections
    )


def _points_of(
    open_dataset: OpenDataset, snapshot: Snapshot, core: AnonymizationRequest
) -> list[Run]:
    return [
        run
        for run in open_dataset.runs.answers()
        if _fits(run, snapshot) and _core(run.outcome.request) == core
    ]


def _forget_others(
    open_dataset: OpenDataset, snapshot: Snapshot, core: AnonymizationRequest
) -> None:
    kept = {run.id for run in _points_of(open_dataset, snapshot, core)}
    for run in open_dataset.runs.answers():
        if run.of_front and run.name is None and run.id not in kept:
            open_dataset.runs.drop(run.id)


def _place(run: Run) -> tuple[int, str | None]:
    return run.outcome.request.k, run.outcome.request.strength


def _order(run: Run) -> tuple[int, str]:
    return run.outcome.request.k, run.outcome.request.strength or ""


def _is_known(run: Run | None, seconds: float) -> bool:
    """Whether a point is here that more time would not make better."""
    if run is None:
        return False
    had = run.outcome.request.seconds or 0.0
    return had >= seconds or run.outcome.result.seconds < had


def _point(run: Run, others: Sequence[Run]) -> LocalPoint:
    request, result = run.outcome.request, run.outcome.result
    gauges = result.after.gauges
    return LocalPoint(
        run.id,
        run.name,
        request.k,
        request.strength,
        gauges.average_risk,
        gauges.highest_risk,
        gauges.utility_loss,
        result.score,
        _first_kept(run),
        result.suppressed_rows,
        result.classes,
        result.k or 0,
        any(_beats(other, run) for other in others),
    )


def _first_kept(run: Run) -> float | None:
    """What the columns that matter most keep, on average."""
    kept = run.outcome.result.entropy_per_attribute
    ranks = run.outcome.request.priorities(list(kept))
    if ranks.are_equal:
        return None
    first = [share for name, share in kept.items() if ranks.ranks[name] == 1]
    return sum(first) / len(first)


def _figures(run: Run) -> tuple[float, ...]:
    """All that counts when points are compared, the lower the better."""
    result = run.outcome.result
    gauges = result.after.gauges
    return (
        gauges.highest_risk,
        gauges.average_risk,
        gauges.utility_loss,
        float(result.suppressed_rows),
        -(_first_kept(run) or 0.0),
    )


def _beats(one: Run, other: Run) -> bool:
    mine, theirs = _figures(one), _figures(other)
    return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))
