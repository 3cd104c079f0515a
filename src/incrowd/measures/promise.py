"""A privacy model as a promise: what a search may conclude where classes are merged or split.

`measure("distinct_l").promise.merging` is "closed": no class loses values by growing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.sensitive import Sensitive
from incrowd.measures.question import Figures, Question

Merging = Literal["closed", "convex", "unknown"]
"""`closed`: a class that holds the model still holds it when any other class is merged into it.
`convex`: two classes that both hold it hold it merged. So a state all of whose classes hold it has
only such states above it; but a class may lose it to one that does not hold it, and with
suppression nothing follows for the states above."""
Groupings = list[NDArray[np.int64]]
"""The group of each sensitive value, one array per level."""

TOLERANCE: Final = 1e-9
"""What a threshold forgives: log 2 computed from shares is not always log 2 to the last bit."""
MOST_CELLS: Final = 1_000_000
"""Tables of classes by groups are made where they have at most this many cells."""


def lose_nothing(question: Question, threshold: float) -> Figures:
    """Conclude nothing about the states below."""
    return np.zeros(len(question.sizes))


@dataclass(frozen=True)
class Promise:
    """What a search can rely on while it looks for classes that hold a privacy model.

    `surely_lost` says how many rows of each class are lost at least, in whatever smaller classes
    they are published.
    """

    merging: Merging
    letter: Literal["l", "t"] | None = None
    """The letter by which a person asks for it."""
    surely_lost: Callable[[Question, float], Figures] = lose_nothing
    groupings: Callable[[Sensitive], Groupings] | None = None
    """For distances that are the mean of equal distances at some levels: these levels."""
    bounds_blocks: bool = False
    """Whether a state that breaks it makes the states below lose so much that every block is worth
    judging."""


def loosen(threshold: float) -> float:
    """Raise an upper threshold by what it forgives."""
    return threshold + TOLERANCE * max(1.0, abs(threshold))


def lose_classes_with_few_values(question: Question, threshold: float) -> Figures:
    """Lose classes with fewer different values than asked for: their parts have no more."""
    values = np.diff(question.values.starts)
    return np.where(values < threshold - TOLERANCE, question.sizes, 0.0)


def lose_highest_steps(rows: Figures, limits: Figures) -> Figures:
    """Lose rows until their mean step is no more than a limit, those on the highest steps first.

    `rows[class, step]`; the steps go from 0 to 1.
    """
    steps = np.linspace(0, 1, rows.shape[1])
    excess, lost = rows @ steps - limits * rows.sum(1), np.zeros(len(rows))
    for step in range(len(steps) - 1, 0, -1):
        over = steps[step] - limits
        exceeding = (over > 0) & (excess > 0)
        most = excess / np.where(exceeding, over, 1.0)
        now_lost = np.where(exceeding, np.minimum(rows[:, step], most), 0.0)
        excess -= now_lost * over
        lost += now_lost
    return np.asarray(np.ceil(lost - 1e-6), np.float64)


def lose_distant_rows(question: Question, groupings: Groupings, threshold: float) -> Figures:
    """Lose rows of classes whose distance is the mean of equal distances at some levels.

    At each level the groups that a class has too many of are a set. A row stands the higher, the
    more of these sets it lies in, and in a class that is close the mean of that is no more than in
    the whole table, plus t.
    """
    values, classes = question.values, len(question.sizes)
    class_of_entry = np.repeat(np.arange(classes), np.diff(values.starts))
    heights, inside = np.zeros(len(class_of_entry), np.int64), np.zeros(classes)
    for groups in groupings:
        width = int(groups.max()) + 1
        if width * classes > MOST_CELLS:
            return np.zeros(classes)
        cells = class_of_entry * width + groups[values.values]
        shares = np.bincount(cells, question.shares, width * classes)
        overall = np.bincount(groups, values.sensitive.shares, width)
        exceeding = shares.reshape(-1, width) > overall
        inside += exceeding @ overall
        heights += exceeding.ravel()[cells]
    steps = len(groupings) + 1
    rows = np.bincount(class_of_entry * steps + heights, values.counts, classes * steps)
    limits = inside / len(groupings) + loosen(threshold)
    return lose_highest_steps(rows.reshape(-1, steps).astype(np.float64), limits)
