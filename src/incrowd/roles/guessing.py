"""Guess the role of each column from its name and its values, with the reason in a sentence."""

from collections.abc import Sequence
from typing import Final

from incrowd.language import as_message, say
from incrowd.roles.evidence import Evidence, weigh
from incrowd.roles.fits import Fit, filled, judge, tells_years
from incrowd.roles.headers import Reading, read, split
from incrowd.roles.meaning import CONCEPTS, Meaning
from incrowd.roles.person_key import find_person_key
from incrowd.roles.shapes import FEWEST_UNIQUE, is_free_text, recognise
from incrowd.table import Attribute, Kind, Profile, Role

_LONGEST_SHOWN: Final = 60

_CHECKED: Final = frozenset(
    {Meaning.EMAIL, Meaning.IBAN, Meaning.CARD_NUMBER, Meaning.NATIONAL_ID, Meaning.IP_ADDRESS}
    | {Meaning.MAC_ADDRESS, Meaning.URL}
)
"""Meanings whose values can be checked, so that it is worth saying that they failed."""


def _reason_from_name(
    profile: Profile, reading: Reading, meaning: Meaning, fit: Fit, evidence: Evidence | None
) -> str:
    """Explain a role that the name gave, with what the values add to it."""
    start = _says(profile, reading)
    if evidence is not None:
        start = say("{start}, and {tally}", start=start, tally=tally(evidence))
    elif fit is Fit.CONFIRMED:
        start = _confirmed(start, profile, meaning)
    elif meaning in _CHECKED and filled(profile):
        start = say("{start}, although the values do not have its usual form", start=start)
    consequence = as_message(CONCEPTS[meaning].consequence)
    reason = say("{start}: {consequence}.", start=start, consequence=consequence)
    if not CONCEPTS[meaning].options:
        return reason
    first, second = (as_message(option.consequence) for option in CONCEPTS[meaning].options)
    return say("{reason} {first!c}; {second}.", reason=reason, first=first, second=second)


def _reason_from_values(profile: Profile, evidence: Evidence, reading: Reading | None) -> str:
    """Explain a role that the values gave, whatever the name says."""
    consequence = as_message(CONCEPTS[evidence.meaning].consequence)
    words = tally(evidence)
    if reading is None:
        return say("{words!c}: {consequence}.", words=words, consequence=consequence)
    return say(
        "{start}, but {words}, so the values decide: {consequence}.",
        start=_says(profile, reading),
        words=words,
        consequence=consequence,
    )


def _reason_from_shape(profile: Profile, words: str, reading: Reading | None) -> str:
    """Explain a role that only the shape of the values gave."""
    if reading is not None:
        start = _says(profile, reading)
        return say(
            "{start}, but the values do not look like it; {words}.", start=start, words=words
        )
    return say("{words!c}.", words=words)


def _reason_from_contents(profile: Profile, reading: Reading) -> str:
    """Explain why sentences are treated as free text, although the name is known."""
    return say(
        "{start}, but the values are sentences: {consequence}.",
        start=_says(profile, reading),
        consequence=as_message(CONCEPTS[Meaning.FREE_TEXT].consequence),
    )


def tally(evidence: Evidence) -> str:
    """Say how many values are what they seem.

    >>> tally(Evidence(Meaning.IBAN, "valid IBANs", 98, 100, 100, proven=True))
    '98 of 100 different values are valid IBANs'
    >>> tally(Evidence(Meaning.IBAN, "valid IBANs", 1000, 1000, 5000, proven=True))
    'all 1,000 values looked at are valid IBANs'
    """
    hits, looked_at = evidence.hits, evidence.looked_at
    if hits == looked_at == 1:
        return say("its only value fits ({title})", title=as_message(evidence.title))
    counts = {"hits": hits, "looked_at": looked_at, "title": as_message(evidence.title)}
    if looked_at < evidence.distinct:
        if hits == looked_at:
            return say("all {hits:,} values looked at are {title}", **counts)
        return say("{hits:,} of {looked_at:,} values looked at are {title}", **counts)
    if hits == looked_at:
        return say("all {hits:,} different values are {title}", **counts)
    return say("{hits:,} of {looked_at:,} different values are {title}", **counts)


