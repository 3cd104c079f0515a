"""Which rows may share a group: those that miss the same numbers, and agree in categories.

Categories are refined level by level, as long as every part of a stratum keeps enough rows. So the
more rows a stratum needs, the coarser its categories and the closer its numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.microaggregation.units import Units


def split_by_missing(units: Units, k: int) -> Positions:
    """Set units apart that miss different numbers; where too few miss the same, they join others.

    Otherwise those cells would show the number of a group in which they are not known.
    """
    bits = units.known @ (1 << np.arange(units.known.shape[1], dtype=np.int64))
    strata = number(bits)
    rows = np.bincount(strata, units.weights)
    small = rows < k
    if small.any():
        largest = int(np.argmax(rows))
        strata = number(np.where(small[strata], largest, strata))
    return strata


def split_by_categories(units: Units, strata: Positions, least: int) -> Positions:
    """Refine strata by the categories of units while each part has at least so many rows."""
    others = [place for place in range(len(units.crowd.names)) if place not in units.places]
    heights = units.crowd.heights
    levels = {place: np.full(len(strata), heights[place], np.int64) for place in others}
    changed = True
    while changed:
        changed = False
        for place in others:
            refined = _refine(units, strata, place, levels[place], least)
            if refined is not None:
                strata, levels[place] = refined
                changed = True
    return strata


def _refine(
    units: Units, strata: Positions, place: int, levels: Sizes, least: int
) -> tuple[Positions, Sizes] | None:
    """Lower an attribute by one level wherever that leaves enough rows; None where nowhere.

    The parts of a stratum that would be too small stay together at the level of now.
    """
    finer = np.zeros(len(strata), np.int64)
    for level in np.unique(levels[levels > 0]).tolist():
        at = levels == level
        finer[at] = units.codes(place, level - 1)[at]
    parts = number(strata.astype(np.int64) * (int(finer.max(initial=0)) + 1) + finer)
    rows = np.bincount(parts, units.weights)
    large = (rows >= least)[parts] & (levels > 0)
    rest = np.bincount(strata, np.where(large, 0, units.weights))
    refined = np.bincount(strata, large) > 0
    may = refined & ((rest == 0) | (rest >= least))
    moving = large & may[strata]
    if not moving.any():
        return None
    lowered = np.where(moving, levels - 1, levels)
    apart = np.where(moving, parts.astype(np.int64) + 1, 0)
    joint = strata.astype(np.int64) * (int(apart.max()) + 1) + apart
    return number(joint), lowered


def number(keys: NDArray[np.integer[Any]]) -> Positions:
    """Number what is different from 0 on, in the order of the keys."""
    _, numbered = np.unique(keys, return_inverse=True)
    codes: Positions = numbered.reshape(-1).astype(np.int32)
    return codes
