"""Which numbers or dates are so close that they are one secret: incomes of 50,000 and 50,001."""

from typing import Final

import numpy as np

from incrowd.crowd.magnitude import size_of
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions

CLOSE: Final = 0.05
"""Values are close that are this part of the usual spread apart."""
USUAL: Final = (0.05, 0.95)
"""The usual spread is between these percentiles: a single millionaire does not widen it."""


def find_close_values(domain: Domain) -> Positions:
    """For each value the last one that is close to it; each alone where values have no size.

    The domain is in the order of sizes, and what has no size stands behind.
    """
    alone = np.arange(len(domain.values), dtype=np.int32)
    profile = domain.attribute.profile
    if not profile.kind.numeric and profile.date_format is None:
        return alone
    read = [size_of(value, profile) if value else None for value in domain.values]
    sizes = np.array([size for size in read if size is not None])
    numbers = len(sizes)
    if not numbers or any(size is None for size in read[:numbers]):
        return alone
    rows = np.cumsum(domain.counts[:numbers])
    low, high = (sizes[min(np.searchsorted(rows, part * rows[-1]), numbers - 1)] for part in USUAL)
    ends = alone.copy()
    ends[:numbers] = np.searchsorted(sizes, sizes + CLOSE * (high - low), side="right") - 1
    return ends
