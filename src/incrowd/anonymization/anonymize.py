"""Anonymise automatically: find the best state or recoding that holds what is asked for.

outcome = anonymize(table, AnonymizationRequest(k=5, method="priority", priority=(("age",),)))
outcome.result.k        # 5
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from incrowd.advice.explaining import tell_left_out
from incrowd.advice.suppression_words import explain_causes
from incrowd.anonymization.group_numbers import classes_of, show_numbers
from incrowd.anonymization.outcome import (
    Anonymized,
    Interim,
    KeptInformation,
    Outcome,
    ShowInterim,
    show_nobody,
)
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.anonymization.sampling import check_columns, check_people, fix_k, tell_again
from incrowd.crowd.crowd import WHOLE_RELEASE, Classes, Crowd, Protection, State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.promises import list_safeguards
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import describe_risk, measure_risk
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.enforcement import (
    BrokenProtection,
    SuppressedBy,
    enforce,
    protected,
    suppress,
    tell_apart,
    worst_figures,
)
from incrowd.measures.measure import Question
from incrowd.measures.promise_names import goes_by_size
from incrowd.measures.registry import measure, objectives
from incrowd.measures.release_promises import split_promises, sure_k
from incrowd.progress import Progress, silent
from incrowd.release.recoded_rows import published_crowd
from incrowd.search.aggregation.aggregate import measure_aggregation
from incrowd.search.goal import Levels
from incrowd.search.local_recoding.match_risk import count_exposed
from incrowd.search.local_recoding.nesting import most_kept
from incrowd.search.local_recoding.person_strata import solve_by_strata
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.methods import method
from incrowd.search.recoding import Recoding


def anonymize(
    table: OpenTable,
    request: AnonymizationRequest,
    progress: Progress = silent,
    show: ShowInterim = show_nobody,
    enough: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Find the best way to publish a data set that holds what is asked for.

    Once it is `enough`, or the seconds asked for are over, the best so far is the outcome.
    """
    start = time.perf_counter()
    end = start + request.patience
    chosen = method(request.method)
    check_columns(chosen, table)
    request = replace(request, k=fix_k(chosen, request.k, request.epsilon, request.delta))
    crowd = table.protected_crowd
    check_people(chosen, crowd)
    table.state(k=request.k)  # refuses an impossible k
    protections = request.protections(table)
    functions = request.aggregation(table)
    problem = replace(_problem(crowd, request, protections), aggregate=functions)
    listeners = replace(
        _listeners(crowd, progress, show),
        enough=lambda: time.perf_counter() >= end or enough(),
    )
    if chosen.recoding == "global":
        solution = _solve(problem, chosen, listeners)
    elif "epsilon" in chosen.options:
        solution = _hold(_solve(problem, chosen, listeners), problem)
    else:
        solution = _recode_locally(problem, chosen, listeners)
    solution = show_numbers(solution, functions, protections)
    return _Found.of(table, request, protections, solution).outcome(start)


def _recode_locally(problem: Problem, chosen: Method, listeners: Listeners) -> Solution:
    """Run a method that knows of single groups only, and hold the whole release to its promises.

    Groups that break them are removed. Where that would be too many rows, the groups are made so
    large that the promises hold in any case. Where no size is sure, all rows get the same levels.
    """
    whole = split_promises(problem.protections)[1]
    enough = min(max(sure_k(whole), problem.k), problem.crowd.rows)
    unsure = enough == problem.crowd.rows and not all(goes_by_size(each.model) for each in whole)
    # groups of one row would be all of them, and hold nothing
    first = max(problem.k, 2) if unsure else enough if problem.k == 1 else problem.k
    solution = _hold(_solve(replace(problem, k=first), chosen, listeners), problem)
    if solution.recoding.suppressed_rows > problem.most_suppressed:
        if unsure:
            return _recode_alike(problem, listeners)
        if first < enough:
            solution = _hold(_solve(replace(problem, k=enough), chosen, listeners), problem)
    _check_left_out(solution.recoding, problem, chosen.name)
    return solution


