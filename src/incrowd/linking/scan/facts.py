"""What an attacker knows about somebody: facts `column = value`, which hold together.

A plain value matches every published text that may stand for it. A generalised one that is itself
published means that text; any other matches what it overlaps. `*` may stand for anything, a missing
value for nothing; where there is no partner there is nothing to compare.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows, Mask
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.published_value import meaning_of
from incrowd.linking.values.taxonomy import Known, generalised

Matches = Callable[[JoinedColumn, "Fact"], Mask]
"""Which texts of a column match a fact."""


@dataclass(frozen=True)
class Fact:
    """A known value of columns that say the same: each of them has to match."""

    columns: tuple[str, ...]
    """Their labels, as `1.zip`."""
    value: str
    same: bool = False
    """Whether they were joined as equal: what one of them publishes all of them do."""


def matching(
    texts: Sequence[str],
    known: str,
    hierarchy: Known | None = None,
    published: bool | None = None,
) -> Mask:
    """Which texts may be about somebody with a known value.

    `published` says whether the value is itself one of them, where these are not all texts.

    >>> matching(["130**", "13***", "14***", "*"], "13012").tolist()
    [True, True, False, True]
    >>> matching(["20-30", "30-40", "*"], "30-40").tolist()
    [False, True, True]
    """
    matches = np.zeros(len(texts), np.bool_)
    if not generalised([known], hierarchy)[0]:
        matches[matching_pairs("covers", texts, [known], hierarchy)[0]] = True
    elif known in texts if published is None else published:
        matches[:] = [text == known or meaning_of(text).suppressed for text in texts]
    else:
        matches[matching_pairs("overlaps", texts, [known], hierarchy)[0]] = True
    return matches


def select(
    joined: JoinedRows,
    facts: Sequence[Fact],
    hierarchies: Mapping[str, Known] | None = None,
    matches: Matches | None = None,
) -> Mask:
    """The combinations that all facts match; `matches` may say otherwise which texts match.

    Where an outer join found no partner, what is known cannot be compared on that side; the other
    side decides.
    """

    def usual(column: JoinedColumn, fact: Fact) -> Mask:
        published = is_published(fact, column.label, lambda label: joined.column(label).texts)
        return matching(column.texts, fact.value, (hierarchies or {}).get(column.name), published)

    chosen = np.ones(len(joined), np.bool_)
    for fact in facts:
        decided = np.zeros(len(joined), np.bool_)
        for label in fact.columns:
            column = joined.column(label)
            held = column.holding((matches or usual)(column, fact))
            decided |= held
            chosen &= held | joined.absent(column.source) if len(fact.columns) > 1 else held
        chosen &= decided
    return chosen


def is_published(fact: Fact, label: str, texts: Callable[[str], Collection[str | None]]) -> bool:
    """Whether a known value is itself a text of a column, or of one that was joined as equal."""
    labels = fact.columns if fact.same else (label,)
    return any(fact.value in texts(column) for column in labels)
