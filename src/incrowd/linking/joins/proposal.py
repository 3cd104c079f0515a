"""Propose which columns of two releases to join, and how: names alike, and values that go together.

propose([OfferedColumn("zip", ("130**",))], [OfferedColumn("ZIP", ("13012",))])  # covers
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.language import say
from incrowd.linking.values.comparison import Numbers, Pairs
from incrowd.linking.values.matching import Condition, matching_pairs
from incrowd.linking.values.published_value import Meaning, meaning_of
from incrowd.linking.values.taxonomy import Known, Taxonomy, generalised, together
from incrowd.table import Attribute, Role

MOST_VALUES: Final = 20_000
"""Values of a column that are looked at; so many show what kind they are."""
_ALIKE: Final = 0.8
_LOW: Final = {"low", "lower", "min", "minimum", "from", "start", "begin", "inf", "desde", "von"}
_HIGH: Final = {"high", "upper", "max", "maximum", "to", "end", "until", "sup", "hasta", "bis"}
_FEW: Final = 0.05
"""Below this share of values that go together two columns are about different things."""


_MOST: Final = 0.5
"""From this share on the values of two columns match, whatever they are called."""

Texts = Sequence[str | None]


@dataclass(frozen=True, eq=False)
class OfferedColumn:
    """A column that may be joined: its name, its values, and what it is about, if that is known."""

    name: str
    values: Texts | Callable[[], Texts]
    """The distinct texts, or what reads them once they are looked at."""
    meaning: str | None = None

    @cached_property
    def texts(self) -> Texts:
        """The distinct texts."""
        return self.values() if callable(self.values) else self.values


@dataclass(frozen=True)
class Proposal:
    """Two columns that seem to say the same about the same people."""

    left: str
    right: str
    condition: Condition
    reason: str


@dataclass(frozen=True)
class ProposedRange:
    """Two columns of a source that are the ends of a range."""

    source: int
    name: str
    low: str
    high: str

    @property
    def assignment(self) -> tuple[str, str, str]:
        """As people assign it: `1.age`, lower_age, upper_age."""
        return f"{self.source}.{self.name}", self.low, self.high


@dataclass(frozen=True)
class _Candidate:
    left: OfferedColumn
    right: OfferedColumn
    rank: int
    """0: the same name, 1: the same meaning, 2: names alike."""
    condition: Condition
    share: float = field(default=0.0)


def propose(
    left: Sequence[OfferedColumn],
    right: Sequence[OfferedColumn],
    hierarchies: Mapping[str, Known] | None = None,
) -> list[Proposal]:
    """The columns to join, each at most once, in the order of the left ones."""
    known = hierarchies or {}
    candidates = sorted(
        _candidates(left, right, known),
        # columns whose values match come before columns that are merely called alike
        key=lambda candidate: (candidate.share < _MOST, candidate.rank, -candidate.share),
    )
    used: set[tuple[str, str]] = set()
    chosen: dict[str, Proposal] = {}
    for candidate in candidates:
        sides = {("left", candidate.left.name), ("right", candidate.right.name)}
        if not sides & used:
            used |= sides
            chosen[candidate.left.name] = _proposal(candidate)
    return [chosen[column.name] for column in left if column.name in chosen]


def _candidates(
    left: Sequence[OfferedColumn], right: Sequence[OfferedColumn], known: Mapping[str, Known]
) -> Iterator[_Candidate]:
    for column in left:
        for other in right:
            rank = _alike(column, other)
            if rank is None:
                continue
            words = together([known.get(column.name), known.get(other.name)])
            comparison = compared(column.texts, other.texts, words)
            if comparison is not None:
                yield _Candidate(column, other, rank, *comparison)


def _alike(one: OfferedColumn, other: OfferedColumn) -> int | None:
    """How alike two columns are called or meant."""
    ours, theirs = plain_name(one.name), plain_name(other.name)
    if ours == theirs:
        return 0
    if one.meaning is not None and one.meaning == other.meaning:
        return 1
    return 2 if SequenceMatcher(None, ours, theirs).ratio() >= _ALIKE else None


def plain_name(name: str) -> str:
    """A name without what people write differently.

    >>> plain_name("Zip-Code") == plain_name("zip_code")
    True
    """
    return re.sub(r"[\W_]+", "", name.casefold()) or name


def compared(
    left: Sequence[str | None], right: Sequence[str | None], hierarchy: Taxonomy | None
) -> tuple[Condition, float] | None:
    """The condition that suits two columns, and the share of values that go together by it."""
    ours, theirs = _informative(left), _informative(right)
    if not ours or not theirs:
        return None
    pairs = matching_pairs("overlaps", ours, theirs, hierarchy)
    share = _share(pairs, len(ours), len(theirs))
    if share < _FEW:
        return None
    return _condition(ours, theirs, pairs, hierarchy, _has_star(left) or _has_star(right)), share


def _informative(values: Sequence[str | None]) -> list[str]:
    kept = [text for text in values if text is not None and not meaning_of(text).suppressed]
    return kept[:MOST_VALUES]


def _has_star(values: Sequence[str | None]) -> bool:
    return any(text is not None and meaning_of(text).suppressed for text in values)


def _share(pairs: Pairs, left: int, right: int) -> float:
    """How many values of the side that is reached better have a partner."""
    return max(len(np.unique(pairs[0])) / left, len(np.unique(pairs[1])) / right)


def _condition(
    left: Sequence[str],
    right: Sequence[str],
    pairs: Pairs,
    hierarchy: Taxonomy | None,
    star: bool,
) -> Condition:
    """Equal where all that goes together is the same text, or ranges that merely touch."""
    more = np.array(
        [
            left[ours] != right[theirs]
            and not _touching(meaning_of(left[ours]), meaning_of(right[theirs]))
            for ours, theirs in zip(*(positions.tolist() for positions in pairs), strict=True)
        ],
        np.bool_,
    )
    if not more.any() and not star:
        return "equal"
    covered = matching_pairs("covers", left, right, hierarchy)
    keys = _keys(pairs, len(right))
    inside: NDArray[np.bool_] = np.isin(keys, _keys(covered, len(right)))
    plain = not any(generalised(right, hierarchy))
    return "covers" if plain and inside.all() and not star else "overlaps"


def _keys(pairs: Pairs, width: int) -> Numbers:
    keys: Numbers = pairs[0] * width + pairs[1]
    return keys


def _touching(one: Meaning, other: Meaning) -> bool:
    """Whether two ranges have no more than an end in common, as 20-30 and 30-40 have."""
    left, right = one.interval, other.interval
    if left is None or right is None:
        return False
    return left.high == right.low or right.high == left.low


def _proposal(candidate: _Candidate) -> Proposal:
    how = {
        0: say("the same name"),
        1: say("the same meaning"),
        2: say("similar names"),
    }[candidate.rank]
    percent = 100 * candidate.share
    reason = {
        "equal": say(
            "{how!c}, and {percent:.0f} % of the values are equal.", how=how, percent=percent
        ),
        "overlaps": say(
            "{how!c}, and {percent:.0f} % of the values overlap.", how=how, percent=percent
        ),
        "covers": say(
            "{how!c}, and {percent:.0f} % of the values are covered by published ones.",
            how=how,
            percent=percent,
        ),
    }[candidate.condition]
    return Proposal(candidate.left.name, candidate.right.name, candidate.condition, reason)


def find_sensitive(sources: Sequence[Sequence[Attribute]]) -> list[str]:
    """A sensitive column that most sources have, or the first of each source."""
    guessed = [
        [attribute.name for attribute in each if attribute.role is Role.SENSITIVE]
        for each in sources
    ]
    often = Counter(name for names in guessed for name in names).most_common(1)
    if often and often[0][1] > 1:
        name = often[0][0]
        return [f"{place}.{name}" for place, names in enumerate(guessed, 1) if name in names]
    return [f"{place}.{names[0]}" for place, names in enumerate(guessed, 1) if names]


def find_ranges(sources: Sequence[Sequence[Attribute]]) -> Iterator[ProposedRange]:
    """Columns such as `lower_age` and `upper_age`, or `AgeMin` and `AgeMax`."""
    for place, each in enumerate(sources, 1):
        numbers = {
            attribute.name: _ends(attribute.name) for attribute in each if attribute.kind.numeric
        }
        names = {attribute.name for attribute in each}
        for low, (stem, end) in numbers.items():
            partner = next((name for name, ends in numbers.items() if ends == (stem, "high")), None)
            if end == "low" and partner is not None and stem and stem not in names:
                yield ProposedRange(place, stem, low, partner)


def _ends(name: str) -> tuple[str, str]:
    """What a name is about, and which end of it.

    >>> _ends("LowerAge"), _ends("age_max"), _ends("age")
    (('age', 'low'), ('age', 'high'), ('age', ''))
    """
    words = [word.lower() for word in re.findall(r"[A-Z]?[^\W_A-Z]+|[A-Z]+|\d+", name)]
    rest = [word for word in words if word not in _LOW | _HIGH]
    if len(words) - len(rest) != 1:
        return name.lower(), ""
    return "_".join(rest), "low" if set(words) & _LOW else "high"
