"""Dates as people write them, against the calendar."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines.duckdb.dates import COMPACT, list_formats, parse_date, pattern

DAYS = st.dates(date(1000, 1, 1), date(2999, 12, 31))
WAYS = ["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%Y"]
NAMED = ["%d-%b-%Y", "%d %b %Y", "%d%b%Y"]


@given(DAYS, st.sampled_from([*WAYS, *NAMED]))
def test_a_day_is_read_as_it_was_written(day: date, way: str) -> None:
    written = day.strftime(way).replace(f"{day.year}", f"{day.year:04d}")
    assert way in list_formats(written)
    moment = parse_date(written, way)
    assert moment is not None
    assert moment.date() == day


@given(
    st.datetimes(datetime(1000, 1, 1), datetime(2999, 12, 31)),
    st.sampled_from([" %H:%M", "T%H:%M:%S", " %H:%M:%S.%f"]),
    st.sampled_from(["", "Z", "+01:00", "-0530"]),
)
def test_a_moment_is_read_as_it_was_written(moment: datetime, time: str, zone: str) -> None:
    written = moment.strftime(f"%Y-%m-%d{time}") + zone
    found = list_formats(written)
    assert found[0].startswith(f"%Y-%m-%d{time}")
    read = parse_date(written, found[0])
    assert read is not None
    seconds = {"%M": 60, "%S": 1, "%f": 1e-6}[time[-2:]]
    assert abs(read.replace(tzinfo=None) - moment) < timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("value", "formats"),
    [
        ("2020-02-29", ("%Y-%m-%d",)),
        ("2021-02-29", ()),
        ("31/12/1999", ("%d/%m/%Y",)),
        ("12/31/1999", ("%m/%d/%Y",)),
        ("01/02/2003", ("%d/%m/%Y", "%m/%d/%Y")),
        ("1.2.2003", ("%d.%m.%Y",)),
        ("01-FEB-2003", ("%d-%b-%Y",)),
        ("1 feb 2003", ("%d %b %Y",)),
        ("20200131", (COMPACT,)),
        ("18991231", ()),
        ("20201301", ()),
        ("2020-01-31 24:00", ()),
        ("2020-01-31 23:59", ("%Y-%m-%d %H:%M",)),
        ("2020-01-31 23:60", ()),
        ("2020-01-31T10:05:00Z", ("%Y-%m-%dT%H:%M:%SZ",)),
        ("0000-01-01", ()),
        ("2020-1-5", ("%Y-%m-%d",)),
        ("2020-01", ()),
        ("", ()),
        ("today", ()),
        ("2020-01-31 and more", ()),
        ("2020-01-31" + " " * 40, ()),
    ],
)
def test_which_formats_fit(value: str, formats: tuple[str, ...]) -> None:
    assert list_formats(value) == formats


@pytest.mark.parametrize(
    ("value", "year"), [("31/12/68", 2068), ("01/01/69", 1969), ("01/01/00", 2000)]
)
def test_years_of_two_digits_turn_at_1969(value: str, year: int) -> None:
    moment = parse_date(value, "%d/%m/%y")
    assert moment is not None
    assert moment.year == year


def test_a_point_is_a_point_and_no_wildcard() -> None:
    assert re.fullmatch(pattern("%d.%m.%Y"), "31.12.1999")
    assert not re.fullmatch(pattern("%d.%m.%Y"), "31x12x1999")


@pytest.mark.parametrize("way", [*WAYS, *NAMED, COMPACT])
def test_the_pattern_takes_nothing_but_whole_values(way: str) -> None:
    written = date(2003, 11, 21).strftime(way)
    assert re.fullmatch(pattern(way), written)
    assert not re.fullmatch(pattern(way), f"{written}0")
    assert not re.fullmatch(pattern(way), f" {written}")
