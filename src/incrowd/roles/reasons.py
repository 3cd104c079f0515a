"""Put the reason for a role into one plain sentence with the evidence."""

from __future__ import annotations

from typing import Final

from incrowd.language import as_message, say
from incrowd.roles.concepts import CONCEPTS
from incrowd.roles.evidence import Evidence
from incrowd.roles.fits import Fit, filled
from incrowd.roles.headers import Reading, split
from incrowd.roles.meaning import Meaning
from incrowd.table import Kind, Profile

_LONGEST_SHOWN: Final = 60

_CHECKED: Final = frozenset(
    {Meaning.EMAIL, Meaning.IBAN, Meaning.CARD_NUMBER, Meaning.NATIONAL_ID, Meaning.IP_ADDRESS}
    | {Meaning.MAC_ADDRESS, Meaning.URL}
)
"""Meanings whose values can be checked, so that it is worth saying that they failed."""


def from_name(
    profile: Profile, reading: Reading, meaning: Meaning, fit: Fit, evidence: Evidence | None
) -> str:
    """Explain a role that the name gave, with what the values add to it."""
    start = _says(profile, reading)
    if evidence is not None:
        start = say("{start}, and {tally}", start=start, tally=tally(evidence))
    elif fit is Fit.CONFIRMED:
        start = _confirmed(start, profile, meaning)
    elif meaning in _CHECKED and filled(profile):
        start = say("{start}, though the values do not follow its usual form", start=start)
    consequence = as_message(CONCEPTS[meaning].consequence)
    return say("{start}: {consequence}.", start=start, consequence=consequence)


def from_values(profile: Profile, evidence: Evidence, reading: Reading | None) -> str:
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


def from_shape(profile: Profile, words: str, reading: Reading | None) -> str:
    """Explain a role that only the shape of the values gave."""
    if reading is not None:
        start = _says(profile, reading)
        return say(
            "{start}, but the values do not look like it; {words}.", start=start, words=words
        )
    return say("{words!c}.", words=words)


def from_contents(profile: Profile, reading: Reading) -> str:
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
