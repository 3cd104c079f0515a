"""Dates in periods of the calendar: ends of months and years, leap days, formats, odd texts."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import Hierarchy, build
from incrowd.hierarchies.builders.date import FORMATS
from incrowd.table import Kind

SPREAD = ["1987-05-17", "1987-05-18", "1987-06-01", "1987-09-01", "1988-01-01", "1995-01-01"]
"""Days so far apart that every level joins some of them: month, quarter, year, decade."""


def calendar_of(*days: str, kind: Kind = Kind.DATE, form: str | None = None) -> Hierarchy:
    return build("date", make_domain([*days], kind, "date", date_format=form))


@pytest.mark.parametrize(
    ("day", "periods"),
    [
        ("2024-02-29", ["2024-02", "2024-Q1", "2024", "2020s", "*"]),
        ("2000-02-29", ["2000-02", "2000-Q1", "2000", "2000s", "*"]),
        ("1999-12-31", ["1999-12", "1999-Q4", "1999", "1990s", "*"]),
        ("2000-01-01", ["2000-01", "2000-Q1", "2000", "2000s", "*"]),
        ("2023-03-31", ["2023-03", "2023-Q1", "2023", "2020s", "*"]),
        ("2023-04-01", ["2023-04", "2023-Q2", "2023", "2020s", "*"]),
        ("2023-09-30", ["2023-09", "2023-Q3", "2023", "2020s", "*"]),
        ("2023-10-01", ["2023-10", "2023-Q4", "2023", "2020s", "*"]),
        ("0001-01-01", ["0001-01", "0001-Q1", "0001", "0000s", "*"]),
        ("9999-12-31", ["9999-12", "9999-Q4", "9999", "9990s", "*"]),
    ],
)
def test_a_day_lies_in_its_month_quarter_year_and_decade(day: str, periods: list[str]) -> None:
    assert path(calendar_of(day, *SPREAD), day) == periods


def test_levels_are_called_by_their_period() -> None:
    assert calendar_of(*SPREAD).titles == ("month", "quarter", "year", "decade", "*")
    timed = calendar_of(
        *(f"{day} 10:30:00" for day in SPREAD), "1987-05-17 10:45:00", "1987-05-17 23:59:59"
    )
    assert timed.titles == ("hour", "day", "month", "quarter", "year", "decade", "*")


@pytest.mark.parametrize(
    ("moment", "hour", "day"),
    [
        ("2024-03-10 00:00:00", "2024-03-10 00h", "2024-03-10"),
        ("2024-03-10 00:59:59", "2024-03-10 00h", "2024-03-10"),
        ("2024-03-10 23:59:59.999", "2024-03-10 23h", "2024-03-10"),
        ("2024-03-10T12:00:00", "2024-03-10 12h", "2024-03-10"),
    ],
)
def test_a_moment_lies_in_its_hour(moment: str, hour: str, day: str) -> None:
    others = ["2024-03-10 00:30:00", "2024-03-10 12:30:00", "2024-03-10 23:10:00", "2024-03-11"]
    hierarchy = calendar_of(moment, *others, kind=Kind.TIMESTAMP)
    assert path(hierarchy, moment)[:2] == [hour, day]


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("%d/%m/%Y", "17/05/1987"),
        ("%m/%d/%Y", "05/17/1987"),
        ("%d %b %Y", "17 May 1987"),
        ("%Y%m%d", "19870517"),
        ("%d.%m.%y", "17.05.87"),
    ],
)
def test_the_format_of_the_column_is_followed(form: str, written: str) -> None:
    others = [date.fromisoformat(day).strftime(form) for day in SPREAD[1:]]
    hierarchy = calendar_of(written, *others, kind=Kind.DATE, form=form)
    assert path(hierarchy, written) == ["1987-05", "1987-Q2", "1987", "1980s", "*"]


@pytest.mark.parametrize("form", FORMATS)
def test_formats_that_leave_no_doubt_are_tried(form: str) -> None:
    texts = [date.fromisoformat(day).strftime(form) for day in SPREAD[2:]]
    hierarchy = calendar_of(*texts, kind=Kind.TEXT)
    assert path(hierarchy, texts[0])[-3:] == ["1987", "1980s", "*"]


@pytest.mark.parametrize(
    "odd", ["2023-02-29", "2023-13-01", "2023-00-10", "soon", "", "31.04.2023", "20230229"]
)
def test_days_that_do_not_exist_stay_apart(odd: str) -> None:
    assert path(calendar_of(odd, *SPREAD), odd)[:-1] == [odd] * 4


def test_missing_days_stay_apart_until_the_top() -> None:
    hierarchy = build("date", make_domain([*SPREAD, None], Kind.DATE))
    assert path(hierarchy, None) == ["*missing*"] * 4 + ["*"]


@pytest.mark.parametrize(
    ("days", "titles"),
    [
        (["2024-01-01", "2024-01-02"], ("*",)),
        (["2024-01-01", "2024-02-01"], ("*",)),
        (["2024-01-01", "2024-01-02", "2024-02-01"], ("month", "*")),
        (["2024-01-01", "2024-02-01", "2025-01-01"], ("quarter", "*")),
        (["2024-01-01", "2024-07-01", "2025-01-01"], ("year", "*")),
        (["2024-01-01", "2025-07-01", "2035-01-01"], ("decade", "*")),
        ([], ("*",)),
    ],
    ids=["one month", "one quarter", "two months", "quarters", "years", "decades", "nothing"],
)
def test_periods_that_tell_nothing_new_are_left_out(
    days: list[str], titles: tuple[str, ...]
) -> None:
    assert calendar_of(*days).titles == titles


@given(st.lists(st.dates(), min_size=1, max_size=30, unique=True))
def test_days_are_together_exactly_when_a_calendar_says_so(days: list[date]) -> None:
    hierarchy = calendar_of(*map(str, days))
    keys = {
        "month": lambda day: (day.year, day.month),
        "quarter": lambda day: (day.year, (day.month + 2) // 3),
        "year": lambda day: day.year,
        "decade": lambda day: str(day.year).zfill(4)[:3],
    }
    for level, title in enumerate(hierarchy.titles[:-1], start=1):
        expected: dict[object, set[str]] = {}
        for day in days:
            expected.setdefault(keys[title](day), set()).add(str(day))
        assert partition(hierarchy, level) == {frozenset(group) for group in expected.values()}


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024])
@pytest.mark.parametrize("month", [2, 4, 12])
def test_first_and_last_day_of_a_month_belong_to_it(year: int, month: int) -> None:
    first, last = date(year, month, 1), date(year, month, monthrange(year, month)[1])
    hierarchy = calendar_of(str(first), str(last), str(date(year + 20, 1, 1)))
    assert path(hierarchy, str(first)) == path(hierarchy, str(last))
