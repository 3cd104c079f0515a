"""Rows by their prosecutor risk, in seven bands: classes of 1, 2 and 25 rows -> 100, 50 and <5."""

from dataclasses import dataclass

import numpy as np

from incrowd.crowd.published import PublishedClasses
from incrowd.measures.measure import Measure, Question

BANDS: tuple[tuple[str, int, int | None], ...] = (
    ("<5", 21, None),
    ("5–10", 11, 20),
    ("10–20", 6, 10),
    ("20–30", 4, 5),
    ("30–50", 3, 3),
    ("50", 2, 2),
    ("100", 1, 1),
)
"""Risk in percent, and the smallest and largest class that has it: sizes are exact, shares not."""


@dataclass(frozen=True)
class Bucket:
    """The rows whose risk lies in one band."""

    range: str
    rows: int
    share: float
    """Share of the published rows, from 0 to 1."""


def distribute(classes: PublishedClasses) -> list[Bucket]:
    """Count the published rows in each band of risk, from the lowest to the highest."""
    few = max(largest for _, _, largest in BANDS if largest)
    small = classes.count_small(few) * np.arange(few + 1)
    buckets = []
    for label, smallest, largest in BANDS:
        end = few if largest is None else largest
        inside = int(small[smallest : end + 1].sum())
        rows = inside if largest else classes.kept_rows - int(small.sum())
        buckets.append(Bucket(label, rows, rows / max(classes.kept_rows, 1)))
    return buckets


def standing_alone(question: Question) -> float | None:
    """The share of the published rows, in percent, in the band of the highest risk."""
    return 100 * distribute(question.classes)[-1].share if question.classes.kept_rows else None


DISTRIBUTION = Measure(
    name="distribution",
    title="Risk distribution",
    explanation="How many rows fall into each band of risk; the figure is the share of rows in the "
    "highest band, which are unique.",
    citation="Prasser, Kohlmayer, Kuhn, The Importance of Context: Risk-based De-identification "
    "of Biomedical Data, Methods of Information in Medicine 55(4), 2016.",
    family="risk",
    better="lower",
    unit="percent",
    compute=standing_alone,
)
