"""Anonymise automatically: find the best state or recoding that holds what is asked for.

outcome = anonymize(table, AnonymizationRequest(k=5, method="priority", priority=(("age",),)))
outcome.result.k        # 5
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from incrowd.anonymization.outcome import Anonymized, Interim, Outcome, ShowInterim, show_nobody
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection, State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import describe_risk, measure_risk
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.privacy.enforcing import enforce, protected, worst_figures
from incrowd.measures.question import Question
from incrowd.measures.registry import measure
from incrowd.progress import Progress, silent
from incrowd.release.recoded_rows import published_crowd
from incrowd.search.feasibility import check_protections
from incrowd.search.global_recoding.blocks import Candidate
from incrowd.search.global_recoding.optimal import Optimum, find_optimum
from incrowd.search.goal import Goal
from incrowd.search.local_recoding.clustering import Safe, Step, recode_by_priority
from incrowd.search.local_recoding.greedy import recode_greedily
from incrowd.search.local_recoding.match_risk import count_exposed
from incrowd.search.local_recoding.recoding import Recoding
from incrowd.search.local_recoding.utility import UTILITIES, as_recoding, worth_of
from incrowd.search.local_recoding.widening import widen_until_safe
from incrowd.search.priorities import Priorities


def anonymize(
    table: OpenTable,
    request: AnonymizationRequest,
    progress: Progress = silent,
    show: ShowInterim = show_nobody,
) -> Outcome:
    """Find the best way to publish a data set that holds what is asked for."""
    start = time.perf_counter()
    crowd = table.protected_crowd
    table.state(k=request.k)  # refuses an impossible k
    protections = request.protections(table)
    priorities = request.priorities(crowd.names)

    def step(done: float) -> None:
        progress("Looking for the best way", done)

    def show_best(best: Candidate) -> None:
        levels = dict(zip(crowd.names, best.levels, strict=True))
        kept = crowd.rows - best.suppressed
        show(Interim(kept, crowd.rows, best.score, levels, best.suppressed))

    def show_safe(rows: int) -> None:
        show(Interim(rows, crowd.rows))

    if request.method == "optimal":
        goal = _goal(request, protections, priorities)
        best = find_optimum(crowd, goal, step, found=show_best)
        classes = enforce(crowd, State(best.levels, request.k, protections))
        found = _Found(table, request, protections, as_recoding(classes), classes, best)
        return found.outcome(start)
    # sorted, so that the same data gives the same recoding on any day
    recoding = _recode(crowd.in_order(), request, protections, priorities, (step, show_safe))
    recoding = _drop_unprotected(recoding, protections)
    _check_left_out(recoding, request)
    return _Found.locally(table, request, protections, recoding).outcome(start)


def restore_outcome(
    table: OpenTable,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
    recoding: Recoding,
) -> Outcome:
    """The outcome of a recoding that was found before, on the same crowd in order."""
    start = time.perf_counter()
    return _Found.locally(table, request, protections, recoding).outcome(start)


def _goal(
    request: AnonymizationRequest, protections: tuple[Protection, ...], priorities: Priorities
) -> Goal:
    weights = request.weights
    if request.priority and not weights:
        weights = {name: priorities.weight(name) for name in priorities.ranks}
    return Goal(
        k=request.k,
        protections=protections,
        max_suppression=request.max_suppression,
        utility=request.utility,
        weights=weights,
        lowest=request.lowest,
        highest=request.highest,
    )


def _recode(
    crowd: Crowd,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
    priorities: Priorities,
    listeners: tuple[Step, Safe],
) -> Recoding:
    if request.method == "priority":
        return recode_by_priority(crowd, request.k, priorities, protections, *listeners)
    check_protections(crowd, protections)
    found = recode_greedily(crowd, request.k, priorities, request.suppression, *listeners)
    if request.suppression == "published":
        return found
    if found.suppressed_rows > _most_left_out(crowd, request):
        found = replace(found, kept=np.ones_like(found.kept))
    return widen_until_safe(found, request.k, priorities, protections)


def _most_left_out(crowd: Crowd, request: AnonymizationRequest) -> int:
    """How many rows may be left out."""
    return int(request.max_suppression * crowd.rows + 1e-9)


@dataclass(frozen=True, eq=False)
class _Found:
    """All that the description of a result is made from."""

    table: OpenTable
    request: AnonymizationRequest
    protections: tuple[Protection, ...]
    recoding: Recoding
    classes: Classes
    best: Optimum | None
    """The one state of all rows, where there is one."""

    @classmethod
    def locally(
        cls,
        table: OpenTable,
        request: AnonymizationRequest,
        protections: tuple[Protection, ...],
        recoding: Recoding,
    ) -> _Found:
        """A recoding row by row, with the classes of what it publishes."""
        published = published_crowd(recoding)
        classes = published.at(published.bottom)
        return cls(table, request, protections, recoding, classes, None)

    def outcome(self, start: float) -> Outcome:
        """The outcome with its figures; the clock stops when these are there."""
        result = replace(self._describe(), seconds=time.perf_counter() - start)
        return Outcome(
            self.table,
            self.request,
            self.protections,
            self.recoding,
            self.levels,
            self.classes,
            result,
        )

    @property
    def levels(self) -> tuple[int, ...] | None:
        """The levels of all rows, where there is one state."""
        return self.best.levels if self.best else None

    def _describe(self) -> Anonymized:
        utility = self._utility()
        score = self.best.score if self.best else utility[self.request.utility]
        sizes = self.classes.kept_sizes
        l, t = worst_figures(self.classes)
        names = self.classes.crowd.names
        priorities = self.request.priorities(names)
        return Anonymized(
            method=self.request.method,
            rows=self.classes.kept_rows,
            suppressed_rows=self.recoding.suppressed_rows,
            classes=len(sizes),
            k=int(sizes.min()) if len(sizes) else None,
            l=l,
            t=t,
            state=dict(zip(names, self.levels, strict=True)) if self.levels else None,
            score=score,
            bound=self.best.bound if self.best else 0.0,
            exact=bool(self.best and self.best.exact),
            utility=utility,
            entropy_per_attribute=self.recoding.entropy_per_attribute,
            entropy_weighted=self.recoding.entropy_weighted(priorities),
            exposed_people=count_exposed(self.recoding, self.request.k),
            before=measure_risk(self.table, advise=False),
            after=self._after(utility["precision"]),
            seconds=0.0,
        )

    def _utility(self) -> dict[str, float]:
        if self.levels is None:
            return worth_of(self.recoding)
        question = Question(self.classes)
        return {name: measure(name).compute(question) or 0.0 for name in UTILITIES}

    def _after(self, precision_lost: float) -> Risk:
        """The risk of what is published; its loss is counted against the original table."""
        state = State(self.classes.levels, self.request.k)
        risk = describe_risk(self.table.table, self.classes, state, (), ())
        if self.levels is not None:
            return risk
        return replace(
            risk,
            original_rows=self.recoding.crowd.rows,
            suppressed_rows=self.recoding.suppressed_rows,
            gauges=replace(risk.gauges, utility_loss=100 * precision_lost),
            state={},
        )


def _drop_unprotected(recoding: Recoding, protections: tuple[Protection, ...]) -> Recoding:
    """Leave out the classes that break a protection, for methods that do not know of any."""
    if not protections or not recoding.kept.any():
        return recoding
    published = published_crowd(recoding)
    holding = protected(published.at(published.bottom), protections)
    if holding.all():
        return recoding
    # classes of the recoding and of the crowd are both numbered by first occurrence
    kept = recoding.kept.copy()
    kept[kept] = holding[recoding.class_of[kept]]
    return replace(recoding, kept=kept)


def _check_left_out(recoding: Recoding, request: AnonymizationRequest) -> None:
    """Refuse a recoding that leaves out more rows than may be."""
    lost, rows = recoding.suppressed_rows, recoding.crowd.rows
    if lost > _most_left_out(recoding.crowd, request):
        raise InvalidParameter(
            say(
                "'{method}' would leave out {lost:,} of {rows:,} rows, and at most {most:.1f} % "
                "may be.",
                method=request.method,
                lost=lost,
                rows=rows,
                most=100 * request.max_suppression,
            ),
            say("Choose the method 'priority', which leaves nobody out, or let more rows go."),
        )
