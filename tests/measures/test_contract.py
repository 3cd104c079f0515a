"""What everything built on measures relies on: questions, parameters, thresholds, empty tables."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter
from incrowd.measures.measure import TOLERANCE, Bound, Figures, Measure, Parameter, Question, worst
from incrowd.measures.registry import BUILT_IN, measure

from .golden_cases import GOLDEN_CASES, village
from .patients import patients
from .tables import crowd_of, crowd_of_sizes, tree

every_measure = pytest.mark.parametrize("one", BUILT_IN, ids=lambda one: one.name)


def question_of(sizes: list[int]) -> Question:
    crowd = crowd_of_sizes(sizes)
    return Question(crowd.at(crowd.bottom))


def model(figures: list[float], bound: Bound) -> Measure:
    """A privacy model that finds these figures."""

    def per_class(question: Question) -> Figures:
        return np.array(figures[: question.classes.count])

    return replace(
        measure("k_anonymity"), compute=worst(per_class, bound), per_class=per_class, bound=bound
    )


def test_the_table_has_the_figure_of_its_worst_class() -> None:
    question = question_of([1, 2, 3])
    assert model([5.0, 4.0, 9.0], "at_least").compute(question) == 4
    assert model([5.0, 4.0, 9.0], "at_most").compute(question) == 9


def test_suppressed_classes_do_not_count() -> None:
    question = question_of([1, 2, 3])
    published = replace(question, classes=question.classes.keeping(question.classes.sizes < 3))
    assert model([5.0, 4.0, 9.0], "at_most").compute(published) == 5
    assert model([5.0, 4.0, 1.0], "at_least").compute(published) == 4


@pytest.mark.parametrize("bound", ["at_least", "at_most"])
def test_no_figure_is_infinite(bound: Bound) -> None:
    figures = [np.inf if bound == "at_most" else -np.inf, 1.0]
    assert model(figures, bound).compute(question_of([1, 2])) is None


def test_thresholds_forgive_rounding_and_nothing_more() -> None:
    question = question_of([1, 2, 3])
    figures = [2 - TOLERANCE / 2, 2 - 3 * TOLERANCE * 2, 2.0]
    assert model(figures, "at_least").holding(question, 2).tolist() == [True, False, True]
    figures = [0.2 + TOLERANCE / 2, 0.2 + 2 * TOLERANCE, 0.2]
    assert model(figures, "at_most").holding(question, 0.2).tolist() == [True, False, True]


def test_holding_tells_of_every_class_suppressed_or_not() -> None:
    question = question_of([1, 5])
    nothing = replace(question, classes=question.classes.keeping(np.zeros(2, np.bool_)))
    assert measure("k_anonymity").holding(nothing, 2).tolist() == [False, True]


def test_an_infinite_figure_breaks_every_threshold() -> None:
    question = question_of([1, 2])
    assert model([np.inf, 1.0], "at_most").holding(question, 1e300).tolist() == [False, True]


def test_parameters() -> None:
    parameter = Parameter("c", "How often", 3, 1, 10)
    question = question_of([1])
    assert parameter.of(question) == 3
    assert parameter.of(replace(question, parameters={"c": 10, "other": 99})) == 10
    for wrong in (0.999, 10.001, float("nan")):
        with pytest.raises(InvalidParameter, match="How often is") as caught:
            parameter.of(replace(question, parameters={"c": wrong}))
        assert caught.value.hint == "Choose from 1 to 10."


def test_a_question_computes_what_measures_share_once() -> None:
    crowd = patients()
    question = Question(crowd.at(crowd.bottom), "disease")
    assert question.values is question.values
    assert question.shares is question.shares
    assert question.shares.sum() == pytest.approx(question.classes.count)
    population = village()
    assert population.people is population.people


@pytest.mark.parametrize(
    ("value", "field"), [(question_of([1]), "sensitive"), (BUILT_IN[0], "name")]
)
def test_questions_and_measures_cannot_be_changed(value: object, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(value, field, "x")


def test_a_hierarchy_of_the_sensitive_attribute_is_needed_and_noticed() -> None:
    crowd = patients()
    classes = crowd.at(crowd.bottom)
    hierarchical = measure("t_hierarchical")
    assert hierarchical.missing(Question(classes, "disease")) == set()
    assert hierarchical.missing(Question(classes, "salary")) == {"hierarchy"}
    assert hierarchical.missing(Question(classes)) == {"hierarchy", "sensitive"}


def test_a_population_or_its_size_makes_a_sample() -> None:
    journalist, presence = measure("journalist_risk"), measure("delta_presence")
    counted = village()
    sized = replace(counted, population=None, population_size=10)
    assert journalist.missing(counted) == journalist.missing(sized) == set()
    assert presence.missing(counted) == set()
    assert presence.missing(sized) == {"population"}


def empty_crowd() -> Crowd:
    return crowd_of(
        {"q": [], "s": []},
        sensitive=["s"],
        hierarchies=[tree("q", {"x": ()}), tree("s", {"y": ()})],
        rows=[],
    )


@every_measure
def test_a_table_without_rows_has_no_figure(one: Measure) -> None:
    crowd = empty_crowd()
    question = Question(
        crowd.at(crowd.bottom),
        "s",
        population=crowd if "population" in one.needs else None,
        population_size=10,
    )
    figure = one.compute(question)
    assert figure == (0 if one.name == "uniques" else None)


@every_measure
def test_the_order_of_rows_does_not_matter(one: Measure) -> None:
    """Figures depend on how often tuples occur, not on where they stand."""
    rows = list(zip("aabbbcaabc", "uvuvwuvuwu", "1223312132", strict=True))
    figures = []
    for order in (rows, rows[::-1], sorted(rows)):
        columns = {name: [row[index] for row in order] for index, name in enumerate("qrs")}
        crowd = crowd_of(
            columns,
            sensitive=["s"],
            numeric=["s"],
            hierarchies=[tree("s", dict.fromkeys("123", ()))],
        )
        population = crowd_of({"q": [*columns["q"], "a"], "r": [*columns["r"], "u"]})
        given = {"population": population} if "population" in one.needs else {}
        question = Question(crowd.at((0, 1)), "s", population_size=40)
        figures.append(one.compute(replace(question, **given)))
    unbounded = ("snb", "pitman", "enhanced_beta_likeness", "delta_disclosure")
    assert figures[0] is not None or one.name in unbounded
    assert figures[1:] == [pytest.approx(figures[0])] * 2


@every_measure
def test_figures_are_plain_numbers(one: Measure) -> None:
    question, _ = GOLDEN_CASES[one.name]
    figure = one.compute(question())
    assert type(figure) in (float, int)
