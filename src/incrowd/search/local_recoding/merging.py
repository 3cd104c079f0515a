"""Merge clusters until each is safe: the cheapest partner of each, the largest clusters first.

Clusters start as the tuples. In a round every unsafe cluster looks for the partner whose merge
costs least; disjoint pairs merge, those of the largest unsafe clusters first, so that clusters
become safe with few rows more than they need. A tuple with rows to spare gives only the rows that
are needed, where tuples may be split.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.neighbours import (
    PLACES,
    TREE,
    Places,
    Sorted,
    Tree,
    in_threads,
    merge_cost,
    nearest,
    set_up_scratch,
    share_steps,
)
from incrowd.search.regions import Figures, Grid, common, either_width

WINDOW = 4
"""Neighbours on either side that are tried first, so that the search has a good bound."""
ROUND_STEPS = 1_000_000_000
"""Steps of the search that all clusters of a round share."""

Unsafe = Callable[["Clusters"], NDArray[np.bool_]]


@dataclass(eq=False)
class Clusters:
    """Clusters while they are being merged; cluster `i` starts as tuple `i`."""

    tree: Tree
    regions: Grid
    sizes: Sizes
    spare: Sizes
    """Rows that a tuple can give away and still be safe."""
    parents: Positions
    """The cluster that each cluster was merged into, itself if it lives."""
    costs: Figures
    partners: Positions
    """The cheapest partner that was found last, -1 if none."""
    touched: NDArray[np.bool_]
    """Changed in the last round."""
    taken: list[tuple[Positions, Sizes, Positions]] = field(default_factory=list)
    """Tuples, rows and clusters of the rows that tuples gave away."""
    cut_short: int = 0

    @classmethod
    def of_tuples(cls, tree: Tree, regions: Grid, counts: Sizes, k: int, split: bool) -> Clusters:
        """Every tuple is a cluster of its own; its regions will be those of its cluster."""
        number = len(counts)
        return cls(
            tree,
            regions,
            counts.copy(),
            np.maximum(counts - k, 0) if split else np.zeros(number, np.int64),
            np.arange(number, dtype=np.int32),
            np.full(number, np.inf),
            np.full(number, -1, np.int32),
            np.ones(number, np.bool_),
        )

    def roots(self) -> Positions:
        """The living cluster that each tuple has come to lie in."""
        roots = self.parents
        while True:
            further = roots[roots]
            if np.array_equal(further, roots):
                return roots
            roots = further


@compiled(
    *either_width(
        f"Tuple((float64, int64))({TREE}, {PLACES}, int64[::1], int64[::1], grid[:, ::1], int64,"
        " int64, int64)"
    )
)
def look_beside(
    tree: Tree,
    places: Places,
    sizes: Sizes,
    spare: Sizes,
    regions: Grid,
    place: int,
    need: int,
    guess: int,
) -> tuple[float, int]:
    """The cheapest partner among a guess (or -1) and the neighbours in order, and what it costs."""
    order, in_order = places[0], places[1]
    cluster, first = order[place], max(place - WINDOW, 0)
    best, who = np.inf, -1
    for other_place in range(first - 1, min(place + WINDOW + 1, len(order))):
        # the guess comes first, in the place before the neighbours
        other = guess if other_place < first else order[other_place]
        if other < 0 or other == cluster:
            continue
        amount = need if 0 < need <= spare[other] else sizes[other]
        cost = merge_cost(tree, in_order[place], sizes[cluster], regions[other], amount)
        if cost < best and amount > 0:
            best, who = cost, int(other)
    return best, who


@compiled(
    *either_width(
        f"int64({TREE}, {PLACES}, int64[::1], int64[::1], grid[:, ::1], int32[::1], int64, int64,"
        " int64, int64, float64[::1], int32[::1])"
    )
)
def find_partners(  # noqa: PLR0913, PLR0917 (a kernel takes arrays, not objects)
    tree: Tree,
    places: Places,
    sizes: Sizes,
    spare: Sizes,
    regions: Grid,
    seekers: Positions,
    first: int,
    last: int,
    k: int,
    limit: int,
    costs: Figures,
    partners: Positions,
) -> int:
    """Find the cheapest partner of the clusters at some places; return the searches cut short.

    `partners` holds a guess, or -1.
    """
    order, in_order = places[0], places[1]
    width = in_order.shape[1]
    scratch = set_up_scratch(tree, width)
    cut_short = 0
    for index in range(first, last):
        place = seekers[index]
        cluster = order[place]
        rows = sizes[cluster]
        need = max(k - rows, 0)
        best, who = look_beside(tree, places, sizes, spare, regions, place, need, partners[cluster])
        who, best, steps = nearest(
            tree,
            places,
            scratch,
            sizes,
            spare,
            in_order[place],
            rows,
            need,
            cluster,
            index,
            place,
            best,
            who,
            limit,
        )
        cut_short += steps >= limit
        costs[cluster] = best
        partners[cluster] = who
    return cut_short


@compiled(
    *either_width(
        f"int64({TREE}, int32[::1], int32[::1], int64, int64[::1], int64[::1], grid[:, ::1],"
        " int32[::1], boolean[::1], int32[::1], int64[::1], int32[::1])"
    )
)
def merge_pairs(  # noqa: PLR0913, PLR0917 (a kernel takes arrays, not objects)
    tree: Tree,
    seekers: Positions,
    partners: Positions,
    k: int,
    sizes: Sizes,
    spare: Sizes,
    regions: Grid,
    merged_into: Positions,
    touched: NDArray[np.bool_],
    tuples: Positions,
    rows: Sizes,
    clusters: Positions,
) -> int:
    """Merge each seeker with its partner, first come first served; return how many took rows."""
    parents, levels, _ = tree
    taken = 0
    for cluster in seekers:
        partner = partners[cluster]
        if partner < 0 or touched[cluster] or touched[partner]:
            continue
        touched[cluster] = touched[partner] = True
        need = k - sizes[cluster]
        for depth in range(regions.shape[1]):
            regions[cluster, depth] = common(
                parents, levels, regions[cluster, depth], regions[partner, depth]
            )
        if 0 < need <= spare[partner]:
            sizes[partner] -= need
            spare[partner] -= need
            tuples[taken], rows[taken], clusters[taken] = partner, need, cluster
            taken += 1
        else:
            need = sizes[partner]
            sizes[partner] = 0
            spare[partner] = 0
            merged_into[partner] = cluster
        sizes[cluster] += need
        spare[cluster] = 0
    return taken


def merge_until_safe(
    clusters: Clusters, k: int, is_unsafe: Unsafe, report: Callable[[float], None]
) -> None:
    """Merge clusters in rounds until none is unsafe or only one is left."""
    in_order = Sorted(clusters.regions)
    unsafe = is_unsafe(clusters)
    at_first = max(int(unsafe.sum()), 1)
    while unsafe.any() and np.count_nonzero(clusters.sizes) > 1:
        share = 1 - unsafe.sum() / at_first
        _seek(clusters, in_order, unsafe, k, lambda done, share=share: report(share))  # type: ignore[misc]
        _merge(clusters, np.flatnonzero(unsafe).astype(np.int32), k)
        unsafe = is_unsafe(clusters)
    report(1.0)


def _seek(
    clusters: Clusters,
    in_order: Sorted,
    unsafe: NDArray[np.bool_],
    k: int,
    report: Callable[[float], None],
) -> None:
    """Find partners anew for unsafe clusters that changed, or whose partner did."""
    alive = np.flatnonzero(clusters.sizes).astype(np.int32)
    places = in_order.sort(clusters.regions, alive)
    stale = clusters.touched | clusters.touched[clusters.partners] | (clusters.partners < 0)
    seekers = np.flatnonzero((unsafe & stale)[places[0]]).astype(np.int32)
    roots = clusters.roots()
    guesses = np.where(clusters.partners < 0, np.int32(-1), roots[clusters.partners])
    clusters.partners = guesses
    limit = share_steps(ROUND_STEPS, len(seekers))

    def seek(first: int, last: int) -> int:
        return find_partners(
            clusters.tree,
            places,
            clusters.sizes,
            clusters.spare,
            clusters.regions,
            seekers,
            first,
            last,
            k,
            limit,
            clusters.costs,
            clusters.partners,
        )

    clusters.cut_short += in_threads(seek, len(seekers), report)


def _merge(clusters: Clusters, unsafe: Positions, k: int) -> None:
    """Merge disjoint pairs, the largest unsafe clusters first, then the cheapest."""
    in_turn = unsafe[np.lexsort((clusters.costs[unsafe], -clusters.sizes[unsafe]))]
    clusters.touched[:] = False
    tuples, takers = np.empty(len(unsafe), np.int32), np.empty(len(unsafe), np.int32)
    rows = np.empty(len(unsafe), np.int64)
    count = merge_pairs(
        clusters.tree,
        in_turn,
        clusters.partners,
        k,
        clusters.sizes,
        clusters.spare,
        clusters.regions,
        clusters.parents,
        clusters.touched,
        tuples,
        rows,
        takers,
    )
    if count:
        given = tuples[:count].copy(), rows[:count].copy(), takers[:count].copy()
        clusters.taken.append(given)
