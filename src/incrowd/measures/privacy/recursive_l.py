"""Recursive (c, l)-diversity: counts 5, 3 and 2 with c = 3 -> l = 3, since 5 < 3 · 2."""

import numpy as np

from incrowd.measures.known_values import known_values, spare_shared
from incrowd.measures.measure import Figures, Measure, Parameter, Promise, Question, worst
from incrowd.measures.sure_loss import lose_classes_with_few_values

C = Parameter("c", "How many times the rarer values the most frequent may outnumber", 3, 0, 1e9)


def recursive_values(question: Question) -> Figures:
    """The largest l of each class for which r1 < c · (rl + … + rm), counts r in falling order.

    A larger l leaves fewer counts on the right, so the l that hold are 1, 2, … up to the figure;
    0 where even l = 1 does not hold, and where no value is known.
    """
    values = known_values(question)
    some = np.diff(values.starts) > 0
    result = np.zeros(len(some))
    if not some.any():
        return result
    starts, entries = values.starts[:-1][some], np.diff(values.starts)[some]
    class_of = np.repeat(np.arange(len(starts)), entries)
    counts = values.counts[np.lexsort((-values.counts, class_of))]
    before = np.cumsum(counts) - counts
    ends = before[starts] + np.add.reduceat(counts, starts)
    from_here_on = np.repeat(ends, entries) - before
    most = np.repeat(counts[starts], entries)
    holds = most < C.of(question) * from_here_on
    result[some] = np.add.reduceat(holds.astype(np.float64), starts)
    return spare_shared(question, result)


RECURSIVE_L = Measure(
    name="recursive_l",
    title="Recursive (c, l)-diversity",
    explanation="In every class the most frequent known sensitive value stays below c times what "
    "is left when the l − 1 most frequent values are ruled out.",
    citation="Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy Beyond "
    "k-Anonymity, ICDE 2006.",
    family="privacy",
    better="higher",
    unit="values",
    compute=worst(recursive_values, "at_least"),
    needs=frozenset({"sensitive"}),
    parameters=(C,),
    per_class=recursive_values,
    bound="at_least",
    promise=Promise("convex", letter="l", surely_lost=lose_classes_with_few_values, lowest=1),
)
