"""Columns with small histograms: at most 20 bars, in which every row is counted once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.service.datasets.columns import BARS, BINS, OTHER, Bar, _histogram, top_bars
from incrowd.table import MISSING, Kind, Profile

COUNTS = st.lists(st.integers(1, 50), max_size=40).map(lambda each: sorted(each, reverse=True))


@given(COUNTS, st.integers(0, 30))
def test_bars_hold_every_row_once(counts: list[int], unlisted: int) -> None:
    common = [(f"v{place}", count) for place, count in enumerate(counts)]
    bars = top_bars(common, sum(counts) + unlisted)
    assert len(bars) < BARS
    assert sum(bar.rows for bar in bars) == sum(counts) + unlisted
    named = [bar for bar in bars if bar.label != OTHER]
    assert [(bar.label, bar.rows) for bar in named] == common[: len(named)]


def test_the_rest_has_a_bar_only_if_there_is_one() -> None:
    assert top_bars([("a", 2), ("b", 1)], 3) == [Bar("a", 2), Bar("b", 1)]
    assert top_bars([("a", 2)], 5) == [Bar("a", 2), Bar(OTHER, 3)]
    assert top_bars([], 0) == []


def profile(kind: Kind, values: dict[str, int], missing: int = 0) -> Profile:
    common = tuple(sorted(values.items(), key=lambda item: -item[1]))
    rows = sum(values.values()) + missing
    return Profile("x", kind, rows, missing, len(values), common=common)


def bars_of(found: Profile) -> list[Bar]:
    """Without a data set: all values are listed in the profile."""
    return _histogram(SimpleNamespace(), found)


def test_few_numbers_have_a_bar_each_and_missing_comes_last() -> None:
    bars = bars_of(profile(Kind.INTEGER, {"1": 5, "2": 3}, missing=4))
    assert bars == [Bar("1", 5), Bar("2", 3), Bar(MISSING, 4)]


def test_many_numbers_are_put_into_bins_of_equal_width() -> None:
    bars = bars_of(profile(Kind.INTEGER, {str(number): 2 for number in range(151)}, missing=1))
    assert len(bars) == BINS + 1
    assert bars[0] == Bar("0 – 10", 20)
    assert bars[-2] == Bar("140 – 150", 22)  # the last one holds its upper end
    assert bars[-1] == Bar(MISSING, 1)


def test_words_among_numbers_are_the_rest() -> None:
    values = {str(number): 1 for number in range(30)} | {"?": 7}
    bars = bars_of(profile(Kind.INTEGER, values))
    assert sum(bar.rows for bar in bars) == 37
    assert bars[-1] == Bar(OTHER, 7)


@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.DATE, Kind.BOOLEAN])
def test_many_other_values_are_listed_by_how_frequent_they_are(kind: Kind) -> None:
    values = {f"v{number}": 100 - number for number in range(30)}
    bars = bars_of(profile(kind, values))
    assert len(bars) == BARS - 2
    assert bars[0] == Bar("v0", 100)
    assert bars[-1].label == OTHER
