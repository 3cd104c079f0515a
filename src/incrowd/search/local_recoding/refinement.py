"""Divide classes into smaller ones that are still safe, so that the weighted loss is small.

Clusters of tuples are merged until each is safe, then parts move to better classes and pools of
neighbouring classes are divided anew while that pays. No class crosses the border of the one that
it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.enforcement import protected
from incrowd.search.feasibility import joined_tuples
from incrowd.search.local_recoding.assignment import Assignment, Parts
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.neighbours import Tree, nearest_parts, share_steps
from incrowd.search.local_recoding.reassignment import reassign
from incrowd.search.local_recoding.regrouping import Holding, Near, regroup
from incrowd.search.local_recoding.weighing import Weighed
from incrowd.search.regions import FIT_NARROW, NARROW, WIDE, Grid

Step = Callable[[float], None]
Safe = Callable[[int], None]
"""Hears how many rows already lie in classes that are safe."""

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
DIVIDED = 800_000
"""Parts that are divided anew, all rounds together; the first round is always taken."""
WORTHWHILE = 0.01
"""Another round follows only if the last one cut the loss by this share."""
WALL = 1e6
"""What a row costs that crosses the border of a class, where all that it can lose costs 1."""


@dataclass(frozen=True)
class Demands:
    """What every class must hold, and who hears how far the work has come."""

    k: int
    protections: tuple[Protection, ...] = ()
    step: Step = lambda done: None
    safe: Safe = lambda rows: None


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
        return Partition(tuples[first], rows, _dense(classes[first]), self.cut_short)


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
    tuples, rows = partition.tuples[inside], partition.rows[inside]
    origins = partition.classes[inside]
    tree, regions = _walled(crowd, weighed, tuples, origins)
    started_in = np.full(len(crowd.counts), -1, np.int32)
    started_in[tuples] = np.arange(len(tuples), dtype=np.int32)
    others = crowd.rows - int(rows.sum())
    step = demands.step

    def look(now: Clusters) -> NDArray[np.bool_]:
        unsafe = find_unsafe(crowd, now, demands.k, demands.protections, started_in)
        demands.safe(others + int(now.sizes[~unsafe].sum()))
        return unsafe

    clusters = Clusters.of_tuples(tree, regions, rows, demands.k, split=not crowd.sensitive)
    merge_until_safe(clusters, demands.k, look, within(step, 0.0, MERGING_SHARE))
    (places, rows, classes), cut_short = _parts(rows, clusters), clusters.cut_short
    del regions, clusters  # which take up as much as all that follows
    classes = _improved(
        tree,
        Parts(_walled(crowd, weighed, tuples, origins)[1][places], rows),
        classes,
        demands.k,
        _holding(crowd, tuples[places], demands.protections),
        within(step, MERGING_SHARE, 1.0),
    )
    outside = np.flatnonzero(~divisible)
    kept = _dense(partition.classes[outside])
    count = int(kept.max(initial=-1)) + 1
    result = Partition(
        np.concatenate([partition.tuples[outside], tuples[places]]),
        np.concatenate([partition.rows[outside], rows]),
        np.concatenate([kept, count + classes]).astype(np.int32),
        partition.cut_short + cut_short,
    )
    return Refined(result, np.concatenate([partition.classes[outside], origins[places]]))


def _dense(numbers: Positions) -> Positions:
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def _walled(
    crowd: Crowd, weighed: Weighed, tuples: Positions, classes: Positions
) -> tuple[Tree, Grid]:
    """The tree and the values of tuples, with the class as an attribute not to be coarsened."""
    values = weighed.regions.of_tuples(crowd, weighed.order)[tuples]
    numbers = _dense(classes)
    count = int(numbers.max()) + 1
    if count == 1:
        return weighed.tree, values
    known = weighed.regions.count
    top = known + count
    tree = Tree(
        np.concatenate([weighed.tree.parents, np.full(count + 1, top)]).astype(np.int32),
        np.concatenate([weighed.tree.levels, np.zeros(count), [1]]).astype(np.uint8),
        np.concatenate([weighed.tree.worth, np.zeros(count), [WALL]]),
    )
    width = NARROW if top < FIT_NARROW else WIDE
    grid: Grid = np.empty((len(values), values.shape[1] + 1), width)
    grid[:, 0], grid[:, 1:] = known + numbers, values
    return tree, grid


def find_unsafe(
    crowd: Crowd,
    clusters: Clusters,
    k: int,
    protections: Sequence[Protection],
    started_in: Positions,
) -> NDArray[np.bool_]:
    """Which living clusters are too small or break a protection.

    `started_in` is the cluster that each tuple started in, -1 for none.
    """
    alive = clusters.sizes > 0
    unsafe = alive & (clusters.sizes < k)
    if protections:
        large = np.flatnonzero(alive & ~unsafe)
        number = np.full(len(alive) + 1, -1, np.int32)  # the last entry is for no cluster
        number[large] = np.arange(len(large), dtype=np.int32)
        now_in = np.append(clusters.roots(), np.int32(-1))
        members = number[now_in[started_in]]
        unsafe[large] = ~protected(joined_tuples(crowd, members, len(large)), protections)
    return unsafe


def _holding(crowd: Crowd, tuples: Positions, protections: Sequence[Protection]) -> Holding | None:
    if not protections:
        return None

    def holding(members: Positions, count: int) -> NDArray[np.bool_]:
        by_tuple = np.full(len(crowd.counts), -1, np.int32)
        by_tuple[tuples] = members
        return protected(joined_tuples(crowd, by_tuple, count), protections)

    return holding


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


def _improved(
    tree: Tree, parts: Parts, classes: Positions, k: int, holding: Holding | None, step: Step
) -> Positions:
    """Reassign and regroup parts, given their classes, while that pays; return their classes.

    With protections every new class is checked.
    """
    stages = [within(step, stage / STAGES, (stage + 1) / STAGES) for stage in range(STAGES)]
    near = _near(tree, parts.values, classes, stages[0])
    now = Assignment(tree, parts, classes)
    if holding is None:
        reassign(now, k, stages[1])
    for done in range(max(min(ROUNDS, DIVIDED // max(len(classes), 1)), 1)):
        before = now.loss
        regroup(now, near, k, holding, stages[2 * done + 2])
        if holding is None:
            reassign(now, k, stages[2 * done + 3])
        if before - now.loss <= WORTHWHILE * before:
            break
    return now.classes


def _near(tree: Tree, values: Grid, classes: Positions, step: Step) -> Near:
    """The nearest parts of those that do not lie alone in their class, which loses nothing then."""
    together = (np.bincount(classes) > 1)[classes]
    seekers = np.flatnonzero(together).astype(np.int32)
    known = np.full(len(classes), -1, np.int32)
    known[seekers] = np.arange(len(seekers), dtype=np.int32)
    limit = share_steps(NEAR_STEPS, len(seekers))
    return Near(known, nearest_parts(tree, values, seekers, NEAR, limit, step))


def within(step: Step, first: float, last: float) -> Step:
    """Report progress from 0 to 1 as progress between two other shares."""
    return lambda done: step(first + (last - first) * done)
