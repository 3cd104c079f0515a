"""Read a column's role from its shape where its name says nothing: counters, codes, texts."""

from dataclasses import dataclass
from typing import Final

from incrowd.language import as_message, say
from incrowd.roles.fits import FIRST_YEAR, LAST_YEAR, filled
from incrowd.roles.meaning import Meaning
from incrowd.table import Kind, Profile, Role

FEWEST_COUNTED: Final = 10
FEWEST_UNIQUE: Final = 20
FEWEST_NUMBERS: Final = 50
"""Rows from which a column without repetition is no accident: counters, texts, other numbers."""


@dataclass(frozen=True)
class Shape:
    """A role that follows from the shape of the values, with the words for it."""

    role: Role
    meaning: Meaning | None
    words: str


def recognise(profile: Profile) -> Shape:
    """Say what a column without a telling name is; in doubt it is quasi.

    >>> recognise(Profile("x", Kind.DATE, 100, 0, 90)).words
    'all 100 values are dates: others may know when something happened'
    """
    rows = filled(profile)
    if rows == 0:
        return Shape(
            Role.QUASI, None, say("no row has a value: we are not sure, but others may know it")
        )
    if profile.kind in (Kind.DATE, Kind.TIMESTAMP):
        dates = say(
            "all {rows:,} values are dates: others may know when something happened", rows=rows
        )
        return Shape(Role.QUASI, Meaning.DATE, dates)
    return _constant(profile) or _text(profile) or _unique(profile) or _number(profile)


def is_constant(profile: Profile) -> bool:
    """Whether every row has the same value, none missing."""
    return profile.rows > 1 and profile.missing == 0 and profile.distinct == 1


def is_free_text(profile: Profile) -> bool:
    """Whether values are sentences: mostly seven words or more, and hardly two alike."""
    if profile.kind is not Kind.TEXT or not profile.common:
        return False
    if profile.distinct < 5 or 2 * profile.distinct < filled(profile):
        return False
    some = profile.common[:: max(1, len(profile.common) // 100)]
    words = sorted(len(value.split()) for value, _ in some)
    return words[len(words) // 2] >= 7


def _constant(profile: Profile) -> Shape | None:
    if not is_constant(profile):
        return None
    same = say(
        "all {rows:,} rows have the same value: it cannot tell people apart", rows=profile.rows
    )
    return Shape(Role.INSENSITIVE, None, same)


def _text(profile: Profile) -> Shape | None:
    if not is_free_text(profile):
        return None
    words = say("the values are sentences: free text can contain anything, even names")
    return Shape(Role.IDENTIFIER, Meaning.FREE_TEXT, words)


def _unique(profile: Profile) -> Shape | None:
    rows = filled(profile)
    if profile.kind is Kind.TEXT and _hardly_repeats(profile, rows):
        words = say(
            "{distinct:,} of {rows:,} values are different: each points to one row",
            distinct=profile.distinct,
            rows=rows,
        )
    elif profile.unique and profile.kind is Kind.INTEGER and _counts(profile, rows):
        words = say("it numbers the {rows:,} rows: each number points to one row", rows=rows)
    elif profile.unique and profile.kind is Kind.INTEGER and _numbers(profile, rows):
        words = say("all {rows:,} whole numbers are different: each points to one row", rows=rows)
    else:
        return None
    return Shape(Role.IDENTIFIER, Meaning.IDENTIFIER, words)


def _hardly_repeats(profile: Profile, rows: int) -> bool:
    nearly = rows >= 100 and profile.distinct >= 0.95 * rows
    return (profile.unique and rows >= FEWEST_UNIQUE) or nearly


def _bounds(profile: Profile) -> tuple[int, int] | None:
    try:
        return int(profile.minimum or ""), int(profile.maximum or "")
    except ValueError:
        return None


def _counts(profile: Profile, rows: int) -> bool:
    bounds = _bounds(profile)
    if bounds is None or bounds[1] - bounds[0] + 1 != rows:
        return False
    return rows >= (FEWEST_COUNTED if bounds[0] in (0, 1) else FEWEST_UNIQUE)


def _numbers(profile: Profile, rows: int) -> bool:
    # Measurements collide sooner or later; numbers of one length that never do were handed out.
    same_length = profile.shortest == profile.longest >= 5
    return rows >= (FEWEST_NUMBERS if same_length else 20 * FEWEST_NUMBERS)


def _number(profile: Profile) -> Shape:
    bounds = _bounds(profile) if profile.kind is Kind.INTEGER else None
    if bounds and bounds[0] >= FIRST_YEAR and bounds[1] <= LAST_YEAR and profile.distinct > 2:
        years = say("the values look like years: others may know it")
        return Shape(Role.QUASI, Meaning.YEAR, years)
    words = say(
        "{distinct:,} different {values} in {rows:,} rows: we are not sure, but others may know it",
        distinct=profile.distinct,
        values=as_message(_NOUNS.get(profile.kind, ("text", "texts"))[profile.distinct != 1]),
        rows=filled(profile),
    )
    return Shape(Role.QUASI, None, words)


_NOUNS: Final = {
    Kind.INTEGER: ("whole number", "whole numbers"),
    Kind.DECIMAL: ("number", "numbers"),
    Kind.BOOLEAN: ("yes-or-no value", "yes-or-no values"),
}
"""What the values are called, one and several of them."""
