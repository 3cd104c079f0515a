"""Which values each published text may stand for, as runs of an order of the values.

    fits_of(["20-29", "*"], ["25", "31", "27"]).row(0)      # [True, False, True]

Numbers are put in order, so that a range is one run however many values lie in it; what stands
for anything is one, too. Nothing is written down for each text and each value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.kernels.grouping import Positions, Sizes
from incrowd.linking.values.comparison import Numbers, Pairs
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.published_value import Interval, Meaning, meaning_of
from incrowd.linking.values.taxonomy import Known, Taxonomy, taxonomy_of
from incrowd.table import MISSING, SUPPRESSED

Flags = NDArray[np.bool_]

_MOST_DIGITS: Final = 300
"""A number of more digits is not read as a number."""
_PLAIN_RANGE: Final = r"^(?P<low>[0-9]{1,15})-(?P<high>[0-9]{1,15})$"


@dataclass(frozen=True, eq=False)
class Fits:
    """The values that fit each text: runs of an order, none of which meet."""

    place: Positions
    """Where each value stands in the order."""
    first: Sizes
    """Where the runs of each text begin, and behind the last of them."""
    starts: Positions
    ends: Positions

    def row(self, text: int) -> Flags:
        """The values that fit a text."""
        inside = np.zeros(len(self.place), np.bool_)
        for run in range(self.first[text], self.first[text + 1]):
            inside[self.starts[run] : self.ends[run]] = True
        fitting: Flags = inside[self.place]
        return fitting

    def texts_of(self, value: int) -> Flags:
        """The texts that may stand for a value."""
        place = self.place[value]
        owner = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        texts = np.zeros(len(self.first) - 1, np.bool_)
        texts[owner[(self.starts <= place) & (place < self.ends)]] = True
        return texts

    def count(self, values: Sizes) -> Sizes:
        """For each text how many fit, if each value stands for that many."""
        held = np.zeros(len(self.place) + 1, np.int64)
        held[self.place + 1] = values
        before = np.cumsum(held)
        until = np.concatenate([[0], np.cumsum(before[self.ends] - before[self.starts])])
        counts: Sizes = until[self.first[1:]] - until[self.first[:-1]]
        return counts


def fits_of(
    published: Sequence[str | None], values: Sequence[str | None], known: Known | None = None
) -> Fits:
    """Which published text may stand for the same as which value.

    A missing value goes with a missing one, and with what stands for anything.

    >>> found = fits_of(["130**", None, "*"], ["13012", None])
    >>> [found.row(text).tolist() for text in range(3)]
    [[True, False], [False, True], [True, True]]
    """
    taxonomy = taxonomy_of(known)
    gaps = _words_for_missing(taxonomy)
    texts, theirs = (_Sorted.of(each, taxonomy, gaps) for each in (published, values))
    order, numbers = _order(theirs, len(values))
    place = np.empty(len(values), np.int32)
    place[order] = np.arange(len(values), dtype=np.int32)
    everything = len(values)
    whole = everything - len(theirs.whole)
    missing = whole - len(theirs.missing)
    runs = _Runs(len(published))
    runs.add(texts.whole, 0, everything)
    runs.add(texts.missing, missing, everything)
    if whole < everything:
        every = [*texts.plain, *texts.spans, *texts.masks, *texts.others]
        runs.add(every, whole, everything)
    runs.add_spans(texts.spans, numbers)
    runs.add(texts.with_missing(published, gaps), missing, whole)
    owner, value = _pairs(texts, theirs, published, values, taxonomy)
    hidden = np.array(theirs.with_missing(values, gaps), np.int64)
    absent = np.array(texts.missing, np.int64)
    owner = np.concatenate([owner, np.repeat(absent, len(hidden))])
    runs.add_pairs(owner, place[np.concatenate([value, np.tile(hidden, len(absent))])])
    return runs.build(place)


def fits_from_pairs(owner: Positions, value: Numbers, texts: int, order: Numbers) -> Fits:
    """What fits where it is known of every pair: text `owner[i]` may stand for value `value[i]`.

    The fewer runs the values of a text are in the order, the faster is what comes after.

    >>> fits_from_pairs(np.array([0, 0, 1, 0]), np.array([0, 2, 1, 2]), 2, np.arange(3)).row(0)
    array([ True, False,  True])
    """
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    pairs = np.unique(np.stack([owner.astype(np.int64), value]), axis=1)
    runs = _Runs(texts)
    runs.add_pairs(pairs[0], place[pairs[1]])
    return runs.build(place)


@dataclass(frozen=True)
class _Sorted:
    """The places of texts by what they are; each text stands in one of the lists."""

    plain: dict[int, str | float]
    """Words and numbers that stand for themselves: what equal ones have in common."""
    numbers: dict[int, float]
    """Those of them that are numbers."""
    spans: dict[int, Interval]
    """Ranges of numbers."""
    masks: dict[int, str]
    others: list[int]
    """Sets, and words that stand for others."""
    missing: list[int]
    whole: list[int]

    @classmethod
    def of(
        cls, texts: Sequence[str | None], taxonomy: Taxonomy | None, gaps: frozenset[str]
    ) -> _Sorted:
        leaves: Mapping[str, tuple[str, ...]] = {} if taxonomy is None else taxonomy.leaves
        sorted_texts = cls({}, {}, {} if leaves else _plain_ranges(texts), {}, [], [], [])
        for place, text in enumerate(texts):
            if place in sorted_texts.spans:
                continue
            if text is None or text == MISSING:
                sorted_texts.missing.append(place)
                continue
            if not leaves and text.isdecimal() and text.isascii() and len(text) < _MOST_DIGITS:
                # as `meaning_of` would read it, without taking a plain number apart
                sorted_texts.numbers[place] = number = float(text)
                sorted_texts.plain[place] = text if text[0] == "0" != text else number
                continue
            one = meaning_of(text)
            if one.suppressed:
                sorted_texts.whole.append(place)
            elif one.members or text in gaps or leaves.get(text, (text,)) != (text,):
                sorted_texts.others.append(place)
            elif one.masked:
                sorted_texts.masks[place] = text
            elif one.interval is not None:
                sorted_texts.spans[place] = one.interval
            else:
                sorted_texts.plain[place] = _key(one)
                if one.number is not None:
                    sorted_texts.numbers[place] = one.number
        return sorted_texts

    def with_missing(self, texts: Sequence[str | None], words: frozenset[str]) -> list[int]:
        """Sets that hold what is missing, and words that stand for it."""
        words_in_use = [
            (place, text) for place in self.others if (text := texts[place]) is not None
        ]
        return [
            place
            for place, text in words_in_use
            if text in words or MISSING in meaning_of(text).members
        ]


def _plain_ranges(texts: Sequence[str | None]) -> dict[int, Interval]:
    """Where ranges as `20-30` stand, which may be many: they are read all at once."""
    ends = pc.extract_regex(pa.array(texts, pa.string()), _PLAIN_RANGE)
    lows, highs = (
        pc.fill_null(pc.struct_field(ends, name).cast(pa.float64()), empty).to_numpy()
        for name, empty in (("low", 1.0), ("high", 0.0))
    )
    places = np.flatnonzero(lows <= highs)
    both = zip(lows[places].tolist(), highs[places].tolist(), strict=True)
    return {
        place: Interval(low, high) for place, (low, high) in zip(places.tolist(), both, strict=True)
    }


def _words_for_missing(taxonomy: Taxonomy | None) -> frozenset[str]:
    """What a missing value is called on the levels of hierarchies."""
    words_found: set[str] = set()
    for part in () if taxonomy is None else taxonomy.parts:
        if None in part.values:
            place = part.values.index(None)
            levels = zip(part.groups[:-1], part.labels[:-1], strict=True)
            words_found |= {labels[groups[place]] for groups, labels in levels}
    return frozenset(words_found)


def _order(theirs: _Sorted, values: int) -> tuple[Numbers, NDArray[np.float64]]:
    """Values as numbers by size, then all others; the missing and what is anything come last."""
    sizes = theirs.numbers
    places = np.fromiter(sizes, np.int64, len(sizes))
    numbers = np.fromiter(sizes.values(), np.float64, len(sizes))
    by_size = np.argsort(numbers, kind="stable")
    last = [*theirs.missing, *theirs.whole]
    between = np.ones(values, np.bool_)
    between[places] = False
    between[last] = False
    rest = np.flatnonzero(between)
    order = np.concatenate([places[by_size], rest, np.array(last, np.int64)])
    return order, numbers[by_size]


def _pairs(
    texts: _Sorted,
    theirs: _Sorted,
    published: Sequence[str | None],
    values: Sequence[str | None],
    taxonomy: Taxonomy | None,
) -> Pairs:
    """The texts and values that go together, but for ranges and plain numbers."""
    generalised = [*theirs.spans, *theirs.masks, *theirs.others]
    every_value = [*theirs.plain, *generalised]
    every = [*texts.plain, *texts.spans, *texts.masks]
    pairs = [_same(texts.plain, theirs.plain), _by_masks(texts.masks, theirs.plain, values)]
    for ours, others in ((texts.others, every_value), (every, generalised)):
        if ours and others:
            one, other = matching_pairs(
                "overlaps",
                [published[place] for place in ours],
                [values[place] for place in others],
                taxonomy,
            )
            pairs.append((np.array(ours, np.int64)[one], np.array(others, np.int64)[other]))
    return np.concatenate([pair for pair, _ in pairs]), np.concatenate([two for _, two in pairs])


def _same(texts: Mapping[int, str | float], values: Mapping[int, str | float]) -> Pairs:
    """Plain texts that are equal, or the same number."""
    known: dict[str | float, list[int]] = defaultdict(list)
    for place, key in values.items():
        known[key].append(place)
    owner: list[int] = []
    places: list[int] = []
    for place, key in texts.items():
        same = known.get(key, ())
        owner += [place] * len(same)
        places += same
    return np.array(owner, np.int64), np.array(places, np.int64)


def _by_masks(
    masks: Mapping[int, str], plain: Iterable[int], values: Sequence[str | None]
) -> Pairs:
    """Masks and plain values of the same length that agree wherever nothing is hidden."""
    lengths: dict[int, list[tuple[int, str]]] = defaultdict(list)
    if masks:
        for place in plain:
            text = values[place] or ""
            lengths[len(text)].append((place, text))
    shapes: dict[tuple[int, ...], dict[object, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, mask in masks.items():
        kept = tuple(i for i, mark in enumerate(mask) if mark != SUPPRESSED)
        shapes[len(mask), *kept][itemgetter(*kept)(mask)].append(place)
    owner: list[int] = []
    covered: list[int] = []
    for (length, *visible), known in shapes.items():
        visible_part = itemgetter(*visible)
        for place, text in lengths.get(length, ()):
            fitting = known.get(visible_part(text), ())
            owner += fitting
            covered += [place] * len(fitting)
    return np.array(owner, np.int64), np.array(covered, np.int64)


def _key(meaning: Meaning) -> str | float:
    """What equal ones have in common: 17 and 17.0 their number, 017 only its text."""
    return meaning.number if meaning.exact and meaning.number is not None else meaning.text


class _Runs:
    """Runs as they are found."""

    def __init__(self, texts: int) -> None:
        self._texts = texts
        self._parts: list[tuple[Numbers, Numbers, Numbers]] = []

    def add(self, texts: Iterable[int], start: int, end: int) -> None:
        """The same run for several texts."""
        owner = np.array(list(texts), np.int64)
        if start < end:
            self._put(owner, np.full(len(owner), start), np.full(len(owner), end))

    def add_spans(self, spans: Mapping[int, Interval], numbers: NDArray[np.float64]) -> None:
        """The numbers that lie in each range."""
        spanned = list(spans.values())
        owner = np.fromiter(spans, np.int64, len(spans))
        lows, highs = (
            np.array([span.low for span in spanned]),
            np.array([span.high for span in spanned]),
        )
        with_low = np.array([span.with_low for span in spanned], np.bool_)
        with_high = np.array([span.with_high for span in spanned], np.bool_)
        starts = np.where(with_low, *(np.searchsorted(numbers, lows, s) for s in ("left", "right")))
        ends = np.where(with_high, *(np.searchsorted(numbers, highs, s) for s in ("right", "left")))
        kept = starts < ends
        self._put(owner[kept], starts[kept], ends[kept])

    def add_pairs(self, owner: Numbers, place: Numbers) -> None:
        """Single values, those that follow each other as one run."""
        order = np.lexsort((place, owner))
        owner, place = owner[order], place[order].astype(np.int64)
        new = np.ones(len(owner), np.bool_)
        new[1:] = (owner[1:] != owner[:-1]) | (place[1:] > place[:-1] + 1)
        starts = np.flatnonzero(new)
        lasts = np.append(starts[1:], len(owner))[: len(starts)] - 1
        self._put(owner[starts], place[starts], place[lasts] + 1)

    def _put(self, owner: Numbers, starts: Numbers, ends: Numbers) -> None:
        self._parts.append((owner, starts, ends))

    def build(self, place: Positions) -> Fits:
        """All of them, text by text and in order."""
        owner, starts, ends = (
            np.concatenate([np.zeros(0, np.int64), *(part[which] for part in self._parts)])
            for which in range(3)
        )
        order = np.lexsort((starts, owner))
        first = np.zeros(self._texts + 1, np.int64)
        np.cumsum(np.bincount(owner, minlength=self._texts), out=first[1:])
        return Fits(place, first, starts[order].astype(np.int32), ends[order].astype(np.int32))
