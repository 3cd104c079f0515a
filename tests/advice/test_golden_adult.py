"""Adult: gauges at every k and every first step, against figures recomputed by hand and in SQL."""

from __future__ import annotations

import json

import pytest

from incrowd.advice.recommending import list_suppressions, rank_generalizations
from incrowd.crowd.crowd import State


@pytest.fixture(scope="module")
def bottom(adult_crowd):
    return State(adult_crowd.bottom)


def test_every_recommendation_of_the_first_step(adult_crowd, bottom, golden):
    facts = json.loads((golden / "recommendations.json").read_text())
    ranked = rank_generalizations(adult_crowd, bottom)
    found = {
        (one.attribute, choice.level): choice.effect for one in ranked for choice in one.levels
    }
    assert len(found) == len(facts["all"])
    for fact in facts["all"]:
        effect = found[fact["attribute"], fact["level"]]
        assert effect.classes == fact["classes"]
        assert effect.uniques == fact["uniques"]
        assert effect.gauges.average_risk == pytest.approx(fact["average_risk"], abs=5e-5)
        assert effect.gauges.highest_risk == pytest.approx(fact["highest_risk"], abs=5e-5)
        assert effect.gauges.utility_loss == pytest.approx(fact["precision_loss"], abs=5e-5)
        assert effect.gauges.score == pytest.approx(fact["gauge_sum"], abs=2e-4)


def test_rank_and_best_level(adult_crowd, bottom, golden):
    facts = json.loads((golden / "recommendations.json").read_text())
    ranked = rank_generalizations(adult_crowd, bottom)
    expected = [(one["attribute"], one["level"]) for one in facts["thesis_rank_by_gauge_sum"]]
    assert [(one.attribute, one.best.level) for one in ranked] == expected


def test_every_suppression(adult_crowd, bottom, golden):
    facts = json.loads((golden / "suppression.json").read_text())["k_suppression"]
    steps = list_suppressions(adult_crowd, bottom)
    assert [step.k for step in steps] == list(range(2, 21))
    for step in steps:
        fact = facts[str(step.k)]
        assert step.effect.suppressed_rows == fact["suppressed"]
        assert step.effect.gauges.average_risk == pytest.approx(fact["avg_risk"])
        assert step.effect.gauges.highest_risk == pytest.approx(fact["highest_actual"])
        assert step.effect.gauges.utility_loss == pytest.approx(fact["precision_loss"])


def test_suppression_starts_above_the_current_k(adult_crowd, bottom):
    steps = list_suppressions(adult_crowd, State(bottom.levels, k=18))
    assert [step.k for step in steps] == [19, 20]
