"""The front against every state and threshold one by one, and against the optima of ARX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, tables

from incrowd.crowd.crowd import Crowd, State
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.search.global_recoding import front as fronts
from incrowd.search.global_recoding.front import (
    DRAWN,
    Front,
    FrontPoint,
    mark_undominated,
    trace_front,
)
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.goal import Goal

Figures = tuple[float, float, float, float]


def slow_figures(crowd: Crowd, levels: tuple[int, ...], k: int) -> Figures | None:
    """Highest risk, average risk, utility loss, suppressed rows, by the registry."""
    classes = enforce(crowd, State(levels, k))
    if not classes.kept_rows:
        return None
    names = ("highest_risk", "average_risk", "utility_loss")
    risks = [measure(name).compute(Question(classes)) for name in names]
    return (*(round(one, 9) for one in risks if one is not None), classes.suppressed_rows)


def dominates(one: Figures, other: Figures) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def slow_front(crowd: Crowd, k: int) -> set[Figures]:
    figures = {
        found
        for levels in np.ndindex(*[height + 1 for height in crowd.heights])
        for threshold in range(1, 21)
        if (found := slow_figures(crowd, levels, threshold)) and found[0] <= 100 / k + 1e-9
    }
    return {one for one in figures if not any(dominates(other, one) for other in figures - {one})}


def figures_of(point: FrontPoint) -> Figures:
    risks = (point.highest_risk, point.average_risk, point.utility_loss)
    return (*(round(one, 9) for one in risks), point.suppressed_rows)


@given(st.integers(1, 3).flatmap(tables), st.integers(1, 4))
def test_every_state_and_threshold(rows, k):
    crowd = crowd_of(rows, len(rows[0]))
    found = trace_front(crowd, k)
    assert {figures_of(one) for one in found.points} == slow_front(crowd, k)
    assert len({figures_of(one) for one in found.points}) == len(found.points)
    for one in found.points:
        assert slow_figures(crowd, one.levels, one.k) == figures_of(one)
        classes = enforce(crowd, State(one.levels, one.k))
        assert one.classes == len(classes.kept_sizes)
        assert one.smallest == classes.kept_sizes.min()


def test_classes_larger_than_those_counted() -> None:
    rows = [("a",)] * 50 + [("b",)] * 37 + [("c",)] * 3
    found = trace_front(crowd_of(rows, 1))
    assert {figures_of(one) for one in found.points} == slow_front(crowd_of(rows, 1), 1)
    assert {one.smallest for one in found.points} == {3, 37, 87, 90}


@given(tables(3), st.integers(1, 6), st.sampled_from([0, 0.1, 0.5, 1]))
def test_the_best_point_is_the_optimum(rows, k, limit):
    crowd, k = crowd_of(rows, 3), min(k, len(rows))
    best = trace_front(crowd).best(k, limit)
    optimum = find_optimum(crowd, Goal(k, max_suppression=limit, utility="precision"))
    assert best.utility_loss == pytest.approx(100 * optimum.score)
    assert best.smallest >= k
    assert best.suppressed_rows <= limit * crowd.rows


@pytest.mark.slow
def test_optima_of_arx_are_on_the_front(adult_crowd: Crowd, golden: Path) -> None:
    found = trace_front(adult_crowd)
    runs = json.loads((golden / "arx_optima.json").read_text())["runs"]
    tried = [run for run in runs if run["measure"] == "precision"]
    assert len(tried) == 9
    for run in tried:
        best = found.best(run["k"], run["suppression_limit"])
        assert best.utility_loss == pytest.approx(100 * run["score"])
        assert best.levels == adult_crowd.levels_of(run["levels"])
        assert (best.suppressed_rows, best.classes) == (run["suppressed"], run["classes"])


@pytest.mark.slow
def test_a_sample_of_adult_is_dominated(adult_crowd: Crowd) -> None:
    found = trace_front(adult_crowd)
    figures = np.array([figures_of(one) for one in found.points])
    draw = np.random.default_rng(1)
    for _ in range(100):
        levels = tuple(int(draw.integers(0, height + 1)) for height in adult_crowd.heights)
        one = slow_figures(adult_crowd, levels, int(draw.integers(1, 21)))
        if one is not None:
            assert (figures <= np.array(one) + 1e-9).all(axis=1).any()


@given(st.lists(st.tuples(*[st.integers(0, 4)] * 4), min_size=1, max_size=60))
def test_domination(points):
    figures = np.array(sorted(points, key=lambda one: (one[2], one[3], one[0], one[1])), float)
    stays = np.zeros(len(points), np.bool_)
    mark_undominated(figures, stays)
    for index, one in enumerate(figures):
        beaten = any(
            dominates(other, one) and (tuple(other) != tuple(one) or place < index)
            for place, other in enumerate(figures)
        )
        assert stays[index] == (not beaten)


def test_points_for_a_picture() -> None:
    points = tuple(FrontPoint((i,), 1, 1.0, 1.0, float(i), 0, 1, 1) for i in range(3 * DRAWN))
    drawn = Front(10, points).drawn()
    assert len(drawn) == DRAWN
    assert (drawn[0], drawn[-1]) == (points[0], points[-1])
    assert Front(10, points[:5]).drawn() == points[:5]


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = crowd_of([("a", "x"), ("b", "x"), ("b", "y")], 2)
    found = trace_front(crowd)
    for call, message in (
        (lambda: found.best(21), "k = 21 is not on the front"),
        (lambda: found.best(2, 2), "removed is 2"),
        (lambda: found.best(4, 1), "No point reaches k = 4"),
        (lambda: trace_front(crowd, 0), "k is 0"),
    ):
        with pytest.raises(InvalidParameter, match=message) as caught:
            call()
        assert caught.value.hint
    with pytest.raises(NothingToMeasure):
        trace_front(crowd_of([("a",)], 0, 1))
    monkeypatch.setattr(fronts, "LARGEST", 3)
    with pytest.raises(InvalidParameter, match="4 combinations of levels, too many"):
        trace_front(crowd)


def test_progress_is_told() -> None:
    told: list[float] = []
    trace_front(crowd_of([("a",), ("b",)], 1), step=told.append)
    assert told == [0.0, 0.9, 1.0]
