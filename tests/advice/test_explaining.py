"""The words of the advice: who is unique, and the one step to take; the gauges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, any_levels, crowd_of, tables

from incrowd.advice.explaining import explain, share_in_words, share_of_rows
from incrowd.advice.gauges import Gauges, ScoredGauges, band, read_gauges
from incrowd.advice.recommending import (
    HIGHEST_K,
    Effect,
    list_suppressions,
    rank_generalizations,
)
from incrowd.crowd.crowd import State
from incrowd.hierarchies import choose
from incrowd.measures.enforcement import enforce


def explain_rows(rows: list[Row], k: int = 1, *, top: bool = False) -> list[str]:
    """Explain a table whose hierarchies are those that people get."""
    plain = crowd_of(rows, len(rows[0]))
    crowd = plain.with_hierarchies(
        {domain.attribute.name: choose(domain) for domain in plain.domains}
    )
    state = State(crowd.heights if top else crowd.bottom, k)
    return [*map(str, explain(enforce(crowd, state), rank_generalizations(crowd, state)))]


EIGHT: list[Row] = [*((letter, "x") for letter in "abcdefgh"), ("z", "y"), ("z", "y")]


@pytest.mark.parametrize(
    ("rows", "k", "sentences"),
    [
        (
            [("a",)],
            1,
            ["The only row is unique: no other row has the same combination of quasi-identifiers."],
        ),
        (
            [("a",), ("b",)],
            1,
            [
                "All 2 rows are unique: no other row has the same combination of "
                "quasi-identifiers.",
                "Remove 'q0'. The average risk falls from 100.0 % to 50.0 %; the highest goes from "
                "100 % to 50 %. The utility loss is then 100.0 %.",
            ],
        ),
        (
            [("a",), ("b",), ("b",), ("b",)],
            1,
            [
                "25 % of the rows are unique: no other row has the same combination of "
                "quasi-identifiers.",
                "Remove 'q0'. The average risk falls from 50.0 % to 25.0 %; the highest goes from "
                "100 % to 25 %. The utility loss is then 100.0 %.",
            ],
        ),
        (
            [("a",)] * 3 + [("b",)] * 4,
            1,
            [
                "No row is unique: each shares all quasi-identifiers with another one.",
                "The smallest group has 3 rows, so the chance of finding the row at highest "
                "risk is 33.3 %.",
                "Remove 'q0'. The average risk falls from 28.6 % to 14.3 %; the highest goes from "
                "33.3 % to 14.3 %. The utility loss is then 100.0 %.",
            ],
        ),
        (
            [("a",)] * 3 + [("b",), ("c",)],
            2,
            [
                "No row is unique: each shares all quasi-identifiers with another one.",
                "The smallest group has 3 rows, so the chance of finding the row at highest "
                "risk is 33.3 %.",
                "Removed: 2 rows (40.0 %).",
                "Remove 'q0'. The average risk falls from 33.3 % to 20.0 %; the highest goes from "
                "33.3 % to 20 %. The utility loss is then 100.0 %.",
            ],
        ),
        (
            [("a",), ("b",)],
            3,
            [
                "No row is left: every group is smaller than k or breaks a protection.",
                "Generalise an attribute first, or choose a smaller k.",
            ],
        ),
    ],
    ids=["one row", "all alone", "one alone", "nobody alone", "left out", "nothing left"],
)
def test_a_table_is_explained_word_by_word(rows: list[Row], k: int, sentences: list[str]) -> None:
    assert explain_rows(rows, k) == sentences


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (3, "25 % of the rows are unique"),
        (99, "1 % of the rows are unique"),
        (100, "1 of 101 rows is unique"),
    ],
)
def test_one_person_stands_alone_and_a_share_of_the_people_stand(others: int, words: str) -> None:
    rows: list[Row] = [("a",), *[("b",)] * others]
    assert explain_rows(rows)[0].startswith(words)


def count_advice(sentences: list[str]) -> int:
    return sum("The average risk falls" in sentence for sentence in sentences)


@given(tables(3))
def test_there_is_one_piece_of_advice_at_most(rows: list[Row]) -> None:
    assert count_advice(explain_rows(rows)) <= 1


def test_the_advice_names_the_best_step_and_what_it_does() -> None:
    assert "from 90.0 %" in explain_rows(EIGHT)[1]
    assert count_advice(explain_rows(EIGHT)) == 1


def test_a_step_that_changes_nothing_is_not_advised() -> None:
    # two columns that say the same: without either the risk stays what it is
    assert count_advice(explain_rows([("a", "x"), ("b", "y")] * 2)) == 0


def test_at_the_top_nothing_is_left_to_do() -> None:
    words = explain_rows(EIGHT, top=True)
    assert words == [
        "No row is unique: each shares all quasi-identifiers with another one.",
        "The smallest group has 10 rows, so the chance of finding the row at highest risk is 10 %.",
    ]


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (1, 1, "The only person"),
        (3, 3, "All 3 people"),
        (1, 2, "50 % of the people"),
        (1, 100, "1 % of the people"),
        (1, 101, "1 of 101 people"),
        (9, 1000, "9 of 1,000 people"),
        (10, 1000, "1 % of the people"),
        (999, 1000, "100 % of the people"),
        (0, 1000, "0 of 1,000 people"),
    ],
)
def test_a_share_is_given_as_people_say_it(part: int, whole: int, words: str) -> None:
    assert share_in_words(part, whole) == words
    rows = words.replace("person", "row").replace("people", "rows")
    assert share_of_rows(part, whole) == rows


@pytest.mark.parametrize(
    ("percent", "number", "word"),
    [
        (0, 0, "low"),
        (9.999, 0, "low"),
        (10, 1, "low"),
        (20, 2, "low"),
        (30, 3, "medium"),
        (49.999, 4, "medium"),
        (50, 5, "high"),
        (75, 6, "high"),
        (1e9, 6, "high"),
    ],
)
def test_a_figure_lies_in_the_band_of_the_design(percent: float, number: int, word: str) -> None:
    # DESIGN.md: <10, <20, <30 greens; <50 oranges; then reds
    assert (band(percent).number, band(percent).word) == (number, word)


def test_the_score_is_the_sum_of_the_gauges() -> None:
    assert Gauges(10, 20, 5).score == ScoredGauges(10, 20, 5).score == 35


def test_gauges_of_a_state_by_hand() -> None:
    # a a b c, height 2: at level 1 {a, b} and {c}; k = 2 leaves c out
    crowd = crowd_of([("a",), ("a",), ("b",), ("c",)], 1)
    gauges = read_gauges(enforce(crowd, State((1,), 2)))
    assert gauges.average_risk == pytest.approx(100 / 3)
    assert gauges.highest_risk == pytest.approx(100 / 3)
    assert gauges.utility_loss == pytest.approx(100 * (0.75 * 0.5 + 0.25))


def test_nothing_published_is_no_risk_and_no_use() -> None:
    crowd = crowd_of([("a",), ("b",)], 1)
    gauges = read_gauges(enforce(crowd, State((0,), 9)))
    assert (gauges.average_risk, gauges.highest_risk, gauges.utility_loss) == (0, 0, 100)


@given(tables(2), st.data())
def test_the_first_recommendation_has_the_smallest_sum(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    ranked = rank_generalizations(crowd, State(levels))
    sums = [
        read_gauges(crowd.at((*levels[:place], level, *levels[place + 1 :]))).score
        for place, height in enumerate(crowd.heights)
        for level in range(levels[place] + 1, height + 1)
    ]
    if sums:
        assert ranked[0].best.effect.gauges.score == pytest.approx(min(sums))
        assert ranked[0].best_level == ranked[0].best.level
    else:
        assert ranked == ()


def test_the_lowest_of_equally_good_levels_is_the_best() -> None:
    crowd = crowd_of([("a", "x"), ("b", "x"), ("c", "x"), ("d", "x")], 2)
    (first, _) = rank_generalizations(crowd, State((0, 0)))
    scores = [choice.effect.gauges.score for choice in first.levels]
    assert first.best_level == 1 + scores.index(min(scores))


@pytest.mark.parametrize(
    ("rows", "now", "offered"), [(5, 1, [2, 3, 4, 5]), (30, 18, [19, 20]), (30, 20, []), (1, 1, [])]
)
def test_suppression_is_offered_up_to_twenty(rows: int, now: int, offered: list[int]) -> None:
    crowd = crowd_of([("a",)] * rows, 1)
    assert [step.k for step in list_suppressions(crowd, State((0,), now))] == offered
    assert HIGHEST_K == 20


def test_an_effect_counts_what_is_left() -> None:
    crowd = crowd_of([("a",)] * 3 + [("b",)] * 2 + [("c",)], 1)
    effect = Effect.of(enforce(crowd, State((0,), 2)))
    assert (effect.rows, effect.classes, effect.uniques, effect.suppressed_rows) == (5, 2, 0, 1)
    assert {bucket.range: bucket.rows for bucket in effect.distribution if bucket.rows} == {
        "30–50": 3,
        "50": 2,
    }
    assert effect.score == effect.gauges.score
