"""How many rows of each class are surely lost to a privacy model, however it is split up.

`lose_classes_with_few_values(question, 3)` loses the classes with fewer than three values.
"""

from typing import Final

import numpy as np

from incrowd.measures.known_values import count_known_values
from incrowd.measures.measure import TOLERANCE, Figures, Groupings, Question

MOST_CELLS: Final = 1_000_000
"""Tables of classes by groups are made where they have at most this many cells."""


def loosen(threshold: float) -> float:
    """Raise an upper threshold by what it forgives."""
    return threshold + TOLERANCE * max(1.0, abs(threshold))


def lose_classes_with_few_values(question: Question, threshold: float) -> Figures:
    """Lose classes with fewer known values than asked for: their parts have no more."""
    values = count_known_values(question)
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


def lose_too_frequent(question: Question, most: Figures) -> Figures:
    """Lose rows where a value is more frequent than any part of a class may have it.

    `most` has the highest share of each entry: the rows without the value suffice for so many rows.
    """
    values, sizes = question.values, question.sizes
    size_of = np.repeat(sizes, np.diff(values.starts))
    published = (size_of - values.counts) / np.where(most < 1, 1 - most, np.nan)
    left = np.minimum.reduceat(np.fmin(published, size_of), values.starts[:-1])
    return np.asarray(np.ceil(sizes - left - 1e-6), np.float64)
