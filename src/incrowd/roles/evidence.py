"""Weigh what the values of a column say: 98 of 100 values looked at are valid IBANs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.roles import national
from incrowd.roles.headers import fold
from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns import bank, contact, medical, network, place
from incrowd.roles.patterns.pattern import Pattern
from incrowd.roles.vocabulary import FEWEST, TITLES, known_words, tells_sex
from incrowd.table import Kind, Profile

THRESHOLD: Final = 0.8
"""The share of values, and of the rows that have them, that must agree."""

_GLANCE: Final = 24
"""Values that a pattern is tried on before all are looked at."""

_MOST_WORDS: Final = 200
"""Different values above which they are not looked up as words."""

BUILT_IN: Final[tuple[Pattern, ...]] = (
    contact.EMAIL,
    bank.IBAN,
    network.UUID,
    network.IP,
    network.MAC,
    network.URL,
    *national.BUILT_IN,
    bank.CARD,
    contact.PHONE,
    place.POSITION,
    medical.ICD10,
    contact.DIALLED,
    place.POSTCODE,
)


@dataclass(frozen=True)
class Evidence:
    """What the values looked at turned out to be, and whether that can be an accident."""

    meaning: Meaning
    title: str
    hits: int
    looked_at: int
    distinct: int
    proven: bool


def share(profile: Profile, holds: Callable[[str], bool]) -> float:
    """The share of values for which something holds, by value or by row, whichever is smaller."""
    return _weight(profile, [item for item in profile.common if holds(item[0])])


def _weight(profile: Profile, hits: Sequence[tuple[str, int]]) -> float:
    rows = sum(rows for _, rows in profile.common)
    if not hits or not rows:
        return 0.0
    return min(len(hits) / len(profile.common), sum(rows for _, rows in hits) / rows)


def weigh(profile: Profile, named: frozenset[Meaning]) -> tuple[Evidence, ...]:
    """List what the values are, proven things first, in the order of `BUILT_IN`.

    Patterns that prove nothing by themselves are tried only for what the name says.
    """
    if profile.kind not in (Kind.TEXT, Kind.INTEGER) or not profile.common:
        return ()
    tried = [pattern for pattern in BUILT_IN if pattern.chance < 1 or pattern.meaning in named]
    result = [*_by_words(profile), *_by_patterns(profile, tried)]
    return tuple(sorted(result, key=lambda evidence: not evidence.proven))


def _by_patterns(profile: Profile, patterns: Sequence[Pattern]) -> Iterator[Evidence]:
    glance = [value for value, _ in profile.common[:: max(1, len(profile.common) // _GLANCE)]]
    lengths = sorted(map(len, glance))
    middle = lengths[len(lengths) // 2]
    for pattern in patterns:
        if profile.kind not in pattern.kinds or not pattern.shortest <= middle <= pattern.longest:
            continue
        if not _seems(pattern, glance):
            continue
        hits = [item for item in profile.common if pattern.matches(item[0])]
        if _weight(profile, hits) >= THRESHOLD:
            yield _evidence(profile, pattern, [value for value, _ in hits])


def _seems(pattern: Pattern, glance: Sequence[str]) -> bool:
    """Whether at least half of a few values match, giving up as soon as that is out of reach."""
    misses = 0
    for value in glance:
        misses += not pattern.matches(value)
        if 2 * misses > len(glance):
            return False
    return True


def _evidence(profile: Profile, pattern: Pattern, hits: Sequence[str]) -> Evidence:
    telling = hits if pattern.telling is None else [*filter(pattern.telling, hits)]
    return Evidence(
        pattern.meaning,
        pattern.title,
        len(hits),
        len(profile.common),
        profile.distinct,
        pattern.proves(len(telling)),
    )


def _by_words(profile: Profile) -> Iterator[Evidence]:
    if profile.kind is not Kind.TEXT or len(profile.common) > _MOST_WORDS:
        return
    folded = {value: fold(value.strip()) for value, _ in profile.common}
    for meaning, words in known_words().items():
        hits = words.intersection(folded.values())
        if len(hits) < FEWEST.get(meaning, 3) or (meaning is Meaning.SEX and not tells_sex(hits)):
            continue
        known = {value for value, word in folded.items() if word in words}
        if share(profile, known.__contains__) >= THRESHOLD:
            looked_at = len(profile.common)
            yield Evidence(
                meaning, TITLES[meaning], len(known), looked_at, profile.distinct, proven=True
            )
