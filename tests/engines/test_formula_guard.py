"""No spreadsheet runs what it reads, and every cell can be had back exactly."""

from __future__ import annotations

import re

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines.duckdb.statements import literal
from incrowd.engines.files.formula_guard import escape_formula, escape_formula_sql

CELLS = st.text("=+-@'\t\r\n1.,;eEx ", max_size=8)


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "=cmd|' /C calc'!A0", "@SUM(A1)", "+1+1", "-1+1", "-x", "+", "-", "\tx"),
        *("\rx", "\nx", "--5", "-5-5", "+44 20", "-1e", "-1,2,3", "-.", "=", "-5 ", "-5%"),
        *("＝1+1", "＠x"),
    ],
)
def test_what_a_spreadsheet_may_run_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "5", "-5", "+5", "-5.5", "-,5", "+.5", "-5,25", "-1e5", "+1.5E-10", "-5."),
        *("a=1", " =1", "it's", "'x", "''", "1+1", "2020-01-05", "x@y", '"=1"'),
    ],
)
def test_numbers_and_plain_words_stay_as_they_are(text: str) -> None:
    assert escape_formula(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"),
        ("a,-2+3+cmd|x", "a,'-2+3+cmd|x"),
        ("\t=1", "'\t'=1"),
        ("a\r\n@x", "a\r\n'@x"),
        ("a;'=1", "a;''=1"),
        ("=1;=2", "'=1;'=2"),
        ("52.5,-13.4", "52.5,-13.4"),
        ("a;-1;-2;-3;-4;-x", "a;-1;-2;-3;-4;'-x"),
        ("[-10, -5[", "[-10, -5["),
        ("{a, =b}", "{a, =b}"),
    ],
)
def test_what_another_spreadsheet_would_split_off_gets_one_too(text: str, escaped: str) -> None:
    assert escape_formula(text) == escaped


@pytest.mark.parametrize("text", ["'=1", "''=1", "'-5", "'@x", "'\t"])
def test_what_looks_escaped_already_is_escaped_again(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@given(CELLS, CELLS)
def test_no_two_cells_become_one(one: str, other: str) -> None:
    assert (escape_formula(one) == escape_formula(other)) == (one == other)


@given(CELLS)
def test_nothing_that_comes_out_begins_as_a_formula(text: str) -> None:
    escaped = escape_formula(text)
    if escaped[:1] in tuple("=+-@\t\r\n"):
        float(escaped.replace(",", "."))
    # wherever a spreadsheet may split it, a part is a number or begins in a harmless way
    for split in (";", ",", "\t", "[\r\n]"):
        for part in re.split(split, escaped)[1:]:
            assert not re.match(r"[=@]", part), (split, part)
            if part[:1] in ("+", "-"):
                number = re.match(r"[+-](\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", part)
                assert number is not None
                assert part[number.end() :][:1] in ("", ";", ",", "\t", "\r", "\n"), part


@pytest.fixture(scope="module")
def database():
    with duckdb.connect() as connection:
        yield connection


@settings(max_examples=scaled(80))
@given(CELLS)
@example("'\r=1")
@example("-1,5e+3")
@example("\n")
def test_sql_escapes_as_python_does(database: duckdb.DuckDBPyConnection, text: str) -> None:
    query = f"SELECT {escape_formula_sql('t')} FROM (SELECT {literal(text)} AS t)"
    assert database.execute(query).fetchone() == (escape_formula(text),)


def test_a_missing_cell_stays_missing(database: duckdb.DuckDBPyConnection) -> None:
    query = f"SELECT {escape_formula_sql('t')} FROM (SELECT CAST(NULL AS VARCHAR) AS t)"
    assert database.execute(query).fetchone() == (None,)
