"""What the values of a column are: numbers, codes, dates, or words for nothing."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines.duckdb.column_types import (
    DECIMAL,
    DECIMAL_COMMA,
    INTEGER,
    MARKERS,
    TEXT,
    Reading,
    candidates,
    choose,
    is_marker,
    sql_unambiguous,
)
from incrowd.engines.duckdb.dates import pattern
from incrowd.engines.duckdb.statements import literal
from incrowd.table import Kind


@pytest.mark.parametrize(
    "word", ["?", "NA", " n/a ", "NULL", "None", "-", "NaN", "Unknown", "k.A.", "<NA>", ".."]
)
def test_words_for_nothing_in_any_case(word: str) -> None:
    assert is_marker(word)


@pytest.mark.parametrize("word", ["", "0", "x", "n", "null value", "--x", "any"])
def test_other_words_say_something(word: str) -> None:
    assert not is_marker(word)


def test_words_for_nothing_are_kept_in_small_letters() -> None:
    assert all(marker == marker.lower().strip() for marker in MARKERS)


@pytest.mark.parametrize(
    ("values", "kind", "comma"),
    [
        (["1", "-2", "0"], Kind.INTEGER, False),
        (["999999999999999999"], Kind.INTEGER, False),
        (["9999999999999999999"], Kind.TEXT, False),
        (["01"], Kind.TEXT, False),
        (["-0"], Kind.INTEGER, False),
        (["1.0", "2"], Kind.DECIMAL, False),
        (["1e400", "1"], Kind.DECIMAL, False),
        (["1,25", "2"], Kind.DECIMAL, True),
        (["1,250"], Kind.TEXT, False),
        (["1,250", "1,2"], Kind.DECIMAL, True),
        (["1.250,5"], Kind.TEXT, False),
        (["1 250"], Kind.TEXT, False),
        (["True", "FALSE"], Kind.BOOLEAN, False),
        (["True", "?"], Kind.TEXT, False),
        (["yes", "no"], Kind.TEXT, False),
        (["?", "-"], Kind.TEXT, False),
        ([], Kind.TEXT, False),
        (["٣"], Kind.TEXT, False),
        (["1_000"], Kind.TEXT, False),
        (["0x10"], Kind.TEXT, False),
    ],
)
def test_the_reading_of_a_column(values: list[str], kind: Kind, comma: bool) -> None:
    reading = choose(values)
    assert (reading.kind, reading.decimal_comma) == (kind, comma)


def test_days_written_without_separators_need_three_to_be_believed() -> None:
    days = ["20200131", "19991231", "20010101"]
    assert choose(days[:2]).kind is Kind.INTEGER
    assert choose(days).kind is Kind.DATE


def test_the_first_candidate_that_holds_is_chosen() -> None:
    """All three read whole numbers; which one holds for the rest is told by whoever knows it."""
    values = ["1", "2"]
    assert candidates(values) == [INTEGER, DECIMAL, DECIMAL_COMMA]
    assert choose(values, lambda reading: reading is DECIMAL_COMMA) is DECIMAL_COMMA
    assert choose(values, lambda reading: False) is TEXT


@pytest.mark.parametrize(
    ("reading", "values"),
    [
        (INTEGER, ["-10", "-9", "0", "+9", "10"]),
        (DECIMAL, ["-1e3", "-.5", "0.25", "9", "1e2"]),
        (DECIMAL_COMMA, ["-1,5", "0", "2,25", "10"]),
        (Reading(Kind.DATE, pattern("%d/%m/%Y"), "%d/%m/%Y"), ["31/12/1999", "01/02/2003"]),
    ],
    ids=["integer", "decimal", "comma", "date"],
)
def test_values_are_put_in_order_by_what_they_mean(reading: Reading, values: list[str]) -> None:
    assert sorted([*values[1:], values[0]], key=reading.key) == values


def test_a_value_that_is_no_date_comes_first() -> None:
    dated = Reading(Kind.DATE, pattern("%Y-%m-%d"), "%Y-%m-%d")
    assert dated.key("2021-02-30") == datetime.min
    assert not dated.fits("2021-02-30")
    assert DECIMAL_COMMA.key("1,5") == Decimal("1.5")


@pytest.fixture(scope="module")
def database():
    with duckdb.connect() as connection:
        yield connection


NUMBERS = st.from_regex(r"[+-]?(0|[1-9][0-9]{0,6})([.][0-9]{1,3})?", fullmatch=True)


@settings(max_examples=scaled(60))
@given(one=NUMBERS, other=NUMBERS)
def test_sql_orders_as_python_does(
    database: duckdb.DuckDBPyConnection, one: str, other: str
) -> None:
    reading = choose([one, other])
    first, second = (reading.sql_key(literal(value)) for value in (one, other))
    (less,) = database.execute(f"SELECT {first} < {second}").fetchone() or (None,)
    assert less == (reading.key(one) < reading.key(other))


@pytest.mark.parametrize(
    ("value", "fits"), [("29/02/2020", True), ("29/02/2021", False), ("2020-02-29", False)]
)
def test_sql_knows_which_days_the_calendar_has(
    database: duckdb.DuckDBPyConnection, value: str, fits: bool
) -> None:
    dated = Reading(Kind.DATE, pattern("%d/%m/%Y"), "%d/%m/%Y")
    assert dated.fits(value) is fits
    assert database.execute(f"SELECT {dated.sql_fits(literal(value))}").fetchone() == (fits,)


@pytest.mark.parametrize(
    ("value", "clear"),
    [("1,5", True), ("1,50", True), ("1,500", False), ("12,345,678", False), ("0,500", True)],
)
def test_a_comma_that_cannot_separate_thousands_is_clear(
    database: duckdb.DuckDBPyConnection, value: str, clear: bool
) -> None:
    query = f"SELECT {sql_unambiguous(literal(value))}"
    assert database.execute(query).fetchone() == (clear,)
    assert (choose([value]).decimal_comma) is clear
    assert database.execute(f"SELECT {sql_unambiguous(literal('15'))}").fetchone() == (False,)
