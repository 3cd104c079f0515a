"""Round bands, intervals, ages and years against slow definitions, and at their edges."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hierarchy_domains import make_domain, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import Hierarchy, build
from incrowd.hierarchies.builders.interval import count_levels
from incrowd.hierarchies.builders.numerals import (
    is_number,
    name_band,
    read_number,
    read_numbers,
    write_decimal,
)
from incrowd.hierarchies.builders.rounding import nest_widths
from incrowd.table import Kind


def bands(builder: str, numbers: list[int], **options: object) -> Hierarchy:
    values = [str(number) for number in numbers]
    return build(builder, make_domain(values, Kind.INTEGER, **options))


@pytest.mark.parametrize(
    ("span", "levels"),
    [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (15, 3), (16, 4), (17, 4), (10**9, 4)],
)
def test_intervals_have_as_many_levels_as_the_thesis_says(span: int, levels: int) -> None:
    # DESIGN.md: L = max(1, min(⌊log2⌈range⌉⌋, 4))
    assert count_levels(span) == levels
    assert bands("interval", sorted({0, span})).height == levels


@pytest.mark.parametrize(
    ("numbers", "value", "labels"),
    [
        # ⌈range⌉ = 73: L = 4, eight bins of ⌈73/8⌉ = 10 from 17 (Adult's ages)
        ([17, 90], "17", ["[17, 27[", "[17, 37[", "[17, 57[", "*"]),
        ([17, 26, 90], "26", ["[17, 27[", "[17, 37[", "[17, 57[", "*"]),
        ([17, 27, 90], "27", ["[27, 37[", "[17, 37[", "[17, 57[", "*"]),
        ([17, 57, 90], "57", ["[57, 67[", "[57, 77[", "[57, 97]", "*"]),
        ([17, 90], "90", ["[87, 97]", "[77, 97]", "[57, 97]", "*"]),
        # range 4: L = 2, two bins of 2; the last one is closed
        ([0, 2, 4], "2", ["[2, 4]", "*"]),
        ([0, 1, 4], "1", ["[0, 2[", "*"]),
        ([0, 4], "4", ["[2, 4]", "*"]),
        ([-4, 0], "-4", ["[-4, -2[", "*"]),
        ([-4, 0], "0", ["[-2, 0]", "*"]),
    ],
)
def test_intervals_are_half_open_but_for_the_last(
    numbers: list[int], value: str, labels: list[str]
) -> None:
    assert path(bands("interval", numbers), value) == labels


@pytest.mark.parametrize(
    ("value", "labels"),
    [
        # 0.25 … 8.25: range 8, L = 3, four bins of 2 from 0.25
        ("0.25", ["[0.25, 2.25[", "[0.25, 4.25[", "*"]),
        ("2.24", ["[0.25, 2.25[", "[0.25, 4.25[", "*"]),
        ("2.25", ["[2.25, 4.25[", "[0.25, 4.25[", "*"]),
        ("8.25", ["[6.25, 8.25]", "[4.25, 8.25]", "*"]),
    ],
)
def test_intervals_of_decimals_have_decimal_edges(value: str, labels: list[str]) -> None:
    values = ["0.25", "2.24", "2.25", "5", "8.25"]
    assert path(build("interval", make_domain(values, Kind.DECIMAL)), value) == labels


def slow_widths(span: int) -> tuple[int, int, int]:
    """The narrowest round width that needs at most 20 bands, then the next two it divides."""
    rounds = sorted(digit * 10**power for digit in (1, 2, 5) for power in range(20))
    first = next(width for width in rounds if width * 20 >= span)
    return first, *_wider(first)


def _wider(first: int) -> tuple[int, int]:
    leading = int(str(first)[0])
    return {1: (5 * first, 10 * first), 2: (5 * first, 25 * first), 5: (2 * first, 10 * first)}[
        leading
    ]


@given(st.integers(1, 10**15))
def test_widths_are_the_narrowest_round_ones_that_need_twenty_bands(span: int) -> None:
    assert nest_widths(span) == slow_widths(span)


@given(st.integers(1, 10**15))
def test_each_width_divides_the_next(span: int) -> None:
    first, second, third = nest_widths(span)
    assert second % first == third % second == 0
    assert first * 20 >= span


@pytest.mark.parametrize(
    ("numbers", "value", "label"),
    [
        # 5 % of 101 rows lie below 5 and above 95: widths 5, 10, 50; tails start at 0 and 100
        ([*range(101)], "0", "[0, 5["),
        ([*range(101)], "4", "[0, 5["),
        ([*range(101)], "5", "[5, 10["),
        ([*range(101)], "99", "[95, 100["),
        ([*range(101)], "100", "≥ 100"),
        ([*range(-50, 51)], "-50", "[-50, -45["),
        ([*range(-50, 51)], "-1", "[-5, 0["),
        ([*range(-50, 51)], "50", "≥ 50"),
        ([*range(1000, 1101)], "1004", "[1000, 1005["),
        ([*range(100), 10**6], "1000000", "≥ 100"),
        ([*range(100), -(10**6)], "-1000000", "< 0"),
    ],
)
def test_round_bands_start_at_their_lower_edge(numbers: list[int], value: str, label: str) -> None:
    assert path(bands("rounding", numbers), value)[0] == label


def test_one_number_alone_is_shown_or_hidden_by_bands() -> None:
    for builder in ("rounding", "interval", "age", "year"):
        assert bands(builder, [42]).titles == ("*",)
        assert bands(builder, []).titles == ("*",)


@pytest.mark.parametrize(
    ("width", "start", "label"),
    [
        (5, 0, "0-4"),
        (5, 95, "95-99"),
        (10, -10, "-10 to -1"),
        (20, -20, "-20 to -1"),
        (1, 7, "7-7"),
    ],
)
def test_a_band_is_named_by_its_first_and_last_number(width: int, start: int, label: str) -> None:
    assert name_band(width, start) == label


@pytest.mark.parametrize(
    ("year", "labels"),
    [
        ("1999", ["1995-1999", "1990s", "1980-1999", "*"]),
        ("2000", ["2000-2004", "2000s", "2000-2019", "*"]),
        ("1900", ["1900-1904", "1900s", "1900-1919", "*"]),
        ("4", ["0-4", "0-9", "0-19", "*"]),
        ("-1", ["-5 to -1", "-10 to -1", "-20 to -1", "*"]),
    ],
)
def test_years_are_told_in_bands_and_decades(year: str, labels: list[str]) -> None:
    crowd = [*range(-30, 30, 2), *range(1880, 2040)]
    assert path(bands("year", sorted({*crowd, int(year)})), year) == labels


@pytest.mark.parametrize(
    ("age", "labels"),
    [
        ("0", ["0-4", "0-9", "0-19", "*"]),
        ("4", ["0-4", "0-9", "0-19", "*"]),
        ("5", ["5-9", "0-9", "0-19", "*"]),
        ("19", ["15-19", "10-19", "0-19", "*"]),
        ("20", ["20-24", "20-29", "20-39", "*"]),
        ("120", ["120-124", "120-129", "120-139", "*"]),
    ],
)
def test_ages_are_told_in_bands(age: str, labels: list[str]) -> None:
    assert path(bands("age", [*range(125)]), age) == labels


@given(st.lists(st.integers(-500, 3000), min_size=1, max_size=40, unique=True))
def test_bands_hold_their_numbers(numbers: list[int]) -> None:
    for builder in ("age", "year"):
        hierarchy = bands(builder, numbers)
        for number in numbers:
            for label in path(hierarchy, str(number))[:-1]:
                low, high = _ends(label)
                assert low <= number <= high


def _ends(label: str) -> tuple[int, int]:
    if label.endswith("s"):
        return int(label[:-1]), int(label[:-1]) + 9
    if " to " in label:
        low, high = label.split(" to ")
    elif "-" in label[1:]:
        low, _, high = label.rpartition("-")
    else:
        low = high = label
    return int(low), int(high)


@pytest.mark.parametrize(
    ("text", "comma", "number"),
    [
        ("1.234", False, "1.234"),
        ("1.234", True, "1234"),
        ("1,234", False, "1234"),
        ("1,234", True, "1.234"),
        ("1.234.567,89", True, "1234567.89"),
        ("1,23", False, None),
        ("12.34,5", True, None),
        ("1e-3", False, "0.001"),
        ("1e308", False, "1e308"),
        ("1e309", False, None),
        ("+0.0", False, "0"),
        ("5.", False, "5"),
        (".", False, None),
        ("1e", False, None),
        ("½", False, None),
        ("1" * 301, False, "1" * 301),
        ("1" * 701, False, None),
    ],
)
def test_numbers_are_read_as_they_are_written(text: str, comma: bool, number: str | None) -> None:
    read = read_number(text, decimal_comma=comma)
    assert (read is None) is (number is None)
    if read is not None and number is not None:
        assert Fraction(read) == Fraction(number)


@pytest.mark.parametrize(
    ("units", "per_one", "text"),
    [
        (0, 1, "0"),
        (0, 100, "0"),
        (5, 100, "0.05"),
        (-5, 10, "-0.5"),
        (1200, 100, "12"),
        (-7, 1, "-7"),
    ],
)
def test_numbers_are_written_without_superfluous_zeros(units: int, per_one: int, text: str) -> None:
    assert write_decimal(units, per_one) == text


def test_a_point_is_decimal_where_nothing_else_is_said() -> None:
    assert read_number("1.234") == Decimal("1.234")
    assert is_number("1.5")
    assert not is_number("1,5")


def test_numbers_beyond_64_bits_are_kept_exactly() -> None:
    values = [str(2**60), str(2**60 - 1), "0.1"]
    numbers = read_numbers(make_domain(values, Kind.DECIMAL))
    assert [int(unit) for unit in numbers.units] == [10 * 2**60, 10 * 2**60 - 10, 1]
    assert numbers.units.dtype == object
    assert read_numbers(make_domain([str(2**60 - 1)], Kind.INTEGER)).units.dtype == "int64"
