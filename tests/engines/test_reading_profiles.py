"""What the values of a column are: decided on all of them, whether they are few or many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from engine_rows import Opener, Writer, profile_of
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines import connect
from incrowd.engines.duckdb.column_types import (
    DECIMAL,
    DECIMAL_COMMA,
    INTEGER,
    Reading,
    candidates,
    choose,
)
from incrowd.engines.duckdb.dates import list_formats, parse_date, pattern
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import literal
from incrowd.progress import silent
from incrowd.table import Kind, Profile


def _column(opened: Opener, written: Writer, values: list[str]) -> Profile:
    """A column, read from a text in which nothing but it decides."""
    lines = [f'"{value}",x' for value in values]
    return profile_of(opened(written("v,other\n" + "\n".join(lines) + "\n")), "v")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "-2", "+3", "0"], Kind.INTEGER),
        (["1", "02"], Kind.TEXT),
        (["00123", "28001"], Kind.TEXT),
        (["1", "2.5", ".5", "3.", "-1e-5"], Kind.DECIMAL),
        (["1", "007.5"], Kind.TEXT),
        (["1,5", "2"], Kind.DECIMAL),
        (["1,5", "2.5"], Kind.TEXT),
        (["1,500", "2,000"], Kind.TEXT),
        (["1,500", "2,00"], Kind.DECIMAL),
        (["1,234,567"], Kind.TEXT),
        (["12345678901234567890"], Kind.TEXT),
        (["true", "False"], Kind.BOOLEAN),
        (["true", "NA"], Kind.TEXT),
        (["0", "1"], Kind.INTEGER),
        (["2020-01-31", "1999-12-01"], Kind.DATE),
        (["2020-01-31", "2020-02-30"], Kind.TEXT),
        (["31/01/2020", "01/02/2020"], Kind.DATE),
        (["2020-01-31 10:05", "2020-02-01 23:59"], Kind.TIMESTAMP),
        (["2020-01-31T10:05:00Z"], Kind.TIMESTAMP),
        (["2020-01-31", "2020-01-31 10:05"], Kind.TEXT),
        (["20200131", "19991231", "20010101"], Kind.DATE),
        (["20200131", "19991231", "20019901"], Kind.INTEGER),
        (["20200131"], Kind.INTEGER),
        (["1.2.3.4"], Kind.TEXT),
        (["?", "NA"], Kind.TEXT),
        (["1", "2", "x"], Kind.TEXT),
        (["inf", "1.5"], Kind.DECIMAL),
    ],
)
def test_kinds(opened: Opener, written: Writer, values: list[str], kind: Kind) -> None:
    assert _column(opened, written, values).kind is kind


@pytest.mark.parametrize(
    ("values", "date_format", "least", "greatest"),
    [
        (["31/01/2020", "01/02/2019"], "%d/%m/%Y", "01/02/2019", "31/01/2020"),
        (["01/31/2020", "01/02/2020"], "%m/%d/%Y", "01/02/2020", "01/31/2020"),
        (["05/06/2020", "07/05/2020"], "%d/%m/%Y", "07/05/2020", "05/06/2020"),
        (["1.2.2020", "31.12.1999"], "%d.%m.%Y", "31.12.1999", "1.2.2020"),
        (["2020/1/5", "2019/12/31"], "%Y/%m/%d", "2019/12/31", "2020/1/5"),
        (["31/12/68", "01/01/69"], "%d/%m/%y", "01/01/69", "31/12/68"),
        (["05-JAN-2020", "01-feb-2019"], "%d-%b-%Y", "01-feb-2019", "05-JAN-2020"),
        (["2020-01-31 10:05:00.5", "2020-01-31 10:05:00.25"], "%Y-%m-%d %H:%M:%S.%f", None, None),
        (["2020-01-31T10:05:00+01:00"], "%Y-%m-%dT%H:%M:%S%z", None, None),
    ],
)
def test_dates(
    opened: Opener,
    written: Writer,
    values: list[str],
    date_format: str,
    least: str | None,
    greatest: str | None,
) -> None:
    profile = _column(opened, written, values)
    assert profile.date_format == date_format
    if least is not None:
        assert (profile.minimum, profile.maximum) == (least, greatest)


def test_markers_leave_the_kind_as_it_is(opened: Opener, written: Writer) -> None:
    profile = _column(opened, written, ["10", "9", "?", "N/A", "?", "", "100"])
    assert (profile.kind, profile.markers) == (Kind.INTEGER, ("?", "N/A"))
    assert (profile.minimum, profile.maximum) == ("9", "100")
    assert (profile.rows, profile.missing, profile.distinct) == (7, 1, 5)
    dates = _column(opened, written, ["2020-01-31", "unknown"])
    assert (dates.kind, dates.markers) == (Kind.DATE, ("unknown",))


def test_the_commonest_values_come_first_and_ties_by_value(opened: Opener, written: Writer) -> None:
    profile = _column(opened, written, ["b", "a", "c", "b", "é", "", "Z"])
    assert profile.common == (("b", 2), ("Z", 1), ("a", 1), ("c", 1), ("é", 1))
    assert (profile.shortest, profile.longest, profile.minimum) == (1, 1, None)


def test_a_column_without_values(opened: Opener, written: Writer) -> None:
    profile = _column(opened, written, ["", ""])
    assert (profile.kind, profile.missing, profile.distinct) == (Kind.TEXT, 2, 0)
    assert profile.common == ()


MANY = range(1_000, 4_000)


@pytest.mark.parametrize(
    ("values", "kind", "least", "greatest"),
    [
        ([str(n) for n in MANY], Kind.INTEGER, "1000", "3999"),
        ([str(n) for n in MANY] + ["9.5"], Kind.DECIMAL, "9.5", "3999"),
        ([f"{n},5" for n in MANY], Kind.DECIMAL, "1000,5", "3999,5"),
        (
            [f"1,{n % 1_000:03}" for n in range(999)] + [f"2,{n:03}" for n in range(999)],
            Kind.TEXT,
            None,
            None,
        ),
        ([str(n) for n in MANY] + ["007"], Kind.TEXT, None, None),
        ([f"{n}-02-28" for n in range(1_000, 3_000)], Kind.DATE, "1000-02-28", "2999-02-28"),
        ([f"{n}-02-28" for n in range(1_000, 3_000)] + ["2001-02-29"], Kind.TEXT, None, None),
        (
            [f"1/2/{n}" for n in range(1_000, 3_000)] + ["1/13/2000"],
            Kind.DATE,
            "1/2/1000",
            "1/2/2999",
        ),
        ([str(n) for n in MANY] + ["?"], Kind.INTEGER, "1000", "3999"),
        ([f"x{n}" for n in MANY], Kind.TEXT, None, None),
    ],
)
def test_columns_with_many_values(
    opened: Opener,
    written: Writer,
    values: list[str],
    kind: Kind,
    least: str | None,
    greatest: str | None,
) -> None:
    profile = _column(opened, written, [*values, "", *values[:3]])
    assert (profile.kind, profile.minimum, profile.maximum) == (kind, least, greatest)
    assert (profile.rows, profile.missing, profile.distinct) == (
        len(values) + 4,
        1,
        len(set(values)),
    )
    assert len(profile.common) == 1_000
    assert [count for _, count in profile.common[:4]] == [2, 2, 2, 1]
    assert profile.markers == (("?",) if "?" in values else ())


def test_native_types_with_many_values(opened: Opener) -> None:
    import pyarrow as pa

    table = pa.table({"n": list(range(3_000)), "x": [n / 8 for n in range(3_000)]})
    source = opened(table)
    n, x = profile_of(source, "n"), profile_of(source, "x")
    assert (n.kind, n.minimum, n.maximum, n.distinct) == (Kind.INTEGER, "0", "2999", 3_000)
    assert (x.kind, x.minimum, x.maximum) == (Kind.DECIMAL, "0.0", "374.875")


NUMBERS = st.from_regex(r"[+-]?[0-9]{1,4}([.,][0-9]{0,4})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)
MOMENTS = st.from_regex(
    r"([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-3]?[0-9][-/.][01]?[0-9][-/.]([0-9]{2}){1,2})"
    r"([ T][0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{1,6})?)?(Z|[+-]0[0-9]:?00)?)?",
    fullmatch=True,
)


@pytest.fixture(scope="module")
def database() -> Iterator[Session]:
    session = Session(silent)
    yield session
    session.close()


@given(value=NUMBERS | MOMENTS | st.text(max_size=6))
def test_sql_reads_a_value_as_python_does(database: Session, value: str) -> None:
    value = value.replace("\0", "")
    dated = [Reading(Kind.DATE, pattern(known), known) for known in list_formats(value)]
    for reading in [INTEGER, DECIMAL, DECIMAL_COMMA, *dated]:
        found = database.rows(f"SELECT {reading.sql_fits(literal(value))}")
        assert found == [(reading.fits(value),)]


@given(value=MOMENTS)
def test_a_format_reads_what_it_was_found_for(value: str) -> None:
    for known in list_formats(value):
        assert parse_date(value, known) is not None


@given(values=st.lists(NUMBERS | MOMENTS, min_size=1, max_size=5))
def test_the_chosen_reading_fits_all_values(values: list[str]) -> None:
    reading = choose(values)
    assert reading.kind is Kind.TEXT or all(map(reading.fits, values))
    assert all(reading.fits(value) for reading in candidates(values) for value in values)


def test_profiles_are_found_once(written: Writer) -> None:
    source = connect(written("a,b\nx,1\n"))
    first = source.profiles()
    source.close()
    assert source.profiles() is first
