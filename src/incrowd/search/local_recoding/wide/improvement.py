"""Improve classes round by round until that hardly pays or there has been enough of it.

In a round every part looks for the cheapest classes of its block; parts move and classes dissolve
where that loses less, and classes are pooled with those that their parts would join. Blocks are cut
differently in each round, so that what one border keeps apart meets in the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from incrowd.kernels.grouping import Positions
from incrowd.search.local_recoding.assignment import Assignment
from incrowd.search.local_recoding.neighbours import Lists
from incrowd.search.local_recoding.reassignment import make_moves
from incrowd.search.local_recoding.regrouping import Holding, Near, regroup
from incrowd.search.local_recoding.wide.blocks import Blocks, cut_blocks
from incrowd.search.local_recoding.wide.scanning import cheapest_classes
from incrowd.search.local_recoding.wide.spans import Spans

ROUNDS = 12
IMPROVED = 1_200_000
"""Parts that are improved, all rounds together; the first round is always taken."""
WORTHWHILE = 0.003
"""Another round follows only if the last one cut the loss by this share."""


@dataclass(frozen=True, eq=False)
class Improvement:
    """How classes are improved: what they must hold, and in blocks of how many parts."""

    spans: Spans
    borders: Positions
    """Parts with different borders never share a class."""
    k: int
    holding: Holding | None
    largest: int

    def rounds(self, now: Assignment, report: Callable[[float], None]) -> None:
        """Improve round by round; `report` may raise, which leaves the classes as they are."""
        rounds = max(min(ROUNDS, IMPROVED // len(now.classes)), 1)
        for done in range(rounds):
            before = now.loss
            self._round(now, done, lambda share, done=done: report((done + share) / rounds))  # type: ignore[misc]
            if before - now.loss <= WORTHWHILE * before:
                break

    def _round(self, now: Assignment, number: int, report: Callable[[float], None]) -> None:
        blocks = self._blocks(now, number)
        better = cheapest_classes(now, self.spans, blocks, lambda done: report(done / 2))
        near = _near(now, better)
        if self.holding is None:
            make_moves(now, now.worst_first, self.k, better[0])
        regroup(now, near, self.k, self.holding, lambda done: report((1 + done) / 2))

    def _blocks(self, now: Assignment, number: int) -> Blocks:
        """Cut blocks of classes, each of which one of its parts stands for."""
        counts = np.diff(now.starts)
        members = now.members[now.starts[:-1] + number % counts]
        values = now.parts.values[members]
        most = max(int(self.largest * len(counts) / len(now.classes)), 1)
        # attributes are favoured at random, the same way in every run
        favour = np.random.default_rng(number).uniform(0.5, 1.0, values.shape[1])
        return cut_blocks(now.tree, values, self.borders[members], most, favour)


def _near(now: Assignment, better: Lists) -> Near:
    """A part of each of the cheapest classes, which is found again where classes change."""
    parts = now.members[now.starts[np.maximum(better, 0)]]
    parts[better < 0] = -1
    known = np.arange(len(now.classes), dtype=np.int32)
    return Near(known, np.ascontiguousarray(parts.T))
