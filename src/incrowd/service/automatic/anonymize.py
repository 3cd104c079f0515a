"""Anonymise automatically: find the best state or recoding, write it, and prove it on the file.

outcome = anonymize(dataset, Wish(k=5, method="priority", priority=(("age",), ("sex",))))
outcome.result.k        # 5
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection, State
from incrowd.engines.stored.page import KeptTuples
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.privacy.enforcing import enforce, protected, worst_figures
from incrowd.measures.question import Question
from incrowd.measures.registry import measure
from incrowd.progress import Progress, silent
from incrowd.release.published_rows import kept_tuples
from incrowd.release.recoded_rows import published_crowd, published_parts
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
from incrowd.service.automatic.request import Wish
from incrowd.service.datasets.dataset import Dataset
from incrowd.service.datasets.results import Risk
from incrowd.service.datasets.risk import describe_risk
from incrowd.workspace.interim import Interim, Show, unseen

if TYPE_CHECKING:
    from incrowd.service.exports.release import Released


@dataclass(frozen=True)
class Anonymized:
    """What an automatic anonymisation reached; `utility` and `score` are the lower the better."""

    method: str
    rows: int
    """Rows that are published."""
    suppressed_rows: int
    classes: int
    k: int | None
    """Rows of the smallest class; None where nothing is published."""
    l: int | None
    t: float | None
    state: dict[str, int] | None
    """The level of each attribute; None where it differs from row to row."""
    score: float
    bound: float
    """No state can score better than this."""
    exact: bool
    utility: dict[str, float]
    entropy_per_attribute: dict[str, float]
    """The share of its information that each attribute keeps, from 0 to 1."""
    entropy_weighted: float
    exposed_people: int
    """People whose values are covered by fewer than k published rows, but by one at least."""
    before: Risk
    after: Risk
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        answer = {key: value for key, value in vars(self).items() if key not in {"before", "after"}}
        return {**answer, "before": self.before.to_dict(), "after": self.after.to_dict()}


@dataclass(frozen=True, eq=False)
class Outcome:
    """A result that can be looked at, written and adopted."""

    dataset: Dataset
    wish: Wish
    protections: tuple[Protection, ...]
    recoding: Recoding
    levels: tuple[int, ...] | None
    """The one state, where there is one."""
    classes: Classes
    """The published rows: of the crowd at a state, or of the crowd of what is published."""
    result: Anonymized

    @cached_property
    def state(self) -> State:
        """What the published classes hold."""
        return State(self.classes.levels, self.wish.k, self.protections)

    @cached_property
    def kept(self) -> KeptTuples:
        """What the engine needs to show and write the rows."""
        return kept_tuples(self.classes) if self.levels else published_parts(self.recoding)

    def write(self, target: str | Path, *, shuffle: bool = False) -> Released:
        """Write it to a .csv, .parquet or .xlsx file, and prove on the file that it holds."""
        from incrowd.service.exports.release import release

        return release(self, Path(target), shuffle=shuffle, progress=self.dataset.progress)

    def recipe(self, target: str | Path) -> None:
        """Write what is needed to repeat it on new data."""
        from incrowd.service.exports.release import recipe_of

        recipe_of(self).write(Path(target))

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return self.result.to_dict()


def anonymize(
    dataset: Dataset, wish: Wish, progress: Progress = silent, show: Show = unseen
) -> Outcome:
    """Find the best way to publish a data set that holds what is wished for."""
    start = time.perf_counter()
    crowd = dataset.protected_crowd
    dataset.state(k=wish.k)  # refuses an impossible k
    protections = wish.protections(dataset)
    priorities = wish.priorities(crowd.names)

    def step(done: float) -> None:
        progress("Looking for the best way", done)

    def found(best: Candidate) -> None:
        levels = dict(zip(crowd.names, best.levels, strict=True))
        kept = crowd.rows - best.suppressed
        show(Interim(kept, crowd.rows, best.score, levels, best.suppressed))

    def safe(rows: int) -> None:
        show(Interim(rows, crowd.rows))

    if wish.method == "optimal":
        goal = _goal(wish, protections, priorities)
        best = find_optimum(crowd, goal, step, found=found)
        classes = enforce(crowd, State(best.levels, wish.k, protections))
        return _outcome(dataset, wish, as_recoding(classes), start, (classes, best))
    # sorted, so that the same data gives the same recoding on any day
    recoding = _recode(crowd.in_order(), wish, protections, priorities, (step, safe))
    recoding = _protected(recoding, protections)
    _check_left_out(recoding, wish)
    return _outcome(dataset, wish, recoding, start)


def known_outcome(dataset: Dataset, wish: Wish, recoding: Recoding) -> Outcome:
    """The outcome of a recoding that was found before, on the same crowd in order."""
    return _outcome(dataset, wish, recoding, time.perf_counter())


def _outcome(
    dataset: Dataset,
    wish: Wish,
    recoding: Recoding,
    start: float,
    state: tuple[Classes, Optimum] | None = None,
) -> Outcome:
    if state is None:
        published = published_crowd(recoding)
        classes, best = published.at(published.bottom), None
    else:
        classes, best = state
    levels = best.levels if best else None
    reached = _Reached(dataset, wish, recoding, classes, levels, best)
    result = replace(reached.described(), seconds=time.perf_counter() - start)
    protections = wish.protections(dataset)
    return Outcome(dataset, wish, protections, recoding, levels, classes, result)


def _goal(wish: Wish, protections: tuple[Protection, ...], priorities: Priorities) -> Goal:
    weights = wish.weights
    if wish.priority and not weights:
        weights = {name: priorities.weight(name) for name in priorities.ranks}
    return Goal(
        k=wish.k,
        protections=protections,
        max_suppression=wish.max_suppression,
        utility=wish.utility,
        weights=weights,
        lowest=wish.lowest,
        highest=wish.highest,
    )


def _recode(
    crowd: Crowd,
    wish: Wish,
    protections: tuple[Protection, ...],
    priorities: Priorities,
    listeners: tuple[Step, Safe],
) -> Recoding:
    if wish.method == "priority":
        return recode_by_priority(crowd, wish.k, priorities, protections, *listeners)
    check_protections(crowd, protections)
    found = recode_greedily(crowd, wish.k, priorities, wish.suppression, *listeners)
    if wish.suppression == "published":
        return found
    if found.suppressed_rows > _most_left_out(crowd, wish):
        found = replace(found, kept=np.ones_like(found.kept))
    return widen_until_safe(found, wish.k, priorities, protections)


def _most_left_out(crowd: Crowd, wish: Wish) -> int:
    """How many rows may be left out."""
    return int(wish.max_suppression * crowd.rows + 1e-9)


@dataclass(frozen=True, eq=False)
class _Reached:
    """All that the description of a result is made from."""

    dataset: Dataset
    wish: Wish
    recoding: Recoding
    classes: Classes
    levels: tuple[int, ...] | None
    best: Optimum | None

    def described(self) -> Anonymized:
        """The figures of the result."""
        utility = self._utility()
        score = self.best.score if self.best else utility[self.wish.utility]
        sizes = self.classes.kept_sizes
        l, t = worst_figures(self.classes)
        names = self.classes.crowd.names
        priorities = self.wish.priorities(names)
        return Anonymized(
            method=self.wish.method,
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
            exposed_people=count_exposed(self.recoding, self.wish.k),
            before=self.dataset.risk(advise=False),
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
        state = State(self.classes.levels, self.wish.k)
        risk = describe_risk(self.dataset.table, self.classes, state, (), ())
        if self.levels is not None:
            return risk
        return replace(
            risk,
            original_rows=self.recoding.crowd.rows,
            suppressed_rows=self.recoding.suppressed_rows,
            gauges=replace(risk.gauges, utility_loss=100 * precision_lost),
            state={},
        )


def _protected(recoding: Recoding, protections: tuple[Protection, ...]) -> Recoding:
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


def _check_left_out(recoding: Recoding, wish: Wish) -> None:
    """Refuse a recoding that leaves out more rows than may be."""
    lost, rows = recoding.suppressed_rows, recoding.crowd.rows
    if lost > _most_left_out(recoding.crowd, wish):
        raise InvalidParameter(
            say(
                "'{method}' would leave out {lost:,} of {rows:,} rows, and at most {most:.1f} % "
                "may be.",
                method=wish.method,
                lost=lost,
                rows=rows,
                most=100 * wish.max_suppression,
            ),
            say("Choose the method 'priority', which leaves nobody out, or let more rows go."),
        )
