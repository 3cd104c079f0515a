"""Rows that stand alone: classes of 1, 1 and 3 rows -> 2."""

import numpy as np

from incrowd.measures.measure import Measure, Question


def uniques(question: Question) -> float:
    """The number of published classes of one row."""
    return float(np.count_nonzero(question.classes.kept_sizes == 1))


UNIQUES = Measure(
    name="uniques",
    title="Unique rows",
    explanation="The number of rows that no other row of the table looks like.",
    citation="Sweeney, Simple Demographics Often Identify People Uniquely, Carnegie Mellon "
    "University, Data Privacy Working Paper 3, 2000.",
    family="risk",
    better="lower",
    unit="rows",
    compute=uniques,
)
