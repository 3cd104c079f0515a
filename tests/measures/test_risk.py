"""Prosecutor risk: the gauges of Adult for every k, bands of risk, and what always holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.crowd.crowd import Crowd, State
from incrowd.errors import InvalidParameter
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.measures.risk.distribution import BANDS, distribute
from incrowd.measures.risk.row_risk import risk_per_class

from .conftest import Facts
from .golden_cases import ADULT_SIZES
from .tables import crowd_of_sizes

class_sizes = st.lists(st.integers(1, 40), min_size=1, max_size=30)


def question_of(sizes: list[int], **parameters: float) -> Question:
    crowd = crowd_of_sizes(sizes)
    return Question(crowd.at(crowd.bottom), parameters=parameters)


def compute(name: str, question: Question) -> float:
    figure = measure(name).compute(question)
    assert figure is not None
    return figure


def test_gauges_of_adult_for_every_k(facts: Facts) -> None:
    expected = facts("suppression.json")
    sizes = [size for size, count in ADULT_SIZES.items() for _ in range(count)]
    assert {str(size): count for size, count in ADULT_SIZES.items()} == expected["size_histogram"]
    crowd = crowd_of_sizes(sizes)
    assert expected["k_suppression"]
    for k, figures in expected["k_suppression"].items():
        classes = enforce(crowd, State(crowd.bottom, int(k)))
        question = Question(classes)
        assert classes.suppressed_rows == figures["suppressed"]
        assert compute("average_risk", question) == pytest.approx(figures["avg_risk"])
        assert compute("highest_risk", question) == pytest.approx(figures["highest_actual"])
        assert compute("utility_loss", question) == pytest.approx(figures["precision_loss"])


def test_first_recommendations_of_adult(facts: Facts, adult_crowd: Crowd) -> None:
    steps = facts("recommendations.json")["all"]
    assert len(steps) > 15
    for step in steps:
        classes = adult_crowd.at(adult_crowd.levels_of({step["attribute"]: step["level"]}))
        question = Question(classes)
        assert compute("uniques", question) == step["uniques"]
        assert compute("average_risk", question) == pytest.approx(step["average_risk"], abs=1e-4)
        assert compute("highest_risk", question) == pytest.approx(step["highest_risk"], abs=1e-4)
        assert compute("utility_loss", question) == pytest.approx(step["precision_loss"], abs=1e-4)


@settings(deadline=None, max_examples=scaled(60))
@given(class_sizes)
def test_laws(sizes: list[int]) -> None:
    question = question_of(sizes)
    average, highest = compute("average_risk", question), compute("highest_risk", question)
    assert 100 / sum(sizes) - 1e-9 <= average <= highest + 1e-9
    assert highest <= 100
    assert (compute("uniques", question) > 0) == (highest == 100)
    weighted = risk_per_class(question.classes) @ question.classes.sizes / sum(sizes)
    assert average == pytest.approx(weighted)


@settings(deadline=None, max_examples=scaled(60))
@given(class_sizes, st.integers(1, 20))
def test_suppression_never_raises_the_highest_risk(sizes: list[int], k: int) -> None:
    crowd = crowd_of_sizes(sizes)
    before = Question(crowd.at(crowd.bottom))
    after = Question(enforce(crowd, State(crowd.bottom, k)))
    kept = [size for size in sizes if size >= k]
    assert after.classes.kept_rows == sum(kept)
    if kept:
        assert compute("highest_risk", after) <= min(100 / k, compute("highest_risk", before))
    else:
        assert measure("highest_risk").compute(after) is None


@pytest.mark.parametrize(
    ("size", "band"),
    [
        *[(1, "100"), (2, "50"), (3, "30–50"), (4, "20–30"), (5, "20–30")],
        *[(6, "10–20"), (10, "10–20"), (11, "5–10"), (20, "5–10"), (21, "<5"), (5000, "<5")],
    ],
)
def test_edges_of_the_bands(size: int, band: str) -> None:
    filled = [one for one in distribute(question_of([size]).classes) if one.rows]
    assert [(one.range, one.rows, one.share) for one in filled] == [(band, size, 1.0)]


@settings(deadline=None, max_examples=scaled(60))
@given(class_sizes)
def test_the_bands_hold_every_row_once(sizes: list[int]) -> None:
    buckets = distribute(question_of(sizes).classes)
    assert [one.range for one in buckets] == [band[0] for band in BANDS]
    assert sum(one.rows for one in buckets) == sum(sizes)
    assert sum(one.share for one in buckets) == pytest.approx(1)
    assert buckets[-1].rows == sizes.count(1)


def test_distribution_of_adult() -> None:
    sizes = [size for size, count in ADULT_SIZES.items() for _ in range(count)]
    rows = [one.rows for one in distribute(question_of(sizes).classes)]
    assert rows == [777, 2056, 2914, 2445, 2262, 4196, 15512]
    assert sum(rows) == 30162


def test_nothing_published_has_empty_bands() -> None:
    classes = question_of([1, 2]).classes
    buckets = distribute(classes.keeping(np.zeros(2, np.bool_)))
    assert {(one.rows, one.share) for one in buckets} == {(0, 0.0)}


def test_rows_above_a_threshold() -> None:
    """Classes of 2, 3 and 5 rows have risks of 50, 33.3 and 20 percent."""
    sizes = [2, 3, 5]
    assert compute("row_risk", question_of(sizes)) == 50
    assert compute("row_risk", question_of(sizes, threshold=19.9)) == 100
    assert compute("row_risk", question_of(sizes, threshold=33.4)) == 20
    assert compute("row_risk", question_of(sizes, threshold=50)) == 0


def test_a_threshold_outside_its_range_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="in percent is 101") as caught:
        compute("row_risk", question_of([2], threshold=101))
    assert caught.value.hint == "Choose from 0 to 100."
