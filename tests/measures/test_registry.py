"""Every measure is listed, explained, cited, and right in a case known from elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import incrowd.measures
from incrowd.errors import UnknownName
from incrowd.measures.measure import Measure
from incrowd.measures.registry import BUILT_IN, measure, measures

from .golden_cases import GOLDEN_CASES

ROOM = Path(incrowd.measures.__file__).parent
NOT_EXPORTED = "nothing"
every_measure = pytest.mark.parametrize("one", BUILT_IN, ids=lambda one: one.name)


def test_each_measure_has_a_golden_case() -> None:
    assert set(GOLDEN_CASES) == {one.name for one in BUILT_IN}


@every_measure
def test_golden_case(one: Measure) -> None:
    question, expected = GOLDEN_CASES[one.name]
    figure = one.compute(question())
    assert figure == pytest.approx(expected, rel=1e-8, abs=1e-12)


def test_each_file_that_makes_a_measure_is_listed() -> None:
    made = [
        path.stem
        for family in ("risk", "privacy", "utility")
        for path in (ROOM / family).glob("*.py")
        if " = Measure(" in path.read_text(encoding="utf-8")
    ]
    assert len(made) == len(BUILT_IN)


def test_names_are_unique() -> None:
    names = [one.name for one in BUILT_IN]
    assert len(set(names)) == len(names)


@every_measure
def test_explained_in_one_sentence(one: Measure) -> None:
    assert one.title
    assert one.title[0].isupper() or one.title.startswith(("k-", "t-", "(", "β", "δ"))
    assert one.explanation.endswith(".")
    assert one.explanation.count(". ") == 0
    assert 40 < len(one.explanation) < 200


@every_measure
def test_cited_with_a_year(one: Measure) -> None:
    assert re.search(r"\b(19|20)\d\d\b", one.citation)
    assert one.citation.endswith(".")


@every_measure
def test_privacy_models_have_figures_per_class_on_the_better_side(one: Measure) -> None:
    if one.family == "privacy":
        assert one.per_class is not None
        assert one.bound == {"higher": "at_least", "lower": "at_most"}[one.better]
    else:
        assert one.per_class is None
        assert one.bound is None


@every_measure
def test_parameters_have_a_default_inside_their_range(one: Measure) -> None:
    for parameter in one.parameters:
        assert parameter.minimum <= parameter.default <= parameter.maximum
        assert parameter.title


@every_measure
def test_says_what_it_needs(one: Measure) -> None:
    question, _ = GOLDEN_CASES[one.name]
    given = question()
    assert one.missing(given) == frozenset()
    bare = replace(given, sensitive=None, population=None, population_size=None)
    assert one.missing(bare) == one.needs


@every_measure
def test_nothing_published_gives_no_figure_instead_of_an_error(one: Measure) -> None:
    question, _ = GOLDEN_CASES[one.name]
    given = question()
    nothing = given.classes.keeping(given.classes.sizes < 0)
    figure = one.compute(replace(given, classes=nothing))
    if one.family == "utility":
        assert figure is not None
        assert figure > 0
    elif one.name == "uniques":
        assert figure == 0
    else:
        assert figure is None


def test_measures_of_a_family() -> None:
    assert measures() == BUILT_IN
    assert {one.family for one in measures("privacy")} == {"privacy"}
    assert len(measures("risk") + measures("privacy") + measures("utility")) == len(BUILT_IN)


def test_a_misspelt_name_is_answered_with_a_suggestion() -> None:
    assert measure("snb").title == "Unique people (slide negative binomial)"
    with pytest.raises(UnknownName) as caught:
        measure("avarage_risk")
    assert caught.value.hint == "Did you mean 'average_risk'?"


def test_exports_are_those_promised() -> None:
    for name in incrowd.measures.__all__:
        assert getattr(incrowd.measures, name) is not None
    assert incrowd.measures.measures is measures
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(incrowd.measures, NOT_EXPORTED)
