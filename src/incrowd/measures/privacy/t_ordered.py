"""t-closeness for ordered values: salaries 3, 4, 5 of 3 … 11 -> t = 0.375.

With n values in order, the distance between the i-th and the j-th is |i − j| / (n − 1), and moving
one distribution into the other costs the sum of the gaps between the two cumulative shares.
"""

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.measure import Figures, Measure, Promise, Question, worst


@compiled("float64(float64[::1], float64[::1], float64, int64, int64)")
def gap(overall: Figures, sums: Figures, share: float, first: int, last: int) -> float:
    """Add up |share − overall[i]| for first ≤ i < last; `sums[i]` adds up overall before i.

    The overall cumulative shares rise, so they lie below the share up to one place and above it
    from there on.
    """
    low, high = first, last
    while low < high:
        middle = (low + high) // 2
        if overall[middle] <= share:
            low = middle + 1
        else:
            high = middle
    below = share * (low - first) - (sums[low] - sums[first])
    above = (sums[last] - sums[low]) - share * (last - low)
    return float(below + above)


@compiled("void(int64[::1], int32[::1], float64[::1], float64[::1], float64[::1], float64[::1])")
def ordered_distances(
    starts: Sizes,
    values: Positions,
    shares: Figures,
    overall: Figures,
    sums: Figures,
    distances: Figures,
) -> None:
    """Write the distance of each class, visiting only the values that it has."""
    count = len(overall)
    for class_ in range(len(distances)):
        reached = 0.0
        position = 0
        total = 0.0
        for entry in range(starts[class_], starts[class_ + 1]):
            total += gap(overall, sums, reached, position, values[entry])
            position = values[entry]
            reached += shares[entry]
        # after the last value both are 1
        total += gap(overall, sums, 1.0, position, count)
        distances[class_] = total / max(count - 1, 1)


def ordered_distance(question: Question) -> Figures:
    """How far the sensitive values of each class are from those of the whole original table."""
    values = question.values
    overall = np.minimum(np.cumsum(values.sensitive.shares), 1.0)
    sums = np.concatenate([[0.0], np.cumsum(overall)])
    distances = np.empty(question.classes.count)
    ordered_distances(values.starts, values.values, question.shares, overall, sums, distances)
    return np.maximum(distances, 0.0)


T_ORDERED = Measure(
    name="t_ordered",
    title="t-closeness, ordered distance",
    explanation="In every class the sensitive numbers are spread almost as in the whole table, so "
    "finding a person's class reveals little about the number.",
    citation="Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and "
    "l-Diversity, ICDE 2007.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(ordered_distance, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=ordered_distance,
    bound="at_most",
    promise=Promise("convex", letter="t", highest=1),
)
