"""Utility loss: the precision lost, in percent; half of the rows suppressed -> 50."""

from incrowd.crowd.published import PublishedClasses
from incrowd.measures.measure import Measure, Question
from incrowd.measures.utility.precision import alike, precision_loss, precision_loss_of


def utility_loss(question: Question) -> float | None:
    """100 · (1 − precision), over every quasi-identifier cell of the original table."""
    lost = precision_loss(question)
    return None if lost is None else 100 * lost


def utility_loss_of(classes: PublishedClasses) -> float | None:
    """The same for classes that are at hand or counted elsewhere, all attributes alike."""
    lost = precision_loss_of(classes, alike(len(classes.levels)))
    return None if lost is None else 100 * lost


UTILITY_LOSS = Measure(
    name="utility_loss",
    title="Utility loss",
    explanation="How much of the detail of the original table is gone, through generalised cells "
    "and suppressed rows together.",
    citation="Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and "
    "Suppression, International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems "
    "10(5), 2002.",
    family="utility",
    better="lower",
    unit="percent",
    compute=utility_loss,
)
