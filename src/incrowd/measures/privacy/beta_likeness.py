"""Basic β-likeness: a value with share 0.1 in the table and 0.3 in a class -> β = 2."""

import numpy as np

from incrowd.measures.measure import Figures, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import loosen, lose_too_frequent


def relative_gains(question: Question) -> Figures:
    """How much the share of each entry has grown from the whole original table to its class."""
    values = question.values
    overall = values.sensitive.people_shares[values.values]
    return np.asarray((question.people_shares - overall) / overall, np.float64)


def highest_gain(question: Question) -> Figures:
    """The largest growth of a sensitive value in each class; 0 where none has grown."""
    gains = np.maximum(relative_gains(question), 0.0)
    return np.asarray(np.maximum.reduceat(gains, question.values.starts[:-1]), np.float64)


def lose_grown(question: Question, threshold: float) -> Figures:
    """Lose the rows of values that no part of a class can have so many of."""
    values = question.values
    most = values.sensitive.people_shares[values.values] * (1 + loosen(threshold))
    return lose_too_frequent(question, most)


BETA_LIKENESS = Measure(
    name="beta_likeness",
    title="β-likeness",
    explanation="In no class does the share of a sensitive value grow by more than β times its "
    "share in the whole table, which protects rare values best.",
    citation="Cao, Karras, Publishing Microdata with a Robust Privacy Guarantee, PVLDB 5(11), "
    "2012.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(highest_gain, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=highest_gain,
    bound="at_most",
    promise=Promise("convex", surely_lost=lose_grown, bounds_blocks=True),
)
