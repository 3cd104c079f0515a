"""Read a text as a number or a moment: `1,5` -> 1.5 where a comma separates decimals."""

from datetime import datetime
from math import isfinite

from incrowd.table import Profile


def size_of(value: str, profile: Profile) -> float | None:
    """Read a value of a column as a number: its size, or its date in seconds.

    >>> from incrowd.table import Kind
    >>> size_of("1,5", Profile("x", Kind.DECIMAL, 1, 0, 1, decimal_comma=True))
    1.5
    """
    if profile.kind.numeric:
        return _number(value.replace(",", ".") if profile.decimal_comma else value)
    return _seconds(value, profile.date_format) if profile.date_format else None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _seconds(value: str, date_format: str) -> float | None:
    try:
        moment = datetime.strptime(value, date_format)
    except ValueError:
        return None
    return (moment.replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()
