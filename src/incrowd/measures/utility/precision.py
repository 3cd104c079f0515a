"""Precision lost: an attribute at level 1 of 4 loses a quarter, a suppressed row everything."""

from __future__ import annotations

from incrowd.measures.measure import Measure
from incrowd.measures.question import Question
from incrowd.measures.utility.columns import weighted_mean


def precision_loss(question: Question) -> float | None:
    """The mean over all cells of the original table of level / height; 1 in suppressed rows."""
    classes = question.classes
    if not classes.rows:
        return None
    kept = classes.kept_rows / classes.rows
    heights = classes.crowd.heights
    lost = [level / height for level, height in zip(classes.levels, heights, strict=True)]
    return kept * weighted_mean(question, lost) + (1 - kept)


PRECISION = Measure(
    name="precision",
    title="Precision lost",
    explanation="How far up its hierarchy the average cell has moved, a suppressed row having lost "
    "all its cells.",
    citation="Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and "
    "Suppression, International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems "
    "10(5), 2002.",
    family="utility",
    better="lower",
    unit="ratio",
    compute=precision_loss,
)
