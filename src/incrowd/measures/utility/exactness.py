"""Exactness lost: a value published as it is loses nothing, any other one at least half."""

import numpy as np

from incrowd.crowd.crowd import Ladder
from incrowd.measures.measure import Figures, LevelCost, Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import weights_of


def cell_loss(level: int, height: int) -> float:
    """What a published cell loses: nothing as is, half and more the higher its level.

    >>> cell_loss(0, 4), cell_loss(1, 4), cell_loss(4, 4)
    (0.0, 0.625, 1.0)
    """
    return 0.0 if level == 0 else (1 + level / height) / 2


def exactness_lost(question: Question) -> float | None:
    """The mean over all cells of the original table; a suppressed row loses all its cells."""
    classes = question.classes
    if not classes.rows:
        return None
    kept = classes.kept_table_rows / classes.table_rows
    pairs = zip(classes.levels, classes.heights, strict=True)
    lost = np.array([cell_loss(*pair) for pair in pairs], np.float64)
    return kept * float(weights_of(question) @ lost) + (1 - kept)


def lost_per_attribute(recoded: Recoded) -> Figures:
    """The same where the levels differ from row to row."""
    heights = np.array(recoded.crowd.heights, np.float64)[:, None]
    coarser = np.where(recoded.levels > 0, (1 + recoded.levels / heights) / 2, 0.0)
    lost = np.where(recoded.kept, coarser, 1.0)
    return np.asarray(lost @ recoded.counts / recoded.crowd.rows, np.float64)


def level_loss(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """What a level costs, and what a suppressed row adds to it."""
    lost = cell_loss(level, ladder.hierarchy.height)
    return lost, (1 - lost) / rows


def loss_of_cells(ladder: Ladder, level: int, counts: Figures, rows: float) -> Figures:
    """What a row costs as each group of a level."""
    return np.full(ladder.radices[level], cell_loss(level, ladder.hierarchy.height) / rows)


EXACTNESS = Measure(
    name="exactness",
    title="Exact values lost",
    explanation="What is lost by values that are no longer exact: a value published as it is loses "
    "nothing, a coarser one at least half, and a suppressed one all.",
    citation="Our own, after the precision of Sweeney, Achieving k-Anonymity Privacy Protection "
    "Using Generalization and Suppression, International Journal of Uncertainty, Fuzziness and "
    "Knowledge-Based Systems 10(5), 2002.",
    family="utility",
    better="lower",
    unit="ratio",
    compute=exactness_lost,
    objective=Objective(
        "sum",
        lambda recoded: float(lost_per_attribute(recoded).mean()),
        level_loss,
        loss_of_cells,
    ),
)
