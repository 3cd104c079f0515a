"""Search a block that is small enough to its end, state by state, and say what was found."""

from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.search.global_recoding import exhaustive_kernel
from incrowd.search.global_recoding.block_kernels import ClassList
from incrowd.search.global_recoding.blocks import Block, BlockClasses, Candidate
from incrowd.search.global_recoding.cell_costs import CellCosts
from incrowd.search.goal import Task

MOST_WORK = 50_000_000
"""Blocks are searched to their end where their states times their classes are no more."""
LAYER_CAPACITY = 8
"""All layers of such a block have room for so many times the classes it has."""


@dataclass(frozen=True)
class ExhaustiveResult:
    """What became of a block that was searched to its end."""

    best: Candidate | None
    """The better of the best state known before and of those of the block."""
    visited: int
    ended: bool
    """Whether there was room to search it to its end."""


def search_exhaustively(
    crowd: Crowd,
    task: Task,
    block_classes: BlockClasses,
    cell_costs: CellCosts,
    block: Block,
    best: Candidate | None,
) -> ExhaustiveResult | None:
    """Search a block to its end where there is no protection and it is not too much work.

    A caller can only be told of progress, or cancel, between two blocks.
    """
    classes = block_classes.find(block.cached)
    if task.goal.protections or block.states * len(classes.sizes) > MOST_WORK:
        return None
    heights = np.array(crowd.heights, np.int64)
    record = exhaustive_kernel.Record(np.array([np.inf, 0, 0, 0]), np.zeros(len(heights), np.int64))
    if best is not None:
        record.figures[:] = best.score, best.suppressed, best.height, best.classes
        record.levels[:] = best.levels
    visited = exhaustive_kernel.search_to_the_end(
        block_classes.lattice,
        cell_costs.rates,
        exhaustive_kernel.Terms(cell_costs.kind, task.goal.k, task.limit, crowd.rows, heights),
        _stack(block),
        ClassList(classes.numbers, classes.sizes),
        classes.lost,
        LAYER_CAPACITY * len(classes.sizes),
        record,
    )
    score, suppressed, height, published = record.figures.tolist()
    if score < np.inf:
        levels = tuple(record.levels.tolist())
        best = Candidate(score, int(suppressed), height, levels, int(published))
    return ExhaustiveResult(best, max(visited, -1 - visited), visited >= 0)


def _stack(block: Block) -> exhaustive_kernel.Stack:
    """Make room for all parts of a block that wait, with the block as the first of them."""
    depths, shape = block.width + 2, block.costs.shape
    stack = exhaustive_kernel.Stack(
        np.empty((depths, shape[0]), np.int64),
        np.empty((depths, shape[0]), np.int64),
        np.empty((depths, *shape)),
        np.empty(depths),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.bool_),
    )
    stack.lowest[0], stack.highest[0], stack.costs[0] = block.lowest, block.highest, block.costs
    stack.bounds[0], stack.lost[0] = block.bound, block.suppressed
    stack.layers[0], stack.unmerged[0] = 1, True
    return stack
