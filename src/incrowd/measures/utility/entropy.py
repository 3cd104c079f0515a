"""Non-uniform entropy: hiding which of two equally frequent values a row has costs one bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.measures.measure import Measure
from incrowd.measures.question import Figures, Question
from incrowd.measures.utility.columns import rows_per_value, weighted_mean


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
    return weighted_mean(question, bits_per_attribute(question.classes))


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
)
