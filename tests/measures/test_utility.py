"""Utility: ARX's optima on Adult, weights, and what always holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.crowd.crowd import Crowd, State
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Measure, Question
from incrowd.measures.registry import measure, measures
from incrowd.measures.utility.columns import rows_per_value
from incrowd.measures.utility.entropy import bits_per_attribute
from incrowd.measures.utility.loss import loss_per_attribute

from .conftest import Facts
from .golden_cases import shop, shop_at
from .tables import crowd_of, tree

WEIGHTED = ["precision", "utility_loss", "loss", "loss_geometric", "entropy"]


def compute(name: str, question: Question) -> float:
    figure = measure(name).compute(question)
    assert figure is not None
    return figure


def test_scores_of_arx(facts: Facts, adult_crowd: Crowd) -> None:
    runs = facts("arx_optima.json")["runs"]
    assert len(runs) == 63
    for run in runs:
        levels = adult_crowd.levels_of(run["levels"])
        classes = enforce(adult_crowd, State(levels, run["k"]))
        assert classes.suppressed_rows == run["suppressed"]
        assert len(classes.kept_sizes) == run["classes"]
        if run["measure"] == "height":
            assert sum(levels) == run["score"]
            continue
        name = {"aecs": "class_size"}.get(run["measure"], run["measure"])
        assert compute(name, Question(classes)) == pytest.approx(run["score"], rel=1e-9), run


def test_rows_per_value_of_an_attribute() -> None:
    classes = shop_at(1, 0, smallest=2)
    assert rows_per_value(classes, 0, kept=True).tolist() == [7, 2]
    assert rows_per_value(classes, 0, kept=False).tolist() == [1, 0]
    assert rows_per_value(classes, 1, kept=True).tolist() == [2, 7]


def test_loss_counts_values_of_the_hierarchy_that_the_data_lack() -> None:
    """Yellow is warm too, but nobody is yellow: warm stands for three of four colours."""
    assert loss_per_attribute(shop_at(1, 0))[0] == pytest.approx((8 * 0.75 + 2 * 0.25 - 2.5) / 7.5)
    assert loss_per_attribute(shop_at(0, 0)) == [0, 0]
    assert loss_per_attribute(shop_at(2, 1)) == [1, 1]


def test_an_attribute_with_one_value_has_nothing_to_lose() -> None:
    crowd = crowd_of({"a": ["x", "x"]})
    assert loss_per_attribute(crowd.at((1,))) == [0]


def test_bits_of_suppressed_rows() -> None:
    """Three suppressed rows: two warm and one cold, after which warm hides red or orange."""
    crowd = crowd_of(
        {"colour": list("rrrroobb"), "size": list("SSSSLMLL")},
        hierarchies=[tree("colour", {"r": ("warm",), "o": ("warm",), "b": ("cold",)})],
    )
    classes = crowd.at((1, 0))
    classes = classes.keeping(classes.sizes == 4)
    assert classes.suppressed_rows == 4
    colour, size = bits_per_attribute(classes)
    hidden = 4 * np.log2(6 / 4) + 2 * np.log2(6 / 2)
    assert colour == pytest.approx(hidden + 4 * np.log2(4 / 2))
    assert size == pytest.approx(3 * np.log2(4 / 3) + 1 * np.log2(4 / 1))


@pytest.mark.parametrize("name", WEIGHTED)
def test_weights(name: str) -> None:
    question = Question(shop_at(1, 0))
    plain = compute(name, question)
    assert compute(name, replace(question, weights={"colour": 2, "size": 2})) == pytest.approx(
        plain
    )
    only_size = compute(name, replace(question, weights={"colour": 0}))
    only_colour = compute(name, replace(question, weights={"size": 0}))
    assert only_size == 0
    assert only_colour > plain
    favoured = compute(name, replace(question, weights={"colour": 3}))
    assert plain < favoured < only_colour


def test_weights_that_make_no_sense_are_refused() -> None:
    question = Question(shop_at(1, 0))
    with pytest.raises(UnknownAttribute, match="no column 'color'"):
        compute("loss", replace(question, weights={"color": 1}))
    with pytest.raises(InvalidParameter, match="weight of 'size' is -1"):
        compute("loss", replace(question, weights={"size": -1}))
    with pytest.raises(InvalidParameter, match="All weights are 0"):
        compute("loss", replace(question, weights={"size": 0, "colour": 0}))


@pytest.mark.parametrize("one", measures("utility"), ids=lambda one: one.name)
def test_nothing_is_lost_as_it_is(one: Measure) -> None:
    figure = compute(one.name, Question(shop_at(0, 0)))
    expected = {"discernibility": 4**2 + 3**2 + 1**2 + 2**2, "class_size": 10 / 4}
    assert figure == pytest.approx(expected.get(one.name, 0))


@settings(deadline=None, max_examples=scaled(60))
@given(st.integers(0, 1), st.integers(0, 0), st.integers(1, 9))
def test_more_generalisation_and_more_suppression_cost_more(
    colour: int, size: int, smallest: int
) -> None:
    crowd = shop()
    here = Question(crowd.at((colour, size)))
    coarser = [Question(crowd.at((colour + 1, size))), Question(crowd.at((colour, size + 1)))]
    fewer = Question(here.classes.keeping(here.classes.sizes >= smallest))
    for name in ("precision", "utility_loss", "loss", "loss_geometric", "discernibility"):
        for question in [*coarser, fewer]:
            assert compute(name, question) >= compute(name, here) - 1e-12
    for question in coarser:
        assert compute("entropy", question) >= compute("entropy", here) - 1e-12


@settings(deadline=None, max_examples=scaled(60))
@given(st.integers(0, 2), st.integers(0, 1), st.integers(1, 9))
def test_ranges(colour: int, size: int, smallest: int) -> None:
    question = Question(shop_at(colour, size, smallest))
    assert 0 <= compute("precision", question) <= 1
    assert compute("utility_loss", question) == pytest.approx(100 * compute("precision", question))
    assert 0 <= compute("loss_geometric", question) <= compute("loss", question) + 1e-12 <= 1 + 1e-9
    assert 1 <= compute("class_size", question) <= 10
    assert 10 <= compute("discernibility", question) <= 100


def test_everything_suppressed_loses_everything() -> None:
    question = Question(shop_at(0, 0, smallest=11))
    for name, expected in {
        "precision": 1,
        "utility_loss": 100,
        "loss": 1,
        "class_size": 10,
    }.items():
        assert compute(name, question) == pytest.approx(expected)
    assert compute("loss_geometric", question) == pytest.approx(1)
    assert compute("discernibility", question) == 100
