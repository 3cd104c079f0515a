"""What a local recoding has cost, in the measures of utility that the registry has for states.

worth_of(recoding)["precision"]     # 0.31
"""

from __future__ import annotations

from math import expm1
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.search.local_recoding.recoding import Recoding

UTILITIES: Final = (
    "precision",
    "loss",
    "loss_geometric",
    "entropy",
    "discernibility",
    "class_size",
)
"""Names of the measures of utility that a search can be asked for."""

Figures = NDArray[np.float64]


def as_recoding(classes: Classes) -> Recoding:
    """A state as a recoding: the same level of an attribute in all rows."""
    crowd, tuples = classes.crowd, np.arange(len(classes.crowd.counts), dtype=np.int32)
    levels = np.repeat(np.array(classes.levels, np.uint8)[:, None], len(tuples), axis=1)
    kept = classes.kept[classes.members]
    return Recoding(crowd, tuples, crowd.counts, np.ascontiguousarray(levels), kept)


def worth_of(recoding: Recoding) -> dict[str, float]:
    """Every measure of utility, the lower the better; a row left out has lost all its cells."""
    rows, lost_rows = recoding.crowd.rows, recoding.suppressed_rows
    sizes = recoding.class_sizes.astype(np.float64)
    losses = _granularity(recoding)
    return {
        "precision": float(steps_lost(recoding).mean()),
        "loss": float(losses.mean()),
        "loss_geometric": expm1(float(np.log1p(losses).mean())),
        "entropy": float(_bits(recoding).mean()),
        "discernibility": float(sizes @ sizes) + float(lost_rows) * rows,
        "class_size": rows / (len(sizes) + (lost_rows > 0)),
    }


def steps_lost(recoding: Recoding) -> Figures:
    """How far up its hierarchy the average cell of each attribute has moved."""
    heights = np.array(recoding.crowd.heights, np.float64)
    moved = np.where(recoding.kept, recoding.levels / heights[:, None], 1.0)
    return np.asarray(moved @ recoding.counts / recoding.crowd.rows, np.float64)


def _granularity(recoding: Recoding) -> Figures:
    """The share of its granularity that each attribute has lost."""
    rows = recoding.crowd.rows
    found = []
    for place, hierarchy in enumerate(recoding.crowd.hierarchies):
        values = len(hierarchy.values)
        leaves = [np.ones(len(hierarchy.values), np.float64)]
        leaves += [
            hierarchy.leaves(level).astype(np.float64) for level in range(1, hierarchy.height + 1)
        ]
        cost = _looked_up(recoding, place, leaves) / values
        spent = float(np.where(recoding.kept, cost, 1.0) @ recoding.counts)
        least = rows / values
        found.append(max(0.0, (spent - least) / (rows - least)) if rows > least else 0.0)
    return np.array(found, np.float64)


def _bits(recoding: Recoding) -> Figures:
    """The bits that each attribute has lost: which of the values covered it was."""
    crowd = recoding.crowd
    found = []
    for place, (domain, ladder) in enumerate(zip(crowd.domains, crowd.ladders, strict=True)):
        regions = [
            np.bincount(codes, domain.counts, minlength=radix).astype(np.float64)
            for codes, radix in zip(ladder.codes, ladder.radices, strict=True)
        ]
        published = np.where(recoding.kept, _looked_up(recoding, place, regions), crowd.rows)
        own = domain.counts[crowd.codes[place][recoding.tuples]]
        found.append(float(np.log2(published / own) @ recoding.counts))
    return np.array(found, np.float64)


def _looked_up(recoding: Recoding, place: int, figures: list[Figures]) -> Figures:
    """The figure of the published value of each part, from one table per level."""
    ladder = recoding.crowd.ladders[place]
    own = recoding.crowd.codes[place][recoding.tuples]
    found = np.empty(len(own), np.float64)
    for level in np.unique(recoding.levels[place]).tolist():
        chosen = recoding.levels[place] == level
        found[chosen] = figures[level][ladder.codes[level][own[chosen]]]
    return found
