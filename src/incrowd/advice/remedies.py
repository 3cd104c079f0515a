"""What removes a leak: the smallest steps after which no group is too small any more.

`find_levels(SmallGroups(classes, [0, 3], 5))` are the levels at which every group of the first and
the fourth attribute has five rows; `StandingAlone` asks the same for the groups of one row.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from incrowd.advice.giveaways import WIDEST, rows_sharing
from incrowd.crowd.crowd import Classes, Crowd
from incrowd.kernels.grouping import Sizes, group
from incrowd.kernels.packing import pack
from incrowd.subsets.columns import Columns

MOST_TRIED: Final = 400
"""States that are all tried; where there are more, one step is taken after another."""
MOST_COMPARED: Final = 3_000_000_000
"""Cells that may be compared while somebody waits."""

Levels = tuple[int, ...]


class Leak(Protocol):
    """Something that levels can remove."""

    now: Levels
    heights: Levels

    def short(self, levels: Levels) -> int:
        """What is left of it at some levels, 0 if nothing is."""


class SmallGroups:
    """The groups of some attributes that have too few rows."""

    def __init__(self, classes: Classes, places: Sequence[int], threshold: int) -> None:
        crowd = classes.crowd
        columns = Columns.of(classes).only(places)
        self._crowd, self._places = crowd, places
        self._ladders = [crowd.ladders[place] for place in places]
        self._codes = [crowd.codes[place] for place in places]
        self._members, self._sizes = columns.members, columns.sizes
        self._threshold = threshold
        self.now: Levels = tuple(classes.levels[place] for place in places)
        self.heights: Levels = tuple(crowd.heights[place] for place in places)

    def short(self, levels: Levels) -> int:
        """Rows in groups that are too small."""
        keys, space = self._pack(levels)
        totals = group(keys, self._sizes, space)[1]
        return int(totals[totals < self._threshold].sum())

    def _pack(self, levels: Levels) -> tuple[Sizes, int]:
        if self._crowd.folded:
            return self._crowd.pack(_alone(self._crowd, self._places, levels), self._members)
        pairs = list(zip(self._ladders, levels, strict=True))
        return pack(
            self._codes,
            [ladder.codes[level] for ladder, level in pairs],
            [ladder.radices[level] for ladder, level in pairs],
            self._members,
        )


def _alone(crowd: Crowd, places: Sequence[int], levels: Sequence[int]) -> Levels:
    """The state in which only some attributes are published, at some levels."""
    chosen = dict(zip(places, levels, strict=True))
    return tuple(chosen.get(place, height) for place, height in enumerate(crowd.heights))


class StandingAlone:
    """The combinations of up to some size that leave a class in a group of fewer than k rows."""

    def __init__(self, classes: Classes, index: int, k: int, max_size: int) -> None:
        crowd = classes.crowd
        members = classes.representatives[classes.kept]
        self._crowd, self._members, self._max_size = crowd, members, max_size
        self._codes = [codes[members] for codes in crowd.codes]
        self._ladders = crowd.ladders
        self._own = int(classes.representatives[index])
        self._own_codes = [int(codes[self._own]) for codes in crowd.codes]
        self._sizes, self._k = classes.kept_sizes, k
        sets = np.arange(1 << len(crowd.names))
        counts = np.array([int(attributes).bit_count() for attributes in sets.tolist()])
        # larger combinations leave fewer, so that those of one size tell of all
        self._largest = counts == min(max_size, len(crowd.names))
        self.now: Levels = classes.levels
        self.heights: Levels = crowd.heights

    def short(self, levels: Levels) -> int:
        """Combinations that leave too few."""
        if self._crowd.folded:
            return self._short_of_persons(levels)
        matching = [
            ladder.codes[level][codes] == ladder.codes[level][own]
            for ladder, level, codes, own in zip(
                self._ladders, levels, self._codes, self._own_codes, strict=True
            )
        ]
        sharing = rows_sharing(matching, self._sizes)
        return int(np.count_nonzero(sharing[self._largest] < self._k))

    def _short_of_persons(self, levels: Levels) -> int:
        width, short = len(levels), 0
        members = np.append(self._members, np.int32(self._own))
        sizes = np.append(self._sizes, 0)
        for places in combinations(range(width), min(self._max_size, width)):
            state = _alone(self._crowd, places, [levels[place] for place in places])
            keys, space = self._crowd.pack(state, members)
            _, totals, groups = group(keys, sizes, space)
            short += int(totals[groups[-1]] < self._k)
        return short


def can_look(classes: Classes) -> bool:
    """Whether looking for what helps a row takes not too long."""
    steps = sum(classes.crowd.heights) * len(classes.crowd.names)
    width = len(classes.crowd.names)
    return width <= WIDEST and steps * width * classes.count <= MOST_COMPARED


def find_levels(leak: Leak) -> Levels | None:
    """The levels with the fewest and smallest steps that remove a leak, None if none do."""
    if not leak.short(leak.now):
        return leak.now
    if leak.short(leak.heights):
        return None
    ranges = [range(low, high + 1) for low, high in zip(leak.now, leak.heights, strict=True)]
    if prod(map(len, ranges)) <= MOST_TRIED:
        states = sorted(product(*ranges), key=lambda levels: _cost(leak, levels))
        return next(levels for levels in states if not leak.short(levels))
    return _lowered(leak, _climbed(leak))


def _cost(leak: Leak, levels: Levels) -> tuple[int, float, Levels]:
    """Attributes that are raised, then how far."""
    steps = list(zip(leak.now, levels, leak.heights, strict=True))
    raised = sum(level > now for now, level, _ in steps)
    return raised, sum((level - now) / height for now, level, height in steps if height), levels


def _climbed(leak: Leak) -> Levels:
    """Take the step that removes most for what it costs until nothing is left."""
    levels, left = leak.now, leak.short(leak.now)
    while left:
        tried = [(leak.short(step), step) for step in _above(leak, levels)]
        gains = [(left - short) / _distance(leak, levels, step) for short, step in tried]
        left, levels = tried[int(np.argmax(gains))]
    return levels


def _above(leak: Leak, levels: Levels) -> Iterator[Levels]:
    for place, (level, height) in enumerate(zip(levels, leak.heights, strict=True)):
        for higher in range(level + 1, height + 1):
            yield (*levels[:place], higher, *levels[place + 1 :])


def _distance(leak: Leak, levels: Levels, other: Levels) -> float:
    steps = zip(levels, other, leak.heights, strict=True)
    return sum((to - level) / height for level, to, height in steps if height)


def _lowered(leak: Leak, levels: Levels) -> Levels:
    """Take back whatever is not needed, what costs most first."""
    places: NDArray[np.intp] = np.argsort(
        [
            (now - level) / max(height, 1)
            for now, level, height in zip(leak.now, levels, leak.heights, strict=True)
        ],
        kind="stable",
    )
    for place in places.tolist():
        for lower in range(leak.now[place], levels[place]):
            tried = (*levels[:place], lower, *levels[place + 1 :])
            if not leak.short(tried):
                levels = tried
                break
    return levels
