"""The search over made-up lattices: it finds the best state, and what it proves is true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import Cancelled
from incrowd.search.global_recoding.blocks import Block, CachedClasses, Candidate, height_of
from incrowd.search.global_recoding.bounds import Appraisal, ExhaustiveResult
from incrowd.search.global_recoding.branch_and_bound import Budget, Search

Levels = tuple[int, ...]
TOP: Levels = (3, 2)
STATES = [(first, second) for first in range(4) for second in range(3)]
NOTHING = CachedClasses(None, None)


class MadeUp:
    """An appraiser that looks every state up in a table, with bounds below the truth by a slack."""

    def __init__(self, scores: Mapping[Levels, int | None], slack: float = 0.0) -> None:
        self.scores, self.slack = scores, slack
        self.seen: list[Levels] = []

    def whole(self, lowest: Levels, highest: Levels) -> Appraisal:
        return self._appraise(lowest, highest)

    def single(self, levels: Levels, best: Candidate | None) -> Candidate | None:
        return self._candidate(levels)

    def lower(self, block: Block, highest: Levels, best: Candidate | None) -> Appraisal:
        return self._appraise(block.lowest, highest)

    def upper(self, block: Block, lowest: Levels) -> Block:
        upper = self._block(lowest, block.highest)
        return upper or replace(block, lowest=lowest, bound=inf)

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        return block.highest

    def search_exhaustively(self, block: Block, best: Candidate | None) -> ExhaustiveResult | None:
        return None

    def _appraise(self, lowest: Levels, highest: Levels) -> Appraisal:
        return self._block(lowest, highest), self._candidate(highest)

    def _candidate(self, levels: Levels) -> Candidate | None:
        self.seen.append(levels)
        score = self.scores[levels]
        if score is None:
            return None
        return Candidate(float(score), 1, height_of(levels, TOP), levels, 1)

    def _block(self, lowest: Levels, highest: Levels) -> Block | None:
        ranges = [range(low, high + 1) for low, high in zip(lowest, highest, strict=True)]
        scores = [self.scores[levels] for levels in product(*ranges)]
        known = [score for score in scores if score is not None]
        if not known:
            return None
        bound = min(known) - self.slack
        return Block(lowest, highest, np.zeros((2, 4)), bound, 1, NOTHING)


def run_search(
    scores: Mapping[Levels, int | None], slack: float = 0.0, budget: Budget | None = None
) -> Search:
    search = Search(MadeUp(scores, slack), TOP, budget or Budget(), lambda done: None)
    search.run((0, 0), TOP, workers=1)
    return search


def best_of(scores: Mapping[Levels, int | None]) -> tuple[float, float, Levels] | None:
    """The smallest score, ties by height and then by levels."""
    known = [
        (float(score), round(height_of(levels, TOP), 9), levels)
        for levels, score in scores.items()
        if score is not None
    ]
    return min(known, default=None)


LATTICES = st.fixed_dictionaries({levels: st.none() | st.integers(0, 9) for levels in STATES})


@settings(max_examples=scaled(100))
@given(LATTICES, st.sampled_from([0.0, 1.0, 100.0]))
def test_the_best_state_of_any_lattice_is_found(
    scores: dict[Levels, int | None], slack: float
) -> None:
    search = run_search(scores, slack)
    expected = best_of(scores)
    assert search.unexplored == []
    if expected is None:
        assert search.best is None
    else:
        assert search.best is not None
        assert (search.best.score, search.best.levels) == (expected[0], expected[2])


@settings(max_examples=scaled(100))
@given(LATTICES, st.integers(1, 12))
def test_what_a_budget_leaves_unexplored_may_hold_the_best(
    scores: dict[Levels, int | None], states: int
) -> None:
    search = run_search(scores, budget=Budget(states=states))
    expected = best_of(scores)
    if expected is None:
        return
    known = [search.best.score] if search.best is not None else []
    bounds = [*known, *(block.bound for block in search.unexplored)]
    assert bounds
    assert min(bounds) <= expected[0]
    assert search.visited <= states + 1


def test_a_tight_bound_saves_states() -> None:
    scores = {levels: 10 + sum(levels) for levels in STATES}
    tight, loose = MadeUp(scores), MadeUp(scores, slack=100)
    for appraiser in (tight, loose):
        Search(appraiser, TOP, Budget(), lambda done: None).run((0, 0), TOP, workers=1)
    assert len(set(tight.seen)) < len(set(loose.seen))
    assert set(loose.seen) == set(STATES)


def test_every_better_state_is_told_and_nothing_twice() -> None:
    scores = {levels: 20 - sum(levels) + 5 * levels[1] for levels in STATES}
    reports: list[Candidate] = []
    search = Search(MadeUp(scores, 100), TOP, Budget(), lambda done: None, reports.append)
    search.run((0, 0), TOP, workers=1)
    assert reports[-1] == search.best
    assert all(later.precedes(earlier) for earlier, later in pairwise(reports))


def test_progress_grows_to_one() -> None:
    done: list[float] = []
    scores = {levels: sum(levels) for levels in STATES}
    Search(MadeUp(scores, 100), TOP, Budget(), done.append).run((0, 0), TOP, workers=1)
    assert done[-1] == 1.0
    assert all(0 <= share <= 1 for share in done)


def test_a_caller_can_cancel() -> None:
    def stop(done: float) -> None:
        raise Cancelled("Stopped.")

    search = Search(MadeUp(dict.fromkeys(STATES, 1)), TOP, Budget(), stop)
    with pytest.raises(Cancelled):
        search.run((0, 0), TOP, workers=1)


@pytest.mark.parametrize("workers", [1, 2])
def test_two_threads_find_what_one_finds(workers: int) -> None:
    scores = {levels: (7 * levels[0] + 5 * levels[1]) % 11 for levels in STATES}
    search = Search(MadeUp(scores, 3), TOP, Budget(), lambda done: None)
    search.run((0, 0), TOP, workers)
    expected = best_of(scores)
    assert expected is not None
    assert search.best is not None
    assert search.best.levels == expected[2]


def test_a_budget_of_no_time_still_looks_at_something() -> None:
    search = run_search({levels: sum(levels) for levels in STATES}, budget=Budget(seconds=0))
    assert search.visited == 1
    assert search.best is not None
    assert search.best.levels == TOP
    assert [block.bound for block in search.unexplored] == [0]


def test_one_state_alone_is_appraised_and_done() -> None:
    search = Search(MadeUp({(1, 1): 4}), TOP, Budget(), lambda done: None)
    search.run((1, 1), (1, 1), workers=1)
    assert search.best is not None
    assert (search.best.levels, search.best.score) == ((1, 1), 4)
    assert search.unexplored == []
