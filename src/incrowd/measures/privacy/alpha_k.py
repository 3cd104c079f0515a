"""(α, k)-anonymity: a class with flu, flu, flu and cancer -> α = 0.75."""

import numpy as np

from incrowd.measures.measure import Figures, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import loosen, lose_highest_steps


def highest_share(question: Question) -> Figures:
    """The share of the most frequent sensitive value in each class."""
    return np.asarray(
        np.maximum.reduceat(question.people_shares, question.values.starts[:-1]), np.float64
    )


def lose_most_frequent(question: Question, threshold: float) -> Figures:
    """Lose rows with the most frequent value until its share is small enough."""
    values = question.values
    most = np.maximum.reduceat(values.counts, values.starts[:-1])
    rows = np.column_stack([question.sizes - most, most])
    return lose_highest_steps(rows, np.full(len(rows), loosen(threshold)))


ALPHA_K = Measure(
    name="alpha_k",
    title="(α, k)-anonymity",
    explanation="In no class does one sensitive value have more than the share α, so nobody's "
    "value can be guessed with more confidence.",
    citation="Wong, Li, Fu, Wang, (α, k)-Anonymity: An Enhanced k-Anonymity Model for Privacy "
    "Preserving Data Publishing, KDD 2006.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(highest_share, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=highest_share,
    bound="at_most",
    promise=Promise("convex", surely_lost=lose_most_frequent, bounds_blocks=True, highest=1),
)
