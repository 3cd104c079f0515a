"""What the values of a column of text are: ["1", "2"] are integers, ["01", "02"] are codes.

The same patterns are used here, where all values are at hand, and in SQL, where they are too many.
An integer has no leading zero (then it is a code) and fits 64 bits (longer ones are codes, too). A
decimal comma is believed only where a thousands separator is ruled out: "1,234" alone stays text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from incrowd.engines.duckdb import dates
from incrowd.engines.duckdb.statements import literal
from incrowd.table import Kind, Profile

MARKERS: Final = frozenset(
    [
        "?",
        "??",
        "-",
        "--",
        "---",
        ".",
        "..",
        "*",
        "/",
        "n/a",
        "na",
        "#n/a",
        "#na",
        "n.a.",
        "n.d.",
        "nd",
    ]
    + ["nan", "null", "none", "nil", "missing", "unknown", "unk", "not available", "not applicable"]
    + [
        "inf",
        "-inf",
        "+inf",
        "infinity",
        "-infinity",
        "nat",
        "<na>",
        "(null)",
        r"\n",
        "s/d",
        "k.a.",
    ]
)
"""What people write, in any case, where a number or a date is not known."""

_WHOLE: Final = "(?:0|[1-9][0-9]{0,17})"
_EXPONENT: Final = "(?:[eE][+-]?[0-9]{1,3})?"
_POINT: Final = f"[+-]?(?:{_WHOLE}(?:[.][0-9]*)?|[.][0-9]+){_EXPONENT}"
_COMMA: Final = f"[+-]?{_WHOLE}(?:,[0-9]+)?{_EXPONENT}"
_THOUSANDS: Final = "[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+"
_FEW_DATES: Final = 3
"""So many different values must be dates before 20200131 is no longer taken for a number."""


@dataclass(frozen=True)
class Reading:
    """A kind, and how its values are written."""

    kind: Kind
    pattern: str = ""
    date_format: str | None = None
    decimal_comma: bool = False

    def fits(self, value: str) -> bool:
        """Whether a value can be read so."""
        if re.fullmatch(self.pattern, value) is None:
            return False
        return self.date_format is None or dates.parse_date(value, self.date_format) is not None

    def key(self, value: str) -> Decimal | datetime:
        """By what values are put in order."""
        if self.date_format is None:
            return Decimal(value.replace(",", ".") if self.decimal_comma else value)
        moment = dates.parse_date(value, self.date_format)
        return moment if moment is not None else datetime.min

    def sql_fits(self, value: str) -> str:
        """The same as `fits`, in SQL."""
        matches = f"regexp_full_match({value}, {literal(self.pattern)})"
        if self.date_format is None:
            return matches
        moment = f"try_strptime({value}, {literal(self.date_format)})"
        return f"({matches} AND {moment} IS NOT NULL)"

    def sql_key(self, value: str) -> str:
        """The same as `key`, in SQL."""
        if self.date_format is not None:
            return f"try_strptime({value}, {literal(self.date_format)})"
        if self.kind is Kind.INTEGER:
            return f"try_cast({value} AS BIGINT)"
        number = f"replace({value}, ',', '.')" if self.decimal_comma else value
        return f"try_cast({number} AS DOUBLE)"

    def sql_typed(self, value: str) -> str:
        """The value itself, in SQL; a text that cannot be read so is an error."""
        if self.date_format is not None:
            moment = f"strptime({value}, {literal(self.date_format)})"
            return f"CAST({moment} AS DATE)" if self.kind is Kind.DATE else moment
        number = f"replace({value}, ',', '.')" if self.decimal_comma else value
        return f"CAST({number} AS {_SQL_TYPES[self.kind]})"

    def plain(self, value: str) -> str:
        """The only way to write a value: 1.50 and 1.5 are the same number.

        >>> DECIMAL.plain("1.50"), INTEGER.plain("+7"), _dated("%d.%m.%Y").plain("31.1.2020")
        ('1.5', '7', '2020-01-31')
        """
        if self.date_format is not None:
            moment = dates.parse_date(value, self.date_format)
            return value if moment is None else self._plain_moment(moment)
        return self.plain_typed(value.replace(",", ".") if self.decimal_comma else value)

    def plain_typed(self, text: str) -> str:
        """The same of what a file says that has types; what cannot be read stays as it is."""
        try:
            if self.date_format is not None:
                return self._plain_moment(datetime.fromisoformat(text))
            if self.kind is Kind.INTEGER:
                return str(int(text))
            # adding nothing makes 0 of -0
            return repr(float(text) + 0.0) if self.kind is Kind.DECIMAL else text.lower()
        except ValueError:
            return text

    def _plain_moment(self, moment: datetime) -> str:
        return moment.date().isoformat() if self.kind is Kind.DATE else moment.isoformat(" ")


_SQL_TYPES: Final = {Kind.INTEGER: "BIGINT", Kind.DECIMAL: "DOUBLE", Kind.BOOLEAN: "BOOLEAN"}
_SHORT: Final = 18
"""Digits that always fit 64 bits."""


def certain_type(profile: Profile) -> Reading | None:
    """How the values of a column are read as numbers, dates or truth values, without any doubt.

    None where they are text, where some say that there is none (`NA`), and for dates of which the
    century, the zone or the order of day and month is a guess.
    """
    kind, date_format = profile.kind, profile.date_format
    if profile.markers or kind is Kind.TEXT:
        return None
    if kind in (Kind.DATE, Kind.TIMESTAMP):
        values = [value for value, _ in profile.common]
        if date_format is None or {"%y", "%z"} & set(re.findall("%[a-zA-Z]", date_format)):
            return None
        if date_format.endswith("Z") or len(_fitting_formats(values)) > 1:
            return None
    elif kind is Kind.INTEGER and profile.longest > _SHORT:
        return None
    known = Reading(kind, "", date_format, profile.decimal_comma)
    ends = [known.plain(end) for end in (profile.minimum, profile.maximum) if end is not None]
    return None if {"inf", "-inf"} & set(ends) else known


def _fitting_formats(values: Sequence[str]) -> list[str]:
    """The formats that fit all of these dates: 05/01/2020 alone has two."""
    return [
        known
        for known in dates.list_formats(values[0])
        if all(dates.parse_date(value, known) is not None for value in values)
    ]


TEXT: Final = Reading(Kind.TEXT)
BOOLEAN: Final = Reading(Kind.BOOLEAN, "(?i:true|false)")
INTEGER: Final = Reading(Kind.INTEGER, f"[+-]?{_WHOLE}")
DECIMAL: Final = Reading(Kind.DECIMAL, _POINT)
DECIMAL_COMMA: Final = Reading(Kind.DECIMAL, _COMMA, decimal_comma=True)


def is_marker(value: str) -> bool:
    """Whether a value only says that there is none."""
    return value.strip().lower() in MARKERS


def candidates(values: Sequence[str]) -> list[Reading]:
    """The readings that fit all of these values, the preferred one first; markers left out.

    >>> [reading.kind.value for reading in candidates(["1", "2", "?"])]
    ['integer', 'decimal', 'decimal']
    """
    proper = [value for value in values if not is_marker(value)]
    if not proper:
        return []
    known = [*_dates(proper), INTEGER, DECIMAL, DECIMAL_COMMA]
    if len(proper) == len(values):
        known.insert(0, BOOLEAN)
    return [reading for reading in known if all(map(reading.fits, proper))]


def choose(values: Sequence[str], holds: Callable[[Reading], bool] | None = None) -> Reading:
    """The reading of a column: the first candidate that holds for all its values.

    `holds` checks the values that are not at hand; without it, these are all.

    >>> choose(["1,5", "2"]).decimal_comma, choose(["1,500", "2"]).kind.value
    (True, 'text')
    """

    def certain(reading: Reading) -> bool:
        return not (reading.decimal_comma and _thousands(values))

    return next(filter(holds or certain, candidates(values)), TEXT)


def sql_unambiguous(value: str) -> str:
    """Whether some value has a comma that cannot be a thousands separator, in SQL."""
    thousands = f"regexp_full_match({value}, {literal(_THOUSANDS)})"
    return f"(contains({value}, ',') AND NOT {thousands})"


def _thousands(values: Iterable[str]) -> bool:
    """Whether every comma may as well separate thousands."""
    return all(re.fullmatch(_THOUSANDS, value) for value in values if "," in value)


def _dates(values: Sequence[str]) -> list[Reading]:
    readings = [_dated(known) for known in dates.list_formats(values[0])]
    return [
        reading
        for reading in readings
        if reading.date_format != dates.COMPACT or len(values) >= _FEW_DATES
    ]


def _dated(date_format: str) -> Reading:
    kind = Kind.TIMESTAMP if "%H" in date_format else Kind.DATE
    return Reading(kind, dates.pattern(date_format), date_format)
