"""How much two columns give each other away: Cramér's V, from 0 (nothing) to 1 (everything).

Corrected for chance: two unrelated columns of many values have a V of 0, not of what a small sample
happens to show (Bergsma, A bias-correction for Cramér's V and Tschuprow's T, 2013).
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.grouping import Positions, Sizes, group


def cramers_v(left: Positions, right: Positions, rows: Sizes) -> float:
    """The association of two coded columns.

    >>> codes = np.array([0, 1, 2] * 50, np.int32)
    >>> round(cramers_v(codes, codes, np.ones(150, np.int64)), 6)
    1.0
    """
    one, two = _dense(left), _dense(right)
    heights, widths = int(one.max(initial=-1)) + 1, int(two.max(initial=-1)) + 1
    n = int(rows.sum())
    if min(heights, widths) < 2 or n < 2:
        return 0.0
    keys = one.astype(np.int64) * widths + two
    first, counts, _ = group(keys, rows, heights * widths)
    down = np.bincount(one, rows, heights)
    across = np.bincount(two, rows, widths)
    expected = down[one[first]] * across[two[first]] / n
    # the cells that do not occur add their expected count: together n less what the others expect
    chi_squared = float(((counts - expected) ** 2 / expected).sum() + n - expected.sum())
    phi = max(0.0, chi_squared / n - (heights - 1) * (widths - 1) / (n - 1))
    narrow = min(heights - (heights - 1) ** 2 / (n - 1), widths - (widths - 1) ** 2 / (n - 1))
    return min(1.0, sqrt(phi / (narrow - 1))) if narrow > 1 else 0.0


def _dense(codes: Positions) -> NDArray[np.int64]:
    _, dense = np.unique(codes, return_inverse=True)
    return dense.astype(np.int64)
