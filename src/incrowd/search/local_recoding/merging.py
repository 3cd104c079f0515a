"""Merge clusters until each is safe: the cheapest partner of each, the largest clusters first.

Clusters start as the tuples. In a round every unsafe cluster looks for the partner whose merge
costs least; disjoint pairs merge, those of the largest unsafe clusters first, so that clusters
become safe with few rows more than they need. A tuple with rows to spare gives only the rows that
are needed, where tuples may be split.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.neighbours import (
    MATCH,
    PLACES,
    QUERY,
    SUPPLY,
    TREE,
    Match,
    Places,
    Query,
    Sorted,
    Supply,
    Tree,
    allocate_scratch,
    in_threads,
    merge_cost,
    nearest,
    share_steps,
)
from incrowd.search.regions import Figures, Grid, common, either_width

WINDOW = 4
"""Neighbours on either side that are tried first, so that the search has a good bound."""
ROUND_STEPS = 1_000_000_000
"""Steps of the search that all clusters of a round share."""

Unsafe = Callable[["Clusters"], NDArray[np.bool_]]


class Transfers(NamedTuple):
    """Rows that tuples gave away to clusters."""

    tuples: Positions
    rows: Sizes
    clusters: Positions

    def first(self, count: int) -> Transfers:
        """Copy the first of them."""
        tuples, rows, clusters = self
        return Transfers(tuples[:count].copy(), rows[:count].copy(), clusters[:count].copy())


TRANSFERS: Final = struct(Transfers, tuples="int32[::1]", rows="int64[::1]", clusters="int32[::1]")


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
    transfers: list[Transfers] = field(default_factory=list)
    cut_short: int = 0
    steps: int = ROUND_STEPS

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

    @property
    def supply(self) -> Supply:
        """What clusters offer to each other."""
        return Supply(self.sizes, self.spare, self.regions)

    def roots(self) -> Positions:
        """The living cluster that each tuple has come to lie in."""
        roots = self.parents
        while True:
            further = roots[roots]
            if np.array_equal(further, roots):
                return roots
            roots = further


@compiled(*either_width(f"{MATCH}({TREE}, {PLACES}, {SUPPLY}, {QUERY}, int64)"))
def look_beside(tree: Tree, places: Places, supply: Supply, query: Query, guess: int) -> Match:
    """Find the cheapest partner among a guess (or -1) and the neighbours in order."""
    first = max(query.start - WINDOW, 0)
    cost, partner = np.inf, -1
    for place in range(first - 1, min(query.start + WINDOW + 1, len(places.order))):
        # the guess comes first, in the place before the neighbours
        other = guess if place < first else places.order[place]
        if other < 0 or other == query.cluster:
            continue
        amount = query.need if 0 < query.need <= supply.spare[other] else supply.sizes[other]
        merged = merge_cost(tree, query.regions, query.rows, supply.regions[other], amount)
        if merged < cost and amount > 0:
            cost, partner = merged, int(other)
    return Match(partner, cost, 0)


@compiled(
    *either_width(
        f"int64({TREE}, {PLACES}, {SUPPLY}, int32[::1], int64, int64, float64[::1], int32[::1])"
    )
)
def find_partners(
    tree: Tree,
    places: Places,
    supply: Supply,
    seekers: Positions,
    k: int,
    limit: int,
    costs: Figures,
    partners: Positions,
) -> int:
    """Find the cheapest partner of the clusters at some places; return the searches cut short.

    `partners` holds a guess, or -1.
    """
    scratch = allocate_scratch(tree, places.regions.shape[1])
    cut_short = 0
    for number in range(len(seekers)):
        place = seekers[number]
        cluster = places.order[place]
        rows = supply.sizes[cluster]
        need = max(k - rows, 0)
        query = Query(places.regions[place], rows, need, cluster, place, number)
        best = look_beside(tree, places, supply, query, partners[cluster])
        best = nearest(tree, places, scratch, supply, query, best, limit)
        cut_short += best.steps >= limit
        costs[cluster] = best.cost
        partners[cluster] = best.cluster
    return cut_short


@compiled(
    *either_width(
        f"int64({TREE}, int32[::1], int32[::1], int64, {SUPPLY}, int32[::1], boolean[::1],"
        f" {TRANSFERS})"
    )
)
def merge_pairs(
    tree: Tree,
    seekers: Positions,
    partners: Positions,
    k: int,
    supply: Supply,
    merged_into: Positions,
    touched: NDArray[np.bool_],
    transfers: Transfers,
) -> int:
    """Merge each seeker with its partner, first come first served; return how many took rows."""
    parents, levels, _ = tree
    sizes, spare, regions = supply
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
            transfers.tuples[taken], transfers.rows[taken] = partner, need
            transfers.clusters[taken] = cluster
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
    seekers = np.flatnonzero((unsafe & stale)[places.order]).astype(np.int32)
    roots = clusters.roots()
    guesses = np.where(clusters.partners < 0, np.int32(-1), roots[clusters.partners])
    clusters.partners = guesses
    limit = share_steps(clusters.steps, len(seekers))

    def seek(first: int, last: int) -> int:
        return find_partners(
            clusters.tree,
            places,
            clusters.supply,
            seekers[first:last],
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
    count = len(unsafe)
    transfers = Transfers(
        np.empty(count, np.int32), np.empty(count, np.int64), np.empty(count, np.int32)
    )
    taken = merge_pairs(
        clusters.tree,
        in_turn,
        clusters.partners,
        k,
        clusters.supply,
        clusters.parents,
        clusters.touched,
        transfers,
    )
    if taken:
        clusters.transfers.append(transfers.first(taken))
