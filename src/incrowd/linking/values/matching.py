"""Which texts of two columns go together, found without comparing each with each.

    left, right = matching_pairs("overlaps", ["20-30", "40-50"], ["25-35"])     # [0], [0]

Texts with the same masked places are looked up by what is left of them, ranges are sorted by their
ends; sets and labels of a hierarchy are first taken apart into what they stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from incrowd.errors import UnknownName
from incrowd.linking.values.comparison import Numbers, Pairs, compare, equal_texts, expand_runs
from incrowd.linking.values.published_value import meaning_of
from incrowd.linking.values.taxonomy import Known, Taxonomy, taxonomy_of

Condition = Literal["equal", "overlaps", "covers"]
CONDITIONS: Final[tuple[Condition, ...]] = get_args(Condition)


def matching_pairs(
    condition: str,
    left: Sequence[str | None],
    right: Sequence[str | None],
    hierarchy: Known | None = None,
) -> Pairs:
    """The positions of the texts that go together, ordered; a missing value goes with nothing.

    `equal` wants the same text, `overlaps` something that both may stand for, `covers` that the
    left one stands for all that the right one does.

    >>> left, right = matching_pairs("covers", ["13***", None], ["130**", "14001", "*"])
    >>> left.tolist(), right.tolist()
    ([0], [0])
    """
    if condition not in CONDITIONS:
        raise UnknownName.among("condition", condition, CONDITIONS)
    ours, theirs = _Texts.of(left), _Texts.of(right)
    if condition == "equal":
        pairs = equal_texts(ours.texts, theirs.texts)
    else:
        pairs = _meaning(condition == "covers", ours, theirs, taxonomy_of(hierarchy))
    return ours.places[pairs[0]], theirs.places[pairs[1]]


@dataclass(frozen=True)
class _Texts:
    """Texts without the missing ones, where each of them stood, and what each means."""

    texts: list[str]
    places: Numbers

    @classmethod
    def of(cls, values: Sequence[str | None]) -> _Texts:
        kept = [(place, value) for place, value in enumerate(values) if value is not None]
        return cls([value for _, value in kept], np.array([place for place, _ in kept], np.int64))


@dataclass(frozen=True)
class _Parts:
    """Texts taken apart: part `atom[i]` belongs to text `owner[i]`."""

    atoms: list[str]
    owner: Numbers
    atom: Numbers

    @classmethod
    def of(cls, lists: Sequence[Sequence[str]]) -> _Parts:
        owner = [place for place, parts in enumerate(lists) for _ in parts]
        flat = [part for parts in lists for part in parts]
        known = {text: place for place, text in enumerate(dict.fromkeys(flat))}
        return cls(
            list(known),
            np.array(owner, np.int64),
            np.array([known[part] for part in flat], np.int64),
        )


def _meaning(covering: bool, left: _Texts, right: _Texts, taxonomy: Taxonomy | None) -> Pairs:
    members = [[list(meaning_of(t).members or (t,)) for t in each.texts] for each in (left, right)]
    written = _by_parts(covering, members[0], members[1])
    if taxonomy is None:
        return written
    resolved = [
        [_resolved(text, parts, taxonomy) for text, parts in zip(each.texts, listed, strict=True)]
        for each, listed in zip((left, right), members, strict=True)
    ]
    known = [np.array([resolvable for _, resolvable in each], np.bool_) for each in resolved]
    both = known[0][written[0]] & known[1][written[1]]
    apart = [[parts for parts, _ in each] for each in resolved]
    by_leaves = _by_parts(covering, apart[0], apart[1])
    kept = (
        np.concatenate([written[0][~both], by_leaves[0]]),
        np.concatenate([written[1][~both], by_leaves[1]]),
    )
    return _once(*kept, len(right.texts))


def _resolved(text: str, parts: Sequence[str], taxonomy: Taxonomy) -> tuple[Sequence[str], bool]:
    """What a text stands for, or each member of a set does, and whether all of it is known."""
    leaves = taxonomy.leaves
    if text in leaves:
        return leaves[text], True
    leaves_of_parts = [leaf for part in parts for leaf in leaves.get(part, (part,))]
    return leaves_of_parts, all(part in leaves for part in parts)


def _by_parts(
    covering: bool, left: Sequence[Sequence[str]], right: Sequence[Sequence[str]]
) -> Pairs:
    """Texts go together if some of their parts do; covered if each part is by some part."""
    ours, theirs = _Parts.of(left), _Parts.of(right)
    one, other = compare(covering, ours.atoms, theirs.atoms)
    place, one = _following(ours.atom, len(ours.atoms), one)
    mine, other = ours.owner[place], other[one]
    place, where = _following(theirs.atom, len(theirs.atoms), other)
    texts, parts = mine[where], place
    owner = theirs.owner
    if not covering:
        return _once(texts, owner[parts], len(right))
    # each part of a covered text once, however many parts cover it
    texts, parts = _once(texts, parts, max(len(owner), 1))
    texts, covered, times = _counted(texts, owner[parts], len(right))
    wanted = np.bincount(owner, minlength=len(right))
    return texts[times == wanted[covered]], covered[times == wanted[covered]]


def _following(atom: Numbers, atoms: int, wanted: Numbers) -> Pairs:
    """All (position in `atom`, position in `wanted`) at which the same atom stands."""
    order = np.argsort(atom, kind="stable")
    starts = np.searchsorted(atom[order], np.arange(atoms + 1))
    return expand_runs(order, starts[wanted], starts[wanted + 1])


def _counted(left: Numbers, right: Numbers, width: int) -> tuple[Numbers, Numbers, Numbers]:
    keys, times = np.unique(left * max(width, 1) + right, return_counts=True)
    return keys // max(width, 1), keys % max(width, 1), times


def _once(left: Numbers, right: Numbers, width: int) -> Pairs:
    one, other, _ = _counted(left, right, width)
    return one, other
