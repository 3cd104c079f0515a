"""Appraise states and blocks: by the prices of attributes, or by the sizes of classes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import expm1, floor, log1p
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.search.global_recoding.block_classes import Floors, Footing
from incrowd.search.global_recoding.block_kernels import measure_block, price_block
from incrowd.search.global_recoding.blocks import Block, Candidate, height_of
from incrowd.search.global_recoding.cell_costs import (
    CLASS_SIZE,
    GEOMETRIC,
    Prices,
    price_levels,
    set_prices,
)
from incrowd.search.global_recoding.class_merging import count_lost
from incrowd.search.global_recoding.exhaustive import Finished, finish_block
from incrowd.search.global_recoding.exhaustive_kernel import SPARE, TINY
from incrowd.search.global_recoding.protections import Guard
from incrowd.search.goal import Levels, Task

Appraisal = tuple[Block | None, Candidate | None]
"""A block, if any of its states may hold the goal, and its highest state, if it may be the best."""


class Appraiser(Protocol):
    """What the search needs to know of states and blocks."""

    def whole(self, lowest: Levels, highest: Levels) -> Appraisal:
        """Appraise the block that everything starts from."""

    def single(self, levels: Levels, best: Candidate | None) -> Candidate | None:
        """Appraise one state: nothing if it does not hold the goal, or cannot be the best."""

    def lower(self, block: Block, highest: Levels, best: Candidate | None) -> Appraisal:
        """Appraise the part of a block up to another highest state."""

    def upper(self, block: Block, lowest: Levels) -> Block:
        """Appraise the part of a block from another lowest state on."""

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """The highest levels of a block that a state which beats the best one can have."""

    def finish(self, block: Block, best: Candidate | None) -> Finished | None:
        """Search a block to its end at once, where it is small enough for that."""


def appraiser(crowd: Crowd, task: Task) -> Appraiser:
    """The appraiser for the measure that a task asks for."""
    floors = Floors(crowd)
    prices, guard = set_prices(crowd, task, floors.lattice), Guard.of(crowd, floors, task.goal)
    if task.goal.objective.per_attribute:
        return ByPrices(crowd, task, floors, prices, guard)
    return BySizes(crowd, task, floors, prices, guard)


@dataclass(frozen=True, eq=False)
class ByPrices:
    """Scores that are a sum of prices, one per attribute."""

    crowd: Crowd
    task: Task
    floors: Floors
    prices: Prices
    guard: Guard

    def whole(self, lowest: Levels, highest: Levels) -> Appraisal:
        """See `Appraiser`."""
        return self._open(self.floors.ground, lowest, highest, None)

    def single(self, levels: Levels, best: Candidate | None) -> Candidate | None:
        """See `Appraiser`."""
        return self._open(self.floors.ground, levels, levels, best)[1]

    def lower(self, block: Block, highest: Levels, best: Candidate | None) -> Appraisal:
        """See `Appraiser`."""
        return self._open(block.footing, block.lowest, highest, best)

    def upper(self, block: Block, lowest: Levels) -> Block:
        """See `Appraiser`."""
        return replace(block, lowest=lowest, bound=self._score(block.table, lowest))

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """See `Appraiser`."""
        if best is None:
            return block.highest
        most = log1p(best.score) if self.prices.kind == GEOMETRIC else best.score
        prices, lowest, highest = block.table.tolist(), block.lowest, list(block.highest)
        spare = most - sum(prices[a][level] for a, level in enumerate(lowest))
        spare += SPARE * abs(most) + TINY
        for a, low in enumerate(lowest):
            while highest[a] > low and prices[a][highest[a]] - prices[a][low] > spare:
                highest[a] -= 1
        return tuple(highest)

    def finish(self, block: Block, best: Candidate | None) -> Finished | None:
        """See `Appraiser`."""
        return finish_block(self.crowd, self.task, self.floors, self.prices, block, best)

    def _open(
        self, footing: Footing, lowest: Levels, highest: Levels, best: Candidate | None
    ) -> Appraisal:
        footing, floor = self.floors.at(footing, lowest)
        lattice, goal = self.floors.lattice, self.task.goal
        table, figures = np.zeros(lattice[5].shape), np.array([floor.rows_lost, 0])
        gone, lost = np.empty(len(floor.sizes), np.bool_), floor.lost.copy()
        bounds, held = np.array([lowest, highest]), (floor.numbers, floor.sizes)
        results = gone, lost, table, figures
        price_block(lattice, self.prices.rates, self.prices.kind, bounds, goal.k, held, results)
        rows_lost, classes = figures.tolist()
        if rows_lost > self.task.limit or not classes:
            return None, None
        footing = self.floors.without(footing, floor, gone, lost, rows_lost)
        block = Block(lowest, highest, table, self._score(table, lowest), rows_lost, footing)
        height = height_of(highest, self.crowd.heights)
        candidate = Candidate(self._score(table, highest), rows_lost, height, highest, classes)
        return protect_block(self, block, candidate, best)

    def score(self, classes: Classes) -> float:
        """The score of a state some of whose classes are suppressed."""
        lattice, levels = self.floors.lattice, np.array(classes.levels)
        lost, table = np.zeros(lattice[7][-1], np.int64), np.zeros(lattice[5].shape)
        numbers = lattice[0][classes.representatives]
        rows = count_lost(lattice, numbers, classes.sizes, ~classes.kept, lost)
        rates, kind = self.prices.rates, self.prices.kind
        price_levels(lattice, rates, kind, lost, rows, levels, levels, table)
        return self._score(table, classes.levels)

    def losing(self, block: Block, rows: int) -> Block:
        """The block, of which some more rows are lost, one does not know which."""
        if not rows:
            return block
        table = self.prices.raised(block.table, rows)
        suppressed, bound = block.suppressed + rows, self._score(table, block.lowest)
        return replace(block, table=table, bound=bound, suppressed=suppressed)

    def _score(self, table: NDArray[np.float64], levels: Levels) -> float:
        total = float(sum(table[a, level] for a, level in enumerate(levels)))
        return expm1(total) if self.prices.kind == GEOMETRIC else total


@dataclass(frozen=True, eq=False)
class BySizes:
    """Scores that are made of the sizes of classes."""

    crowd: Crowd
    task: Task
    floors: Floors
    prices: Prices
    guard: Guard

    def whole(self, lowest: Levels, highest: Levels) -> Appraisal:
        """See `Appraiser`."""
        return self._open(self.floors.ground, lowest, highest, None)

    def single(self, levels: Levels, best: Candidate | None) -> Candidate | None:
        """See `Appraiser`."""
        return self._open(self.floors.ground, levels, levels, best)[1]

    def lower(self, block: Block, highest: Levels, best: Candidate | None) -> Appraisal:
        """See `Appraiser`."""
        return self._open(block.footing, block.lowest, highest, best)

    def upper(self, block: Block, lowest: Levels) -> Block:
        """See `Appraiser`."""
        figures, footing = self._measured(block.footing, lowest, block.highest)
        bound = max(self._bound(figures), block.bound)
        return replace(block, lowest=lowest, bound=bound, footing=footing)

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """See `Appraiser`: there are no prices to go by."""
        return block.highest

    def finish(self, block: Block, best: Candidate | None) -> Finished | None:
        """See `Appraiser`."""
        return finish_block(self.crowd, self.task, self.floors, self.prices, block, best)

    def _open(
        self, footing: Footing, lowest: Levels, highest: Levels, best: Candidate | None
    ) -> Appraisal:
        figures, footing = self._measured(footing, lowest, highest)
        rows_lost, classes = int(figures[0]), int(figures[1])
        if rows_lost > self.task.limit or not classes:
            return None, None
        bound = self._bound(figures)
        block = Block(lowest, highest, self._sides(), bound, rows_lost, footing)
        score = self._figure(classes, rows_lost > 0, figures[2], rows_lost)
        height = height_of(highest, self.crowd.heights)
        return protect_block(
            self, block, Candidate(score, rows_lost, height, highest, classes), best
        )

    def score(self, classes: Classes) -> float:
        """The score of a state some of whose classes are suppressed."""
        sizes, rows_lost = classes.kept_sizes.astype(np.float64), classes.suppressed_rows
        return self._figure(len(sizes), rows_lost > 0, float(sizes @ sizes), rows_lost)

    def losing(self, block: Block, rows: int) -> Block:
        """The block, of which some more rows are lost, one does not know which."""
        return replace(block, suppressed=block.suppressed + rows)

    def _measured(
        self, footing: Footing, lowest: Levels, highest: Levels
    ) -> tuple[NDArray[np.float64], Footing]:
        footing, floor = self.floors.at(footing, lowest)
        figures, gone = np.zeros(6), np.empty(len(floor.sizes), np.bool_)
        figures[0] = floor.rows_lost
        lattice, levels, k = self.floors.lattice, np.array(highest), self.task.goal.k
        measure_block(lattice, levels, k, (floor.numbers, floor.sizes), gone, figures)
        rows_lost = int(figures[0])
        return figures, self.floors.without(footing, floor, gone, floor.lost, rows_lost)

    def _bound(self, figures: NDArray[np.float64]) -> float:
        losing = bool(figures[5]) or bool(self.task.goal.protections)
        return self._figure(floor(figures[4] + 1e-6), losing, figures[3], int(figures[0]))

    def _figure(self, classes: int, losing: bool, squares: float, rows_lost: int) -> float:
        if self.prices.kind == CLASS_SIZE:
            return self.crowd.rows / (classes + losing)
        return float(squares) + float(rows_lost) * self.crowd.rows

    def _sides(self) -> NDArray[np.float64]:
        """Prices that make the search halve the attributes with most values first."""
        radices = self.floors.lattice[6]
        levels = np.arange(radices.shape[1])
        return np.asarray(radices[:, :1] * levels, np.float64)


class _Scoring(Protocol):
    @property
    def crowd(self) -> Crowd: ...
    @property
    def task(self) -> Task: ...
    @property
    def guard(self) -> Guard: ...
    def score(self, classes: Classes) -> float: ...
    def losing(self, block: Block, rows: int) -> Block: ...


def protect_block(
    scoring: _Scoring, block: Block, candidate: Candidate, best: Candidate | None
) -> Appraisal:
    """Appraise the highest state of a block once more, with the protections if there are any.

    Where nothing may be left out and the highest state breaks one, so do all others of the block.
    """
    crowd, task = scoring.crowd, scoring.task
    goal, decisive = task.goal, task.limit == 0 and task.monotone
    if not goal.protections:
        return block, candidate
    telling = decisive or scoring.guard.bounds_blocks
    if not ((telling and block.may_beat(best, crowd.heights)) or candidate.precedes(best)):
        return block, None
    found = scoring.guard.protect(candidate.levels)
    suppressed = block.suppressed + found.surely_lost
    if suppressed > task.limit or suppressed == crowd.rows:
        return None, None
    block = scoring.losing(block, found.surely_lost)
    rows_lost, kept = found.classes.suppressed_rows, len(found.classes.kept_sizes)
    if rows_lost > task.limit or not kept:
        return (None if decisive else block), None
    score = scoring.score(found.classes)
    return block, replace(candidate, score=score, suppressed=rows_lost, classes=kept)