def _recode_alike(problem: Problem, listeners: Listeners) -> Solution:
    """The best choice of the same levels for all rows, which is a recoding row by row, too."""
    found = method("optimal").run(replace(problem, strength=None), listeners)
    note = say(
        "All rows have the same levels, because with levels of their own too many rows would have "
        "to be removed to keep the promises."
    )
    return Solution(found.recoding, notes=(note,))


def _hold(solution: Solution, problem: Problem) -> Solution:
    recoding = _drop_unprotected(solution.recoding, problem.protections)
    return replace(solution, recoding=recoding)


def _solve(problem: Problem, chosen: Method, listeners: Listeners) -> Solution:
    """Run a method; persons with several rows are recoded by the number of their rows."""
    if not problem.crowd.folded or chosen.recoding == "global":
        return chosen.run(problem, listeners)
    if chosen.aggregate is not None:
        raise InvalidParameter(
            say("People have several rows, so their rows cannot be grouped one by one."),
            say("Choose the method 'priority', or make the person key an identifier."),
        )
    if problem.suppression == "published":
        raise InvalidParameter(
            say("This kind of suppression is for studying single rows."),
            say("Leave this option out, or make the person key an identifier to count rows."),
        )
    return solve_by_strata(chosen.run, problem, listeners)


def restore_outcome(
    table: OpenTable,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
    recoding: Recoding,
    unranked: Mapping[str, float],
    not_drawn: int = 0,
    known: Anonymized | None = None,
) -> Outcome:
    """The outcome of a recoding that was found before, on the same crowd in order.

    What is `known` of it is not counted again.
    """
    start = time.perf_counter()
    notes = tell_again(request.method, recoding, request.k, request.epsilon, request.delta)
    solution = Solution(recoding, unranked=unranked, notes=notes, not_drawn=not_drawn)
    solution = show_numbers(solution, request.aggregation(table), protections)
    return _Found.of(table, request, protections, solution).outcome(start, known)


def restore_state(
    table: OpenTable,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
    levels: Levels,
    proven: Proven,
    known: Anonymized | None = None,
) -> Outcome:
    """The outcome of a state that was found before, with what was proven of it."""
    start = time.perf_counter()
    classes = enforce(table.protected_crowd, State(levels, request.k, protections))
    recoding = Recoding.of_state(classes)
    solution = Solution(recoding, classes, proven.score, proven.bound, proven.exact)
    return _Found.of(table, request, protections, solution).outcome(start, known)


def _problem(
    crowd: Crowd, request: AnonymizationRequest, protections: tuple[Protection, ...]
) -> Problem:
    """What is to be solved; for one state attributes weigh as ranked where no weights are given."""
    priorities, weights = request.priorities(crowd.names), request.weights
    if request.priority and not weights and method(request.method).recoding == "global":
        weights = {name: priorities.weight(name) for name in priorities.ranks}
    return Problem(
        crowd=crowd,
        k=request.k,
        priorities=priorities,
        protections=protections,
        max_suppression=request.max_suppression,
        utility=request.objective,
        weights=weights,
        lowest=request.lowest,
        highest=request.highest,
        suppression=request.suppression,
        strength=request.rank_strength,
        seconds=request.seconds,
        epsilon=request.epsilon,
        delta=request.delta,
    )


def _listeners(crowd: Crowd, progress: Progress, show: ShowInterim) -> Listeners:
    """Pass on what a method reports."""

    def show_state(levels: Levels, score: float, suppressed: int) -> None:
        named = dict(zip(crowd.names, levels, strict=True))
        show(Interim(crowd.rows - suppressed, crowd.rows, score, named, suppressed))

    return Listeners(
        progress=lambda done: progress("Looking for the best way", done),
        better_state=show_state,
        safe_rows=lambda rows: show(Interim(rows, crowd.rows)),
    )


@dataclass(frozen=True)
class Proven:
    """What a search has proven of a state: its score, and that none scores less than `bound`."""

    score: float
    bound: float
    exact: bool


