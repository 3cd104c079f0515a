"""Precision lost: an attribute at level 1 of 4 loses a quarter, a suppressed row everything."""

import numpy as np

from incrowd.crowd.crowd import Ladder
from incrowd.crowd.published import PublishedClasses
from incrowd.measures.measure import Figures, LevelCost, Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import weights_of


def precision_loss(question: Question) -> float | None:
    """The mean over all cells of the original table of level / height; 1 in suppressed rows."""
    return precision_loss_of(question.classes, weights_of(question))


def precision_loss_of(classes: PublishedClasses, weights: Figures) -> float | None:
    """The same for classes that are at hand or counted elsewhere; weights add up to 1."""
    if not classes.rows:
        return None
    kept = classes.kept_table_rows / classes.table_rows
    pairs = zip(classes.levels, classes.heights, strict=True)
    lost = np.array([level / height for level, height in pairs], np.float64)
    return kept * float(weights @ lost) + (1 - kept)


def alike(count: int) -> Figures:
    """Weights of attributes that all count the same."""
    weights = np.ones(count, np.float64)
    return np.asarray(weights / weights.sum(), np.float64)


def steps_per_attribute(recoded: Recoded) -> Figures:
    """How far up its hierarchy the average cell of each attribute has moved."""
    heights = np.array(recoded.crowd.heights, np.float64)
    moved = np.where(recoded.kept, recoded.levels / heights[:, None], 1.0)
    return np.asarray(moved @ recoded.counts / recoded.crowd.rows, np.float64)


def precision_cost(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """What a level costs, and what a suppressed row adds to it."""
    lost = level / ladder.hierarchy.height
    return lost, (1 - lost) / rows


def steps_of_cells(ladder: Ladder, level: int, counts: Figures, rows: float) -> Figures:
    """How far up the hierarchy each group of a level is, as a row counts in the average."""
    return np.full(ladder.radices[level], level / ladder.hierarchy.height / rows)


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
    objective=Objective(
        "sum",
        lambda recoded: float(steps_per_attribute(recoded).mean()),
        precision_cost,
        steps_of_cells,
    ),
)
