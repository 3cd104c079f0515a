"""Entropy l-diversity: a class with shares 1/2 and 1/2 -> l = 2, with 9/10 and 1/10 -> l = 1.38."""

import numpy as np

from incrowd.measures.known_values import known_values, spare_shared
from incrowd.measures.measure import Figures, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import lose_classes_with_few_values


def effective_values(question: Question) -> Figures:
    """The exponential of the entropy of the known sensitive values in each class; 0 for none."""
    values = known_values(question)
    entries = np.diff(values.starts)
    result, some = np.zeros(len(entries)), entries > 0
    if some.any():
        starts = values.starts[:-1][some]
        sums = np.add.reduceat(values.counts, starts)
        shares = values.counts / np.repeat(sums, entries[some])
        result[some] = np.exp(-np.add.reduceat(shares * np.log(shares), starts))
    return spare_shared(question, result)


ENTROPY_L = Measure(
    name="entropy_l",
    title="Entropy l-diversity",
    explanation="The known sensitive values of every class are as evenly spread as if there were l "
    "equally frequent ones.",
    citation="Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy Beyond "
    "k-Anonymity, ICDE 2006.",
    family="privacy",
    better="higher",
    unit="values",
    compute=worst(effective_values, "at_least"),
    needs=frozenset({"sensitive"}),
    per_class=effective_values,
    bound="at_least",
    promise=Promise("convex", letter="l", surely_lost=lose_classes_with_few_values, lowest=1),
)
