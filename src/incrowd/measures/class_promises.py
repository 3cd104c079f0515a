"""Promises about every class that are about no attribute: those that break one are removed.

`keep_holding(people, "at_least")` keeps the classes with as many people as asked for.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from incrowd.measures.measure import TOLERANCE, Bound, Figures, Question

Keep = Callable[[Question, float, int], NDArray[np.bool_]]


def keep_holding(per_class: Callable[[Question], Figures], bound: Bound) -> Keep:
    """The rule that keeps the published classes on the right side of a threshold."""

    def keep(question: Question, threshold: float, limit: int) -> NDArray[np.bool_]:
        figures, slack = per_class(question), TOLERANCE * max(1.0, abs(threshold))
        if bound == "at_least":
            return np.asarray(figures >= threshold - slack)
        return np.asarray(figures <= threshold + slack)

    return keep
