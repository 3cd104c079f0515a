"""Loss of granularity: an age published as 20–29 of 100 possible ages loses about a tenth."""

import numpy as np

from incrowd.crowd.crowd import Classes, Ladder
from incrowd.measures.measure import Figures, LevelCost, Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import cell_figures, rows_per_value, weighted_mean


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
    return weighted_mean(question, loss_per_attribute(question.classes.by_rows))


def granularity_lost(recoded: Recoded) -> Figures:
    """The same where the levels differ from row to row."""
    rows = recoded.crowd.rows
    losses = []
    for index, hierarchy in enumerate(recoded.crowd.hierarchies):
        values = len(hierarchy.values)
        leaves = [np.ones(values, np.float64)]
        leaves += [
            hierarchy.leaves(level).astype(np.float64) for level in range(1, hierarchy.height + 1)
        ]
        cost = cell_figures(recoded, index, leaves) / values
        spent = float(np.where(recoded.kept, cost, 1.0) @ recoded.counts)
        least = rows / values
        losses.append(max(0.0, (spent - least) / (rows - least)) if rows > least else 0.0)
    return np.array(losses, np.float64)


def granularity_cost(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """What a level costs, and what a suppressed row of each value adds to it."""
    values = len(ladder.hierarchy.values)
    if values == 1:
        return 0.0, 0.0
    leaves = ladder.hierarchy.leaves(level)[ladder.codes[level]] if level else 1.0
    shares = np.broadcast_to(leaves / values, counts.shape)
    most = rows - rows / values
    return max(0.0, float(counts @ shares - rows / values) / most), (1 - shares) / most


def granularity_of_cells(ladder: Ladder, level: int, counts: Figures, rows: float) -> Figures:
    """What a row costs as each group: the share of all values that it may stand for."""
    values, groups = len(ladder.hierarchy.values), ladder.radices[level]
    if values == 1:
        return np.zeros(groups)
    leaves = ladder.hierarchy.leaves(level) if level else np.ones(groups)
    return np.asarray(leaves / values / (rows - rows / values), np.float64)


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
    objective=Objective(
        "sum",
        lambda recoded: float(granularity_lost(recoded).mean()),
        granularity_cost,
        granularity_of_cells,
    ),
)
