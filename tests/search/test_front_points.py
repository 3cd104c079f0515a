"""Trade-offs of small tables by hand, which point is best, and what is no point; the lattice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.search.global_recoding.front import Front, FrontPoint, mean_levels, trace_front
from incrowd.search.global_recoding.lattice import arrange, lay_out


def point(loss: float, smallest: int = 2, suppressed: int = 0) -> FrontPoint:
    return FrontPoint((0,), 1, 50.0, 100 / smallest, loss, suppressed, 1, smallest)


def test_three_rows_by_hand() -> None:
    # a a b, height 1: as it is (one alone), without the one, or all as *
    front = trace_front(crowd_of([("a",), ("a",), ("b",)], 1))
    figures = [
        (point.levels, point.k, point.smallest, point.suppressed_rows) for point in front.points
    ]
    assert figures == [((0,), 1, 1, 0), ((0,), 2, 2, 1), ((1,), 1, 3, 0)]
    losses = [point.utility_loss for point in front.points]
    assert losses == pytest.approx([0, 100 / 3, 100])
    averages = [point.average_risk for point in front.points]
    assert averages == pytest.approx([200 / 3, 50, 100 / 3])


def test_points_are_sorted_by_what_they_cost() -> None:
    rows: list[Row] = [(a, b) for a in "abcd" for b in "xyz"] * 2 + [("a", "x")]
    losses = [point.utility_loss for point in trace_front(crowd_of(rows, 2)).points]
    assert losses == sorted(losses)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_point_has_a_smaller_class_than_asked_for(k: int) -> None:
    rows: list[Row] = [("a",), ("a",), ("b",), ("c",), ("c",), ("c",)]
    assert all(point.smallest >= k for point in trace_front(crowd_of(rows, 1), k).points)


@pytest.mark.parametrize(
    ("k", "share", "loss"),
    [(1, 1.0, 10.0), (2, 0.0, 30.0), (2, 0.5, 20.0), (3, 0.0, 40.0)],
)
def test_the_best_point_loses_least_of_those_that_hold(k: int, share: float, loss: float) -> None:
    points = (point(10.0, 1), point(20.0, 2, suppressed=4), point(30.0, 2), point(40.0, 9))
    assert Front(10, points).best(k, share).utility_loss == loss


@pytest.mark.parametrize(
    ("k", "share", "message", "hint"),
    [
        (0, 1.0, "k = 0 is not on the front.", "Choose 1 to 20, or search for the optimum."),
        (21, 1.0, "k = 21 is not on the front.", "Choose 1 to 20, or search for the optimum."),
        (
            2,
            1.1,
            "The share of rows that may be removed is 1.1.",
            "Choose from 0 (none) to 1 (any number).",
        ),
        (
            3,
            0.25,
            "No point reaches k = 3 with at most 2 of 10 rows removed.",
            "Choose a smaller k, or allow more rows to be removed.",
        ),
    ],
)
def test_what_is_not_on_the_front_is_said(k: int, share: float, message: str, hint: str) -> None:
    with pytest.raises(InvalidParameter) as caught:
        Front(10, (point(10.0), point(20.0, 5, suppressed=3))).best(k, share)
    assert (str(caught.value), caught.value.hint) == (message, hint)


@pytest.mark.parametrize(("points", "drawn"), [(0, 0), (1, 1), (5, 5), (7, 5), (100, 5)])
def test_a_picture_has_so_many_points_and_the_outermost(points: int, drawn: int) -> None:
    front = Front(10, tuple(point(float(loss)) for loss in range(points)))
    shown = front.drawn(5)
    assert len(shown) == drawn
    if points:
        assert (shown[0], shown[-1]) == (front.points[0], front.points[-1])


def test_no_quasi_identifier_is_nothing_to_trade_off() -> None:
    with pytest.raises(NothingToMeasure) as caught:
        trace_front(crowd_of([("a",)], 0, 1))
    assert (
        str(caught.value) == "There is no trade-off: the table has no quasi-identifier or no row."
    )


@pytest.mark.parametrize(
    ("heights", "means"),
    [((1,), [0, 1]), ((2,), [0, 0.5, 1]), ((1, 1), [0, 0.5, 0.5, 1])],
)
def test_the_mean_level_of_every_state(heights: tuple[int, ...], means: list[float]) -> None:
    assert mean_levels(heights).tolist() == means


@given(tables(4), st.data())
def test_limbs_tell_the_code_of_every_attribute_at_every_level(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 4)
    lattice = lay_out(crowd)
    attribute = data.draw(st.integers(0, 3))
    level = data.draw(st.integers(0, crowd.heights[attribute]))
    limb = lattice.limb_of[attribute]
    numbers = lattice.numbers[:, limb] - lattice.limb_starts[limb]
    codes = lattice.parts[attribute][numbers]
    assert codes.tolist() == crowd.codes[attribute].tolist()
    start = lattice.digit_starts[attribute, level]
    digits = lattice.digits[start + numbers]
    expected = crowd.ladders[attribute].codes[level][crowd.codes[attribute]]
    assert _same_groups(digits, expected)
    assert lattice.radices[attribute, level] == len(set(expected.tolist()))
    assert digits.max() < lattice.radices[attribute, level]


def _same_groups(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two numberings tell the same entries apart."""
    pairs = set(zip(first.tolist(), second.tolist(), strict=True))
    return len(pairs) == len(set(first.tolist())) == len(set(second.tolist()))


@pytest.mark.parametrize(
    ("domains", "limbs"),
    [
        ([1024], [[0]]),
        ([2000], [[0]]),
        ([32, 32], [[0, 1]]),
        ([32, 33], [[1], [0]]),
        ([2] * 10, [list(range(10))]),
        ([2] * 11, [list(range(10)), [10]]),
        ([1, 1, 5000], [[2], [0, 1]]),
    ],
)
def test_attributes_share_a_limb_while_they_fit(domains: list[int], limbs: list[list[int]]) -> None:
    assert arrange(domains) == limbs
