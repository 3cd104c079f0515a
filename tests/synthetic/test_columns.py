"""Codes and numbers become the Arrow columns they stand for."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from incrowd.synthetic.draws import blanked, dates, identifiers, money, text, whole

LABELS = ("alpha", "beta", "gamma")


@given(st.lists(st.integers(-1, 2)))
def test_text_agrees_with_its_slow_twin(codes: list[int]) -> None:
    column = text(np.array(codes, dtype=np.int64), LABELS)
    assert column.type == pa.string()
    assert column.to_pylist() == [None if code < 0 else LABELS[code] for code in codes]


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans())))
def test_blanked_codes_are_missing_and_the_others_kept(pairs: list[tuple[int, bool]]) -> None:
    codes = np.array([code for code, _ in pairs], dtype=np.int64)
    missing = np.array([lost for _, lost in pairs], dtype=bool)
    column = text(blanked(codes, missing), LABELS)
    assert column.to_pylist() == [None if lost else LABELS[code] for code, lost in pairs]


def test_blanking_leaves_its_argument_alone() -> None:
    codes = np.array([0, 1])
    blanked(codes, np.array([True, True]))
    assert codes.tolist() == [0, 1]


def test_whole_numbers_may_be_missing() -> None:
    assert whole(np.array([1, 2])).to_pylist() == [1, 2]
    assert whole(np.array([1, 2]), np.array([True, False])).to_pylist() == [None, 2]


@given(st.integers(0, 10**10))
def test_money_is_the_nearest_number_to_its_decimals(cents: int) -> None:
    found = money(np.array([cents])).to_pylist()
    assert found == [float(f"{cents // 100}.{cents % 100:02d}")]


def test_money_may_be_missing() -> None:
    assert money(np.array([150, 99]), np.array([False, True])).to_pylist() == [1.5, None]


@given(st.dates(dt.date(1850, 1, 1), dt.date(2100, 1, 1)))
def test_dates_count_from_1970(day: dt.date) -> None:
    column = dates(np.array([(day - dt.date(1970, 1, 1)).days]))
    assert column.to_pylist() == [day]
    assert column.cast(pa.string()).to_pylist() == [day.isoformat()]


@given(st.integers(0, 10**9 - 1))
def test_identifiers_keep_their_zeros(number: int) -> None:
    assert identifiers("P", np.array([number])).to_pylist() == [f"P{number:09d}"]
