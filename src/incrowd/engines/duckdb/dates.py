"""Which strptime formats a written date can have: 31/01/2020 -> %d/%m/%Y.

A format must fit every value of a column. Where both day-first and month-first fit all of them,
day-first is taken: it is what most of the world writes.
"""

import re
from datetime import datetime
from typing import Final

_YEAR: Final = "(?:[1-9][0-9]{3}|0[1-9][0-9]{2})"
_MONTH: Final = "(?:0?[1-9]|1[0-2])"
_DAY: Final = "(?:0?[1-9]|[12][0-9]|3[01])"
_NAMES: Final = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"

_PARTS: Final = {
    "%Y": _YEAR,
    "%y": "[0-9]{2}",
    "%m": _MONTH,
    "%d": _DAY,
    "%b": f"(?i:{_NAMES})",
    "%H": "(?:[01][0-9]|2[0-3])",
    "%M": "[0-5][0-9]",
    "%S": "[0-5][0-9]",
    "%f": "[0-9]{1,6}",
    "%z": "[+-][0-9]{2}:?[0-9]{2}",
}
"""Each directive as a pattern that Python and DuckDB read alike."""

_DATES: Final = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d"),
    *("%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y"),
    *("%d/%m/%y", "%m/%d/%y", "%d.%m.%y", "%d-%m-%y", "%m-%d-%y"),
    *("%d-%b-%Y", "%d %b %Y", "%d%b%Y"),
)
_TIMES: Final = ("%H:%M", "%H:%M:%S", "%H:%M:%S.%f")
_ZONES: Final = ("", "Z", "%z")
COMPACT: Final = "%Y%m%d"


def pattern(date_format: str) -> str:
    """The regular expression of the values that a format can read.

    >>> re.fullmatch(pattern("%d.%m.%Y"), "31.1.2020") is not None
    True
    """
    if date_format == COMPACT:
        return "(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    pieces = re.split(r"(%[a-zA-Z])", date_format)
    return "".join(_PARTS.get(piece) or piece.replace(".", "[.]") for piece in pieces)


def parse_date(value: str, date_format: str) -> datetime | None:
    """Read a date, or None where it is no such date.

    >>> parse_date("30/02/2020", "%d/%m/%Y") is None
    True
    """
    try:
        return datetime.strptime(value, date_format)
    except ValueError:
        return None


def list_formats(value: str) -> tuple[str, ...]:
    """All formats that fit a value, the preferred one first.

    >>> list_formats("31/01/2020 10:05")
    ('%d/%m/%Y %H:%M',)
    >>> list_formats("05/01/2020")
    ('%d/%m/%Y', '%m/%d/%Y')
    """
    if not any(character.isdigit() for character in value[:4]) or len(value) > 40:
        return ()
    days = _list_day_formats(value[:11])
    moments = [
        f"{day}{gap}{time}{zone}"
        for day in days
        for gap in " T"
        for time in _TIMES
        for zone in _ZONES
    ]
    return tuple(known for known in [*days, *moments] if _fits(value, known))


def _list_day_formats(beginning: str) -> list[str]:
    """The dates with which a value may begin: no need to try the times of the others."""
    return [day for day in (*_DATES, COMPACT) if re.match(pattern(day), beginning)]


def _fits(value: str, date_format: str) -> bool:
    fits = re.fullmatch(pattern(date_format), value) is not None
    return fits and parse_date(value, date_format) is not None
