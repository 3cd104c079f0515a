"""Local recoding that spares what matters: rows are clustered so that the weighted loss is small.

Clusters of tuples are merged until each is safe, then parts move to better classes and pools of
neighbouring classes are divided anew while that pays. Every class ends with k rows or more and
holds the protections; each is published as the least regions that cover it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.enforcement import protected
from incrowd.search.feasibility import check_protections, check_request, joined_tuples
from incrowd.search.local_recoding.assignment import Assignment, Parts
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.neighbours import Tree, nearest_parts, share_steps
from incrowd.search.local_recoding.reassignment import reassign
from incrowd.search.local_recoding.regrouping import Holding, Near, regroup
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding
from incrowd.search.regions import Figures, Grid, Regions, hidden_bits

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


def recode_by_priority(
    crowd: Crowd,
    k: int,
    priorities: Priorities,
    protections: Sequence[Protection] = (),
    step: Step = lambda done: None,
    safe: Safe = lambda rows: None,
) -> Recoding:
    """Recode so that every class has k rows and the attributes that matter most lose least.

    With ranks, the weighted mean of the attributes' entropies is what counts; without, the bits of
    all attributes together. Tuples of a crowd with sensitive values are never split, so that what
    each class holds of them is known. `step` hears of the share done and may raise to cancel.
    """
    check_request(crowd, k, priorities)
    check_protections(crowd, protections)
    step(0.0)
    known = Weighed.of(crowd, priorities)
    regions = known.regions.of_tuples(crowd, known.order)
    clusters = Clusters.of_tuples(known.tree, regions, crowd.counts, k, split=not crowd.sensitive)

    def look(now: Clusters) -> NDArray[np.bool_]:
        unsafe = find_unsafe(crowd, now, k, protections)
        safe(int(now.sizes[~unsafe].sum()))
        return unsafe

    merge_until_safe(clusters, k, look, _within(step, 0.0, MERGING_SHARE))
    (tuples, rows, classes), cut_short = _parts(crowd, clusters), clusters.cut_short
    del regions, clusters  # which take up as much as all that follows
    result = _improved(
        known.tree,
        Parts(known.regions.of_tuples(crowd, known.order)[tuples], rows),
        classes,
        k,
        _holding(crowd, protections),
        _within(step, MERGING_SHARE, 1.0),
    )
    step(1.0)
    return _recoding(crowd, known, tuples, rows, result, cut_short)


@dataclass(frozen=True, eq=False)
class Weighed:
    """The regions of a crowd, and what a row that is published as each of them costs."""

    regions: Regions
    order: list[int]
    """Attributes whose loss costs most come first: they end most searches soonest."""
    tree: Tree

    @classmethod
    def of(cls, crowd: Crowd, priorities: Priorities) -> Weighed:
        """Weigh the bits of the attributes by their priorities."""
        known, weights = Regions.of(crowd), _weights(crowd, priorities)
        order = np.argsort(-weights * hidden_bits(crowd), kind="stable").tolist()
        tree = Tree(known.parents, known.levels, known.bits * weights[known.attributes])
        return cls(known, order, tree)


def _weights(crowd: Crowd, priorities: Priorities) -> Figures:
    """What a bit of each attribute counts."""
    bits = hidden_bits(crowd)
    if priorities.are_equal:
        return np.full(len(bits), 1 / max(float(bits.sum()), 1.0))
    weights = np.array([priorities.weight(name) for name in crowd.names], np.float64)
    return np.asarray(weights / np.maximum(bits, 1.0), np.float64)


def find_unsafe(
    crowd: Crowd,
    clusters: Clusters,
    k: int,
    protections: Sequence[Protection],
    started_in: Positions | None = None,
) -> NDArray[np.bool_]:
    """Which living clusters are too small or break a protection.

    `started_in` is the cluster that each tuple started in, -1 for none, if not one of its own.
    """
    alive = clusters.sizes > 0
    unsafe = alive & (clusters.sizes < k)
    if protections:
        large = np.flatnonzero(alive & ~unsafe)
        number = np.full(len(alive) + 1, -1, np.int32)  # the last entry is for no cluster
        number[large] = np.arange(len(large), dtype=np.int32)
        now_in = np.append(clusters.roots(), np.int32(-1))
        members = number[now_in[:-1] if started_in is None else now_in[started_in]]
        unsafe[large] = ~protected(joined_tuples(crowd, members, len(large)), protections)
    return unsafe


def _holding(crowd: Crowd, protections: Sequence[Protection]) -> Holding | None:
    if not protections:
        return None
    return lambda members, count: protected(joined_tuples(crowd, members, count), protections)


def _parts(crowd: Crowd, clusters: Clusters) -> tuple[Positions, Sizes, Positions]:
    """Tuples, rows and clusters of all parts: the tuples, and the rows that some gave away."""
    roots = clusters.roots()
    transfers = clusters.transfers
    tuples = [np.arange(len(roots), dtype=np.int32), *(moved.tuples for moved in transfers)]
    takers = [roots[moved.clusters] for moved in transfers]
    rows = crowd.counts.copy()
    for moved in transfers:
        np.subtract.at(rows, moved.tuples, moved.rows)
    all_rows = np.concatenate([rows, *(moved.rows for moved in transfers)])
    return np.concatenate(tuples), all_rows, np.concatenate([roots, *takers])


def _improved(
    tree: Tree,
    parts: Parts,
    classes: Positions,
    k: int,
    holding: Holding | None,
    step: Step,
) -> tuple[Positions, Grid]:
    """Reassign and regroup parts, given their classes, while that pays.

    Returns the class of each part and the regions of each class. With protections every new class
    is checked.
    """
    stages = [_within(step, stage / STAGES, (stage + 1) / STAGES) for stage in range(STAGES)]
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
    return now.classes, now.regions


def _near(tree: Tree, values: Grid, classes: Positions, step: Step) -> Near:
    """The nearest parts of those that do not lie alone in their class, which loses nothing then."""
    together = (np.bincount(classes) > 1)[classes]
    seekers = np.flatnonzero(together).astype(np.int32)
    known = np.full(len(classes), -1, np.int32)
    known[seekers] = np.arange(len(seekers), dtype=np.int32)
    limit = share_steps(NEAR_STEPS, len(seekers))
    return Near(known, nearest_parts(tree, values, seekers, NEAR, limit, step))


def _within(step: Step, first: float, last: float) -> Step:
    """Report progress from 0 to 1 as progress between two other shares."""
    return lambda done: step(first + (last - first) * done)


def _recoding(
    crowd: Crowd,
    known: Weighed,
    tuples: Positions,
    rows: Sizes,
    found: tuple[Positions, Grid],
    cut_short: int,
) -> Recoding:
    """Spell the classes out; parts of one tuple that ended in one class become one again."""
    classes, regions = found
    by_tuple = np.lexsort((classes, tuples))
    tuples, classes = tuples[by_tuple], classes[by_tuple]
    first = np.ones(len(tuples), np.bool_)
    first[1:] = (tuples[1:] != tuples[:-1]) | (classes[1:] != classes[:-1])
    counts = np.add.reduceat(rows[by_tuple], np.flatnonzero(first))
    tuples, classes = tuples[first], classes[first]
    levels = np.empty((len(known.order), len(tuples)), np.uint8)
    for column, index in enumerate(known.order):
        levels[index] = known.regions.levels[regions[classes, column]]
    return Recoding(crowd, tuples, counts, levels, np.ones(len(tuples), np.bool_), cut_short)


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Cluster the rows of a problem, sorted, so that the same data always gives the same result."""
    recoding = recode_by_priority(
        problem.crowd.in_order(),
        problem.k,
        problem.priorities,
        problem.protections,
        listeners.progress,
        listeners.safe_rows,
    )
    return Solution(recoding)


PRIORITY = Method(
    name="priority",
    title="By priority",
    explanation="Row by row, each as exact as possible, sparing what is ranked highest.",
    citation="Gionis, Tassa, k-Anonymization with Minimal Loss of Information, IEEE Transactions "
    "on Knowledge and Data Engineering 21(2), 2009.",
    recoding="local",
    options=("priority",),
    run=solve,
)
