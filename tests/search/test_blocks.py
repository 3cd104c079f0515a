"""How states and blocks of the lattice compare, what they count, and where blocks are halved."""

from __future__ import annotations

import numpy as np
import pytest

from incrowd.search.global_recoding.blocks import (
    Block,
    CachedClasses,
    Candidate,
    count_states,
    height_of,
    with_level,
)

Levels = tuple[int, ...]
TOP = (3, 3)


def candidate(levels: Levels, score: float, suppressed: int = 1) -> Candidate:
    return Candidate(score, suppressed, height_of(levels, TOP), levels, 1)


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
