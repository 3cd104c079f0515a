"""Non-uniform entropy: hiding which of two equally frequent values a row has costs one bit."""

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Ladder
from incrowd.measures.measure import Figures, LevelCost, Measure, Objective, Question, Recoded
from incrowd.measures.utility.columns import cell_figures, rows_per_value, weighted_mean


def bits_per_attribute(classes: Classes) -> list[float]:
    """How many bits of each attribute are lost, over all rows.

    Every row loses what its published value leaves open about the original one; a suppressed row
    loses beside that which of the suppressed rows' published values it had.
    """
    bits = []
    for index, domain in enumerate(classes.crowd.domains):
        codes = classes.crowd.ladders[index].codes[classes.levels[index]]
        published = np.asarray(np.bincount(codes, domain.counts)[codes], np.float64)
        generalised = _surprise(domain.counts, published)
        suppressed = rows_per_value(classes, index, kept=False)
        bits.append(generalised + _surprise(suppressed, classes.suppressed_rows))
    return bits


def _surprise(counts: NDArray[np.int64], among: Figures | int) -> float:
    """Add up −log2(count / among) over all rows."""
    present = counts > 0
    totals = np.broadcast_to(among, counts.shape)[present]
    return float(counts[present] @ np.log2(totals / counts[present]))


def entropy(question: Question) -> float | None:
    """The mean over the quasi-identifiers of the bits lost in all rows."""
    if not question.classes.rows:
        return None
    return weighted_mean(question, bits_per_attribute(question.classes.by_rows))


def bits_lost(recoded: Recoded) -> Figures:
    """The bits that each attribute has lost where the levels differ from row to row.

    A suppressed row may have had any value.
    """
    crowd = recoded.crowd
    bits = []
    for index, (domain, ladder) in enumerate(zip(crowd.domains, crowd.ladders, strict=True)):
        rows = [
            np.bincount(codes, domain.counts, minlength=radix).astype(np.float64)
            for codes, radix in zip(ladder.codes, ladder.radices, strict=True)
        ]
        published = np.where(recoded.kept, cell_figures(recoded, index, rows), crowd.rows)
        own = domain.counts[crowd.codes[index][recoded.tuples]]
        bits.append(float(np.log2(published / own) @ recoded.counts))
    return np.array(bits, np.float64)


def level_bits(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """The bits that a level hides; what suppressed rows add depends on all of them together."""
    codes = ladder.codes[level]
    published, present = np.bincount(codes, counts)[codes], counts > 0
    return float(counts[present] @ np.log2(published[present] / counts[present])), 0.0


def cell_bits(ladder: Ladder, level: int, counts: Figures, rows: float) -> Figures:
    """The bits that each group of a level leaves open in a row."""
    under = np.bincount(ladder.codes[level], counts, minlength=ladder.radices[level])
    # a group without a row is never published; 1 keeps its logarithm finite
    return np.asarray(np.log2(np.maximum(under, 1.0)), np.float64)


ENTROPY = Measure(
    name="entropy",
    title="Information lost",
    explanation="How many bits of the average attribute are lost over all rows, a rare value that "
    "is hidden among frequent ones counting most.",
    citation="Gionis, Tassa, k-Anonymization with Minimal Loss of Information, IEEE Transactions "
    "on Knowledge and Data Engineering 21(2), 2009.",
    family="utility",
    better="lower",
    unit="bits",
    compute=entropy,
    objective=Objective(
        "bits", lambda recoded: float(bits_lost(recoded).mean()), level_bits, cell_bits
    ),
)
