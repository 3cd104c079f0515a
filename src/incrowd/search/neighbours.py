"""Find the cluster whose merge with a given one costs least, without looking at all of them.

Clusters are sorted by their regions, attribute by attribute, so that those which share the first
attributes lie together. The cost of a merge adds up over the attributes and never falls: where the
first attributes alone cost more than the best merge so far, every cluster that shares them is
skipped at once. The search is exact unless its limit of steps is reached.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions
from incrowd.search.regions import Grid


@dataclass(frozen=True, eq=False)
class Sorted:
    """Regions of clusters in lexical order, attribute by attribute."""

    order: Positions
    """Which cluster stands at each place."""
    regions: Grid
    shared: Positions
    """How many of the first attributes each place shares with the one before."""
    skips: Grid
    """The next place that differs in the first attributes up to each one."""


@compiled("void(int32[:, ::1], int32[::1], int32[:, ::1])")
def link_prefixes(regions: Grid, shared: Positions, skips: Grid) -> None:
    """Fill in `shared` and `skips` of sorted regions."""
    count, width = regions.shape
    for place in range(count):
        depth = 0
        while place and depth < width and regions[place, depth] == regions[place - 1, depth]:
            depth += 1
        shared[place] = depth
    for place in range(count - 1, -1, -1):
        for depth in range(width):
            if place + 1 == count or shared[place + 1] <= depth:
                skips[place, depth] = place + 1
            else:
                skips[place, depth] = skips[place + 1, depth]


def sort_regions(regions: Grid) -> Sorted:
    """Sort clusters by their regions, the first attribute first."""
    order = np.lexsort(regions.T[::-1]).astype(np.int32)
    in_order = np.ascontiguousarray(regions[order])
    shared, skips = np.empty(len(order), np.int32), np.empty(regions.shape, np.int32)
    link_prefixes(in_order, shared, skips)
    return Sorted(order, in_order, shared, skips)
