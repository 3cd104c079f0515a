"""Compare many texts with many others, none of them a set: masked ones by hash, ranges by order.

`compare(covering=False, left=["20-30"], right=["25", "4*"])` finds the pair (0, 0).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.linking.values.published_value import Interval, Meaning, meaning_of

Numbers = NDArray[np.int64]
Pairs = tuple[Numbers, Numbers]
Shape = tuple[int, frozenset[int]]
"""The length of a text, and its masked places."""

_INTERVAL, _NUMBER, _CODE, _MASK = 0, 1, 2, 3


def compare(covering: bool, left: Sequence[str], right: Sequence[str]) -> Pairs:
    """The pairs that go together; a pair may come more than once."""
    ours, theirs = [[meaning_of(text) for text in each] for each in (left, right)]
    pairs = [
        equal_texts(left, right),
        _by_shape(covering, ours, theirs),
        _by_ends(covering, ours, theirs),
        _by_star(covering, ours, theirs),
    ]
    return np.concatenate([pair for pair, _ in pairs]), np.concatenate([two for _, two in pairs])


def equal_texts(left: Iterable[str], right: Iterable[str]) -> Pairs:
    """The pairs of the same text."""
    known: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(right):
        known[text].append(place)
    return _table((mine, other) for mine, text in enumerate(left) for other in known.get(text, ()))


def expand_runs(order: Numbers, starts: Numbers, ends: Numbers) -> Pairs:
    """The members of each stretch of an order, and the number of the stretch.

    >>> order = np.array([7, 8, 9])
    >>> [each.tolist() for each in expand_runs(order, np.array([1, 0]), np.array([3, 1]))]
    [[8, 9, 7], [0, 0, 1]]
    """
    lengths = np.maximum(ends - starts, 0)
    stretch = np.repeat(np.arange(len(starts)), lengths)
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return order[np.repeat(starts, lengths) + within], stretch


def _table(pairs: Iterable[tuple[int, int]]) -> Pairs:
    table = np.array(list(pairs), np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _by_star(covering: bool, left: Sequence[Meaning], right: Sequence[Meaning]) -> Pairs:
    """What stands for anything goes with everything."""
    stars, theirs = (
        np.array([place for place, meaning in enumerate(each) if meaning.suppressed], np.int64)
        for each in (left, right)
    )
    ours, others = np.repeat(stars, len(right)), np.tile(np.arange(len(right)), len(stars))
    if covering:
        return ours, others
    return (
        np.concatenate([ours, np.tile(np.arange(len(left)), len(theirs))]),
        np.concatenate([others, np.repeat(theirs, len(left))]),
    )


def _by_shape(covering: bool, left: Sequence[Meaning], right: Sequence[Meaning]) -> Pairs:
    """Texts of the same length, one of them masked, that agree wherever neither is."""
    theirs = _shapes(right)
    pairs: list[tuple[int, int]] = []
    for (length, stars), mine in _shapes(left).items():
        for (other_length, other_stars), others in theirs.items():
            masked = stars | other_stars
            if length != other_length or not masked or (covering and not other_stars <= stars):
                continue
            kept = [place for place in range(length) if place not in masked]
            ours_left = (_at(left[place].text, kept) for place in mine)
            pairs_of_shape = equal_texts(
                ours_left, (_at(right[place].text, kept) for place in others)
            )
            pairs += _translated(pairs_of_shape, mine, others)
    return _table(pairs)


def _translated(
    pairs: Pairs, mine: Sequence[int], others: Sequence[int]
) -> Iterator[tuple[int, int]]:
    one, two = pairs
    return ((mine[a], others[b]) for a, b in zip(one.tolist(), two.tolist(), strict=True))


def _shapes(texts: Sequence[Meaning]) -> dict[Shape, list[int]]:
    """Texts that are masked or plain, by their shape."""
    shapes: dict[Shape, list[int]] = defaultdict(list)
    for place, meaning in enumerate(texts):
        if not meaning.suppressed and meaning.interval is None:
            stars = (i for i, mark in enumerate(meaning.text) if meaning.masked and mark == "*")
            shapes[len(meaning.text), frozenset(stars)].append(place)
    return shapes


def _at(text: str, places: Sequence[int]) -> str:
    return "".join([text[place] for place in places])


@dataclass(frozen=True)
class _Ends:
    """Texts that are about numbers: where each stands, what it is, its ends as ranks."""

    place: Numbers
    kind: Numbers
    first: Numbers
    last: Numbers


def _by_ends(covering: bool, left: Sequence[Meaning], right: Sequence[Meaning]) -> Pairs:
    """Ranges and numbers that meet, found by sorting their ends."""
    ours, theirs = _ranked(
        [_spans(left, outer=True), _spans(right, outer=not covering)],
    )
    if not len(ours.place) or not len(theirs.place):
        return _table([])
    # of two that meet, one begins within the other: each pair is found once
    order = np.argsort(theirs.first, kind="stable")
    other, one = _beginning(theirs.first[order], order, ours.first, ours.last, "left")
    if not covering:
        order = np.argsort(ours.first, kind="stable")
        more = _beginning(ours.first[order], order, theirs.first, theirs.last, "right")
        one, other = np.concatenate([one, more[0]]), np.concatenate([other, more[1]])
    kept = _allowed(ours.kind[one], theirs.kind[other])
    if covering:
        kept &= theirs.last[other] <= ours.last[one]
    return ours.place[one[kept]], theirs.place[other[kept]]


def _beginning(firsts: Numbers, order: Numbers, lows: Numbers, highs: Numbers, side: str) -> Pairs:
    """PeopleTable of an order that begin between these ends; `right` leaves out the lower end."""
    starts = np.searchsorted(firsts, lows, "left" if side == "left" else "right")
    return expand_runs(order, starts, np.searchsorted(firsts, highs, "right"))


def _allowed(left: Numbers, right: Numbers) -> NDArray[np.bool_]:
    """A range goes with all that is about numbers, a number with an equal one; masks are texts."""
    ranges = (left == _INTERVAL) | (right == _INTERVAL)
    allowed: NDArray[np.bool_] = ranges | ((left == _NUMBER) & (right == _NUMBER))
    return allowed


Span = tuple[int, int, Interval]


def _spans(texts: Sequence[Meaning], outer: bool) -> list[Span]:
    spans: list[Span] = []
    for place, meaning in enumerate(texts):
        masked = meaning.outer if outer else meaning.inner
        if meaning.interval is not None:
            spans.append((place, _INTERVAL, meaning.interval))
        elif meaning.number is not None:
            kind = _NUMBER if meaning.exact else _CODE
            spans.append((place, kind, Interval(meaning.number, meaning.number)))
        elif masked is not None:
            spans.append((place, _MASK, masked))
    return spans


def _ranked(both: Sequence[list[Span]]) -> list[_Ends]:
    """Replace ends by their rank among all ends, so that open and closed ones can be compared."""
    ends = {end for spans in both for _, _, span in spans for end in (span.first, span.last)}
    rank = {end: place for place, end in enumerate(sorted(ends))}
    return [
        _Ends(
            np.array([place for place, _, _ in spans], np.int64),
            np.array([kind for _, kind, _ in spans], np.int64),
            np.array([rank[span.first] for _, _, span in spans], np.int64),
            np.array([rank[span.last] for _, _, span in spans], np.int64),
        )
        for spans in both
    ]
