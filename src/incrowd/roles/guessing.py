"""Guess the role of each column from its name and its values, with the reason in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incrowd.roles import reasons
from incrowd.roles.concepts import CONCEPTS
from incrowd.roles.evidence import Evidence, weigh
from incrowd.roles.fits import Fit, filled, judge, tells_years
from incrowd.roles.headers import Reading, read
from incrowd.roles.meaning import Meaning
from incrowd.roles.shapes import FEWEST_UNIQUE, is_free_text, recognise
from incrowd.table import Attribute, Profile, Role

_REFINEMENTS: Final = frozenset(
    {
        (Meaning.DIAGNOSIS, Meaning.ICD10),
        (Meaning.HEALTH, Meaning.ICD10),
        (Meaning.HEALTH, Meaning.DIAGNOSIS),
        (Meaning.ICD10, Meaning.DIAGNOSIS),
        (Meaning.ACCOUNT_NUMBER, Meaning.IBAN),
        (Meaning.ACCOUNT_NUMBER, Meaning.CARD_NUMBER),
        (Meaning.IDENTIFIER, Meaning.NATIONAL_ID),
        (Meaning.USERNAME, Meaning.EMAIL),
        (Meaning.FAMILY, Meaning.MARITAL_STATUS),
        (Meaning.PLACE, Meaning.COORDINATES),
    }
)
"""What a name says, and what values may add to it without contradicting it."""

_WHOLE_ONLY: Final = frozenset({Meaning.POSTCODE, Meaning.IDENTIFIER})
"""Meanings that a doubtful word has only when it is the whole name: `cap`, not `market cap`."""

_VAGUE: Final = frozenset({Meaning.CODE, Meaning.THING})
"""Meanings that say less than the shape of the values can."""


def guess(profiles: Sequence[Profile]) -> tuple[Attribute, ...]:
    """Guess the role of each column, in order, with the reason and what the values are about.

    >>> from incrowd.table import Kind
    >>> born = Profile("fecha_nacimiento", Kind.DATE, rows=500, missing=0, distinct=480)
    >>> guess([born])[0].reason  # doctest: +NORMALIZE_WHITESPACE
    "The name 'fecha_nacimiento' means date of birth (Spanish), and all 500 values are dates:
    others may know it."
    """
    return tuple(_guess(profile) for profile in profiles)


def _guess(profile: Profile) -> Attribute:
    readings = read(profile.name)
    evidence = weigh(profile, frozenset(reading.meaning for reading in readings))
    accepted = _accept(profile, readings, evidence)
    proven = next((item for item in evidence if item.proven), None)
    if proven is not None and not (accepted and _agree(accepted[0].meaning, proven.meaning)):
        reason = reasons.from_values(profile, proven, _surest(readings))
        return _attribute(profile, proven.meaning, reason)
    if accepted is not None:
        return _by_name(profile, *accepted, evidence)
    return _by_shape(profile, _surest(readings))


def _accept(
    profile: Profile, readings: Sequence[Reading], evidence: Sequence[Evidence]
) -> tuple[Reading, Fit] | None:
    """Find the first reading of the name that the values do not contradict."""
    for reading in readings:
        fit = judge(reading.meaning, profile, evidence)
        if fit is not Fit.CONTRADICTED and _may_trust(reading, fit, profile):
            return reading, fit
    return None


def _may_trust(reading: Reading, fit: Fit, profile: Profile) -> bool:
    if reading.entry.unsure:
        if reading.meaning in _WHOLE_ONLY and not reading.whole:
            return False
        return fit is Fit.CONFIRMED or _counts_people(reading, profile)
    # `product_id` does not say whose number it is: it is a person's if it hardly repeats.
    bare = reading.meaning is Meaning.IDENTIFIER and reading.entry.weak and not reading.whole
    return not bare or 2 * profile.distinct >= filled(profile)


def _counts_people(reading: Reading, profile: Profile) -> bool:
    """Whether a column called `patient` holds enough different values to be their numbers."""
    many = profile.distinct >= FEWEST_UNIQUE and 20 * profile.distinct >= filled(profile)
    return reading.meaning is Meaning.IDENTIFIER and (many or profile.unique)


def _agree(named: Meaning, proven: Meaning) -> bool:
    return named is proven or (named, proven) in _REFINEMENTS


def _adds(named: Meaning, found: Evidence) -> bool:
    """Whether evidence may be told beside the name; what is not proven must be what it says."""
    said = (named, found.meaning) == (Meaning.DIAGNOSIS, Meaning.ICD10)
    return found.meaning is named or said or (found.proven and _agree(named, found.meaning))


def _surest(readings: Sequence[Reading]) -> Reading | None:
    return next((reading for reading in readings if not reading.entry.unsure), None)


def _by_name(
    profile: Profile, reading: Reading, fit: Fit, evidence: Sequence[Evidence]
) -> Attribute:
    if is_free_text(profile) and filled(profile) >= FEWEST_UNIQUE:
        return _attribute(profile, Meaning.FREE_TEXT, reasons.from_contents(profile, reading))
    if reading.meaning in _VAGUE and recognise(profile).role is not Role.QUASI:
        return _by_shape(profile, None)
    result = next((each for each in evidence if _adds(reading.meaning, each)), None)
    meaning = result.meaning if result else _narrow(reading.meaning, profile)
    return _attribute(profile, meaning, reasons.from_name(profile, reading, meaning, fit, result))


def _narrow(meaning: Meaning, profile: Profile) -> Meaning:
    """Say what the values are where the name promises more than they hold."""
    if meaning in (Meaning.DATE, Meaning.BIRTH_DATE) and tells_years(profile):
        return Meaning.YEAR
    return Meaning.DIAGNOSIS if meaning is Meaning.ICD10 else meaning


def _by_shape(profile: Profile, contradicted: Reading | None) -> Attribute:
    shape = recognise(profile)
    # A telling name on a constant leaves doubt: the next delivery may hold what it says.
    sure = contradicted is None or shape.role is not Role.INSENSITIVE
    reason = reasons.from_shape(profile, shape.words, contradicted)
    role = shape.role if sure else Role.QUASI
    return Attribute(profile, role, reason, shape.meaning and shape.meaning.value)


def _attribute(profile: Profile, meaning: Meaning, reason: str) -> Attribute:
    return Attribute(profile, CONCEPTS[meaning].role, reason, meaning.value)
