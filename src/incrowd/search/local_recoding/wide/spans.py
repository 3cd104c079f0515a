"""Spans: every region is a run of values when these are sorted by their hierarchy.

Whether a value lies under a region is then one comparison, and what many parts would cost under a
region is added up side by side: `add_steps(tree, spans, region, top, 1.0, ranks, sums)`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.compilation import compiled, struct
from incrowd.search.local_recoding.neighbours import TREE, Tree
from incrowd.search.regions import Regions

Ranks = NDArray[np.uint32]
"""The place of each value among those of its attribute."""
Sums = NDArray[np.float32]
"""What parts cost; half the width of a figure, for millions of them are added up at a time."""


class Spans(NamedTuple):
    """Where the values under each region start, and how far the last is from the first."""

    first: Ranks
    width: Ranks

    @classmethod
    def of(cls, crowd: Crowd, regions: Regions, walls: int) -> "Spans":
        """Sort the values of each attribute by its hierarchy; then come the walls and their top."""
        first, width = np.zeros((2, regions.count), np.int64)
        for ladder, starts in zip(crowd.ladders, regions.starts, strict=True):
            order = np.lexsort(ladder.codes)
            for start, codes in zip(starts, ladder.codes, strict=True):
                sorted_codes = codes[order]
                fresh = np.diff(sorted_codes, prepend=-1) != 0
                starting = np.flatnonzero(fresh)
                found = start + sorted_codes[starting]
                first[found] = starting
                width[found] = np.diff(starting, append=len(order)) - 1
        return cls(
            np.concatenate([first, np.arange(walls), [0]]).astype(np.uint32),
            np.concatenate([width, np.zeros(walls), [max(walls - 1, 0)]]).astype(np.uint32),
        )


class Space(NamedTuple):
    """The regions with what they cost, and their spans."""

    tree: Tree
    spans: Spans


SPANS: Final = struct(Spans, first="uint32[::1]", width="uint32[::1]")
SPACE: Final = struct(Space, tree=TREE, spans=SPANS)


@compiled("void(uint32[::1], uint32, uint32, float32, float32[::1])")
def add_outside(ranks: Ranks, first: int, width: int, cost: float, sums: Sums) -> None:
    """Add a cost to all that lie outside of a span."""
    for place in range(len(sums)):
        # below the span the difference wraps round and is large, too
        outside = np.uint32(ranks[place] - first) > width
        sums[place] += cost if outside else np.float32(0)


@compiled(f"void({TREE}, {SPANS}, int32, int32, float64, uint32[::1], float32[::1])")
def add_steps(
    tree: Tree, spans: Spans, region: int, top: int, sign: float, ranks: Ranks, sums: Sums
) -> None:
    """Add what it costs to climb from a region as far as each value makes it, at most to `top`."""
    parents, _, worth = tree
    while region != top:
        parent = parents[region]
        cost = sign * (worth[parent] - worth[region])
        if cost != 0:
            add_outside(ranks, spans.first[region], spans.width[region], cost, sums)
        region = parent


@compiled(f"int32({TREE}, int32)")
def root_of(tree: Tree, region: int) -> int:
    """The region that covers all values of an attribute."""
    while tree.parents[region] != region:
        region = tree.parents[region]
    return region
