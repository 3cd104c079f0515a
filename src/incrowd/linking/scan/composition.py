"""The composition attack: N rows match, they have V sensitive values, the most frequent a share P.

Rule 1: one row or one value gives the value away. Rule 2: otherwise it is a breach if the share of
the most frequent value reaches the threshold. Nobody matches is never safe: it says nothing.

Where a source has a person key, people are counted: a value has the people who have it in some row
that matches, so that shares may add up to more than 1, and a value that all have is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Sizes, group
from incrowd.language import say
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows, Mask

SHOWN_VALUES: Final = 1000
"""Values that are listed, the most frequent first."""


@dataclass(frozen=True)
class Threshold:
    """A share from which on a value counts as given away, and for whom it is meant."""

    value: float
    title: str
    explanation: str


THRESHOLDS: Final = (
    Threshold(
        0.05,
        "public release",
        "Anybody may get the data and try anything with it: even a chance of 1 in 20 counts.",
    ),
    Threshold(
        0.20,
        "research",
        "Researchers under contract get the data: a chance of 1 in 5 counts.",
    ),
    Threshold(
        0.33,
        "trusted partners",
        "A few people who are bound by confidentiality get the data: a chance of 1 in 3 counts.",
    ),
    Threshold(
        0.50,
        "more likely than not",
        "A value counts as given away once it is at least as likely as all others together.",
    ),
)
DEFAULT_THRESHOLD: Final = 0.50
PAIR: Final = "pair"
UNORDERED: Final = "unordered"
"""What a composition of values that differ is about, besides the number of each source."""


@dataclass(frozen=True)
class ValueRows:
    """A sensitive value among the rows that match."""

    value: str
    rows: int
    """Rows, or people where people are counted."""
    share: float


@dataclass(frozen=True)
class Composition:
    """What the rows that match reveal about a sensitive value."""

    n: int
    v: int
    p: float | None
    """None if nobody matches."""
    rule: Literal[1, 2] | None
    breach: bool
    dominant: tuple[str, ...]
    """The most frequent values."""
    values: tuple[ValueRows, ...]


@dataclass(frozen=True, eq=False)
class Target:
    """A sensitive value of every combination, as codes into its texts."""

    name: str
    texts: tuple[str, ...]
    codes: Sizes
    """-1 where there is no value."""

    @classmethod
    def of(cls, name: str, joined: JoinedRows, columns: Sequence[JoinedColumn]) -> Target:
        """The value of the first of these columns that has one: they were joined as equal."""
        texts = tuple(sorted({text for column in columns for text in column.texts}))
        place = {text: position for position, text in enumerate(texts)}
        codes = np.full(len(joined), -1, np.int64)
        for column in reversed(columns):
            own = np.array([*(place[text] for text in column.texts), -1], np.int64)[column.codes]
            codes = np.where(own >= 0, own, codes)
        return cls(name, texts, codes)

    def paired(self, other: Target, ordered: bool = True) -> Target:
        """The pair of two values, where there are both and they differ."""
        texts = sorted({*self.texts, *other.texts})
        place = {text: position for position, text in enumerate(texts)}
        one, two = (
            np.array([*(place[text] for text in each.texts), -1], np.int64)[each.codes]
            for each in (self, other)
        )
        apart = (one >= 0) & (two >= 0) & (one != two)
        if not ordered:
            one, two = np.minimum(one, two), np.maximum(one, two)
        keys = np.where(apart, one * len(texts) + two, -1)
        pair_keys, codes = np.unique(keys[apart], return_inverse=True)
        all_codes = np.full(len(keys), -1, np.int64)
        all_codes[apart] = codes
        names = [f"{texts[key // len(texts)]} - {texts[key % len(texts)]}" for key in pair_keys]
        return Target(f"{self.name}, {other.name}", tuple(names), all_codes)


def differing(
    joined: JoinedRows, columns: Sequence[JoinedColumn], names: Sequence[str]
) -> dict[str, Target]:
    """Values of two columns where they differ: of one, the other, the pair, in any order.

    Each of these is judged, for each reveals something about a person: whoever knows both values
    knows enough, also without knowing which of them is whose.
    """
    one, two = (Target.of("", joined, [column]) for column in columns)
    pair = one.paired(two)
    apart = pair.codes >= 0
    targets = (one, two, pair, one.paired(two, ordered=False))
    return {
        about: Target(about, each.texts, np.where(apart, each.codes, -1))
        for about, each in zip(names, targets, strict=True)
    }


def check_threshold(threshold: float) -> float:
    """Refuse what is no share."""
    if not 0 < threshold <= 1:
        raise InvalidParameter(
            say("A threshold of {threshold:g} is not possible.", threshold=threshold),
            say(
                "Give a share above 0 and up to 1: 0.05 for a public release, 0.2 for research, "
                "0.33, or 0.5."
            ),
        )
    return threshold


def compose(
    joined: JoinedRows, target: Target, chosen: Mask, threshold: float = DEFAULT_THRESHOLD
) -> Composition:
    """What the chosen combinations reveal about the target."""
    kept = chosen & (target.codes >= 0)
    codes = target.codes[kept]
    first, rows, values = group(codes, joined.weights[kept], max(len(target.texts), 1))
    texts = [target.texts[code] for code in codes[first]]
    if joined.candidates is None:
        return composition(texts, rows, threshold)
    people = joined.candidates.count_by(values, len(first), kept)
    return composition(texts, people, threshold, joined.candidates.count(kept))


def composition(
    texts: Sequence[str], rows: Sizes, threshold: float, n: int | None = None
) -> Composition:
    """N, V, P and the rule for values and their rows, or the people who have them, N in all.

    >>> found = composition(["HIV", "flu"], np.array([3, 1]), 0.5)
    >>> found.n, found.v, found.p, found.rule, found.breach, found.dominant
    (4, 2, 0.75, 2, True, ('HIV',))
    >>> composition(["HIV", "flu"], np.array([3, 1]), 0.5, 3).rule
    1
    """
    check_threshold(threshold)
    n = int(rows.sum()) if n is None else n
    if n == 0:
        return Composition(0, 0, None, None, False, (), ())
    most = int(rows.max())
    rule: Literal[1, 2] = 1 if most == n else 2  # as it is if n is 1, or if there is one value
    ranked = sorted(zip(texts, rows.tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))
    return Composition(
        n=n,
        v=len(texts),
        p=most / n,
        rule=rule,
        breach=rule == 1 or most / n >= threshold,
        dominant=tuple(text for text, count in ranked if count == most),
        values=tuple(ValueRows(text, count, count / n) for text, count in ranked[:SHOWN_VALUES]),
    )
