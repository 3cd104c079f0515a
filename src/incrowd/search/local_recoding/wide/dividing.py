"""Divide the tuples of a wide or large table: grow groups block by block, then improve them.

Groups are grown twice: the second time from the tuples that had to give up least the first time,
so that what lies close together is taken before anything far away can take a piece of it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import Assignment, Parts, cover_classes
from incrowd.search.local_recoding.division import Division, Enough, Step, Task, within
from incrowd.search.local_recoding.merging import Clusters, merge_until_safe
from incrowd.search.local_recoding.neighbours import Tree
from incrowd.search.local_recoding.wide.blocks import Blocks, cut_blocks
from incrowd.search.local_recoding.wide.growth import Grown, grow
from incrowd.search.local_recoding.wide.improvement import Improvement
from incrowd.search.local_recoding.wide.spans import Space, Spans
from incrowd.search.regions import Figures, Grid

LARGEST = 16_384
"""The most parts of a block: work grows with tuples times this times attributes."""
GROWING_SHARE = 0.3
MERGING_STEPS = 100_000_000
"""Steps of the search in a round of merging, where groups break a protection."""


def divide_wide(task: Task) -> Division:
    """Grow groups, merge those that break a protection, and improve while that pays."""
    tree, values = task.walled()
    spans = Spans.of(task.crowd, task.weighed.regions, task.walls)
    step = task.demands.step
    division = _grow(task, tree, values, spans, within(step, 0.0, GROWING_SHARE))
    division = _merge_unprotected(task, tree, values, division)
    if task.demands.small:  # no group that was grown can be smaller
        return division
    holding = task.holding(division.places)
    now = Assignment(tree, Parts(values[division.places], division.rows), division.classes)
    borders = task.borders[division.places]
    improvement = Improvement(spans, borders, task.demands.k, holding, LARGEST)
    with suppress(Enough):
        improvement.rounds(now, task.until_enough(GROWING_SHARE, 1.0))
    return replace(division, classes=now.classes)


def _grow(task: Task, tree: Tree, values: Grid, spans: Spans, step: Step) -> Division:
    """Grow groups in blocks, and once more in a better order if there is time."""
    k, parts, space = task.demands.k, Parts(values, task.rows), Space(tree, spans)
    spare = np.maximum(task.rows - k, 0) if task.split else np.zeros_like(task.rows)
    blocks = cut_blocks(tree, values, task.borders, LARGEST, np.ones(values.shape[1]))
    first = grow(space, parts, k, spare, blocks, within(step, 0.0, 0.5))
    found = _division(task.rows, first)
    losses = _losses(tree, values, found)
    with suppress(Enough):
        report = task.until_enough(GROWING_SHARE / 2, GROWING_SHARE)
        in_turn = _in_turn(blocks, losses[: len(values)] / np.maximum(found.rows[: len(values)], 1))
        second = _division(task.rows, grow(space, parts, k, spare, in_turn, report))
        if _losses(tree, values, second).sum() < losses.sum():
            return second
    return found


def _division(rows: Sizes, grown: Grown) -> Division:
    """The groups as parts: those of all tuples, and those that some of them gave away."""
    left = rows.copy()
    np.subtract.at(left, grown.givers, grown.given)
    everything = np.arange(len(rows), dtype=np.int32)
    return Division(
        np.concatenate([everything, grown.givers]),
        np.concatenate([left, grown.given]),
        np.concatenate([grown.groups, grown.takers]),
    )


def _cover(tree: Tree, values: Grid, division: Division) -> Grid:
    """The least regions that cover each class."""
    count = int(division.classes.max()) + 1
    regions = np.empty((count, values.shape[1]), values.dtype)
    cover_classes(tree, values[division.places], division.classes, regions)
    return regions


def _losses(tree: Tree, values: Grid, division: Division) -> Figures:
    """What each part loses."""
    published = tree.worth[_cover(tree, values, division)].sum(axis=1)
    own = np.zeros(len(values))
    for column in values.T:
        own += tree.worth[column]
    lost = published[division.classes] - own[division.places]
    return np.asarray(lost * division.rows, np.float64)


def _in_turn(blocks: Blocks, losses: Figures) -> Blocks:
    """The same blocks, the parts of each that lose least first."""
    numbers = np.repeat(np.arange(len(blocks.starts) - 1), np.diff(blocks.starts))
    order = np.lexsort((losses[blocks.order], numbers))
    return Blocks(blocks.order[order], blocks.starts)


def _merge_unprotected(task: Task, tree: Tree, values: Grid, division: Division) -> Division:
    """Merge classes until all hold the protections; tuples with secrets are never split."""
    if not task.demands.protections:
        task.demands.safe(task.crowd.rows)
        return division
    regions = _cover(tree, values, division)
    sizes = np.bincount(division.classes, division.rows).astype(np.int64)
    clusters = Clusters.of_tuples(tree, regions, sizes, task.demands.k, split=False)
    clusters.steps = MERGING_STEPS
    started_in: Positions = division.classes
    step = within(task.demands.step, GROWING_SHARE, GROWING_SHARE)
    merge_until_safe(clusters, task.demands.k, task.watch(started_in), step)
    roots = clusters.roots()
    return replace(
        division, classes=roots[division.classes].astype(np.int32), cut_short=clusters.cut_short
    )
