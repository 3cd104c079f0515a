"""Columns whose name says nothing, one row below and at each number from which a shape is sure."""

from __future__ import annotations

import pytest
from role_profiles import guess_one, profile_of

from incrowd.roles.fits import Fit, judge
from incrowd.roles.meaning import Meaning
from incrowd.roles.shapes import is_constant, is_free_text, recognise
from incrowd.table import Kind, Profile, Role


def count_from(first: int, rows: int) -> list[str]:
    return [str(first + row) for row in range(rows)]


def spread(length: int, rows: int) -> list[str]:
    """Whole numbers of one length that neither repeat nor follow on each other."""
    return [str(10 ** (length - 1) + 7 * row) for row in range(rows)]


IDENTIFIERS = {
    "a counter from 1": (count_from(1, 10), count_from(1, 9)),
    "a counter from 0": (count_from(0, 10), count_from(0, 9)),
    "a counter from elsewhere": (count_from(7, 20), count_from(7, 19)),
    "a counter with a gap": (count_from(1, 10), [*count_from(1, 9), "11"]),
    "numbers of five digits": (spread(5, 50), spread(5, 49)),
    "numbers of four digits": (spread(3, 1) + spread(5, 999), spread(4, 999)),
    "texts that all differ": ([f"t{row}" for row in range(20)], [f"t{row}" for row in range(19)]),
    "texts that hardly repeat": (
        [*(f"t{row}" for row in range(95)), *["t0"] * 5],
        [*(f"t{row}" for row in range(94)), *["t0"] * 6],
    ),
}


@pytest.mark.parametrize("case", IDENTIFIERS)
def test_a_shape_points_to_one_row_from_so_many_rows_on(case: str) -> None:
    enough, too_few = IDENTIFIERS[case]
    assert guess_one("x17", enough).role is Role.IDENTIFIER
    assert guess_one("x17", too_few).role is Role.QUASI


def test_ninety_five_of_a_hundred_are_needed_only_from_a_hundred_rows_on() -> None:
    assert guess_one("x17", [*(f"t{row}" for row in range(98)), "t0"]).role is Role.QUASI
    assert guess_one("x17", [*(f"t{row}" for row in range(99)), "t0"]).role is Role.IDENTIFIER


@pytest.mark.parametrize(
    ("values", "meaning"),
    [
        (["1850", "1950", "2100"], "year"),
        (["1849", "1950", "2100"], None),
        (["1850", "1950", "2101"], None),
        (["1950", "1960"], None),
        (["1950.5", "1960.5", "1970.5"], None),
    ],
)
def test_three_numbers_between_1850_and_2100_are_years(
    values: list[str], meaning: str | None
) -> None:
    assert guess_one("x17", values * 4).meaning == meaning


@pytest.mark.parametrize(
    ("rows", "missing", "distinct", "constant"),
    [(2, 0, 1, True), (1, 0, 1, False), (2, 1, 1, False), (2, 0, 2, False), (0, 0, 0, False)],
)
def test_a_constant_has_two_rows_and_no_gap(
    rows: int, missing: int, distinct: int, constant: bool
) -> None:
    assert is_constant(Profile("x", Kind.TEXT, rows, missing, distinct)) is constant


def sentences(words: int, rows: int, copies: int = 1) -> list[str]:
    texts = [" ".join([f"word{row}", *["more"] * (words - 1)]) for row in range(rows)]
    return texts * copies


@pytest.mark.parametrize(
    ("values", "free"),
    [
        (sentences(7, 5), True),
        (sentences(6, 5), False),
        (sentences(7, 4), False),
        (sentences(7, 5, copies=2), True),
        (sentences(7, 5, copies=3), False),
        ([*sentences(9, 3), *sentences(2, 7)[3:]], False),
        ([*sentences(9, 3), *sentences(2, 6)[3:]], True),
        ([], False),
    ],
    ids=[
        "seven words",
        "six",
        "four rows",
        "twice",
        "thrice",
        "fewer than half",
        "half",
        "none",
    ],
)
def test_sentences_have_seven_words_and_hardly_repeat(values: list[str], free: bool) -> None:
    assert is_free_text(profile_of("x", [*values], Kind.TEXT)) is free


def test_only_texts_are_sentences() -> None:
    assert not is_free_text(profile_of("x", sentences(9, 9), Kind.BOOLEAN))


@pytest.mark.parametrize("kind", [Kind.DATE, Kind.TIMESTAMP])
def test_dates_are_dates_however_few(kind: Kind) -> None:
    shape = recognise(Profile("x", kind, rows=1, missing=0, distinct=1))
    assert (shape.role, shape.meaning) == (Role.QUASI, Meaning.DATE)
    assert shape.words.startswith("all 1 values are dates")


def test_bounds_that_are_no_numbers_are_passed_over() -> None:
    odd = Profile("x", Kind.INTEGER, 40, 0, 40, minimum="?", maximum="40", shortest=1, longest=2)
    assert recognise(odd).role is Role.QUASI


@pytest.mark.parametrize(
    ("meaning", "values", "kind", "fit"),
    [
        (Meaning.AGE, ["0", "130"], Kind.INTEGER, Fit.CONFIRMED),
        (Meaning.AGE, ["x", "y"], Kind.INTEGER, Fit.CONTRADICTED),
        (Meaning.AGE, ["true", "false"], Kind.BOOLEAN, Fit.CONTRADICTED),
        (Meaning.YEAR, ["2024-01-31"], Kind.DATE, Fit.OPEN),
        (Meaning.SEX, [str(n) for n in range(12)], Kind.TEXT, Fit.OPEN),
        (Meaning.SEX, [str(n) for n in range(13)], Kind.TEXT, Fit.CONTRADICTED),
        (Meaning.PHONE, ["123", "124"], Kind.TEXT, Fit.CONTRADICTED),
        (Meaning.PHONE, ["1234", "1235"], Kind.TEXT, Fit.OPEN),
        (Meaning.PHONE, ["x**", "x*1"], Kind.TEXT, Fit.OPEN),
        (Meaning.COORDINATES, ["180", "-180"], Kind.DECIMAL, Fit.CONFIRMED),
        (Meaning.COORDINATES, ["180.1", "-181"], Kind.DECIMAL, Fit.CONTRADICTED),
        (Meaning.COORDINATES, ["true", "false"], Kind.BOOLEAN, Fit.CONTRADICTED),
        (Meaning.POSTCODE, ["*", "*"], Kind.TEXT, Fit.OPEN),
        (Meaning.IBAN, ["true", "false"], Kind.BOOLEAN, Fit.CONTRADICTED),
        (Meaning.DIAGNOSIS, ["2024-01-31"], Kind.TIMESTAMP, Fit.CONTRADICTED),
    ],
)
def test_values_at_the_borders_of_what_fits(
    meaning: Meaning, values: list[str], kind: Kind, fit: Fit
) -> None:
    common = tuple((value, 1) for value in dict.fromkeys(values))
    profile = Profile("x", kind, len(values), 0, len(common), common=common)
    assert judge(meaning, profile, ()) is fit


@pytest.mark.parametrize(
    ("distinct", "rows", "role"),
    [(20, 60, Role.QUASI), (20, 59, Role.IDENTIFIER), (21, 63, Role.IDENTIFIER)],
)
def test_twenty_values_that_three_rows_share_point_to_nobody(
    distinct: int, rows: int, role: Role
) -> None:
    values = [f"u{row % distinct}" for row in range(rows)]
    assert guess_one("username", values).role is role
