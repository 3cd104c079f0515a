"""Average prosecutor risk: 5 classes in 20 rows -> 25 %."""

from math import ceil

import numpy as np

from incrowd.crowd.published import PublishedClasses
from incrowd.kernels.grouping import Sizes
from incrowd.measures.measure import Measure, Promise, Question, ReleaseRule
from incrowd.measures.sure_loss import loosen


def average_risk(question: Question) -> float | None:
    """100 · classes / rows, over the rows that remain."""
    return average_risk_of(question.classes)


def average_risk_of(classes: PublishedClasses) -> float | None:
    """The same for classes that are at hand or counted elsewhere."""
    return 100 * classes.kept_count / classes.kept_rows if classes.kept_rows else None


def average_share(question: Question) -> float | None:
    """Classes by rows, from 0 to 1."""
    classes = question.classes
    return classes.kept_count / classes.kept_rows if classes.kept_rows else None


def cut_to_average(sizes: Sizes, threshold: float, people: int | None, most: int) -> int:
    """How many of the smallest classes must go until classes / rows is no more than a share.

    The first number that will do removes the fewest rows: of all sets of so many classes the
    smallest ones have the fewest rows, and leave the lowest average.

    >>> cut_to_average(np.array([1, 1, 2, 6]), 0.25, None, 4)
    2
    """
    rows = int(sizes.sum()) - np.concatenate([[0], np.cumsum(sizes)])
    classes = np.arange(len(sizes), -1, -1)
    return int(np.argmax(classes <= loosen(threshold) * rows))


AVERAGE_RISK = Measure(
    name="average_risk",
    title="Average risk",
    explanation="How likely it is, on average over all rows, that somebody finds the right row of "
    "a person known to be in the table.",
    citation="El Emam, Guide to the De-Identification of Personal Health Information, CRC Press "
    "2013 (prosecutor risk).",
    family="risk",
    better="lower",
    unit="percent",
    compute=average_risk,
    promise=Promise(
        "closed",
        bounds_blocks=True,
        highest=1,
        above_lowest=True,
        release=ReleaseRule(
            average_share, cut_to_average, sure_k=lambda share, _: ceil(1 / loosen(share))
        ),
    ),
)
