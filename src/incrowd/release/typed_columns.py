"""Ranges as numbers and dates: `20-29` becomes 20 in `age_from` and 29 in `age_to`, or 24.5.

What is published is read off the labels alone, never off the data, so nothing more is told. `*` and
missing become empty. Columns whose labels are no ranges stay as they are.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import isfinite
from typing import Final, Literal

from incrowd.engines.stored.writing import Derivation
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import Message, say
from incrowd.linking.values.published_value import as_interval, as_number
from incrowd.table import SUPPRESSED, Kind, Profile, as_written

Typed = Literal["ranges", "midpoints"]
"""Two columns with the ends of each range, or one with its middle."""

WAYS: Final[tuple[Typed, ...]] = ("ranges", "midpoints")
_DAY: Final = "%Y-%m-%d"
_PERIOD: Final = re.compile(
    r"(?P<year>\d{4})(?:(?P<decade>s)|-Q(?P<quarter>[1-4])|-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
)
_DATES: Final = (Kind.DATE, Kind.TIMESTAMP)


@dataclass(frozen=True)
class Span:
    """The ends of a range; None where it has none on that side."""

    low: float | date | None
    high: float | date | None
    with_high: bool = True


def check_typed(typed: str | None) -> Typed | None:
    """Refuse a way to write ranges that does not exist."""
    if typed is None:
        return None
    for known in WAYS:
        if typed == known:
            return known
    raise UnknownName.among("way to write ranges", typed, WAYS)


def derive_columns(
    labels: Mapping[str, Iterable[str | None]],
    profiles: Sequence[Profile],
    typed: Typed | None,
    columns: Sequence[str],
) -> tuple[Derivation, ...]:
    """The columns that stand for those whose labels are ranges of numbers or dates."""
    if typed is None:
        return ()
    derived = [
        derivation
        for profile in profiles
        if profile.name in labels
        for derivation in _derive(profile, labels[profile.name], typed)
    ]
    gone = {derivation.source for derivation in derived}
    names = [name for name in columns if name not in gone]
    names += [derivation.profile.name for derivation in derived]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InvalidParameter(
            say("There would be two columns '{name}'.", name=twice[0]),
            say("Rename the one in the data, or write ranges as text, without --typed."),
        )
    return tuple(derived)


def _derive(profile: Profile, labels: Iterable[str | None], typed: Typed) -> list[Derivation]:
    read = _read_date if profile.kind in _DATES else _read_number
    if not (profile.kind.numeric or profile.kind in _DATES):
        return []
    spans: dict[str, Span] = {}
    for label in dict.fromkeys(labels):
        text = None if label is None else as_written(label)
        if text is None or text == SUPPRESSED:
            continue
        span = read(text, profile)
        if span is None or (typed == "midpoints" and None in (span.low, span.high)):
            return []
        spans[text] = span
    if all(span.low == span.high for span in spans.values()):
        return [Derivation(profile.name, profile, {text: text for text in spans})]
    if typed == "midpoints":
        middles = {text: _middle(span.low, _last(span, profile)[0]) for text, span in spans.items()}
        return [_column(profile, profile.name, middles, open_end=False)]
    ends = {text: _last(span, profile) for text, span in spans.items()}
    excluded = any(not with_high for _, with_high in ends.values())
    lows = {text: span.low for text, span in spans.items()}
    highs = {text: high for text, (high, _) in ends.items()}
    return [
        _column(profile, f"{profile.name}_from", lows, open_end=False),
        _column(profile, f"{profile.name}_to", highs, open_end=excluded),
    ]


def _last(span: Span, profile: Profile) -> tuple[float | date | None, bool]:
    """The end of a range; among whole numbers it is always the last one that belongs to it."""
    if profile.kind is Kind.INTEGER and not span.with_high and isinstance(span.high, float):
        return span.high - 1, True
    return span.high, span.with_high


def _middle(low: float | date | None, high: float | date | None) -> float | date | None:
    if isinstance(low, date) and isinstance(high, date):
        return low + (high - low) // 2
    if isinstance(low, float) and isinstance(high, float):
        return (low + high) / 2
    return None


def _column(
    profile: Profile, name: str, ends: Mapping[str, float | date | None], *, open_end: bool
) -> Derivation:
    known = [end for end in ends.values() if end is not None]
    whole = all(isinstance(end, float) and end.is_integer() for end in known)
    comma = profile.decimal_comma and not whole
    texts = {label: _write(end, whole=whole, comma=comma) for label, end in ends.items()}
    dated = profile.kind in _DATES
    kind = Kind.DATE if dated else Kind.INTEGER if whole else Kind.DECIMAL
    written = sorted(text for text in texts.values() if text is not None)
    lengths = [len(text) for text in written] or [0]
    described = Profile(
        name,
        kind,
        profile.rows,
        0,
        len(set(written)),
        min(lengths),
        max(lengths),
        written[0] if dated and written else None,
        written[-1] if dated and written else None,
        decimal_comma=comma,
        date_format=_DAY if dated else None,
        common=tuple((text, 1) for text in written),
    )
    return Derivation(profile.name, described, texts, open_end)


def _write(end: float | date | None, *, whole: bool, comma: bool) -> str | None:
    if end is None:
        return None
    if isinstance(end, date):
        return end.isoformat()
    text = str(int(end)) if whole else repr(end)
    return text.replace(".", ",") if comma else text


def _read_number(text: str, profile: Profile) -> Span | None:
    span = as_interval(text)
    if span is not None:
        ends = [end if isfinite(end) else None for end in (span.low, span.high)]
        low = ends[0]
        if low is not None and not span.with_low:
            if profile.kind is not Kind.INTEGER:
                return None
            low += 1
        return Span(low, ends[1], span.with_high)
    number = as_number(text)
    return None if number is None else Span(number, number)


def _read_date(text: str, profile: Profile) -> Span | None:
    period = _PERIOD.fullmatch(text)
    if period is None:
        return None
    year = int(period["year"])
    if not 1 <= year <= 9990:
        return None
    if period["decade"]:
        return Span(date(year, 1, 1), date(year + 9, 12, 31))
    first, last = 1, 12
    if period["quarter"]:
        first = 3 * int(period["quarter"]) - 2
        last = first + 2
    elif period["month"]:
        first = last = int(period["month"])
    if not 1 <= first <= 12:
        return None
    days = monthrange(year, last)[1]
    if period["day"]:
        day = int(period["day"])
        return Span(date(year, first, day), date(year, first, day)) if 1 <= day <= days else None
    return Span(date(year, first, 1), date(year, last, days))


def warn_of_open_ends(derived: Sequence[Derivation]) -> tuple[Message, ...]:
    """Say which ends of ranges are not part of them."""
    return tuple(
        say(
            "The upper end in '{name}' is not part of the range: 0 and 500 mean 0 to less "
            "than 500.",
            name=derivation.profile.name,
        )
        for derivation in derived
        if derivation.open_end
    )
