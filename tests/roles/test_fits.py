"""Whether values fit what the name says, meaning by meaning."""

from __future__ import annotations

import pytest
from role_profiles import profile_of

from incrowd.roles.evidence import share
from incrowd.roles.fits import Fit, judge, repeats, tells_years
from incrowd.roles.meaning import Meaning
from incrowd.table import Kind

YES, OPEN, NO = Fit.CONFIRMED, Fit.OPEN, Fit.CONTRADICTED

FITS = [
    (Meaning.AGE, ["0", "42", "130"], YES),
    (Meaning.AGE, ["42.5", "7.25"], YES),
    (Meaning.AGE, ["131", "400"], NO),
    (Meaning.AGE, ["-5", "-7"], NO),
    (Meaning.AGE, ["20-30", "[30-40[", "*"], YES),
    (Meaning.AGE, ["child", "adult"], OPEN),
    (Meaning.DATE, ["20240131", "20240201"], YES),
    (Meaning.DATE, ["20241331", "20240299"], NO),
    (Meaning.DATE, ["2024-01", "2024-02"], YES),
    (Meaning.DATE, ["31 May 2024", "1 June 2024"], YES),
    (Meaning.DATE, ["red", "blue"], NO),
    (Meaning.DATE, ["1.5", "2.5"], NO),
    (Meaning.BIRTH_DATE, ["1980", "1999"], YES),
    (Meaning.BIRTH_DATE, ["0", "1"], NO),
    (Meaning.YEAR, ["1850", "2100"], YES),
    (Meaning.YEAR, ["1849", "2101"], NO),
    (Meaning.YEAR, ["2019/2020", "2020/2021"], YES),
    (Meaning.YEAR, ["first", "second"], NO),
    (Meaning.SEX, ["0", "1"], OPEN),
    (Meaning.SEX, ["0.5", "1.5"], NO),
    (Meaning.SEX, [str(number) for number in range(13)], NO),
    (Meaning.COORDINATES, ["48.85", "-120.5"], YES),
    (Meaning.COORDINATES, ["481.5", "-520.5"], NO),
    (Meaning.COORDINATES, ["48° N", "50° N"], OPEN),
    (Meaning.POSTCODE, ["D 10", "D 20"], OPEN),
    (Meaning.POSTCODE, ["1", "2"], NO),
    (Meaning.POSTCODE, ["Madrid", "Paris"], NO),
    (Meaning.POSTCODE, ["28.5", "29.5"], NO),
    (Meaning.PHONE, ["ext. 55512", "ext. 55513"], OPEN),
    (Meaning.PHONE, ["XXX-XXX", "XXX-***"], OPEN),
    (Meaning.PHONE, ["0", "1"], NO),
    (Meaning.NAME, ["Ana", "Ben"], OPEN),
    (Meaning.NAME, ["A1", "B2"], NO),
    (Meaning.NAME, ["1", "2"], NO),
    (Meaning.IDENTIFIER, ["1", "2"], OPEN),
    (Meaning.IDENTIFIER, ["1.5", "2.5"], NO),
    (Meaning.IDENTIFIER, ["1", "2"] * 3, NO),
    (Meaning.FREE_TEXT, ["well", "not well"], OPEN),
    (Meaning.FREE_TEXT, ["1", "2"], NO),
    (Meaning.FREE_TEXT, ["good", "bad"] * 5, NO),
    (Meaning.RELIGION, ["0", "1"], OPEN),
    (Meaning.INCOME, ["low", "high"], OPEN),
]


@pytest.mark.parametrize(("meaning", "values", "fit"), FITS)
def test_values_are_held_against_the_name(meaning: Meaning, values: list[str], fit: Fit) -> None:
    assert judge(meaning, profile_of("x", values), ()) is fit


@pytest.mark.parametrize("meaning", [Meaning.DATE, Meaning.BIRTH_DATE])
@pytest.mark.parametrize("kind", [Kind.DATE, Kind.TIMESTAMP])
def test_dates_confirm_dates(meaning: Meaning, kind: Kind) -> None:
    assert judge(meaning, profile_of("x", ["2024-01-31", "2024-02-01"], kind), ()) is YES


@pytest.mark.parametrize(
    "meaning", sorted(set(Meaning) - {Meaning.DATE, Meaning.BIRTH_DATE, Meaning.YEAR})
)
def test_dates_contradict_everything_else(meaning: Meaning) -> None:
    days = profile_of("x", ["2024-01-31", "2024-02-01"], Kind.DATE)
    assert judge(meaning, days, ()) is NO


@pytest.mark.parametrize("meaning", sorted(Meaning))
def test_nothing_contradicts_where_no_row_has_a_value(meaning: Meaning) -> None:
    assert judge(meaning, profile_of("x", [None, None]), ()) is OPEN


def test_one_value_in_five_may_be_odd() -> None:
    assert judge(Meaning.AGE, profile_of("x", ["30", "40", "50", "60", "999"]), ()) is YES
    assert judge(Meaning.AGE, profile_of("x", ["30", "40", "50", "998", "999"]), ()) is NO


def test_a_decimal_comma_is_understood() -> None:
    values = (("40,5", 1), ("41,5", 1))
    plain = profile_of("x", ["40.5", "41.5"])
    comma = type(plain)("x", Kind.DECIMAL, 2, 0, 2, decimal_comma=True, common=values)
    assert judge(Meaning.AGE, comma, ()) is YES


def test_the_smaller_share_counts() -> None:
    profile = profile_of("x", ["a"] * 7 + ["b", "c", "d"])
    assert share(profile, lambda value: value == "a") == pytest.approx(0.25)
    assert share(profile, lambda value: value != "a") == pytest.approx(0.3)
    assert share(profile_of("x", []), lambda value: True) == 0.0


def test_few_values_in_many_rows_repeat() -> None:
    assert repeats(profile_of("x", ["a", "b"] * 3))
    assert not repeats(profile_of("x", ["a", "b"] * 2))
    assert not repeats(profile_of("x", [str(number) for number in range(21)] * 9))


def test_years_are_whole_numbers() -> None:
    assert tells_years(profile_of("x", ["1980", "1990"]))
    assert not tells_years(profile_of("x", ["1980.5", "1990.5"]))
    assert not tells_years(profile_of("x", ["1", "2"]))