@dataclass(frozen=True, eq=False)
class _Found:
    """All that the description of a result is made from."""

    table: OpenTable
    request: AnonymizationRequest
    protections: tuple[Protection, ...]
    solution: Solution
    classes: Classes
    """The classes of what is published."""

    @classmethod
    def of(
        cls,
        table: OpenTable,
        request: AnonymizationRequest,
        protections: tuple[Protection, ...],
        solution: Solution,
    ) -> _Found:
        """A solution with the classes of what it publishes."""
        classes = solution.classes
        if classes is None or solution.recoding.numbers:
            classes = classes_of(solution.recoding)
        return cls(table, request, protections, solution, classes)

    @property
    def recoding(self) -> Recoding:
        """How each row is published."""
        return self.solution.recoding

    def outcome(self, start: float, known: Anonymized | None = None) -> Outcome:
        """The outcome with its figures; the clock stops when these are there."""
        result = known or replace(self._describe(), seconds=time.perf_counter() - start)
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
        return None if self.recoding.numbers else self.common_levels

    @property
    def common_levels(self) -> tuple[int, ...] | None:
        """The same, also where groups show numbers in place of the labels of some levels."""
        if method(self.request.method).recoding == "local":
            return None
        return self.recoding.levels_of_all

    def _describe(self) -> Anonymized:
        utility = self._utility()
        score = self.solution.score
        sizes = self.classes.kept_sizes
        l, t = worst_figures(self.classes)
        names = self.classes.crowd.names
        priorities, levels = self.request.priorities(names), self.common_levels
        return Anonymized(
            method=self.request.method,
            rows=self.classes.kept_table_rows,
            suppressed_rows=self.recoding.by_rows.suppressed_rows,
            classes=len(sizes),
            k=int(sizes.min()) if len(sizes) else None,
            l=l,
            t=t,
            state=dict(zip(names, levels, strict=True)) if levels else None,
            score=utility[self.request.objective] if score is None else score,
            bound=self.solution.bound,
            exact=self.solution.exact,
            utility=utility,
            entropy_per_attribute=self.recoding.entropy_per_attribute,
            entropy_weighted=self.recoding.entropy_weighted(priorities),
            kept=self._kept(),
            exposed_people=count_exposed(self.recoding, self.request.k),
            before=measure_risk(self.table.with_guards({}), advise=False),
            after=self._after(utility["precision"]),
            seconds=0.0,
            notes=self.solution.notes,
            not_drawn=self.solution.not_drawn or None,
            persons=self.classes.kept_rows if self._by_person else None,
            suppressed_persons=self.recoding.suppressed_rows if self._by_person else None,
            aggregation=measure_aggregation(self.recoding) or None,
        )

    @property
    def _by_person(self) -> bool:
        return self.table.table.person is not None

    def _as_asked(self) -> OpenTable:
        """The table with what was in force as its protections, where the request changed them."""
        as_is, guards = self.table.protections(self.request.k), dict(self.table.guards)
        for attribute in self.table.protected_crowd.sensitive:
            before, asked = (
                tuple(each for each in protections if each.attribute == attribute.name)
                for protections in (as_is, self.protections)
            )
            if asked != before:
                guards[attribute.name] = asked
        whole = split_promises(self.protections)[1]
        if whole:
            guards[WHOLE_RELEASE] = whole
        return self.table.with_guards(guards, self.table.guard_reasons)

    def _kept(self) -> tuple[KeptInformation, ...]:
        """What each attribute keeps, beside what it keeps without ranks and could keep at best."""
        now = self.recoding.entropy_per_attribute
        equal = self.request.priorities(self.recoding.crowd.names).are_equal
        without = now if equal else self.solution.unranked
        rows_alone = self.recoding.groups is None and not self.recoding.crowd.folded
        exact = self.common_levels is None and rows_alone
        best = most_kept(self.recoding.crowd, self.request.k) if exact else {}
        return tuple(
            KeptInformation(
                name, share, without.get(name), max(best[name], share) if name in best else None
            )
            for name, share in now.items()
        )

    def _utility(self) -> dict[str, float]:
        if self.levels is None:
            return self.recoding.utility
        question = Question(self.classes)
        return {name: measure(name).compute(question) or 0.0 for name in objectives()}

    def _after(self, precision_lost: float) -> Risk:
        """The risk of what is published; its loss is counted against the original table."""
        state = State(self.classes.levels, self.request.k, self.protections)
        risk = describe_risk(self.table.table, self.classes, state, (), ())
        risk = replace(risk, protections=list_safeguards(self._as_asked()))
        if self.levels is not None:
            return risk
        crowd, lost = self.recoding.crowd, self.recoding.suppressed_rows
        by = _tell_apart_left_out(self.recoding, self.request.k, self.protections)
        not_drawn = self.solution.not_drawn
        by, removed = replace(by, k=by.k - not_drawn), self.recoding.by_rows.suppressed_rows
        causes = explain_causes(removed - not_drawn, by, self.request.k)
        left_out = tell_left_out(lost, crowd.rows, people=self._by_person)
        return replace(
            risk,
            original_rows=crowd.by_rows.rows,
            suppressed_rows=self.recoding.by_rows.suppressed_rows,
            original_persons=crowd.rows if self._by_person else None,
            suppressed_persons=lost if self._by_person else None,
            suppressed_by=by,
            explanation=(*risk.explanation, *left_out, *causes, *self.solution.notes),
            gauges=replace(risk.gauges, utility_loss=100 * precision_lost),
            state={},
        )


