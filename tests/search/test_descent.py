"""The quick descent on made-up lattices: down from the top, then level against level."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.search.global_recoding.blocks import Candidate, height_of
from incrowd.search.global_recoding.descent import Enough, descend, start_anew

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
    # the descent ends at (0, 2); (1, 1) is two steps from there, and beside no state on the way
    worth = {(3, 3): 20, (2, 3): 19, (1, 3): 18, (0, 3): 17, (0, 2): 5, (1, 1): 1}
    memory = Memory(lambda levels: worth.get(levels, 50))
    descend(memory.look, (0, 0), TOP)
    assert memory.best is not None
    assert memory.best.levels == (1, 1)


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


def test_a_valley_that_no_slope_leads_to_is_found_by_starting_anew() -> None:
    def score(levels: Levels) -> float:
        near, far = (abs(levels[0] - a) + abs(levels[1] - b) for a, b in ((3, 2), (0, 0)))
        return min(2 + near, 1 + 3 * far)

    memory = Memory(score)
    best = start_anew(memory.look, candidate((3, 2), 2), (0, 0), TOP)
    assert best.levels == (0, 0)


def test_starting_anew_ends_where_nothing_is_better() -> None:
    memory = Memory(lambda levels: 1 + sum(levels))
    best = start_anew(memory.look, candidate((0, 0), 1), (0, 0), TOP)
    assert best.levels == (0, 0)
    assert len(memory.seen) < 100_000
