"""Enhanced β-likeness: as basic, but a value with share p may never grow by more than −ln p."""

import numpy as np

from incrowd.measures.measure import TOLERANCE, Figures, Measure, Promise, Question, worst
from incrowd.measures.privacy.beta_likeness import relative_gains
from incrowd.measures.sure_loss import loosen, lose_too_frequent


def highest_bounded_gain(question: Question) -> Figures:
    """The smallest β that each class holds; infinite where a value breaks its own bound −ln p."""
    values = question.values
    gains = np.maximum(relative_gains(question), 0.0)
    bounds = -np.log(values.sensitive.people_shares)[values.values]
    bounded = np.where(gains <= bounds + TOLERANCE, gains, np.inf)
    return np.asarray(np.maximum.reduceat(bounded, values.starts[:-1]), np.float64)


def lose_grown_too_much(question: Question, threshold: float) -> Figures:
    """Lose the rows of values that no part of a class can have so many of."""
    values = question.values
    overall = values.sensitive.people_shares[values.values]
    gain = np.minimum(loosen(threshold), loosen(1.0) - 1.0 - np.log(overall))
    return lose_too_frequent(question, overall * (1 + gain))


ENHANCED_BETA_LIKENESS = Measure(
    name="enhanced_beta_likeness",
    title="Enhanced β-likeness",
    explanation="Like β-likeness, but frequent values may grow less, so that none ever fills a "
    "class; there is no figure where a value grows too much for any β.",
    citation="Cao, Karras, Publishing Microdata with a Robust Privacy Guarantee, PVLDB 5(11), "
    "2012.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(highest_bounded_gain, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=highest_bounded_gain,
    bound="at_most",
    promise=Promise("convex", surely_lost=lose_grown_too_much, bounds_blocks=True),
)
