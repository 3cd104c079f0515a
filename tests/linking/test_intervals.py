"""Ranges of numbers as people write them, and what they share, against a grid of points."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.linking.values.published_value import Interval, as_interval, as_number

GRID = [half / 2 for half in range(-2, 23)]
"""Points between which nothing can hide: ends are whole numbers from 0 to 10."""


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, high = sorted(draw(st.tuples(st.integers(0, 10), st.integers(0, 10))))
    if low == high:
        return Interval(low, high)
    return Interval(low, high, draw(st.booleans()), draw(st.booleans()))


def points(interval: Interval) -> set[float]:
    return {point for point in GRID if point in interval}


@given(intervals(), intervals())
def test_two_intervals_meet_where_they_share_a_point(one: Interval, other: Interval) -> None:
    assert one.meets(other) == other.meets(one) == bool(points(one) & points(other))


@given(intervals(), intervals())
def test_an_interval_includes_another_if_none_of_its_points_is_outside(
    one: Interval, other: Interval
) -> None:
    assert one.includes(other) == (points(other) <= points(one))


SIGNS = {"": (True, True), "[]": (True, True), "[[": (True, False), "]]": (False, True)}
SIGNS |= {"()": (False, False), "[)": (True, False), "(]": (False, True), "][": (False, False)}


@given(
    ends=st.tuples(st.integers(-99, 99), st.integers(-99, 99)).filter(lambda e: e[0] < e[1]),
    brackets=st.sampled_from(sorted(SIGNS)),
    between=st.sampled_from(["-", " - ", "–", "—", ";", "..", " to ", " bis ", " a "]),
)
def test_every_way_to_write_a_range(ends: tuple[int, int], brackets: str, between: str) -> None:
    low, high = ends
    opened, closed = (brackets or "  ")[:1].strip(), (brackets or "  ")[1:].strip()
    assert as_interval(f" {opened}{low}{between}{high}{closed} ") == Interval(
        low, high, *SIGNS[brackets]
    )


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("[20, 30[", Interval(20, 30, True, False)),
        ("[1,5; 2,5]", Interval(1.5, 2.5)),
        ("1.5-2.5", Interval(1.5, 2.5)),
        ("-10--5", Interval(-10, -5)),
        ("5-5", Interval(5, 5)),
        (">=65", Interval(65, inf)),
        ("≥ 65", Interval(65, inf)),
        ("> 65", Interval(65, inf, False)),
        ("<18", Interval(-inf, 18, True, False)),
        ("<= 18,5", Interval(-inf, 18.5)),
        ("≤18", Interval(-inf, 18)),
        ("65+", Interval(65, inf)),
        ("65 +", Interval(65, inf)),
    ],
)
def test_ranges_and_bounds(text: str, interval: Interval) -> None:
    assert as_interval(text) == interval


@pytest.mark.parametrize(
    "text",
    [
        *("", "20", "abc", "20-", "-", "30-20", "]5, 5]", "[5-5[", "2020-01-05", "1-2-3"),
        *("a-b", "20 years", ">=", "> x", "+65", "65++", "12:30-13:30", "{1-2}", "1e3-2e3"),
    ],
)
def test_what_is_no_range(text: str) -> None:
    assert as_interval(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5.0),
        (" -5.25 ", -5.25),
        ("1,5", 1.5),
        ("007", 7.0),
        ("1e3", 1000.0),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("-Infinity", None),
        ("1e999", None),
        ("1,234,567", None),
        ("12 345", None),
        ("5 %", None),
    ],
)
def test_what_is_a_number(text: str, number: float | None) -> None:
    assert as_number(text) == number
