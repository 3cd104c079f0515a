"""The sensitive values that say something: flu, missing and flu in a class -> flu twice.

A missing value is no value for l-diversity, as nobody is hidden by a diagnosis that is not there.
"""

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.sensitive import ClassValues
from incrowd.measures.measure import Question


def known_values(question: Question) -> ClassValues:
    """The values per class without the missing ones; a class may have none."""
    values = question.values
    if values.sensitive.known.all():
        return values
    known = values.sensitive.known[values.values]
    before = np.concatenate([[0], np.cumsum(known)])
    return ClassValues(
        values.sensitive, before[values.starts], values.values[known], values.counts[known]
    )


def count_known_values(question: Question) -> NDArray[np.int64]:
    """How many different values each class has, missing ones left out."""
    return np.diff(known_values(question).starts)
