"""What a measure is asked, and figures of small tables worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import InvalidParameter
from incrowd.measures.measure import Parameter, Question
from incrowd.measures.registry import BUILT_IN, measure, measures, objectives, promises
from incrowd.measures.risk.sample import Sample, sample_of
from incrowd.measures.risk.zayatz import zayatz

from .tables import crowd_of, crowd_of_sizes, tree


def question_of(sizes: list[int], smallest: int = 1, **options: object) -> Question:
    crowd = crowd_of_sizes(sizes)
    classes = crowd.at(crowd.bottom)
    return Question(classes.keeping(classes.sizes >= smallest), **options)


PROSECUTOR: Mapping[str, Mapping[tuple[int, ...], float]] = {
    # DESIGN.md: average_risk = 100 · classes / rows
    "average_risk": {(1,): 100, (2, 2): 50, (1, 3): 50, (4, 4, 2): 30, (100,): 1},
    # DESIGN.md: highest_risk = 100 / smallest class
    "highest_risk": {(1,): 100, (2, 2): 50, (1, 3): 100, (4, 4, 2): 50, (100,): 1},
    "match_risk": {(1,): 100, (4, 4, 2): 50, (100,): 1},
    # rows in classes of fewer than five have more than 20 %
    "row_risk": {(1,): 100, (5, 5): 0, (4, 6): 40, (5, 4, 1): 50},
    # the share of rows that stand alone
    "distribution": {(1,): 100, (1, 3): 25, (2, 2): 0},
    "uniques": {(1, 1, 3): 2, (2, 2): 0},
    "k_anonymity": {(3, 4, 7): 3, (1, 100): 1},
    "discernibility": {(1, 1, 1): 3, (3,): 9, (3, 2): 13},
    "class_size": {(1, 1, 1): 1, (3,): 3, (3, 2): 2.5},
}


@pytest.mark.parametrize(
    ("name", "sizes", "figure"),
    [
        (name, sizes, figure)
        for name, cases in PROSECUTOR.items()
        for sizes, figure in cases.items()
    ],
)
def test_figures_of_class_sizes_by_hand(name: str, sizes: tuple[int, ...], figure: float) -> None:
    assert measure(name).compute(question_of([*sizes])) == pytest.approx(figure)


SUPPRESSED: Mapping[str, float | None] = {
    # classes of 1, 1, 2 and 6 rows; the first three are left out: one class of 6 of 10 rows
    "average_risk": 100 / 6,
    "highest_risk": 100 / 6,
    "match_risk": 100 / 6,
    "row_risk": 0,
    "distribution": 0,
    "uniques": 0,
    "k_anonymity": 6,
    "discernibility": 36 + 4 * 10,
    "class_size": 5,
    "precision": 0.4,
    "utility_loss": 40,
}


@pytest.mark.parametrize("name", SUPPRESSED)
def test_suppressed_rows_count_for_utility_and_not_for_risk(name: str) -> None:
    question = question_of([1, 1, 2, 6], smallest=3)
    assert measure(name).compute(question) == pytest.approx(SUPPRESSED[name])


@pytest.mark.parametrize("name", ["average_risk", "highest_risk", "row_risk", "k_anonymity"])
def test_nothing_published_has_no_figure(name: str) -> None:
    assert measure(name).compute(question_of([1, 2], smallest=3)) is None


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20))
def test_average_lies_between_one_in_all_rows_and_the_highest(sizes: list[int]) -> None:
    question = question_of(sizes)
    average, highest = (
        measure(name).compute(question) for name in ("average_risk", "highest_risk")
    )
    assert average is not None
    assert highest is not None
    assert 100 / sum(sizes) <= average <= highest + 1e-9 <= 100 + 1e-9


DISEASES: Mapping[str, Mapping[str, float]] = {
    # class members against a table of six a and six b (the rest of the rows stand in class y)
    "distinct_l": {"aab": 2, "aaa": 1},
    "entropy_l": {"ab": 2, "aaab": exp(-(0.75 * log(0.75) + 0.25 * log(0.25))), "aa": 1},
    # 3 is not less than 1.5 · 2
    "recursive_l": {"aab": 1, "ab": 2, "aaaab": 1, "aaabb": 1},
    "alpha_k": {"aab": 2 / 3, "ab": 0.5},
    "t_equal": {"aaa": 0.5, "aab": 2 / 3 - 0.5, "ab": 0},
    "beta_likeness": {"aaa": 1, "aab": 1 / 3, "ab": 0},
    # −ln 0.5 = 0.69: a gain of 1 is more than any β allows
    "enhanced_beta_likeness": {"aab": 1 / 3, "ab": 0, "aaa": float("inf")},
    "delta_disclosure": {"aab": log(1.5), "ab": 0, "aaa": float("inf")},
    "certainty": {"aab": 1 / 3, "ab": 0, "aaa": 1},
}


@pytest.mark.parametrize(
    ("name", "members", "figure"),
    [(name, text, figure) for name, cases in DISEASES.items() for text, figure in cases.items()],
)
def test_figures_of_sensitive_values_by_hand(name: str, members: str, figure: float) -> None:
    others = "a" * (6 - members.count("a")) + "b" * (6 - members.count("b"))
    columns = {"q": ["x"] * len(members) + ["y"] * len(others), "s": [*members, *others]}
    crowd = crowd_of(columns, sensitive=["s"])
    per_class = measure(name).per_class
    assert per_class is not None
    figures = per_class(Question(crowd.at(crowd.bottom), "s", parameters={"c": 1.5}))
    assert figures[0] == pytest.approx(figure)
    assert len(figures) == 2


def test_the_most_frequent_value_may_outnumber_the_rest_three_times_where_nothing_is_said() -> None:
    crowd = crowd_of({"q": ["x"] * 9, "s": [*"aaaaabb", "c", "c"]}, sensitive=["s"])
    figures = {
        c: measure("recursive_l").compute(Question(crowd.at((0,)), "s", parameters=given))
        for c, given in (("usual", {}), ("three", {"c": 3}), ("two", {"c": 2}))
    }
    # 5 < 3 · 2, but not less than 2 · 2
    assert figures == {"usual": 3, "three": 3, "two": 2}


def test_shares_are_those_within_a_class() -> None:
    crowd = crowd_of({"q": list("xxxy"), "s": list("aabb")}, sensitive=["s"])
    question = Question(crowd.at(crowd.bottom), "s")
    assert question.shares.tolist() == pytest.approx([2 / 3, 1 / 3, 1])
    assert question.sizes.tolist() == [3, 1]


def test_people_are_scaled_by_the_sampling_fraction() -> None:
    question = question_of([1, 3], population_size=40)
    assert question.people.tolist() == [10, 30]
    assert measure("journalist_risk").compute(question) == pytest.approx(10)
    assert measure("marketer_risk").compute(question) == pytest.approx(100 * 0.2 / 4)


def test_people_of_a_given_population_are_counted() -> None:
    hierarchies = [tree("kind", dict.fromkeys("ab", ()))]
    sample = crowd_of({"kind": list("aab")}, hierarchies=hierarchies)
    population = crowd_of({"kind": list("aaaaabb")}, hierarchies=hierarchies)
    question = Question(sample.at(sample.bottom), population=population)
    assert (question.people_in_all, question.people.tolist()) == (7, [5, 2])


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        (
            {},
            "This measure needs to know the population that the rows are a sample of.",
            "Give the number of people, or a table of them.",
        ),
        (
            {"population_size": 3},
            "A population of 3 people is smaller than the table of 4 rows.",
            "Give the number of all people in the population that the rows were drawn from.",
        ),
    ],
    ids=["none", "too small"],
)
def test_a_population_that_cannot_be_is_refused(
    options: dict[str, int], message: str, hint: str
) -> None:
    with pytest.raises(InvalidParameter) as caught:
        measure("marketer_risk").compute(question_of([1, 3], **options))
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_people_of_the_table_who_are_not_in_the_population_are_named() -> None:
    hierarchies = [tree("kind", dict.fromkeys("ab", ()))]
    sample = crowd_of({"kind": list("aab")}, hierarchies=hierarchies)
    population = crowd_of({"kind": list("abbb")}, hierarchies=hierarchies)
    with pytest.raises(InvalidParameter) as caught:
        measure("journalist_risk").compute(Question(sample.at((0,)), population=population))
    assert str(caught.value) == "The population has 1 people like {'kind': 'a'}, the table 2."
    assert caught.value.hint == "The rows of the table must be part of the population."


@pytest.mark.parametrize(("value", "accepted"), [(0, True), (5, True), (-0.1, False), (5.1, False)])
def test_a_parameter_lies_within_its_limits(value: float, accepted: bool) -> None:
    parameter = Parameter("x", "The x", 2, 0, 5)
    question = question_of([1], parameters={"x": value})
    if accepted:
        assert parameter.of(question) == value
        return
    with pytest.raises(InvalidParameter) as caught:
        parameter.of(question)
    assert str(caught.value) == f"The x is {value:g}."
    assert caught.value.hint == "Choose from 0 to 5."


def test_a_sample_counts_its_classes() -> None:
    sample = sample_of(question_of([1, 1, 2, 5], population_size=90))
    assert (sample.sizes.tolist(), sample.counts.tolist()) == ([1, 2, 5], [2, 1, 1])
    assert (sample.rows, sample.classes, sample.fraction) == (9, 4, 0.1)
    assert [sample.classes_of(size) for size in (1, 2, 3, 5)] == [2, 1, 0, 1]


def test_zayatz_by_hand() -> None:
    # Two rows alone and one pair out of eight people: f = 1/2. A class of one is drawn once with
    # 1/2, a class of two with 2 · (4/8 · 4/7) = 4/7; of three classes two are alone in the sample.
    sample = Sample(np.array([1, 2]), np.array([2, 1]), 8)
    assert zayatz(sample) == pytest.approx(2 * 2 / (2 * 1 / 2 + 1 * 4 / 7))
    # One row alone and three alike out of ten people: 3 · 4/10 · (6/9 · 5/8) = 1/2
    triple = Sample(np.array([1, 3]), np.array([1, 1]), 10)
    assert zayatz(triple) == pytest.approx(1 / (4 / 10 + 1 / 2))


@pytest.mark.parametrize("name", ["zayatz", "pitman", "snb", "dankar"])
@pytest.mark.parametrize(
    ("sizes", "smallest", "people", "uniques"),
    [([1, 1, 2], 1, 4, 2), ([2, 2], 1, 100, 0), ([1, 1, 2], 3, 100, None)],
    ids=["everybody is in the table", "nobody is alone", "nothing is published"],
)
def test_what_is_certain_needs_no_estimate(
    name: str, sizes: list[int], smallest: int, people: int, uniques: float | None
) -> None:
    question = question_of(sizes, smallest, population_size=people)
    assert measure(name).compute(question) == uniques


def test_families_share_out_the_measures() -> None:
    families = [measures(family) for family in ("risk", "privacy", "utility")]
    assert sum(map(len, families)) == len(BUILT_IN) == len(measures())
    assert set(objectives()) <= {measure.name for measure in families[2]}
    for name, promise in promises().items():
        by_size = promise.release and promise.release.cut
        assert name in {measure.name for measure in families[0 if by_size else 1]}
