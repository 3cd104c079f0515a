"""The quick descent on lattices made up for it, and how states and blocks compare."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.search.global_recoding.blocks import (
    Block,
    CachedClasses,
    Candidate,
    count_states,
    height_of,
    with_level,
)
from incrowd.search.global_recoding.branch_and_bound import Enough, descend

Levels = tuple[int, ...]
TOP = (3, 3)


def candidate(levels: Levels, score: float, suppressed: int = 1) -> Candidate:
    return Candidate(score, suppressed, height_of(levels, TOP), levels, 1)


class Memory:
    """Looks states up in a made-up lattice, and remembers the best and all that was looked at."""

    def __init__(self, score: Callable[[Levels], float | None], most: int = 10**6) -> None:
        self.score, self.most = score, most
        self.seen: list[Levels] = []
        self.best: Candidate | None = None

    def look(self, levels: Levels) -> Candidate | None:
        if len(self.seen) == self.most:
            raise Enough
        self.seen.append(levels)
        score = self.score(levels)
        if score is None:
            return None
        state = candidate(levels, score, suppressed=int(score > 0))
        if state.precedes(self.best):
            self.best = state
        return state


def test_a_table_that_loses_no_row_as_it_is_needs_no_descent() -> None:
    memory = Memory(lambda levels: 0.0)
    descend(memory.look, (0, 0), TOP)
    assert memory.seen == [(0, 0)]


def test_the_descent_follows_a_slope_to_its_foot() -> None:
    memory = Memory(lambda levels: 1 + abs(levels[0] - 1) + abs(levels[1] - 2))
    descend(memory.look, (0, 0), TOP)
    assert memory.best is not None
    assert memory.best.levels == (1, 2)


def test_the_descent_passes_through_a_few_worse_states() -> None:
    worth = {(3, 3): 5, (3, 2): 6, (2, 2): 7, (2, 1): 2}
    memory = Memory(lambda levels: worth.get(levels, 20))
    descend(memory.look, (0, 0), TOP)
    assert memory.best is not None
    assert memory.best.score == 2


def test_one_attribute_is_lowered_for_another() -> None:
    # (1, 2) is two steps from (2, 1): one attribute higher, the other one lower
    worth = {(2, 1): 2, (1, 2): 1}
    memory = Memory(lambda levels: worth.get(levels, 10 + sum(levels)))
    descend(memory.look, (0, 0), TOP)
    assert memory.best is not None
    assert memory.best.score in (1, 2)


def test_states_that_do_not_hold_the_goal_are_passed_over() -> None:
    memory = Memory(lambda levels: float(sum(levels)) if sum(levels) >= 5 else None)
    descend(memory.look, (0, 0), TOP)
    assert memory.best is not None
    assert sum(memory.best.levels) == 5


def test_nothing_that_holds_is_found_without_a_word() -> None:
    memory = Memory(lambda levels: None)
    descend(memory.look, (0, 0), TOP)
    assert memory.best is None


@pytest.mark.parametrize("most", [1, 2, 5])
def test_the_descent_stops_when_told_to(most: int) -> None:
    memory = Memory(lambda levels: 1.0 + sum(levels), most)
    descend(memory.look, (0, 0), TOP)
    assert len(memory.seen) == most


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 9)))
def test_the_descent_stays_between_its_bounds_and_ends(worth: dict[Levels, int]) -> None:
    memory = Memory(lambda levels: float(worth.get(levels, 5)))
    descend(memory.look, (1, 0), (3, 2))
    assert all(1 <= first <= 3 and 0 <= second <= 2 for first, second in memory.seen)


BETTER = [
    (candidate((0, 0), 1.0), candidate((0, 0), 2.0)),
    (candidate((1, 1), 1.0, suppressed=0), candidate((0, 0), 1.0, suppressed=1)),
    (candidate((0, 1), 1.0), candidate((1, 1), 1.0)),
    (candidate((0, 2), 1.0), candidate((2, 0), 1.0)),
    (candidate((0, 0), 1.0), candidate((1, 1), 1.0 + 1e-13)),
    (candidate((3, 3), 0.5), candidate((0, 0), 0.6, suppressed=0)),
]


@pytest.mark.parametrize(
    ("better", "worse"),
    BETTER,
    ids=["score", "rows lost", "height", "levels", "nearly the same score", "score first"],
)
def test_a_state_precedes_another_by_score_rows_height_and_levels(
    better: Candidate, worse: Candidate
) -> None:
    assert better.precedes(worse)
    assert not worse.precedes(better)
    assert better.precedes(None)
    assert not better.precedes(better)


def block(lowest: Levels, highest: Levels, costs: list[list[float]], **changes: float) -> Block:
    facts = {"bound": 1.0, "suppressed": 1} | changes
    return Block(lowest, highest, np.array(costs), cached=CachedClasses(None, None), **facts)


FLAT = [[0.0] * 4, [0.0] * 4]


@pytest.mark.parametrize(
    ("lowest", "highest", "states", "width"),
    [((0, 0), (0, 0), 1, 0), ((0, 0), (3, 3), 16, 6), ((1, 2), (3, 2), 3, 2)],
)
def test_a_block_counts_its_states(
    lowest: Levels, highest: Levels, states: int, width: int
) -> None:
    some = block(lowest, highest, FLAT)
    assert (some.states, some.width, some.single) == (states, width, states == 1)
    assert count_states(lowest, highest) == states


@pytest.mark.parametrize(
    ("costs", "lowest", "highest", "split"),
    [
        ([[0, 1, 2, 9], [0, 1, 2, 3]], (0, 0), (3, 3), (0, 1)),
        ([[0, 1, 2, 3], [0, 1, 2, 9]], (0, 0), (3, 3), (1, 1)),
        (FLAT, (0, 0), (1, 3), (1, 1)),
        (FLAT, (0, 0), (3, 3), (0, 1)),
        (FLAT, (2, 0), (3, 0), (0, 2)),
    ],
    ids=["dearest first", "dearest second", "longest", "tie", "one side only"],
)
def test_a_block_is_halved_where_costs_vary_most(
    costs: list[list[float]], lowest: Levels, highest: Levels, split: tuple[int, int]
) -> None:
    assert block(lowest, highest, costs).split() == split


@pytest.mark.parametrize(
    ("bound", "suppressed", "best", "may"),
    [
        (1.0, 1, None, True),
        (0.9, 9, candidate((0, 0), 1.0), True),
        (1.1, 0, candidate((0, 0), 1.0), False),
        (1.0, 0, candidate((3, 3), 1.0, suppressed=1), True),
        (1.0, 2, candidate((3, 3), 1.0, suppressed=1), False),
        (1.0, 1, candidate((0, 0), 1.0, suppressed=1), False),
    ],
    ids=["nothing yet", "lower bound", "higher bound", "fewer rows", "more rows", "the same"],
)
def test_a_block_may_beat_the_best_state(
    bound: float, suppressed: int, best: Candidate | None, may: bool
) -> None:
    some = block((0, 0), (3, 3), FLAT, bound=bound, suppressed=suppressed)
    assert some.may_beat(best, TOP) is may


def test_levels_and_heights() -> None:
    assert with_level((1, 2, 3), 1, 9) == (1, 9, 3)
    assert height_of((1, 3), (2, 3)) == pytest.approx(1.5)
