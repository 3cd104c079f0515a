"""Judge whether values fit what the name says: a `phone` that is 0 or 1 is no phone number."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final

from incrowd.roles.evidence import THRESHOLD, Evidence, share
from incrowd.roles.meaning import CONCEPTS, Meaning
from incrowd.roles.person_key import names_people
from incrowd.table import Kind, Profile, Role

OLDEST: Final = 130
FIRST_YEAR: Final = 1850
LAST_YEAR: Final = 2100

_MOMENTS: Final = (Kind.DATE, Kind.TIMESTAMP)
_NUMBER: Final = re.compile(r"[0-9]{1,3}(?![0-9])", re.ASCII)
_YEAR: Final = re.compile(r"(?<![0-9])(?:1[89]|20)[0-9]{2}(?![0-9])", re.ASCII)
_DAY: Final = re.compile(
    r"(?:1[89]|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])"
    r"|[0-9*]{1,4}[-/. ][0-9A-Za-z*]{1,9}(?:[-/. ][0-9*]{1,4})?.*",
    re.ASCII | re.DOTALL,
)


class Fit(Enum):
    """How values relate to what the name says."""

    CONFIRMED = "confirmed"
    OPEN = "open"
    CONTRADICTED = "contradicted"


def filled(profile: Profile) -> int:
    """The number of rows that have a value."""
    return max(0, profile.rows - profile.missing)


def judge(meaning: Meaning, profile: Profile, evidence: Sequence[Evidence]) -> Fit:
    """Say whether the values confirm a meaning, contradict it, or leave it open.

    >>> judge(Meaning.AGE, Profile("age", Kind.DATE, 9, 0, 9), ())
    <Fit.CONTRADICTED: 'contradicted'>
    """
    if any(clue.meaning is meaning for clue in evidence):
        return Fit.CONFIRMED
    if not profile.common:
        return _judge_kind(meaning, profile)
    if meaning in _JUDGES:
        return _JUDGES[meaning](profile)
    if CONCEPTS[meaning].role is Role.IDENTIFIER:
        return _identifies(profile)
    return Fit.CONTRADICTED if profile.kind in _MOMENTS else Fit.OPEN


def repeats(profile: Profile) -> bool:
    """Whether so few values are shared by so many rows that none can point to one person."""
    return profile.distinct <= 20 and 3 * profile.distinct <= filled(profile)


def tells_years(profile: Profile) -> bool:
    """Whether whole numbers are years."""
    return profile.kind is Kind.INTEGER and _year(profile) is Fit.CONFIRMED


def _judge_kind(meaning: Meaning, profile: Profile) -> Fit:
    """Judge by the kind alone, where no value is known."""
    if filled(profile) == 0 or profile.kind not in _MOMENTS:
        return Fit.OPEN
    dated = meaning in (Meaning.DATE, Meaning.BIRTH_DATE)
    return Fit.CONFIRMED if dated else Fit.CONTRADICTED


def _as_number(profile: Profile, text: str) -> float:
    try:
        return float(text.replace(",", ".") if profile.decimal_comma else text)
    except ValueError:
        return float("nan")


def _within(profile: Profile, low: float, high: float) -> Fit:
    inside = share(profile, lambda value: low <= _as_number(profile, value) <= high)
    return Fit.CONFIRMED if inside >= THRESHOLD else Fit.CONTRADICTED


def _identifies(profile: Profile) -> Fit:
    impossible = profile.kind in (Kind.BOOLEAN, Kind.DECIMAL, *_MOMENTS)
    # patients may come often: then their number is the person key
    strange = repeats(profile) and not names_people(profile.name)
    return Fit.CONTRADICTED if impossible or strange else Fit.OPEN


def _names(profile: Profile) -> Fit:
    if profile.kind is not Kind.TEXT or repeats(profile):
        return Fit.CONTRADICTED
    digits = share(profile, lambda value: any(sign.isdigit() for sign in value))
    return Fit.CONTRADICTED if digits >= THRESHOLD else Fit.OPEN


def _phone(profile: Profile) -> Fit:
    short = share(profile, lambda value: sum(sign.isdigit() for sign in value) < 4) >= THRESHOLD
    masked = share(profile, lambda value: "*" in value or "x" in value.lower()) >= THRESHOLD
    return Fit.CONTRADICTED if short and not masked else _identifies(profile)


def _age(profile: Profile) -> Fit:
    if profile.kind.numeric:
        return _within(profile, 0, OLDEST)
    if profile.kind is not Kind.TEXT:
        return Fit.CONTRADICTED
    aged = share(profile, _names_an_age)
    return Fit.CONFIRMED if aged >= THRESHOLD else Fit.OPEN


def _names_an_age(value: str) -> bool:
    numbers = _NUMBER.findall(value)
    return any(int(number) <= OLDEST for number in numbers) or set(value) == {"*"}


def _date(profile: Profile) -> Fit:
    if profile.kind in _MOMENTS:
        return Fit.CONFIRMED
    if profile.kind not in (Kind.TEXT, Kind.INTEGER):
        return Fit.CONTRADICTED
    dated = share(profile, lambda value: bool(_DAY.fullmatch(value) or _YEAR.search(value)))
    return Fit.CONFIRMED if dated >= THRESHOLD else Fit.CONTRADICTED


def _year(profile: Profile) -> Fit:
    if profile.kind.numeric:
        return _within(profile, FIRST_YEAR, LAST_YEAR)
    if profile.kind in _MOMENTS:
        return Fit.OPEN
    dated = share(profile, lambda value: _YEAR.search(value) is not None)
    return Fit.CONFIRMED if dated >= THRESHOLD else Fit.CONTRADICTED


def _sex(profile: Profile) -> Fit:
    many = profile.distinct > 12 or profile.kind in (Kind.DECIMAL, *_MOMENTS)
    return Fit.CONTRADICTED if many else Fit.OPEN


def _coordinates(profile: Profile) -> Fit:
    if profile.kind.numeric:
        return _within(profile, -180, 180)
    return Fit.OPEN if profile.kind is Kind.TEXT else Fit.CONTRADICTED


def _postcode(profile: Profile) -> Fit:
    coded = profile.kind in (Kind.TEXT, Kind.INTEGER)
    digits = share(profile, lambda value: any(sign.isdigit() or sign == "*" for sign in value))
    return Fit.OPEN if coded and digits >= THRESHOLD and not _is_flag(profile) else Fit.CONTRADICTED


def _is_flag(profile: Profile) -> bool:
    return share(profile, lambda value: len(value) < 2 and value != "*") >= THRESHOLD


def _free_text(profile: Profile) -> Fit:
    if profile.kind is not Kind.TEXT or repeats(profile):
        return Fit.CONTRADICTED
    return Fit.OPEN


_JUDGES: Final[Mapping[Meaning, Callable[[Profile], Fit]]] = MappingProxyType(
    {
        Meaning.NAME: _names,
        Meaning.PHONE: _phone,
        Meaning.AGE: _age,
        Meaning.BIRTH_DATE: _date,
        Meaning.DATE: _date,
        Meaning.YEAR: _year,
        Meaning.SEX: _sex,
        Meaning.COORDINATES: _coordinates,
        Meaning.POSTCODE: _postcode,
        Meaning.FREE_TEXT: _free_text,
    }
)