def _drop_unprotected(recoding: Recoding, protections: tuple[Protection, ...]) -> Recoding:
    """Leave out the classes that break a protection, for methods that do not know of any.

    Then the smallest ones, until the release as a whole holds what is promised of it.
    """
    if not protections or not recoding.kept.any():
        return recoding
    classes = classes_of(recoding)
    holding = suppress(classes, State(classes.levels, 1, protections)).kept
    if holding.all():
        return recoding
    # classes of the recoding and of the crowd are both numbered by first occurrence
    kept = recoding.kept.copy()
    kept[kept] = holding[recoding.class_of[kept]]
    return replace(recoding, kept=kept)


def _tell_apart_left_out(
    recoding: Recoding, k: int, protections: tuple[Protection, ...]
) -> SuppressedBy:
    """What parts of a recoding are left out for; a method leaves out what stays below k."""
    lost = recoding.suppressed_rows
    if not lost:
        nothing = [
            BrokenProtection(each.attribute, each.model, each.threshold, 0) for each in protections
        ]
        return SuppressedBy(0, tuple(nothing))
    crowd = published_crowd(replace(recoding, kept=~recoding.kept, numbers={}))
    classes = crowd.at(crowd.bottom)
    single, whole = split_promises(protections)
    (by,) = tell_apart(classes, State(classes.levels, k, single))
    holding = protected(classes, protections) & (classes.sizes >= k)
    others = replace(classes, kept=holding).kept_table_rows
    if not whole:
        return replace(by, k=by.k + others)
    # what holds all else was removed for the release as a whole
    causes = [
        BrokenProtection(each.attribute, each.model, each.threshold, others) for each in whole
    ]
    return replace(by, protections=(*by.protections, *causes))


def _check_left_out(recoding: Recoding, problem: Problem, method_name: str) -> None:
    """Refuse a recoding that removes more rows than may be."""
    lost, rows = recoding.suppressed_rows, recoding.crowd.rows
    if lost > problem.most_suppressed and recoding.crowd.folded:
        raise InvalidParameter(
            say(
                "{lost:,} of {rows:,} people would be removed, because too few others have as "
                "many rows; at most {most:.1f} % may be removed.",
                lost=lost,
                rows=rows,
                most=100 * problem.max_suppression,
            ),
            say("Allow more people to be removed with --max-suppression, or choose a smaller k."),
        )
    if lost > problem.most_suppressed:
        raise InvalidParameter(
            say(
                "'{method}' would remove {lost:,} of {rows:,} rows, but at most {most:.1f} % "
                "may be removed.",
                method=method_name,
                lost=lost,
                rows=rows,
                most=100 * problem.max_suppression,
            ),
            say(
                "Choose the method 'priority', which removes nobody, or allow more rows to be "
                "removed."
            ),
        )
