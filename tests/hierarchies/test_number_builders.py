"""Intervals, age bands, years and round bands."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, log2

import pytest
from hierarchy_domains import make_domain, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import Hierarchy, build, choose
from incrowd.hierarchies.builders.numerals import read_number, read_numbers, write_decimal
from incrowd.hierarchies.builders.rounding import nest_widths
from incrowd.table import Kind

decimals = st.decimals(-(10**6), 10**6, allow_nan=False, allow_infinity=False, places=2)


def interval_twin(values: list[str]) -> list[list[tuple[Fraction, Fraction, bool]]]:
    """The definition, value by value: for each level the low edge, the high edge, closed or not."""
    numbers = [Fraction(value) for value in values]
    span = ceil(max(numbers) - min(numbers))
    height = max(1, min(floor(log2(span)), 4)) if span else 1
    levels = []
    for level in range(1, height):
        bins = 2 ** (height - level)
        width = ceil(Fraction(span, 2 ** (height - 1))) * 2 ** (level - 1)
        edges = [min(numbers) + width * i for i in range(bins + 1)]
        found = []
        for number in numbers:
            for i in range(bins):
                last = i == bins - 1
                if edges[i] <= number < edges[i + 1] or (last and number == edges[bins]):
                    found.append((edges[i], edges[i + 1], last))
        levels.append(found)
    return levels


def read_interval(label: str) -> tuple[Fraction, Fraction, bool]:
    low, high = label[1:-1].split(", ")
    return Fraction(low), Fraction(high), label.endswith("]")


@given(st.lists(decimals.map(str), min_size=1, max_size=40, unique_by=Fraction))
def test_interval_agrees_with_the_definition(values: list[str]) -> None:
    hierarchy = build("interval", make_domain(values, Kind.DECIMAL))
    expected = interval_twin(values)
    assert hierarchy.height == len(expected) + 1
    for place, value in enumerate(values):
        *below, top = path(hierarchy, value)
        assert [read_interval(label) for label in below] == [level[place] for level in expected]
        assert top == "*"


@pytest.mark.parametrize(
    ("values", "height"),
    [
        (["5"], 1),
        (["0", "1"], 1),
        (["0.25", "0.75"], 1),
        (["0", "3"], 1),
        (["0", "4"], 2),
        (["0", "7.01"], 3),
        (["-8", "8"], 4),
        (["0", "9" * 200], 4),
    ],
)
def test_number_of_interval_levels(values: list[str], height: int) -> None:
    assert build("interval", make_domain(values, Kind.DECIMAL)).height == height


def test_interval_edges() -> None:
    hierarchy = build("interval", make_domain(["-1.5", "0.4", "0.5", "2.5"], Kind.DECIMAL))
    assert path(hierarchy, "-1.5") == ["[-1.5, 0.5[", "*"]
    assert path(hierarchy, "0.4") == ["[-1.5, 0.5[", "*"]
    assert path(hierarchy, "0.5") == ["[0.5, 2.5]", "*"]
    assert path(hierarchy, "2.5") == ["[0.5, 2.5]", "*"]
    assert hierarchy.titles == ("intervals of 2", "*")


def test_what_is_no_number_stays_apart() -> None:
    hierarchy = build("interval", make_domain(["0", "?", "16", None], Kind.INTEGER))
    assert path(hierarchy, "?") == ["?", "?", "?", "*"]
    assert path(hierarchy, None) == ["*missing*", "*missing*", "*missing*", "*"]
    assert path(hierarchy, "16") == ["[14, 16]", "[12, 16]", "[8, 16]", "*"]


def test_decimal_comma() -> None:
    domain = make_domain(["1.000,5", "1004,5", "1.008,0"], Kind.DECIMAL, decimal_comma=True)
    assert path(build("interval", domain), "1004,5") == [
        "[1004.5, 1006.5[",
        "[1004.5, 1008.5]",
        "*",
    ]


def test_numbers_of_many_digits_stay_apart_from_each_other() -> None:
    values = [str(10**80 + i) for i in range(0, 32, 4)]
    hierarchy = build("interval", make_domain(values, Kind.INTEGER))
    assert [len(labels) for labels in hierarchy.labels] == [8, 4, 2, 1]
    assert path(hierarchy, values[0])[0] == f"[{10**80}, {10**80 + 4}["


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", "12"),
        (" +7 ", "7"),
        ("1,234.5", "1234.5"),
        (".5", "0.5"),
        ("1e3", "1000"),
        ("-0", "0"),
    ],
)
def test_numbers_that_are_read(text: str, number: str) -> None:
    read = read_number(text)
    assert read is not None
    assert Fraction(read) == Fraction(number)


@pytest.mark.parametrize(
    "text",
    [None, "", " ", "nan", "inf", "1_000", "0x10", "12,34", "1e999", "9" * 5000, "٣", "1 2", "--1"],
)
def test_texts_that_are_no_numbers(text: str | None) -> None:
    assert read_number(text) is None


@given(st.integers(-(10**9), 10**9), st.integers(0, 5))
def test_decimals_are_written_as_they_are(units: int, places: int) -> None:
    assert Fraction(write_decimal(units, 10**places)) == Fraction(units, 10**places)


@given(st.lists(decimals.map(str), max_size=30, unique=True))
def test_units_are_exact(values: list[str]) -> None:
    numbers = read_numbers(make_domain(values, Kind.DECIMAL))
    expected = [Fraction(value) for value in values]
    assert [Fraction(int(unit), numbers.per_one) for unit in numbers.units] == expected


def test_ages() -> None:
    ages = [*map(str, range(101)), "90+", None]
    hierarchy = choose(make_domain(ages, Kind.TEXT, "age"))
    assert hierarchy.builder == "age"
    assert path(hierarchy, "37") == ["35-39", "30-39", "20-39", "*"]
    assert path(hierarchy, "0") == ["0-4", "0-9", "0-19", "*"]
    assert path(hierarchy, "100") == ["100-104", "100-109", "100-119", "*"]
    assert path(hierarchy, "90+") == ["90+", "90+", "90+", "*"]
    assert hierarchy.titles == ("5-year bands", "10-year bands", "20-year bands", "*")
    assert hierarchy.reason == "Its values are ages: bands of 5, 10 and 20 years."


def test_ages_that_are_decimal_or_negative() -> None:
    hierarchy = choose(make_domain(["4.9", "0.5", "-1", "-2", "7"], Kind.DECIMAL, "age"))
    assert path(hierarchy, "4.9")[0] == path(hierarchy, "0.5")[0] == "0-4"
    assert path(hierarchy, "-1")[0] == "-5 to -1"


def test_age_bands_that_change_nothing_are_left_out() -> None:
    hierarchy = choose(make_domain(["20", "31", "42", "44", "50"], Kind.INTEGER, "age"))
    assert hierarchy.titles == ("5-year bands", "20-year bands", "*")


def test_years() -> None:
    years = [*map(str, range(1980, 2010))]
    hierarchy = choose(make_domain(years, Kind.INTEGER, "year"))
    assert path(hierarchy, "1987") == ["1985-1989", "1980s", "1980-1999", "*"]


@pytest.mark.parametrize(
    ("span", "widths"),
    [
        (1, (1, 5, 10)),
        (20, (1, 5, 10)),
        (40, (2, 10, 50)),
        (100, (5, 10, 50)),
        (160, (10, 50, 100)),
        (10**6, (50_000, 100_000, 500_000)),
    ],
)
def test_round_widths(span: int, widths: tuple[int, int, int]) -> None:
    assert nest_widths(span) == widths


def incomes() -> Hierarchy:
    values = [str(1000 * i + 17) for i in range(1, 101)] + ["5000000", "?"]
    return choose(make_domain(values, Kind.INTEGER, "income"))


def test_incomes_get_round_bands_and_coded_tails() -> None:
    hierarchy = incomes()
    assert hierarchy.builder == "rounding"
    assert path(hierarchy, "23017") == ["[20000, 25000[", "[20000, 30000[", "[0, 50000[", "*"]
    assert path(hierarchy, "5000000") == ["≥ 100000", "≥ 100000", "≥ 100000", "*"]
    assert path(hierarchy, "100017")[0] == "≥ 100000"
    assert path(hierarchy, "?")[:2] == ["?", "?"]


def test_small_numbers_far_below_the_rest_are_coded_too() -> None:
    values = [str(i) for i in range(1000, 1100)] + ["-9000"]
    hierarchy = choose(make_domain(values, Kind.INTEGER))
    assert hierarchy.reason.startswith("A few of its numbers are far from the rest: ")
    assert path(hierarchy, "-9000")[0] == "< 1000"


def test_percentiles_count_rows_not_values() -> None:
    values = [str(i) for i in range(200)]
    even = choose(make_domain(values, Kind.INTEGER))
    skewed = choose(make_domain(values, Kind.INTEGER, counts=[1000] * 20 + [1] * 180))
    assert (even.builder, skewed.builder) == ("interval", "rounding")


def test_decimals_in_a_narrow_range_get_decimal_bands() -> None:
    hierarchy = choose(make_domain([f"0.{i:02d}" for i in range(100)], Kind.DECIMAL))
    assert path(hierarchy, "0.30") == ["[0.3, 0.35[", "[0.3, 0.4[", "[0, 0.5[", "*"]


@given(st.lists(decimals, min_size=1, max_size=60, unique=True))
def test_round_bands_contain_their_numbers(numbers: list[object]) -> None:
    hierarchy = build("rounding", make_domain([str(n) for n in numbers], Kind.DECIMAL))
    for value in hierarchy.values:
        for label in path(hierarchy, value)[:-1]:
            assert _contains(label, Fraction(str(value)))


def _contains(label: str, number: Fraction) -> bool:
    if label.startswith("<"):
        return number < Fraction(label[2:])
    if label.startswith("≥"):
        return number >= Fraction(label[2:])
    low, high, _ = read_interval(label)
    return low <= number < high
