"""The risk of a table in a state, and its next steps, against a count of rows by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tables import Row, RowsSource, open_rows

from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.risk import answerable, measure_risk, measure_table, recommend, take_measures
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.measures.enforcement import enforce

NAMES = ["age", "sex", "disease", "income"]
ROWS: list[Row] = [
    ("30", "f", "flu", "high"),
    ("30", "f", "hiv", "high"),
    ("41", "m", "flu", "low"),
    ("41", "m", "flu", "high"),
    ("52", "f", "flu", "low"),
]


@pytest.fixture
def people() -> OpenTable:
    return open_rows(ROWS, NAMES, ["age", "sex"], ["disease", "income"])


CELLS = st.tuples(st.sampled_from(["30", "41", "52", None]), st.sampled_from("fm"))


@given(st.lists(CELLS, min_size=1, max_size=15), st.integers(1, 4))
def test_figures_are_those_of_a_count_of_rows(rows: list[Row], k: int) -> None:
    """DESIGN.md, 5: average = 100 · classes / rows, highest = 100 / smallest, of what remains."""
    risk = measure_risk(open_rows(rows, NAMES[:2], NAMES[:2]), k=min(k, len(rows)), advise=False)
    sizes = [size for size in Counter(rows).values() if size >= min(k, len(rows))]
    kept = sum(sizes)
    assert (risk.rows, risk.original_rows, risk.suppressed_rows) == (
        *(kept, len(rows)),
        len(rows) - kept,
    )
    assert (risk.classes, risk.uniques) == (len(sizes), sizes.count(1))
    assert risk.class_sizes == Counter(sizes)
    assert risk.utility_loss == pytest.approx(100 * (1 - kept / len(rows)))
    if sizes:
        assert risk.average_risk == pytest.approx(100 * len(sizes) / kept)
        assert risk.highest_risk == pytest.approx(100 / min(sizes))


def test_the_state_and_why_columns_have_their_roles_are_told(people: OpenTable) -> None:
    risk = measure_risk(people, {"sex": 1}, advise=False)
    assert risk.state == {"age": 0, "sex": 1}
    assert risk.roles == {
        **{"age": "quasi", "sex": "quasi"},
        **{"disease": "sensitive", "income": "sensitive"},
    }
    assert set(risk.reasons.values()) == {"for a test"}
    assert list(risk.hierarchies) == ["age", "sex"]


def test_without_advice_no_next_step_is_tried(people: OpenTable) -> None:
    steps: list[str] = []
    told = open_rows(ROWS, NAMES, ["age", "sex"], progress=lambda step, done: steps.append(step))
    brief = measure_risk(told, advise=False).explanation
    assert "Trying next steps" not in steps
    full = measure_risk(told).explanation
    assert "Trying next steps" in steps
    assert set(brief) < set(full)
    assert len(people.source.asked) == 0


def test_a_measure_takes_the_worst_sensitive_attribute(people: OpenTable) -> None:
    """Class 30 f has one income, class 41 m one disease, and 52 f is alone: l = 1 each way."""
    assert measure_table(people, "distinct_l") == 1
    diseases = open_rows(ROWS[:2], NAMES, ["age", "sex"], ["disease"])
    both = open_rows(ROWS[:2], NAMES, ["age", "sex"], ["disease", "income"])
    assert measure_table(diseases, "distinct_l") == 2
    assert measure_table(both, "distinct_l") == 1


def test_of_t_the_larger_one_is_the_worse(people: OpenTable) -> None:
    """Class 52 f has flu (4 of 5 in all) and a low income (2 of 5): distances 0.2 and 0.6."""
    one = open_rows(ROWS, NAMES, ["age", "sex"], ["disease"])
    assert measure_table(one, "t_equal") == pytest.approx(0.3)  # class 30 f: flu 1/2 against 4/5
    assert measure_table(people, "t_equal") == pytest.approx(0.6)


def test_a_figure_describes_itself(people: OpenTable) -> None:
    (figure,) = measure_risk(people, measures=["uniques"], advise=False).figures
    assert (figure.name, figure.value) == ("uniques", 1)
    assert figure.title
    assert figure.explanation


def test_a_measure_at_levels_and_k(people: OpenTable) -> None:
    assert measure_table(people, "k_anonymity") == 1
    assert measure_table(people, "uniques", {"age": people.hierarchies["age"].height}) == 0
    plain = open_rows(ROWS, NAMES, ["age", "sex"])
    assert measure_table(plain, "k_anonymity", k=2) == 2


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("distinct_l", "--sensitive"),
        ("t_hierarchical", "--hierarchies"),
        ("delta_presence", "--population."),
        ("zayatz", "--population-size"),
    ],
)
def test_what_a_measure_lacks_is_said_with_the_option_that_gives_it(name: str, remedy: str) -> None:
    table = open_rows(ROWS, NAMES, ["age", "sex"])
    with pytest.raises(InvalidParameter, match="cannot be computed here") as refusal:
        measure_table(table, name)
    assert remedy in refusal.value.hint


def test_all_means_whatever_can_be_answered() -> None:
    def names(**options: object) -> set[str]:
        table = open_rows(ROWS, NAMES, ["age", "sex"], **options)
        classes = enforce(table.protected_crowd, table.state())
        population, size = table.population_crowd, table.population_size
        every = take_measures(classes, ["all"], population, size)
        known = answerable(classes, population, size)
        assert [figure.name for figure in every] == [measure.name for measure in known]
        return {measure.name for measure in known}

    plain = names()
    assert {"uniques", "k_anonymity", "loss"} <= plain
    assert not plain & {"distinct_l", "t_equal", "zayatz", "delta_presence"}
    assert names(sensitive=["disease"]) - plain >= {"distinct_l", "t_equal"}
    assert "zayatz" in names(population_size=50)
    everybody = RowsSource([row[:2] for row in ROWS] * 2, NAMES[:2])
    assert "delta_presence" in names(population=everybody)


def test_an_unknown_measure_is_named(people: OpenTable) -> None:
    with pytest.raises(UnknownName, match="no measure 'uniqe'") as refusal:
        measure_risk(people, measures=["uniqe"])
    assert refusal.value.hint == "Did you mean 'uniques'?"


def test_next_steps_are_told_with_the_state_they_start_from(people: OpenTable) -> None:
    advice = recommend(people, {"sex": 1})
    assert advice.state == {"age": 0, "sex": 1}
    assert [step.attribute for step in advice.generalizations] == ["age"]  # sex is at its top
    assert advice.k == 1
    assert people.source.asked == [["age", "sex", "disease", "income"]]


def test_suppression_is_offered_for_every_larger_k_and_keeps_protections(people: OpenTable) -> None:
    """At k = 2 no class has two diseases and two incomes, so that nothing would be left."""
    advice = recommend(people)
    assert [(step.k, step.effect.rows) for step in advice.suppressions] == [
        *((2, 0), (3, 0), (4, 0), (5, 0)),
    ]
    plain = recommend(open_rows(ROWS, NAMES, ["age", "sex"]), k=2)
    assert [(step.k, step.effect.rows) for step in plain.suppressions] == [(3, 0), (4, 0), (5, 0)]
    assert recommend(open_rows(ROWS, NAMES, ["sex"])).suppressions[1].effect.rows == 3


def test_the_scores_of_now_are_the_sum_of_its_gauges(people: OpenTable) -> None:
    advice = recommend(people)
    assert advice.scores.score == pytest.approx(60 + 100 + 0)
    assert advice.to_dict()["now"]["average_risk"] == pytest.approx(60)
    assert advice.roles == advice.now.roles
    assert advice.hierarchies == advice.now.hierarchies
    assert advice.explanation == advice.now.explanation
