"""Loss of granularity: an age published as 20–29 of 100 possible ages loses about a tenth."""

from __future__ import annotations

from incrowd.crowd.classes import Classes
from incrowd.measures.measure import Measure
from incrowd.measures.question import Question
from incrowd.measures.utility.columns import rows_per_value, weighted_mean


def loss_per_attribute(classes: Classes) -> list[float]:
    """How much of its granularity each attribute has lost, from 0 (as is) to 1 (all suppressed).

    A published cell costs the share of the hierarchy's values that it may stand for, a suppressed
    one 1; the cost of the table as it is, is taken off.
    """
    losses = []
    for index, hierarchy in enumerate(classes.crowd.hierarchies):
        level, values = classes.levels[index], len(hierarchy.values)
        if level == 0:  # values of the data and of the hierarchy are not numbered alike
            cost = classes.kept_rows / values
        else:
            published = rows_per_value(classes, index, kept=True)
            cost = float(published @ hierarchy.leaves(level)) / values
        least = classes.rows / values
        spent, most = cost + classes.suppressed_rows - least, classes.rows - least
        losses.append(max(0.0, spent / most) if most > 0 else 0.0)
    return losses


def loss(question: Question) -> float | None:
    """The mean loss of granularity of the quasi-identifiers."""
    if not question.classes.rows:
        return None
    return weighted_mean(question, loss_per_attribute(question.classes))


LOSS = Measure(
    name="loss",
    title="Granularity lost",
    explanation="How many of the possible values of an attribute the average cell may now stand "
    "for, from 0 (one) to 1 (any).",
    citation="Iyengar, Transforming Data to Satisfy Privacy Constraints, KDD 2002.",
    family="utility",
    better="lower",
    unit="ratio",
    compute=loss,
)
