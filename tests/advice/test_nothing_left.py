"""Steps that leave no row are ranked last, and a table without rows is not called safe."""

from __future__ import annotations

from small_crowds import crowd_of
from small_tables import open_rows

from incrowd.advice.recommending import WORST_SCORE, rank_generalizations
from incrowd.crowd.crowd import Protection, State
from incrowd.dataset.risk import measure_risk, recommend


def test_a_step_that_leaves_no_row_is_ranked_last() -> None:
    # without q0 three rows are alike; without q1 nobody is like anybody, and none is left
    rows = [("a", "x"), ("b", "x"), ("c", "x")]
    first, last = rank_generalizations(crowd_of(rows, 2), State((0, 0), 2))
    assert (first.attribute, first.best.effect.rows) == ("q0", 3)
    assert (last.attribute, last.best.effect.rows) == ("q1", 0)
    assert last.best.effect.score == WORST_SCORE > first.best.effect.score


def test_no_level_that_leaves_no_row_is_the_best_one() -> None:
    rows = [(letter, "flu") for letter in "aabbccdd"] + [(letter, "hiv") for letter in "ad"]
    steps = rank_generalizations(
        crowd_of(rows, 1, 1), State((0,), 5, (Protection("s0", "distinct_l", 2),))
    )
    for step in steps:
        rows_left = [choice.effect.rows for choice in step.levels]
        assert step.best.effect.rows > 0 or not any(rows_left)


def test_leaving_out_everybody_scores_worst() -> None:
    table = open_rows([("a",), ("b",), ("b",)], ["zip"], ["zip"])
    scores = {step.k: step.effect.score for step in recommend(table).suppressions}
    assert scores[2] < scores[3] == WORST_SCORE


def test_nothing_left_is_no_first_step_and_tells_why() -> None:
    table = open_rows([("a", "flu"), ("b", "flu")], ["zip", "ill"], ["zip"], ["ill"])
    risk = measure_risk(table, k=2)
    assert risk.rows == 0
    assert risk.explanation[0].startswith("No row is left")
    assert "l = 2 is not possible: 'ill' has the same value in all rows." in risk.explanation
    assert "Give 'ill' another role, or no protection." in risk.explanation
    assert not any("The average risk falls" in sentence for sentence in risk.explanation)


def test_a_risk_that_stays_is_said_to_stay() -> None:
    rows = [("a", "x"), ("b", "x"), ("c", "y")]
    table = open_rows(rows, ["q", "r"], ["q", "r"])
    (first,) = [
        words for words in measure_risk(table).explanation if "The average risk falls" in words
    ]
    assert "the highest stays at 100 %" in first
