"""What an attacker knows about somebody: facts `column = value`, which hold together.

A plain value matches every published text that may stand for it. A generalised one that is itself
published means that text; any other matches what it overlaps. `*` may stand for anything, a missing
value for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from incrowd.linking.joined import Joined, JoinedColumn, Mask
from incrowd.linking.meaning import meaning_of
from incrowd.linking.pairing import pairs_of
from incrowd.linking.taxonomy import Known, taxonomy_of

Matches = Callable[[JoinedColumn, str], Mask]
"""Which texts of a column match a known value."""


@dataclass(frozen=True)
class Fact:
    """A known value of columns that tell the same: each of them has to match."""

    columns: tuple[str, ...]
    """Their labels, as `1.zip`."""
    value: str

    @property
    def told(self) -> str:
        """The fact in short.

        >>> Fact(("1.zip",), "13012").told
        '1.zip = 13012'
        """
        return f"{', '.join(self.columns)} = {self.value}"


def matching(texts: Sequence[str], known: str, hierarchy: Known | None = None) -> Mask:
    """Which published texts may be about somebody with a known value.

    >>> matching(["130**", "13***", "14***", "*"], "13012").tolist()
    [True, True, False, True]
    >>> matching(["20-30", "30-40", "*"], "30-40").tolist()
    [False, True, True]
    """
    found = np.zeros(len(texts), np.bool_)
    if not generalised([known], hierarchy)[0]:
        found[pairs_of("covers", texts, [known], hierarchy)[0]] = True
    elif known in texts:
        found[:] = [text == known or meaning_of(text).whole for text in texts]
    else:
        found[pairs_of("overlaps", texts, [known], hierarchy)[0]] = True
    return found


def generalised(texts: Sequence[str], hierarchy: Known | None = None) -> list[bool]:
    """Which texts stand for more than one value, as they are written or as a hierarchy says."""
    written = [meaning_of(text).generalised for text in texts]
    taxonomy = taxonomy_of(hierarchy)
    if taxonomy is None:
        return written
    return [told or text in taxonomy.labels for told, text in zip(written, texts, strict=True)]


def select(
    joined: Joined,
    facts: Sequence[Fact],
    hierarchies: Mapping[str, Known] | None = None,
    matches: Matches | None = None,
) -> Mask:
    """The combinations that all facts match; `matches` may say otherwise which texts match.

    Where an outer join found no partner, what is known cannot be compared on that side; the other
    side decides.
    """

    def usual(column: JoinedColumn, value: str) -> Mask:
        return matching(column.texts, value, (hierarchies or {}).get(column.name))

    chosen = np.ones(len(joined), np.bool_)
    for fact in facts:
        decided = np.zeros(len(joined), np.bool_)
        for label in fact.columns:
            column = joined.column(label)
            held = column.holding((matches or usual)(column, fact.value))
            decided |= held
            chosen &= held | joined.absent(column.source) if len(fact.columns) > 1 else held
        chosen &= decided
    return chosen
