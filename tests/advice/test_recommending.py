"""Recommendations obey their definition on any table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, tables

from incrowd.advice.explaining import explain, share_in_words
from incrowd.advice.gauges import BANDS, band, read_gauges
from incrowd.advice.recommending import (
    Effect,
    list_suppressions,
    rank_generalizations,
)
from incrowd.crowd.crowd import Protection, State
from incrowd.measures.enforcement import enforce


@given(tables(3), st.data())
def test_each_step_changes_one_attribute_and_steps_are_ranked(rows, data):
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    ranked = rank_generalizations(crowd, State(levels))
    scores = [one.best.effect.gauges.score for one in ranked]
    assert scores == sorted(scores)
    for one in ranked:
        index = crowd.names.index(one.attribute)
        expected = list(range(levels[index] + 1, crowd.heights[index] + 1))
        assert [choice.level for choice in one.levels] == expected
        for choice in one.levels:
            reached = (*levels[:index], choice.level, *levels[index + 1 :])
            assert choice.effect == Effect.of(crowd.at(reached))
            assert one.best.effect.gauges.score <= choice.effect.gauges.score
    raised = {one.attribute for one in ranked}
    assert raised == {
        n for n, a, h in zip(crowd.names, levels, crowd.heights, strict=True) if a < h
    }


@given(tables(3), st.data())
def test_gauges_stay_in_their_range(rows, data):
    crowd = crowd_of(rows, 3)
    state = State(data.draw(any_levels(crowd)), data.draw(st.integers(1, 6)))
    gauges = read_gauges(enforce(crowd, state))
    assert 0 <= gauges.average_risk <= gauges.highest_risk <= 100
    assert 0 <= gauges.utility_loss <= 100
    assert gauges.highest_risk <= 100 / state.k + 1e-9


@given(tables(2))
def test_suppressing_more_never_raises_the_highest_risk(rows):
    steps = list_suppressions(crowd_of(rows, 2), State((0, 0)))
    highest = [step.effect.gauges.highest_risk for step in steps]
    assert highest == sorted(highest, reverse=True)
    lost = [step.effect.suppressed_rows for step in steps]
    assert lost == sorted(lost)


def test_protections_hold_for_every_suppression():
    rows = [("a", "flu")] * 3 + [("b", "flu"), ("b", "hiv"), ("c", "hiv")]
    crowd = crowd_of(rows, 1, sensitive=1)
    guarded = State((0,), 1, (Protection("s0", "distinct_l", 2),))
    assert list_suppressions(crowd, guarded)[0].effect.rows == 2
    assert list_suppressions(crowd, State((0,)))[0].effect.rows == 5


def test_ties_keep_the_attribute_order():
    rows = [("a", "a"), ("b", "b")]
    ranked = rank_generalizations(crowd_of(rows, 2), State((0, 0)))
    assert [one.attribute for one in ranked] == ["q0", "q1"]


def test_tells_how_far_it_is():
    told = []
    rank_generalizations(crowd_of([("a", "b")], 2), State((0, 0)), told.append)
    assert told == [0.0, 0.5]


@pytest.mark.parametrize(
    ("percent", "number", "word"),
    [
        (0, 0, "low"),
        (10, 1, "low"),
        (29.99, 2, "low"),
        (30, 3, "medium"),
        (40, 4, "medium"),
        (50, 5, "high"),
        (100, 6, "high"),
    ],
)
def test_bands(percent, number, word):
    assert (band(percent).number, band(percent).word) == (number, word)
    assert len(BANDS) == 7


def explained(rows, width, levels=None, k=1):
    crowd = crowd_of(rows, width)
    state = State(levels or crowd.bottom, k)
    return explain(enforce(crowd, state), rank_generalizations(crowd, state))


def test_words_for_people_who_stand_alone():
    rows = [(a, "x") for a in "abcdefgh"] + [("z", "y"), ("z", "y")]
    words = explained(rows, 2)
    assert words[0].startswith("80 % of the rows are unique")
    assert words[1].startswith("Publish 'q0' as") or words[1].startswith("Remove 'q0'.")
    assert "The average risk falls from 90.0 %" in words[1]


def test_words_when_nobody_stands_alone():
    words = explained([("a", "x")] * 4 + [("b", "x")] * 5, 2)
    assert words[0].startswith("No row is unique")
    assert "smallest group has 4 rows" in words[1]
    assert "25 %" in words[1]


def test_words_for_suppressed_rows_and_for_none_left():
    rows = [("a",)] * 4 + [("b",)]
    assert any("Removed: 1 row (20.0 %)." in one for one in explained(rows, 1, k=2))
    assert explained(rows, 1, k=5)[0].startswith("No row is left")


def test_words_for_one_person():
    assert explained([("a",)], 1)[0].startswith("The only row is unique")


def test_rare_people_are_counted_not_rounded_to_zero():
    assert share_in_words(3, 10_000) == "3 of 10,000 people"