def _says(profile: Profile, reading: Reading) -> str:
    name = " ".join(profile.name.split())
    shown = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
    title = as_message(CONCEPTS[reading.meaning].title)
    if title == " ".join(split(name)):
        return say("It is called '{name}'", name=shown)
    if reading.entry.language == "English":
        return say("The name '{name}' means {title}", name=shown, title=title)
    return say(
        "The name '{name}' means {title} ({language})",
        name=shown,
        title=title,
        language=as_message(reading.entry.language),
    )


_FITTING: Final = {
    Meaning.AGE: "ages",
    Meaning.YEAR: "years",
    Meaning.DATE: "dates",
    Meaning.BIRTH_DATE: "dates",
}


def _confirmed(start: str, profile: Profile, meaning: Meaning) -> str:
    if profile.kind in (Kind.DATE, Kind.TIMESTAMP):
        rows = filled(profile)
        return say("{start}, and all {rows:,} values are dates", start=start, rows=rows)
    if meaning not in _FITTING:
        return start
    nouns = as_message(_FITTING[meaning])
    return say("{start}, and the values look like {nouns}", start=start, nouns=nouns)


_REFINEMENTS: Final = frozenset(
    {
        (Meaning.DIAGNOSIS, Meaning.ICD10),
        (Meaning.HEALTH, Meaning.ICD10),
        (Meaning.HEALTH, Meaning.DIAGNOSIS),
        (Meaning.DIAGNOSIS, Meaning.HEALTH),
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
    return find_person_key([_guess(profile) for profile in profiles])


def _guess(profile: Profile) -> Attribute:
    readings = read(profile.name)
    evidence = weigh(profile, frozenset(reading.meaning for reading in readings))
    accepted = _accept(profile, readings, evidence)
    proven = next((clue for clue in evidence if clue.proven), None)
    if proven is not None and not (accepted and _agree(accepted[0].meaning, proven.meaning)):
        reason = _reason_from_values(profile, proven, _surest(readings))
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
        return _attribute(profile, Meaning.FREE_TEXT, _reason_from_contents(profile, reading))
    if reading.meaning in _VAGUE and recognise(profile).role is not Role.QUASI:
        return _by_shape(profile, None)
    result = next((each for each in evidence if _adds(reading.meaning, each)), None)
    meaning = result.meaning if result else _narrow(reading.meaning, profile)
    return _attribute(profile, meaning, _reason_from_name(profile, reading, meaning, fit, result))


def _narrow(meaning: Meaning, profile: Profile) -> Meaning:
    """Say what the values are where the name promises more than they hold."""
    if meaning in (Meaning.DATE, Meaning.BIRTH_DATE) and tells_years(profile):
        return Meaning.YEAR
    return Meaning.DIAGNOSIS if meaning is Meaning.ICD10 else meaning


def _by_shape(profile: Profile, contradicted: Reading | None) -> Attribute:
    shape = recognise(profile)
    # A telling name on a constant leaves doubt: the next delivery may hold what it says.
    sure = contradicted is None or shape.role is not Role.INSENSITIVE
    reason = _reason_from_shape(profile, shape.words, contradicted)
    role = shape.role if sure else Role.QUASI
    doubtful = role is Role.QUASI and shape.meaning is None
    return Attribute(profile, role, reason, shape.meaning and shape.meaning.value, doubtful)


def _attribute(profile: Profile, meaning: Meaning, reason: str) -> Attribute:
    return Attribute(profile, CONCEPTS[meaning].role, reason, meaning.value, meaning in _VAGUE)
