"""The best state where every state is judged on its own: for persons with several rows.

States come in the order of what their levels cost at least, so that the search ends when the next
one cannot be better than the best: `Enumeration(crowd, task).run(Budget(), step, found)`.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import expm1, inf, log1p

import numpy as np

from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.measures.enforcement import suppress
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.search.global_recoding.blocks import Candidate, with_level
from incrowd.search.global_recoding.branch_and_bound import Budget, Found, Step
from incrowd.search.global_recoding.descent import Enough, descend
from incrowd.search.goal import Levels, Task


@dataclass(eq=False)
class Enumeration:
    """A search under way, and what it has found."""

    crowd: Crowd
    task: Task
    best: Candidate | None = None
    visited: int = 0
    bound: float = -inf
    """No state that was not visited scores less."""
    finished: bool = False
    _hopeless: list[Levels] = field(default_factory=list)
    """States that lose too many rows to k; so do all below them."""

    def run(
        self,
        budget: Budget,
        step: Step,
        found: Found,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Visit states, those that may cost least first, until none can be better."""
        end = inf if budget.seconds is None else time.monotonic() + budget.seconds
        most = inf if budget.states is None else budget.states
        if budget.seconds is not None:
            self._descend(end - budget.seconds / 2, found)
        for least, levels in self._states():
            self.bound = least
            if self.best is not None and least > self.best.score + 1e-9 * abs(self.best.score):
                break
            if self.visited >= most:
                return
            if time.monotonic() > end or (self.best and enough()):
                # whoever has no more time gets the coarsest state rather than none
                self.best = self.best or self._look(self.task.highest)
                return
            if self._is_hopeless(levels):
                continue
            self._compare(self._look(levels), found)
            step(min(self.visited / max(self.task.states, 1), 1.0))
        self.finished = True

    def _descend(self, end: float, found: Found) -> None:
        """Look for a good state first, down from the top: time may end before one comes up."""

        def look(levels: Levels) -> Candidate | None:
            if time.monotonic() > end:
                raise Enough
            candidate = self._look(levels)
            self._compare(candidate, found)
            return candidate

        descend(look, self.task.lowest, self.task.highest)

    def _compare(self, candidate: Candidate | None, found: Found) -> None:
        if candidate is not None and candidate.precedes(self.best):
            self.best = candidate
            found(candidate)

    def _states(self) -> Iterator[tuple[float, Levels]]:
        """Every state once, by the least that it can cost, then by the sum of its levels."""
        task, costs = self.task, self._level_costs()
        heap = [(self._least(costs, task.lowest), sum(task.lowest), task.lowest, 0)]
        while heap:
            least, _, levels, first = heapq.heappop(heap)
            yield least, levels
            # each state is reached in one way only: by raising attributes from left to right
            for attribute in range(first, len(levels)):
                if levels[attribute] < task.highest[attribute]:
                    raised = with_level(levels, attribute, levels[attribute] + 1)
                    entry = (self._least(costs, raised), sum(raised), raised, attribute)
                    heapq.heappush(heap, entry)

    def _level_costs(self) -> list[list[float]]:
        """What each attribute costs at each level while no row is left out; it never falls."""
        rows, objective = self.crowd.by_rows, self.task.goal.objective
        costs = []
        for ladder, domain in zip(rows.ladders, rows.domains, strict=True):
            counts = domain.counts.astype(np.float64)
            levels = range(len(ladder.codes))
            own = [
                objective.level_cost(ladder, level, counts, float(rows.rows))[0] for level in levels
            ]
            costs.append(np.minimum.accumulate(own[::-1])[::-1].tolist())
        return costs

    def _least(self, costs: list[list[float]], levels: Levels) -> float:
        own = [costs[attribute][level] for attribute, level in enumerate(levels)]
        pairs = zip(self.task.weights.tolist(), own, strict=True)
        if self.task.goal.objective.form == "geometric_mean":
            return expm1(sum(weight * log1p(cost) for weight, cost in pairs))
        return float(sum(weight * cost for weight, cost in pairs))

    def _is_hopeless(self, levels: Levels) -> bool:
        return any(
            all(level <= other for level, other in zip(levels, known, strict=True))
            for known in self._hopeless
        )

    def _look(self, levels: Levels) -> Candidate | None:
        """Judge a state; one that loses too many rows to k shows how far up others do, too."""
        classes = self._classes(levels)
        if classes is None:
            self._remember(levels)
            return None
        goal = self.task.goal
        result = suppress(classes, State(levels, goal.k, goal.protections))
        lost = result.suppressed_rows
        if lost > self.task.limit or lost == result.rows:
            return None
        heights = zip(levels, self.crowd.heights, strict=True)
        return Candidate(
            self._score(result),
            lost,
            sum(level / height for level, height in heights),
            levels,
            len(result.kept_sizes),
        )

    def _classes(self, levels: Levels) -> Classes | None:
        """The classes of a state; None where k alone removes too many rows."""
        self.visited += 1
        classes = self.crowd.at(levels)
        small = int(classes.sizes[classes.sizes < self.task.goal.k].sum())
        return None if small > self.task.limit else classes

    def _remember(self, levels: Levels) -> None:
        """Climb towards the highest state as long as too many rows are lost, by halves."""
        path = [levels]
        while path[-1] != self.task.highest:
            pairs = zip(path[-1], self.task.highest, strict=True)
            left = [high - level for level, high in pairs]
            attribute = left.index(max(left))
            path.append(with_level(path[-1], attribute, path[-1][attribute] + 1))
        low, high = 0, len(path)
        while high - low > 1:
            middle = (low + high) // 2
            if self._classes(path[middle]) is None:
                low = middle
            else:
                high = middle
        self._hopeless.append(path[low])

    def _score(self, classes: Classes) -> float:
        goal = self.task.goal
        if goal.utility == "height":
            return float(self.task.weights @ np.array(classes.levels, np.float64))
        question = Question(classes, weights=goal.weights)
        return measure(goal.utility).compute(question) or 0.0
