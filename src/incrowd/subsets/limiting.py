"""Which attributes are compared where there are too many to compare all pairs of them."""

from __future__ import annotations

from typing import Final

import numpy as np

from incrowd.subsets.columns import Columns

MOST_ATTRIBUTES: Final = 120
"""More cells than about a hundred by a hundred nobody can look at."""
MOST_WORK: Final = 1_000_000_000
"""Pairs times entries that are counted while somebody waits."""


def compared(
    columns: Columns, most_attributes: int = MOST_ATTRIBUTES, most_work: int = MOST_WORK
) -> list[int]:
    """The attributes to compare, in column order: all, or those with the largest k alone.

    These are the ones that a release can be made of: no subset has a larger k than its attributes.
    """
    width = min(columns.width, most_attributes)
    while width > 2 and width * (width + 1) // 2 * len(columns.sizes) > most_work:
        width -= 1
    if width == columns.width:
        return list(range(width))
    alone = [_smallest(columns, attribute) for attribute in range(columns.width)]
    best = sorted(range(columns.width), key=lambda attribute: -alone[attribute])
    return sorted(best[:width])


def _smallest(columns: Columns, attribute: int) -> int:
    rows = np.bincount(columns.codes[attribute], columns.sizes)
    return int(rows[rows > 0].min(initial=columns.rows))
