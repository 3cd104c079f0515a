"""Appraise states and blocks: by the costs of attributes, or by the sizes of classes."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from math import expm1, floor, log1p

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.search.global_recoding.block_kernels import (
    CLASSES_KEPT,
    LEAST_SQUARES,
    MAY_LOSE,
    MOST_CLASSES,
    ROWS_LOST,
    SUM_OF_SQUARES,
    BlockCosts,
    ClassList,
    cost_block,
    measure_block,
)
from incrowd.search.global_recoding.blocks import (
    Block,
    BlockClasses,
    CachedClasses,
    Candidate,
    height_of,
)
from incrowd.search.global_recoding.cell_costs import (
    CLASS_SIZE,
    GEOMETRIC,
    CellCosts,
    cost_levels,
    find_cell_costs,
)
from incrowd.search.global_recoding.class_merging import count_lost
from incrowd.search.global_recoding.exhaustive import ExhaustiveResult, search_exhaustively
from incrowd.search.global_recoding.exhaustive_kernel import SPARE, TINY
from incrowd.search.global_recoding.protections import ProtectionCheck
from incrowd.search.goal import Levels, Task

Appraisal = tuple[Block | None, Candidate | None]
"""A block, if any of its states may hold the goal, and its highest state, if it may be the best."""


@dataclass(frozen=True, eq=False)
class Appraiser(ABC):
    """What the search needs to know of states and blocks."""

    crowd: Crowd
    task: Task
    classes: BlockClasses
    costs: CellCosts
    check: ProtectionCheck

    def whole(self, lowest: Levels, highest: Levels) -> Appraisal:
        """Appraise the block that everything starts from."""
        return self._open(self.classes.finest, lowest, highest, None)

    def single(self, levels: Levels, best: Candidate | None) -> Candidate | None:
        """Appraise one state: nothing if it does not hold the goal, or cannot be the best."""
        return self._open(self.classes.finest, levels, levels, best)[1]

    def lower(self, block: Block, highest: Levels, best: Candidate | None) -> Appraisal:
        """Appraise the part of a block up to another highest state."""
        return self._open(block.cached, block.lowest, highest, best)

    @abstractmethod
    def upper(self, block: Block, lowest: Levels) -> Block:
        """Appraise the part of a block from another lowest state on."""

    @abstractmethod
    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """The highest levels of a block that a state which beats the best one can have."""

    def search_exhaustively(self, block: Block, best: Candidate | None) -> ExhaustiveResult | None:
        """Search a block to its end, where it is small enough for that."""
        return search_exhaustively(self.crowd, self.task, self.classes, self.costs, block, best)

    @abstractmethod
    def score(self, classes: Classes) -> float:
        """The score of a state some of whose classes are suppressed."""

    @abstractmethod
    def losing(self, block: Block, rows: int) -> Block:
        """The block, of which some more rows are lost, no matter which."""

    @abstractmethod
    def _open(
        self, cached: CachedClasses, lowest: Levels, highest: Levels, best: Candidate | None
    ) -> Appraisal:
        """Appraise a block from the classes of a state that is no coarser than its lowest one."""

    def _protect(self, block: Block, candidate: Candidate, best: Candidate | None) -> Appraisal:
        """Appraise the highest state of a block once more, with the protections if there are any.

        Where nothing may be left out and the highest state breaks one, so do all others of the
        block.
        """
        crowd, task = self.crowd, self.task
        goal, decisive = task.goal, task.limit == 0 and task.monotone
        if not goal.protections:
            return block, candidate
        worthwhile = decisive or self.check.bounds_blocks
        if not ((worthwhile and block.may_beat(best, crowd.heights)) or candidate.precedes(best)):
            return block, None
        protected = self.check.protect(candidate.levels)
        suppressed = block.suppressed + protected.surely_lost
        if suppressed > task.limit or suppressed == crowd.rows:
            return None, None
        block = self.losing(block, protected.surely_lost)
        rows_lost, kept = protected.classes.suppressed_rows, len(protected.classes.kept_sizes)
        if rows_lost > task.limit or not kept:
            return (None if decisive else block), None
        score = self.score(protected.classes)
        return block, replace(candidate, score=score, suppressed=rows_lost, classes=kept)


class CostAppraiser(Appraiser):
    """Scores that are a sum of costs, one per attribute."""

    def upper(self, block: Block, lowest: Levels) -> Block:
        """See `Appraiser`."""
        return replace(block, lowest=lowest, bound=self._score(block.costs, lowest))

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """See `Appraiser`."""
        if best is None:
            return block.highest
        most = log1p(best.score) if self.costs.kind == GEOMETRIC else best.score
        costs, lowest, highest = block.costs.tolist(), block.lowest, list(block.highest)
        spare = most - sum(costs[a][level] for a, level in enumerate(lowest))
        spare += SPARE * abs(most) + TINY
        for a, low in enumerate(lowest):
            while highest[a] > low and costs[a][highest[a]] - costs[a][low] > spare:
                highest[a] -= 1
        return tuple(highest)

    def _open(
        self, cached: CachedClasses, lowest: Levels, highest: Levels, best: Candidate | None
    ) -> Appraisal:
        cached, classes = self.classes.merge(cached, lowest)
        result = BlockCosts(
            np.empty(len(classes.sizes), np.bool_),
            classes.lost.copy(),
            np.zeros(self.classes.lattice.offsets.shape),
            np.array([classes.rows_lost, 0]),
        )
        cost_block(
            self.classes.lattice,
            self.costs.rates,
            self.costs.kind,
            np.array([lowest, highest]),
            self.task.goal.k,
            ClassList(classes.numbers, classes.sizes),
            result,
        )
        rows_lost, kept = result.totals.tolist()
        if rows_lost > self.task.limit or not kept:
            return None, None
        cached = self.classes.drop(cached, classes, result.gone, result.lost, rows_lost)
        costs = result.costs
        block = Block(lowest, highest, costs, self._score(costs, lowest), rows_lost, cached)
        height = height_of(highest, self.crowd.heights)
        candidate = Candidate(self._score(costs, highest), rows_lost, height, highest, kept)
        return self._protect(block, candidate, best)

    def score(self, classes: Classes) -> float:
        """See `Appraiser`."""
        lattice, levels = self.classes.lattice, np.array(classes.levels)
        lost, costs = np.zeros(lattice.starts[-1], np.int64), np.zeros(lattice.offsets.shape)
        numbers = lattice.numbers[classes.representatives]
        rows = count_lost(lattice, numbers, classes.sizes, ~classes.kept, lost)
        rates, kind = self.costs.rates, self.costs.kind
        cost_levels(lattice, rates, kind, lost, rows, levels, levels, costs)
        return self._score(costs, classes.levels)

    def losing(self, block: Block, rows: int) -> Block:
        """See `Appraiser`."""
        if not rows:
            return block
        costs = self.costs.with_more_lost(block.costs, rows)
        suppressed, bound = block.suppressed + rows, self._score(costs, block.lowest)
        return replace(block, costs=costs, bound=bound, suppressed=suppressed)

    def _score(self, costs: NDArray[np.float64], levels: Levels) -> float:
        total = float(sum(costs[a, level] for a, level in enumerate(levels)))
        return expm1(total) if self.costs.kind == GEOMETRIC else total


class SizeAppraiser(Appraiser):
    """Scores that are made of the sizes of classes."""

    def upper(self, block: Block, lowest: Levels) -> Block:
        """See `Appraiser`."""
        figures, cached = self._measure(block.cached, lowest, block.highest)
        bound = max(self._bound(figures), block.bound)
        return replace(block, lowest=lowest, bound=bound, cached=cached)

    def narrow(self, block: Block, best: Candidate | None) -> Levels:
        """See `Appraiser`: there are no costs to go by."""
        return block.highest

    def _open(
        self, cached: CachedClasses, lowest: Levels, highest: Levels, best: Candidate | None
    ) -> Appraisal:
        figures, cached = self._measure(cached, lowest, highest)
        rows_lost, classes = int(figures[ROWS_LOST]), int(figures[CLASSES_KEPT])
        if rows_lost > self.task.limit or not classes:
            return None, None
        bound = self._bound(figures)
        block = Block(lowest, highest, self._sides(), bound, rows_lost, cached)
        score = self._figure(classes, rows_lost > 0, figures[SUM_OF_SQUARES], rows_lost)
        height = height_of(highest, self.crowd.heights)
        candidate = Candidate(score, rows_lost, height, highest, classes)
        return self._protect(block, candidate, best)

    def score(self, classes: Classes) -> float:
        """See `Appraiser`."""
        sizes, rows_lost = classes.kept_sizes.astype(np.float64), classes.suppressed_rows
        return self._figure(len(sizes), rows_lost > 0, float(sizes @ sizes), rows_lost)

    def losing(self, block: Block, rows: int) -> Block:
        """See `Appraiser`."""
        return replace(block, suppressed=block.suppressed + rows)

    def _measure(
        self, cached: CachedClasses, lowest: Levels, highest: Levels
    ) -> tuple[NDArray[np.float64], CachedClasses]:
        cached, classes = self.classes.merge(cached, lowest)
        figures, gone = np.zeros(6), np.empty(len(classes.sizes), np.bool_)
        figures[ROWS_LOST] = classes.rows_lost
        lattice, levels, k = self.classes.lattice, np.array(highest), self.task.goal.k
        listed = ClassList(classes.numbers, classes.sizes)
        measure_block(lattice, levels, k, listed, gone, figures)
        rows_lost = int(figures[ROWS_LOST])
        return figures, self.classes.drop(cached, classes, gone, classes.lost, rows_lost)

    def _bound(self, figures: NDArray[np.float64]) -> float:
        losing = bool(figures[MAY_LOSE]) or bool(self.task.goal.protections)
        classes, squares = floor(figures[MOST_CLASSES] + 1e-6), figures[LEAST_SQUARES]
        return self._figure(classes, losing, squares, int(figures[ROWS_LOST]))

    def _figure(self, classes: int, losing: bool, squares: float, rows_lost: int) -> float:
        if self.costs.kind == CLASS_SIZE:
            return self.crowd.rows / (classes + losing)
        return float(squares) + float(rows_lost) * self.crowd.rows

    def _sides(self) -> NDArray[np.float64]:
        """Costs that make the search halve the attributes with most values first."""
        radices = self.classes.lattice.radices
        levels = np.arange(radices.shape[1])
        return np.asarray(radices[:, :1] * levels, np.float64)


def appraiser(crowd: Crowd, task: Task) -> Appraiser:
    """The appraiser for the measure that a task asks for."""
    classes = BlockClasses(crowd)
    costs = find_cell_costs(crowd, task, classes.lattice)
    check = ProtectionCheck.of(crowd, classes, task.goal)
    if task.goal.objective.per_attribute:
        return CostAppraiser(crowd, task, classes, costs, check)
    return SizeAppraiser(crowd, task, classes, costs, check)
