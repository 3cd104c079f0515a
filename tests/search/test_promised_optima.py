"""The best state that holds what a whole release is promised, against all states one by one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from promised_people import asked_of, bind, populations
from small_crowds import crowd_of, tables

from incrowd.crowd.crowd import WHOLE_RELEASE, Crowd, Protection, ReleasePromise, State
from incrowd.errors import InvalidParameter
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.promise_names import is_about_release, promise_model
from incrowd.measures.registry import measure
from incrowd.measures.release_promises import broken_promises
from incrowd.search.global_recoding.blocks import BlockClasses
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.global_recoding.protections import ProtectionCheck
from incrowd.search.goal import Goal
from incrowd.service.datasets.opening import open_table


def best_of_all(crowd: Crowd, goal: Goal) -> float | None:
    """The smallest score of all states that hold a goal, each judged on its own."""
    scores = []
    for levels in np.ndindex(*[height + 1 for height in crowd.heights]):
        left = enforce(crowd, State(levels, goal.k, goal.protections))
        if left.kept_rows and left.suppressed_rows <= goal.limit(crowd):
            scores.append(measure(goal.utility).compute(Question(left)) or 0.0)
    return min(scores, default=None)


@settings(max_examples=scaled(120), deadline=None)
@given(
    tables(3),
    st.integers(1, 3),
    st.lists(asked_of(), min_size=1, max_size=2, unique_by=lambda each: each.model),
    st.booleans(),
    st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    st.sampled_from(["loss", "entropy", "precision", "discernibility", "class_size"]),
    st.data(),
)
def test_no_state_is_better(rows, k, asked, secret, share, utility, data):
    crowd = crowd_of(rows, 2, 1)
    people = data.draw(populations(rows, 2))
    asked = [bind(crowd, each, people) for each in asked if each.threshold <= crowd.rows]
    assume(asked)
    single = (Protection("s0", "t_equal", 0.4),) if secret else ()
    goal = Goal(min(k, crowd.rows), (*single, *asked), share, utility)
    expected = best_of_all(crowd, goal)
    if expected is None:
        with pytest.raises(InvalidParameter, match="No choice of levels"):
            find_optimum(crowd, goal)
        return
    found = find_optimum(crowd, goal)
    assert found.exact
    assert found.score == pytest.approx(expected, rel=1e-9, abs=1e-12)
    left = enforce(crowd, State(found.levels, goal.k, goal.protections))
    assert not broken_promises(left, asked)


@settings(max_examples=scaled(80))
@given(tables(2), st.integers(1, 3), asked_of(), st.data())
def test_every_state_below_loses_what_is_surely_lost(rows, k, asked, data):
    crowd = crowd_of(rows, 2)
    asked = bind(crowd, asked, data.draw(populations(rows, 2)))
    high = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    found = ProtectionCheck.of(crowd, BlockClasses(crowd), Goal(k, (asked,))).protect(high)
    small = crowd.at(high).sizes
    least = int(small[small < k].sum()) + found.surely_lost
    for low in np.ndindex(*[level + 1 for level in high]):
        assert enforce(crowd, State(low, k, (asked,))).suppressed_rows >= least


@pytest.fixture(scope="module")
def adult_occupations(adult: Path, adult_crowd: Crowd) -> Crowd:
    quasi = [name for name in adult_crowd.names if name != "occupation"]
    path = adult / "adult.csv"
    with open_table(path, quasi=quasi, sensitive=["occupation"], hierarchies=adult) as dataset:
        return dataset.protected_crowd


@pytest.mark.slow
def test_optima_of_arx(adult_crowd: Crowd, adult_occupations: Crowd, golden: Path) -> None:
    """Never worse than ARX, unless what ARX publishes breaks the promise."""
    runs = json.loads((golden / "arx_models.json").read_text())["runs"]
    assert len(runs) == 35
    worse = []
    for run in runs:
        name, threshold = run["model"].split("=")
        model = promise_model(name)
        crowd, k = (adult_crowd, 1) if is_about_release(model) else (adult_occupations, 4)
        promise: Protection = Protection("occupation", model, float(threshold))
        if is_about_release(model):
            promise = ReleasePromise(WHOLE_RELEASE, model, float(threshold), 1_508_100)
        found = find_optimum(crowd, Goal(k, (promise,), run["suppression_limit"]))
        left = enforce(crowd, State(found.levels, k, (promise,)))
        assert found.exact
        assert left.suppressed_rows == found.suppressed_rows <= run["suppression_limit"] * 30_162
        if found.score > run["score"] + 1e-9:
            theirs = enforce(crowd, State(crowd.levels_of(run["levels"]), k, (promise,)))
            assert theirs.suppressed_rows > run["suppressed"], run
            worse.append((run["model"], run["suppression_limit"]))
    assert worse == [
        ("delta_disclosure=1.5", 0.05),
        ("delta_disclosure=2.5", 0.0),
        ("delta_disclosure=2.5", 1.0),
        ("pop_dankar=0.001", 0.0),
    ]


def test_arx_passes_over_values_that_a_class_lacks(adult_occupations: Crowd, golden: Path) -> None:
    """Its figures follow from |log2(p / q)| < δ for the values that a class has, and only those."""
    runs = json.loads((golden / "arx_models.json").read_text())["runs"]
    for run in runs:
        name, threshold = run["model"].split("=")
        if name != "delta_disclosure":
            continue
        classes = adult_occupations.at(adult_occupations.levels_of(run["levels"]))
        question = Question(classes, "occupation")
        overall = question.values.sensitive.people_shares[question.values.values]
        ratios = np.abs(np.log2(question.people_shares / overall))
        highest = np.maximum.reduceat(ratios, question.values.starts[:-1])
        holding = (highest < float(threshold)) & (classes.sizes >= 4)
        assert int(classes.sizes[~holding].sum()) == run["suppressed"]
        assert int(holding.sum()) == run["classes"]
