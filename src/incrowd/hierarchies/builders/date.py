"""Dates ever less exact: 2024-03-14 -> 2024-03 -> 2024-Q1 -> 2024 -> 2020s -> *."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import numpy as np

from incrowd.hierarchies.builder import (
    Builder,
    Level,
    Understood,
    assemble,
    group_by_number,
    mostly,
)
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import Kind

MEANINGS: Final = frozenset({"date", "birth_date"})
FORMATS: Final = ("%Y-%m", "%Y/%m/%d", "%d.%m.%Y", "%m/%Y", "%m.%Y", "%Y%m%d")
"""Formats that can be told without doubt; day/month and month/day cannot."""
SAMPLE: Final = 200

Reader = Callable[[str], datetime]
# year, month, day and hour in one number, which sorts as time does
_YEAR, _MONTH, _DAY = 100**3, 100**2, 100


def suits(domain: Domain) -> str | None:
    """Dates fit, and texts that are said to be dates and mostly read as such."""
    attribute = domain.attribute
    if attribute.kind in (Kind.DATE, Kind.TIMESTAMP):
        return say("its values are dates")
    said = attribute.kind is Kind.TEXT and attribute.meaning in MEANINGS
    if said and mostly(domain.values, partial(_read, _choose_reader(domain))):
        return say("its values are dates")
    return None


def build(domain: Domain) -> Hierarchy:
    """Cut off hour, day, month, quarter, year, decade, as far as the data has them."""
    reader = _choose_reader(domain)
    moments = [_read(reader, value) for value in domain.values]
    positions = np.array([i for i, moment in enumerate(moments) if moment is not None], np.int64)
    stamps = np.array(
        [
            moment.year * _YEAR + moment.month * _MONTH + moment.day * _DAY + moment.hour
            for moment in moments
            if moment is not None
        ],
        dtype=np.int64,
    )
    how = say("Periods of the calendar.")
    return assemble(Understood(domain, positions), _levels(stamps), "date", how)


def _levels(stamps: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> list[Level]:
    year, month = stamps // _YEAR, stamps // _MONTH % 100
    timed = bool((stamps % _DAY).any())
    hour = group_by_number(say("hour"), stamps, lambda n: f"{_day(n // _DAY)} {n % _DAY:02d}h")
    return [
        *([hour] if timed else []),
        group_by_number(say("day"), stamps // _DAY, _day),
        group_by_number(say("month"), stamps // _MONTH, lambda n: f"{n // 100:04d}-{n % 100:02d}"),
        group_by_number(say("quarter"), year * 4 + (month - 1) // 3, _quarter),
        group_by_number(say("year"), year, lambda n: f"{n:04d}"),
        group_by_number(say("decade"), year // 10, lambda n: f"{n * 10:04d}s"),
    ]


def _day(number: int) -> str:
    return f"{number // 10000:04d}-{number // 100 % 100:02d}-{number % 100:02d}"


def _quarter(number: int) -> str:
    return f"{number // 4:04d}-Q{number % 4 + 1}"


def _choose_reader(domain: Domain) -> Reader:
    """Read by the format that the engine found, else by ISO, else by the first format that fits."""
    form = domain.attribute.profile.date_format
    if form:
        return _by_format(form)
    glance = domain.values[:SAMPLE]
    readers = [datetime.fromisoformat, *map(_by_format, FORMATS)]
    return max(readers, key=lambda reader: sum(_read(reader, text) is not None for text in glance))


def _by_format(form: str) -> Reader:
    return lambda text: datetime.strptime(text, form)


def _read(reader: Reader, value: str | None) -> datetime | None:
    try:
        return None if value is None else reader(value.strip())
    except (ValueError, OverflowError):
        return None


BUILDER = Builder(
    name="date",
    title="Calendar",
    explanation="Shows dates by hour, day, month, quarter, year or decade.",
    citation="ISO 8601-1, Date and time, 2019",
    suits=suits,
    build=build,
)
