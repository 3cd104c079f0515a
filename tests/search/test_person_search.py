"""The best state for people is the one that brute force finds over all states."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from person_twin import Twin, crowd_of_persons, every_state, publish_at, random_rows

from incrowd.crowd.crowd import Crowd, Protection, State
from incrowd.errors import InvalidParameter
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.search.global_recoding.branch_and_bound import Budget
from incrowd.search.global_recoding.front import trace_front
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.goal import Goal
from incrowd.search.local_recoding.person_strata import split_by_rows

UTILITIES = ["loss", "precision", "information", "entropy", "loss_geometric", "discernibility"]


def best_by_brute_force(crowd: Crowd, goal: Goal) -> float | None:
    """The smallest figure of all states that leave out no more people than allowed."""
    scores = []
    for levels in every_state(crowd):
        classes = enforce(crowd, State(levels, goal.k, goal.protections))
        lost = classes.suppressed_rows
        if lost <= goal.max_suppression * crowd.rows + 1e-9 and lost < crowd.rows:
            scores.append(measure(goal.utility).compute(Question(classes, weights=goal.weights)))
    return min(scores, default=None)


@pytest.mark.parametrize("utility", UTILITIES)
@pytest.mark.parametrize("seed", range(20))
def test_the_optimum_is_that_of_brute_force(seed: int, utility: str) -> None:
    crowd = crowd_of_persons(random_rows(seed, 60))
    k = min(2 + seed % 2, crowd.rows)
    protections = (Protection("s0", "distinct_l", 2),) if seed % 3 == 0 else ()
    goal = Goal(k, protections, [0.0, 0.3, 1.0][seed % 3], utility, {"q0": 2.0, "q1": 1.0})
    if utility == "discernibility":
        goal = Goal(k, protections, goal.max_suppression, utility)
    try:
        wanted = best_by_brute_force(crowd, goal)
        found = find_optimum(crowd, goal)
    except InvalidParameter:
        return
    assert found.exact
    assert found.score == pytest.approx(wanted)
    assert found.bound == found.score


@pytest.mark.parametrize("seed", range(20))
def test_what_is_suppressed_is_what_the_twin_suppresses(seed: int) -> None:
    rows = random_rows(seed, 60)
    crowd, twin = crowd_of_persons(rows), Twin(rows, 0, [1, 2], 3)
    for levels, k in product(every_state(crowd), (2, 3)):
        classes = twin.classes(publish_at(crowd, levels))
        lost = sum(len(members) for members in classes if len(members) < k)
        assert enforce(crowd, State(levels, k)).suppressed_rows == lost
        secret = [members for members in classes if len(members) >= k]
        lost += sum(len(members) for members in secret if twin.diversity(members) < 2)
        state = State(levels, k, (Protection("s0", "distinct_l", 2),))
        assert enforce(crowd, state).suppressed_rows == lost


def test_a_search_that_is_cut_short_promises_no_more_than_it_knows() -> None:
    crowd, goal = crowd_of_persons(random_rows(10, 60)), Goal(2, max_suppression=1.0)
    with pytest.raises(InvalidParameter, match="We tried 0 of 9 combinations"):
        find_optimum(crowd, goal, budget=Budget(states=0))
    found = find_optimum(crowd, goal, budget=Budget(states=1))
    assert not found.exact
    assert found.bound <= best_by_brute_force(crowd, goal) <= found.score


@pytest.mark.parametrize("seed", range(10))
def test_strata_are_persons_with_the_same_number_of_rows(seed: int) -> None:
    crowd = crowd_of_persons(random_rows(seed)).in_order()
    seen = []
    for stratum in split_by_rows(crowd):
        assert len(set(crowd.persons.rows_each[stratum.tuples].tolist())) == 1
        assert stratum.crowd.rows == crowd.counts[stratum.tuples].sum()
        top = stratum.crowd.at(stratum.crowd.heights)
        assert top.count == 1
        seen += stratum.tuples.tolist()
    assert sorted(seen) == list(range(len(crowd.counts)))


@pytest.mark.parametrize("seed", range(10))
def test_the_front_has_states_of_people(seed: int) -> None:
    crowd = crowd_of_persons(random_rows(seed), sensitive=False)
    for point in trace_front(crowd).points:
        classes = enforce(crowd, State(point.levels, point.k))
        assert int(classes.kept_sizes.min()) == point.smallest
        assert classes.suppressed_rows == point.suppressed_rows
        assert np.isclose(100 * len(classes.kept_sizes) / classes.kept_rows, point.average_risk)
