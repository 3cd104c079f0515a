"""Distinct l-diversity: a class with flu, flu and cancer -> l = 2."""

import numpy as np

from incrowd.measures.known_values import count_known_values, spare_shared
from incrowd.measures.measure import Figures, Measure, Promise, Question, worst
from incrowd.measures.sure_loss import lose_classes_with_few_values


def distinct_values(question: Question) -> Figures:
    """The different sensitive values of each class, 1 where all share one; missing is none."""
    return spare_shared(question, count_known_values(question).astype(np.float64))


DISTINCT_L = Measure(
    name="distinct_l",
    title="Distinct l-diversity",
    explanation="Every class has at least l different sensitive values, not counting missing ones, "
    "so finding a person's class does not reveal the value.",
    citation="Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy Beyond "
    "k-Anonymity, ICDE 2006.",
    family="privacy",
    better="higher",
    unit="values",
    compute=worst(distinct_values, "at_least"),
    needs=frozenset({"sensitive"}),
    per_class=distinct_values,
    bound="at_least",
    promise=Promise("closed", letter="l", surely_lost=lose_classes_with_few_values, lowest=1),
)
