"""Search a block that is small enough to its end at once, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.search.global_recoding.block_classes import Floors
from incrowd.search.global_recoding.blocks import Block, Candidate
from incrowd.search.global_recoding.cell_costs import Prices
from incrowd.search.global_recoding.exhaustive_kernel import Stack, finish
from incrowd.search.goal import Task

AT_ONCE = 50_000_000
"""Blocks are searched at once where their states times the classes of their floor are no more."""
STOREYS = 8
"""All floors of a block that is searched at once have room for so many times the classes it has."""


@dataclass(frozen=True)
class Finished:
    """What became of a block that was searched at once."""

    best: Candidate | None
    """The better of the best state known before and of those of the block."""
    visited: int
    ended: bool
    """Whether there was room to search it to its end."""


def finish_block(
    crowd: Crowd,
    task: Task,
    floors: Floors,
    prices: Prices,
    block: Block,
    best: Candidate | None,
) -> Finished | None:
    """Search a block to its end where no protection is to be kept and it is not too much at once.

    A caller can only be told of progress, or cancel, between two blocks.
    """
    floor = floors.known(block.footing)
    if task.goal.protections or block.states * len(floor.sizes) > AT_ONCE:
        return None
    terms = [prices.kind, task.goal.k, task.limit, crowd.rows, *crowd.heights]
    known, levels = np.array([np.inf, 0, 0, 0]), np.zeros(len(crowd.heights), np.int64)
    if best is not None:
        known[:], levels[:] = (best.score, best.suppressed, best.height, best.classes), best.levels
    visited = finish(
        floors.lattice,
        prices.rates,
        np.array(terms),
        _stack(block),
        (floor.numbers, floor.sizes),
        floor.lost,
        STOREYS * len(floor.sizes),
        (known, levels),
    )
    score, suppressed, height, classes = known.tolist()
    if score < np.inf:
        best = Candidate(score, int(suppressed), height, tuple(levels.tolist()), int(classes))
    return Finished(best, max(visited, -1 - visited), visited >= 0)


def _stack(block: Block) -> Stack:
    """Room for all parts of a block that wait, and the block as the first of them."""
    depths, shape = block.width + 2, block.table.shape
    stack = (
        np.empty((depths, shape[0]), np.int64),
        np.empty((depths, shape[0]), np.int64),
        np.empty((depths, *shape)),
        np.empty(depths),
        np.zeros((depths, 3), np.int64),
    )
    stack[0][0], stack[1][0], stack[2][0] = block.lowest, block.highest, block.table
    stack[3][0], stack[4][0] = block.bound, (block.suppressed, 1, 1)
    return stack
