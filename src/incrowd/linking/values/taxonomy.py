"""What words stand for: `European` for French and German, as one or several hierarchies say.

    Taxonomy.of(nationality, country).leaves["European"]      # ("French", "German")

What a text says by the way it is written (`130**`, `20-30`, `{a, b}`) needs no taxonomy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.hierarchies import from_csv, from_rules
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.hierarchies.rules import named_values
from incrowd.linking.values.published_value import covers, meaning_of
from incrowd.table import Attribute, Kind, Profile, Role

MOST_READ: Final = 5_000
"""Values up to which all of them are read; of more the first and the last of each group."""


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """The values that each text stands for, and the texts that are no values themselves."""

    leaves: Mapping[str, tuple[str, ...]]
    labels: frozenset[str]
    parts: tuple[Hierarchy, ...]

    @classmethod
    def of(cls, *hierarchies: Hierarchy) -> Taxonomy:
        """All that some hierarchies say; a value of one may be a label of another."""
        leaves: dict[str, dict[str, None]] = defaultdict(dict)
        labels: set[str] = set()
        for hierarchy in hierarchies:
            for text, values in _leaves(hierarchy).items():
                leaves[text].update(values)
            labels |= {label for each in hierarchy.labels for label in each} - set(hierarchy.values)
        resolved = leaves if len(hierarchies) < 2 else _followed(leaves)
        return cls(
            {text: tuple(each) for text, each in resolved.items()}, frozenset(labels), hierarchies
        )


Known = Hierarchy | Taxonomy


def read_taxonomies(given: Sequence[tuple[str, str]]) -> dict[str, Hierarchy] | None:
    """Hierarchies as a person writes them, by the label of their column; None without any."""
    return {label: read_taxonomy(label, text) for label, text in given} or None


def read_taxonomy(label: str, text: str) -> Hierarchy:
    """A hierarchy from CSV (`French;European;*`) or rules; its values are read from the text alone.

    >>> read_taxonomy("1.origin", "French;European;*").labels[0]
    ('European',)
    """
    name = label.partition(".")[2] or label
    attribute = Attribute(Profile(name, Kind.TEXT, 0, 0, 0), Role.QUASI, "")
    if "=>" not in text:
        return from_csv(text, Domain(attribute, (), np.zeros(0, np.int64)))
    values = named_values(text)
    return from_rules(text, Domain(attribute, values, np.zeros(len(values), np.int64)))


def taxonomy_of(known: Known | None) -> Taxonomy | None:
    """A hierarchy as what its labels stand for."""
    return Taxonomy.of(known) if isinstance(known, Hierarchy) else known


def together(known: Iterable[Known | None]) -> Taxonomy | None:
    """What several hierarchies or taxonomies say as one; None if there are none."""
    parts = [
        part
        for taxonomy in known
        if taxonomy is not None
        for part in ((taxonomy,) if isinstance(taxonomy, Hierarchy) else taxonomy.parts)
    ]
    return Taxonomy.of(*dict.fromkeys(parts)) if parts else None


def generalised(texts: Sequence[str], known: Known | None = None) -> list[bool]:
    """Which texts stand for more than one value, as they are written or as a hierarchy says."""
    written = [meaning_of(text).generalised for text in texts]
    taxonomy = taxonomy_of(known)
    if taxonomy is None:
        return written
    return [
        general or text in taxonomy.labels for general, text in zip(written, texts, strict=True)
    ]


def is_readable(hierarchy: Hierarchy) -> bool:
    """Whether its labels show by the way they are written what they stand for."""
    values = np.array([value is not None for value in hierarchy.values], np.bool_)
    for groups, labels in zip(hierarchy.groups[:-1], hierarchy.labels[:-1], strict=True):
        places = np.flatnonzero(values)
        if len(places) > MOST_READ:
            kept = groups[places]
            firsts = np.unique(kept, return_index=True)[1]
            lasts = len(kept) - 1 - np.unique(kept[::-1], return_index=True)[1]
            places = places[np.union1d(firsts, lasts)]
        for place in places.tolist():
            label, value = labels[groups[place]], hierarchy.values[place]
            if label != value and not (meaning_of(label).generalised and covers(label, value)):
                return False
    return True


def _leaves(hierarchy: Hierarchy) -> dict[str, dict[str, None]]:
    """The values that each text of a hierarchy stands for; `*` needs no hierarchy."""
    leaves: dict[str, dict[str, None]] = defaultdict(dict)
    for groups, labels in zip(hierarchy.groups[:-1], hierarchy.labels[:-1], strict=True):
        for value, group in zip(hierarchy.values, groups.tolist(), strict=True):
            if value is not None:
                leaves[labels[group]].update(dict.fromkeys(meaning_of(value).members or (value,)))
    for value in hierarchy.values:
        # `{French, German}` as a value is read as it is written
        if value is not None and not meaning_of(value).generalised:
            leaves[value][value] = None
    return leaves


def _followed(leaves: Mapping[str, Mapping[str, None]]) -> dict[str, dict[str, None]]:
    """What values stand for that are labels elsewhere, and so on."""
    whole: dict[str, dict[str, None]] = {}
    for text in leaves:
        reached: dict[str, None] = {}
        waiting = list(leaves[text])
        while waiting:
            value = waiting.pop()
            if value not in reached:
                reached[value] = None
                waiting += leaves.get(value, ())
        whole[text] = reached
    return whole
