"""Divide classes into smaller ones that are still safe, so that the weighted loss is small.

Narrow tables: clusters of tuples are merged until each is safe, then parts move to better classes
and pools of neighbouring classes are divided anew while that pays. Wide and large tables are
divided block by block (`wide`). No class crosses the border of the one that it was made from.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import Assignment, Parts
from incrowd.search.local_recoding.division import (
    Demands,
    Division,
    Enough,
    Step,
    Task,
    number_densely,
    within,
)
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.neighbours import Tree, nearest_parts, share_steps
from incrowd.search.local_recoding.reassignment import reassign
from incrowd.search.local_recoding.regrouping import Holding, Near, regroup
from incrowd.search.local_recoding.weighing import Weighed
from incrowd.search.local_recoding.wide.dividing import divide_wide
from incrowd.search.regions import Grid

MERGING_SHARE = 0.4
"""The part of the time that merging takes, for the progress that is shown."""
ROUNDS = 4
"""How often pools are divided anew and parts reassigned."""
STAGES = 2 * ROUNDS + 2
"""What follows merging: near parts are looked up, parts reassigned, and then the rounds."""
NEAR = 4
"""How many nearest parts of each part lead to the classes that it is pooled with."""
NEAR_STEPS = 300_000_000
"""Steps that the searches for them share."""
WORTHWHILE = 0.01
"""Another round follows only if the last one cut the loss by this share."""


@dataclass(frozen=True, eq=False)
class Partition:
    """The rows of a crowd in classes: parts of tuples, the rows of each, and its class."""

    tuples: Positions
    rows: Sizes
    classes: Positions
    cut_short: int = 0
    """Searches that were stopped at their limit."""

    @classmethod
    def whole(cls, crowd: Crowd) -> Partition:
        """All rows in one class."""
        tuples = np.arange(len(crowd.counts), dtype=np.int32)
        return cls(tuples, crowd.counts.copy(), np.zeros(len(tuples), np.int32))

    @property
    def sizes(self) -> Sizes:
        """The rows of each class."""
        return np.bincount(self.classes, self.rows).astype(np.int64)

    def joined(self) -> Partition:
        """The same where parts of one tuple in one class are one part; numbers have no gaps."""
        order = np.lexsort((self.classes, self.tuples))
        tuples, classes = self.tuples[order], self.classes[order]
        first = np.ones(len(tuples), np.bool_)
        first[1:] = (tuples[1:] != tuples[:-1]) | (classes[1:] != classes[:-1])
        rows = np.add.reduceat(self.rows[order], np.flatnonzero(first))
        return Partition(tuples[first], rows, number_densely(classes[first]), self.cut_short)


@dataclass(frozen=True, eq=False)
class Refined:
    """A partition, and the class of a coarser one that each of its parts comes from."""

    partition: Partition
    origins: Positions


def refine(crowd: Crowd, weighed: Weighed, partition: Partition, demands: Demands) -> Refined:
    """Divide every class that is large enough for two; rows of no tuple with secrets are split."""
    sizes = partition.sizes
    divisible = (sizes >= (2 * demands.k if len(sizes) > 1 else 0))[partition.classes]
    inside = np.flatnonzero(divisible)
    if not len(inside):
        return Refined(partition, partition.classes)
    tuples, origins = partition.tuples[inside], partition.classes[inside]
    task = Task(crowd, weighed, tuples, partition.rows[inside], origins, demands)
    division = divide_wide(task) if task.is_wide else divide_narrow(task)
    outside = np.flatnonzero(~divisible)
    kept = number_densely(partition.classes[outside])
    count = int(kept.max(initial=-1)) + 1
    result = Partition(
        np.concatenate([partition.tuples[outside], tuples[division.places]]),
        np.concatenate([partition.rows[outside], division.rows]),
        np.concatenate([kept, count + division.classes]).astype(np.int32),
        partition.cut_short + division.cut_short,
    )
    return Refined(result, np.concatenate([partition.classes[outside], origins[division.places]]))


def divide_narrow(task: Task) -> Division:
    """Merge clusters until all are safe, looking for the cheapest partner of each, and improve."""
    k = task.demands.k
    tree, regions = task.walled()
    clusters = Clusters.of_tuples(tree, regions, task.rows, k, split=task.split)
    watch = task.watch(np.arange(len(task.tuples), dtype=np.int32))
    merge_until_safe(clusters, k, watch, within(task.demands.step, 0.0, MERGING_SHARE))
    (places, rows, classes), cut_short = _parts(task.rows, clusters), clusters.cut_short
    del regions, clusters  # which take up as much as all that follows
    parts, holding = Parts(task.walled()[1][places], rows), task.holding(places)
    now = Assignment(tree, parts, classes)
    with suppress(Enough):
        _improve(now, k, holding, task.until_enough(MERGING_SHARE, 1.0))
    return Division(places, rows, now.classes, cut_short)


def _parts(rows: Sizes, clusters: Clusters) -> tuple[Positions, Sizes, Positions]:
    """Which tuple each part is of, its rows and its cluster, with the rows that some gave away."""
    roots = clusters.roots()
    transfers = clusters.transfers
    places = [np.arange(len(roots), dtype=np.int32), *(moved.tuples for moved in transfers)]
    takers = [roots[moved.clusters] for moved in transfers]
    rows = rows.copy()
    for moved in transfers:
        np.subtract.at(rows, moved.tuples, moved.rows)
    all_rows = np.concatenate([rows, *(moved.rows for moved in transfers)])
    return np.concatenate(places), all_rows, np.concatenate([roots, *takers])


def _improve(now: Assignment, k: int, holding: Holding | None, step: Step) -> None:
    """Reassign and regroup parts while that pays; with protections every new class is checked."""
    stages = [within(step, stage / STAGES, (stage + 1) / STAGES) for stage in range(STAGES)]
    near = _near(now.tree, now.parts.values, now.classes, stages[0])
    if holding is None:
        reassign(now, k, stages[1])
    for done in range(ROUNDS):
        before = now.loss
        regroup(now, near, k, holding, stages[2 * done + 2])
        if holding is None:
            reassign(now, k, stages[2 * done + 3])
        if before - now.loss <= WORTHWHILE * before:
            break


def _near(tree: Tree, values: Grid, classes: Positions, step: Step) -> Near:
    """The nearest parts of those that do not lie alone in their class, which loses nothing then."""
    together = (np.bincount(classes) > 1)[classes]
    seekers = np.flatnonzero(together).astype(np.int32)
    known = np.full(len(classes), -1, np.int32)
    known[seekers] = np.arange(len(seekers), dtype=np.int32)
    limit = share_steps(NEAR_STEPS, len(seekers))
    return Near(known, nearest_parts(tree, values, seekers, NEAR, limit, step))
