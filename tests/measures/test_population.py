"""Journalist, marketer and δ-presence: counted in a population, or estimated from its size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import InvalidParameter
from incrowd.measures.measure import Question
from incrowd.measures.privacy.delta_presence import presence_range
from incrowd.measures.registry import measure

from .golden_cases import village
from .tables import crowd_of, crowd_of_sizes, tree

RISKS = ["journalist_risk", "average_journalist_risk", "marketer_risk"]


def compute(name: str, question: Question) -> float:
    figure = measure(name).compute(question)
    assert figure is not None
    return figure


def test_counted_people() -> None:
    question = village()
    assert question.people.tolist() == [4, 2]
    assert question.people_in_all == 10


def test_the_average_takes_the_better_way() -> None:
    """One row of a person who is alone, three rows that nine people share.

    From the table: (1 + 3 · 1/9) / 4 = 1/3 of the rows; from the population: 2 of 10 people.
    """
    hierarchies = [tree("kind", dict.fromkeys("ab", ()))]
    sample = crowd_of({"kind": list("abbb")}, hierarchies=hierarchies)
    population = crowd_of({"kind": list("abbbbbbbbb")}, hierarchies=hierarchies)
    question = Question(sample.at(sample.bottom), population=population)
    assert compute("marketer_risk", question) == pytest.approx(100 / 3)
    assert compute("average_journalist_risk", question) == pytest.approx(100 / 3)
    assert compute("journalist_risk", question) == 100


def test_generalised_people_are_counted_at_the_level_of_the_classes() -> None:
    question = village()
    everyone = replace(question, classes=question.classes.crowd.at((1,)))
    assert everyone.people.tolist() == [10]
    assert compute("journalist_risk", everyone) == 10
    assert compute("delta_presence", everyone) == pytest.approx(0.3)


@settings(deadline=None, max_examples=scaled(40))
@given(st.lists(st.integers(1, 9), min_size=1, max_size=20), st.integers(1, 50))
def test_a_sampling_fraction_scales_the_prosecutor_risk(sizes: list[int], factor: int) -> None:
    crowd = crowd_of_sizes(sizes)
    question = Question(crowd.at(crowd.bottom), population_size=factor * sum(sizes))
    assert compute("journalist_risk", question) == pytest.approx(
        compute("highest_risk", question) / factor
    )
    for name in ("average_journalist_risk", "marketer_risk"):
        assert compute(name, question) == pytest.approx(compute("average_risk", question) / factor)


@settings(deadline=None, max_examples=scaled(40))
@given(st.text("abc", min_size=1, max_size=12), st.text("abc", max_size=30))
def test_against_counting_one_by_one(sample: str, others: str) -> None:
    hierarchies = [tree("kind", dict.fromkeys("abc", ()))]
    crowd = crowd_of({"kind": list(sample)}, hierarchies=hierarchies)
    everyone = sample + others
    population = crowd_of({"kind": list(everyone)}, hierarchies=hierarchies)
    question = Question(crowd.at(crowd.bottom), population=population)
    chances = [1 / everyone.count(person) for person in sample]
    assert compute("journalist_risk", question) == pytest.approx(100 * max(chances))
    assert compute("marketer_risk", question) == pytest.approx(100 * np.mean(chances))
    inside = [sample.count(person) / everyone.count(person) for person in everyone]
    assert compute("delta_presence", question) == pytest.approx(max(inside))
    assert presence_range(question) == pytest.approx((min(inside), max(inside)))


def test_the_whole_population_has_the_prosecutor_risk() -> None:
    crowd = crowd_of({"kind": list("aab")})
    question = Question(crowd.at(crowd.bottom), population=crowd)
    assert compute("journalist_risk", question) == compute("highest_risk", question)
    assert compute("marketer_risk", question) == pytest.approx(compute("average_risk", question))
    assert presence_range(question) == (1, 1)


def test_presence_of_people_who_look_like_a_suppressed_class_is_excluded() -> None:
    question = village("aaaabb")
    assert presence_range(question) == (0.5, 0.5)
    without_b = replace(question, classes=question.classes.keeping(question.classes.sizes > 1))
    assert presence_range(without_b) == (0, 0.5)
    nobody = replace(question, classes=question.classes.keeping(question.classes.sizes > 9))
    assert presence_range(nobody) is None


@pytest.mark.parametrize("name", [*RISKS, "zayatz", "pitman", "snb", "dankar"])
def test_a_population_is_asked_for(name: str) -> None:
    question = replace(village(), population=None)
    with pytest.raises(InvalidParameter, match="population that the rows are a sample of"):
        measure(name).compute(question)


def test_presence_needs_the_table_of_the_population() -> None:
    question = replace(village(), population=None, population_size=10)
    assert measure("delta_presence").missing(question) == {"population"}
    with pytest.raises(InvalidParameter, match="needs a table of the population"):
        measure("delta_presence").compute(question)


def test_a_population_smaller_than_the_table_is_refused() -> None:
    question = replace(village(), population=None, population_size=2)
    with pytest.raises(InvalidParameter, match="2 people is smaller than the table of 3 rows"):
        measure("journalist_risk").compute(question)


def test_a_population_without_the_people_of_the_table_is_refused() -> None:
    question = village("aaaaa")
    with pytest.raises(InvalidParameter, match=r"0 people like \{'kind': 'b'\}, the table 1"):
        measure("journalist_risk").compute(question)
    without_b = replace(question, classes=question.classes.keeping(question.classes.sizes > 1))
    assert compute("journalist_risk", without_b) == 20
    assert compute("delta_presence", without_b) == 0.4
