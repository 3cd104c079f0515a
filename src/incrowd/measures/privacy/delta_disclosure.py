"""δ-disclosure: a value with share 0.1 in the table and 0.2 in a class -> δ = ln 2 = 0.69."""

import numpy as np

from incrowd.measures.measure import Figures, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import loosen, lose_too_frequent


def highest_log_ratio(question: Question) -> Figures:
    """The largest |ln(share in the class / share in the table)| of all values of the table.

    It is infinite in a class that lacks a value: whoever is in it surely does not have that one.
    """
    values = question.values
    overall = values.sensitive.people_shares
    ratios = np.abs(np.log(question.people_shares / overall[values.values]))
    highest = np.maximum.reduceat(ratios, values.starts[:-1])
    complete = np.diff(values.starts) == np.count_nonzero(overall)
    return np.where(complete, highest, np.inf)


def lose_uneven_rows(question: Question, threshold: float) -> Figures:
    """Lose the rows that no part of a class can publish.

    Every part needs at least the share q · exp(−δ) of each value, and has at most q · exp(δ) of it,
    so that the rows with the value, and those without it, suffice for so many rows and no more.
    """
    values, sizes, factor = question.values, question.sizes, np.exp(loosen(threshold))
    entries = np.diff(values.starts)
    overall = values.sensitive.people_shares
    lacking = entries < np.count_nonzero(overall)
    enough = values.counts / (overall[values.values] / factor)
    left = np.minimum(np.minimum.reduceat(enough, values.starts[:-1]), sizes)
    by_few = np.where(lacking, sizes, np.ceil(sizes - left - 1e-6))
    return np.maximum(by_few, lose_too_frequent(question, overall[values.values] * factor))


DELTA_DISCLOSURE = Measure(
    name="delta_disclosure",
    title="δ-disclosure privacy",
    explanation="In every class the share of each sensitive value stays within a factor of exp(δ) "
    "of its share in the whole table, so that no value is much more or much less likely there.",
    citation="Brickell, Shmatikov, The Cost of Privacy: Destruction of Data-Mining Utility in "
    "Anonymized Data Publishing, KDD 2008.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(highest_log_ratio, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=highest_log_ratio,
    bound="at_most",
    promise=Promise(
        "convex",
        surely_lost=lose_uneven_rows,
        bounds_blocks=True,
        above_lowest=True,
        strict=True,
    ),
)
