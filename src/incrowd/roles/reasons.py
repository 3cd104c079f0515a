"""Put the reason for a role into one plain sentence with the evidence."""

from __future__ import annotations

from typing import Final

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
        start += f", and {tally(evidence)}"
    elif fit is Fit.CONFIRMED:
        start += _confirmation(profile, meaning)
    elif meaning in _CHECKED and filled(profile):
        start += ", though the values do not follow its usual form"
    return f"{start}: {CONCEPTS[meaning].consequence}."


def from_values(profile: Profile, evidence: Evidence, reading: Reading | None) -> str:
    """Explain a role that the values gave, whatever the name says."""
    consequence = CONCEPTS[evidence.meaning].consequence
    words = tally(evidence)
    if reading is None:
        return f"{_capital(words)}: {consequence}."
    return f"{_says(profile, reading)}, but {words}, so the values decide: {consequence}."


def from_shape(profile: Profile, words: str, reading: Reading | None) -> str:
    """Explain a role that only the shape of the values gave."""
    if reading is not None:
        return f"{_says(profile, reading)}, but the values do not look like it; {words}."
    return f"{_capital(words)}."


def from_contents(profile: Profile, reading: Reading) -> str:
    """Explain why sentences are treated as free text, although the name is known."""
    consequence = CONCEPTS[Meaning.FREE_TEXT].consequence
    return f"{_says(profile, reading)}, but the values are sentences: {consequence}."


def tally(evidence: Evidence) -> str:
    """Say how many values are what they seem.

    >>> tally(Evidence(Meaning.IBAN, "valid IBANs", 98, 100, 100, proven=True))
    '98 of 100 different values are valid IBANs'
    >>> tally(Evidence(Meaning.IBAN, "valid IBANs", 1000, 1000, 5000, proven=True))
    'all 1,000 values looked at are valid IBANs'
    """
    hits, looked_at = evidence.hits, evidence.looked_at
    if hits == looked_at == 1:
        return f"its only value fits ({evidence.title})"
    values = "different values" if looked_at >= evidence.distinct else "values looked at"
    amount = f"all {hits:,}" if hits == looked_at else f"{hits:,} of {looked_at:,}"
    return f"{amount} {values} are {evidence.title}"


def _says(profile: Profile, reading: Reading) -> str:
    name = " ".join(profile.name.split())
    shown = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
    title = CONCEPTS[reading.meaning].title
    if title == " ".join(split(name)):
        return f"It is called '{shown}'"
    language = "" if reading.entry.language == "English" else f" ({reading.entry.language})"
    return f"The name '{shown}' means {title}{language}"


def _confirmation(profile: Profile, meaning: Meaning) -> str:
    rows = filled(profile)
    if profile.kind in (Kind.DATE, Kind.TIMESTAMP):
        return f", and all {rows:,} values are dates"
    fitting = {Meaning.AGE: "ages", Meaning.YEAR: "years", Meaning.DATE: "dates"}
    noun = fitting.get(meaning, "dates" if meaning is Meaning.BIRTH_DATE else "")
    return f", and the values look like {noun}" if noun else ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
