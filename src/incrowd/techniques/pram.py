"""Let some rows draw their category anew, from the column itself: `job:pram=0.8`.

Each cell is drawn with the same probability, on its own. The drawn cells then exchange their values
in a random order, so that every category occurs exactly as often as before (the classical method
keeps that in expectation only). `transition` is the matrix by which a cell changes: the shares of
the column are its stationary distribution.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.techniques.cells import Cells
from incrowd.techniques.technique import ANY, Parameter, Random, Setting, Technique


def randomize(cells: Cells, setting: Setting, random: Random) -> Cells:
    """Let each cell keep its value with at least the given probability, else draw another."""
    rows = cells.known
    drawn = rows[random.random(len(rows)) >= float(setting.number)]
    order = np.argsort(random.random(len(drawn)), kind="stable")
    codes = cells.codes.copy()
    codes[drawn] = cells.codes[drawn[order]]
    return cells.with_codes(codes)


def transition(counts: NDArray[np.int64], staying: float) -> NDArray[np.float64]:
    """How likely a value becomes each other one: row i, column j is the chance of i -> j.

    >>> transition(np.array([3, 1]), 0.5).round(3).tolist()
    [[0.911, 0.089], [0.266, 0.734]]
    """
    rows, moving = int(counts.sum()), 1 - staying
    if rows < 2 or not moving:
        return np.eye(len(counts))
    # the chance that a drawn cell gets its own value back: the mean of 1 / number drawn
    own = (1 - staying**rows) / (rows * moving)
    others = (counts[None, :] - np.eye(len(counts))) / (rows - 1)
    matrix: NDArray[np.float64] = staying * np.eye(len(counts)) + moving * (
        own * np.eye(len(counts)) + (1 - own) * others
    )
    return matrix


PRAM = Technique(
    name="pram",
    title="Post-randomisation (PRAM)",
    explanation="Lets some people exchange their category at random, so that nobody can be sure "
    "that a value belongs to its row, while every category occurs as often as before.",
    citation="Gouweleeuw, Kooiman, Willenborg, de Wolf, Post Randomisation for Statistical "
    "Disclosure Control: Theory and Implementation, Journal of Official Statistics 14(4), 1998.",
    parameter=Parameter("Probability that a value stays", "share", 0.8, 0, 1),
    random=True,
    kinds=ANY,
    keeps_counts=True,
    change=randomize,
)
