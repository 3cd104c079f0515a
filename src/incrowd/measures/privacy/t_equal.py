"""t-closeness with equal distances: shares 1, 0 against 1/3, 2/3 in the table -> t = 2/3."""

import numpy as np

from incrowd.crowd.sensitive import Sensitive
from incrowd.measures.measure import Figures, Groupings, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import lose_distant_rows


def equal_distance(question: Question) -> Figures:
    """How far the sensitive values of each class are from those of the whole original table.

    Half the sum of all differences is the sum of those where the class has more, and these are
    among the values that the class has.
    """
    values = question.values
    surplus = np.maximum(question.shares - values.sensitive.shares[values.values], 0.0)
    return np.asarray(np.add.reduceat(surplus, values.starts[:-1]), np.float64)


def values_as_they_are(sensitive: Sensitive) -> Groupings:
    """One level, at which every value is a group of its own."""
    return [np.arange(len(sensitive.domain.values))]


def lose_distant(question: Question, threshold: float) -> Figures:
    """Lose rows with values that a class has too many of until it is close enough."""
    return lose_distant_rows(question, values_as_they_are(question.values.sensitive), threshold)


T_EQUAL = Measure(
    name="t_equal",
    title="t-closeness, equal distance",
    explanation="In every class the sensitive values have almost the shares of the whole table, "
    "all values being equally different from each other.",
    citation="Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and "
    "l-Diversity, ICDE 2007.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(equal_distance, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=equal_distance,
    bound="at_most",
    promise=Promise(
        "convex",
        letter="t",
        surely_lost=lose_distant,
        groupings=values_as_they_are,
        bounds_blocks=True,
        highest=1,
    ),
)
