"""Information lost: an attribute that keeps 3 of its 4 bits loses a quarter; all count alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Ladder
from incrowd.measures.measure import Figures, LevelCost, Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import rows_per_value, weighted_mean
from incrowd.measures.utility.entropy import bits_lost, cell_bits


def bits_of(counts: NDArray[np.int64] | Figures, rows: float) -> float:
    """The bits that an attribute holds over all rows: those that are lost when all of it is `*`."""
    present = np.asarray(counts[counts > 0], np.float64)
    return float(present @ np.log2(rows / present))


def share_lost(lost: float, bits: float) -> float:
    """The share of its bits that an attribute has lost; one without any has none to lose."""
    return min(max(lost / bits, 0.0), 1.0) if bits > 0 else 0.0


def information(question: Question) -> float | None:
    """The mean over the quasi-identifiers of the share of their own bits that they have lost.

    A published row loses what its value leaves open about the original one, a suppressed row all
    of its bits.
    """
    classes = question.classes
    if not classes.rows:
        return None
    return weighted_mean(question, information_lost(classes.by_rows))


def information_lost(classes: Classes) -> list[float]:
    """The share of its bits that each attribute has lost in the classes of a state."""
    lost = []
    for index, domain in enumerate(classes.crowd.domains):
        ladder, level = classes.crowd.ladders[index], classes.levels[index]
        under = np.bincount(ladder.codes[level], domain.counts, minlength=ladder.radices[level])
        published = rows_per_value(classes, index, kept=True)
        known = float(published @ np.log2(classes.rows / np.maximum(under, 1.0)))
        bits = bits_of(domain.counts, classes.rows)
        lost.append(share_lost(bits - known, bits))
    return lost


def shares_lost(recoded: Recoded) -> Figures:
    """The same where the levels differ from row to row."""
    crowd = recoded.crowd
    pairs = zip(bits_lost(recoded).tolist(), crowd.domains, strict=True)
    return np.array(
        [share_lost(lost, bits_of(domain.counts, crowd.rows)) for lost, domain in pairs]
    )


def share_of_level(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """What a level hides of an attribute, and what a suppressed row of each value adds to that."""
    bits = bits_of(counts, rows)
    if bits <= 0:
        return 0.0, 0.0
    under = np.maximum(np.bincount(ladder.codes[level], counts)[ladder.codes[level]], 1.0)
    hidden = float(counts @ np.log2(under / np.maximum(counts, 1.0)))
    return hidden / bits, np.log2(rows / under) / bits


def share_of_cells(ladder: Ladder, level: int, counts: Figures, rows: float) -> Figures:
    """What each group of a level leaves open of the attribute in a row."""
    bits = bits_of(counts, rows)
    return cell_bits(ladder, level, counts, rows) / (bits if bits > 0 else 1.0)


INFORMATION = Measure(
    name="information",
    title="Information lost per attribute",
    explanation="The share of its own information that the average attribute has lost, from 0 "
    "(none) to 1 (all); every attribute counts the same, however many values it has.",
    citation="Gionis, Tassa, k-Anonymization with Minimal Loss of Information, IEEE Transactions "
    "on Knowledge and Data Engineering 21(2), 2009.",
    family="utility",
    better="lower",
    unit="ratio",
    compute=information,
    objective=Objective(
        "sum",
        lambda recoded: float(shares_lost(recoded).mean()),
        share_of_level,
        share_of_cells,
    ),
)
