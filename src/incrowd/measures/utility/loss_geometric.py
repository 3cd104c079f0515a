"""Loss of granularity, geometric mean: attributes with losses 0 and 1 -> √(1 · 2) − 1 = 0.41."""

from math import expm1

import numpy as np

from incrowd.measures.measure import Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import weighted_mean
from incrowd.measures.utility.loss import granularity_cost, granularity_lost, loss_per_attribute


def loss_geometric(question: Question) -> float | None:
    """The geometric mean of 1 + loss over the quasi-identifiers, minus 1."""
    if not question.classes.rows:
        return None
    losses = np.array(loss_per_attribute(question.classes.by_rows))
    return expm1(weighted_mean(question, np.log1p(losses).tolist()))


def geometric_mean(recoded: Recoded) -> float:
    """The same where the levels differ from row to row."""
    return expm1(float(np.log1p(granularity_lost(recoded)).mean()))


LOSS_GEOMETRIC = Measure(
    name="loss_geometric",
    title="Granularity lost, geometric mean",
    explanation="Like the granularity lost, but losing a little everywhere counts less than losing "
    "one attribute completely.",
    citation="Prasser, Kohlmayer, Putting Statistical Disclosure Control into Practice: The ARX "
    "Data Anonymization Tool, in Medical Data Privacy Handbook, Springer 2015.",
    family="utility",
    better="lower",
    unit="ratio",
    compute=loss_geometric,
    objective=Objective("geometric_mean", geometric_mean, granularity_cost),
)
