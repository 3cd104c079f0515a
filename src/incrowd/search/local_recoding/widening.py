"""Widen the classes of a recoding that are not safe, instead of leaving their rows out.

For methods that know of k alone: a class that breaks a protection, or is too small, merges with the
class that costs least, again and again, until it is safe or only one class is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.state import Protection
from incrowd.search.local_recoding.assignment import cover_classes
from incrowd.search.local_recoding.clustering import Step, Weighed, find_unsafe
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.recoding import Recoding
from incrowd.search.priorities import Priorities


def widen_until_safe(
    recoding: Recoding,
    k: int,
    priorities: Priorities,
    protections: Sequence[Protection],
    step: Step = lambda done: None,
) -> Recoding:
    """Merge classes that are not safe with the nearest ones; tuples must not have been split."""
    crowd, kept = recoding.crowd, np.flatnonzero(recoding.kept)
    if not len(kept) or (not protections and recoding.k >= k):
        return recoding
    known = Weighed.of(crowd, priorities)
    class_of = recoding.class_of[kept]
    clusters = _clusters_of(recoding, known, k)
    tuples = np.full(len(crowd.counts), -1, np.int32)
    tuples[recoding.tuples[kept]] = class_of

    def unsafe(now: Clusters) -> NDArray[np.bool_]:
        return find_unsafe(crowd, now, k, protections, tuples)

    merge_until_safe(clusters, k, unsafe, step)
    roots = clusters.roots()
    merged = np.bincount(roots, minlength=len(roots))[roots[class_of]] > 1
    moved, regions = kept[merged], clusters.regions[roots[class_of[merged]]]
    levels = recoding.levels.copy()
    for column, index in enumerate(known.order):
        levels[index, moved] = known.regions.levels[regions[:, column]]
    return replace(recoding, levels=levels)


def _clusters_of(recoding: Recoding, known: Weighed, k: int) -> Clusters:
    """A cluster for each class, at the least regions that cover what its rows are published as."""
    published = known.regions.as_grid(recoding.regions[known.order][:, recoding.kept].T)
    regions = np.empty((len(recoding.class_sizes), len(known.order)), published.dtype)
    cover_classes(known.tree, published, recoding.class_of[recoding.kept], regions)
    return Clusters.of_tuples(known.tree, regions, recoding.class_sizes, k, split=False)
