"""Count pairs of attributes by address: one cell for every pair of codes, one pass over entries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes

Figures = NDArray[np.int64]

CLASSES, SMALLEST, UNIQUES, BELOW = range(4)
"""What is told of groups: how many, the smallest, those of one row, rows in those below k."""


@compiled("void(int64[::1], int64, int64[::1])")
def summarise(sizes: Sizes, below: int, figures: Figures) -> None:
    """Write the figures of groups; cells without rows are no groups."""
    classes, smallest, uniques, rows = 0, 0, 0, 0
    for i in range(len(sizes)):
        size = sizes[i]
        if size == 0:
            continue
        classes += 1
        if size < smallest or smallest == 0:
            smallest = size
        if size == 1:
            uniques += 1
        if size < below:
            rows += size
    figures[CLASSES] = classes
    figures[SMALLEST] = smallest
    figures[UNIQUES] = uniques
    figures[BELOW] = rows


@compiled("void(int32[::1], int32[::1], int64, int64, int64[::1], int64, int64[::1])")
def summarise_pair(
    first: Positions,
    second: Positions,
    radix: int,
    space: int,
    sizes: Sizes,
    below: int,
    figures: Figures,
) -> None:
    """Write the figures of the groups that two columns of codes make; all keys are below space."""
    cells = np.zeros(space, np.int64)
    for i in range(len(sizes)):
        cells[first[i] * radix + second[i]] += sizes[i]
    summarise(cells, below, figures)
