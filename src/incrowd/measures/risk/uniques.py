"""Rows that stand alone: classes of 1, 1 and 3 rows -> 2."""

import numpy as np

from incrowd.kernels.grouping import Sizes
from incrowd.measures.measure import Measure, Promise, Question, ReleaseRule
from incrowd.measures.sure_loss import loosen


def uniques(question: Question) -> float:
    """The number of published classes of one row."""
    return float(np.count_nonzero(question.classes.kept_sizes == 1))


def unique_share(question: Question) -> float | None:
    """The share of the published rows that are unique."""
    rows = question.classes.kept_rows
    return uniques(question) / rows if rows else None


def cut_uniques(sizes: Sizes, threshold: float, people: int | None, most: int) -> int:
    """How many unique rows must go until their share of what is left is no more than asked for.

    >>> cut_uniques(np.array([1, 1, 1, 7]), 0.2, None, 4)
    2
    """
    alone = int(np.searchsorted(sizes, 1, side="right"))
    removed = np.arange(alone + 1)
    rows = int(sizes.sum()) - removed
    return int(np.argmax(alone - removed <= loosen(threshold) * rows))


UNIQUES = Measure(
    name="uniques",
    title="Unique rows",
    explanation="The number of rows that look like no other row in the table.",
    citation="Sweeney, Simple Demographics Often Identify People Uniquely, Carnegie Mellon "
    "University, Data Privacy Working Paper 3, 2000.",
    family="risk",
    better="lower",
    unit="rows",
    compute=uniques,
    promise=Promise(
        "closed", bounds_blocks=True, highest=1, release=ReleaseRule(unique_share, cut_uniques)
    ),
)
