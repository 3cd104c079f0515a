"""Best-first search over blocks of the lattice, exact, or as far as a budget goes.

The block with the smallest bound is halved along one attribute: the upper half keeps its highest
state, the lower half has a new one, which is appraised. Blocks that cannot beat the best state
known are dropped. What is left when a budget is spent proves how much better any state can be.

In a large lattice a good state is looked for first (`descent`): more blocks can be dropped then.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Condition, Thread

from incrowd.search.global_recoding.blocks import Block, Candidate, count_states, with_level
from incrowd.search.global_recoding.bounds import Appraisal, Appraiser
from incrowd.search.global_recoding.descent import Enough, descend
from incrowd.search.goal import Levels

Step = Callable[[float], None]
"""Is told how much is done, from 0 to 1, and may raise to cancel."""
Found = Callable[[Candidate], None]
"""Is told the best state known, each time it is a better one."""

WORKERS = 2
LOOKING = 0.5
"""The share of a budget that may go into finding a good state before anything is proven."""
MOSTLY_LOOKING = 0.8
"""The same where little can be proven anyway."""
MOST_LOOKING = 9.0
"""Seconds of processor time that this may take, however large the budget."""
FIRST_LOOK = 16
"""So many states are appraised best first, to find good ones."""


@dataclass(frozen=True)
class Budget:
    """How many states may be appraised, and for how many seconds; None is without end."""

    states: int | None = None
    seconds: float | None = None
    proving: float | None = None
    """Seconds for the search proper, after a good state was looked for."""


@dataclass(eq=False)
class Search:
    """A search under way; all that changes is guarded by `turn`."""

    appraiser: Appraiser
    heights: tuple[int, ...]
    budget: Budget
    step: Step
    found: Found = lambda best: None
    enough: Callable[[], bool] = lambda: False
    """Whether the best so far will do."""
    best: Candidate | None = None
    visited: int = 0
    waiting: list[tuple[int, float, int, Block]] = field(default_factory=list)
    stopped: bool = False
    turn: Condition = field(default_factory=Condition, repr=False)
    _order: count[int] = field(default_factory=count, repr=False)
    _busy: list[float] = field(default_factory=list, repr=False)
    _left: float = 0.0
    _states: float = 0.0
    _started: float = field(default_factory=time.monotonic, repr=False)
    _looking: float = 0.0
    _failure: BaseException | None = None
    _told: Candidate | None = None

    def run(self, lowest: Levels, highest: Levels, workers: int = WORKERS) -> None:
        """Search all states between two, on this thread and on others."""
        self._states = self._left = count_states(lowest, highest)
        self._take(self.appraiser.whole(lowest, highest), self._states)
        self._looking = time.thread_time()
        if self.budget != Budget():
            descend(self._look, lowest, highest)
            self._allow_proving()
        else:
            self._look(lowest)
        others = [Thread(target=self._help, daemon=True) for _ in range(workers - 1)]
        for other in others:
            other.start()
        try:
            self._work(self.step)
        finally:
            with self.turn:
                self.stopped = self.stopped or bool(self.waiting or self._busy)
                self.turn.notify_all()
            for other in others:
                other.join()
        if self._failure is not None:
            raise self._failure
        self._tell(self.step, 1.0)

    @property
    def unexplored(self) -> list[Block]:
        """Blocks that may still hold a better state: none where the search came to its end."""
        blocks = (block for _, _, _, block in self.waiting)
        return [block for block in blocks if block.may_beat(self.best, self.heights)]

    def _look(self, levels: Levels) -> Candidate | None:
        """Appraise one state; no more once a part of the budget is spent."""
        share = LOOKING if self.budget.proving is None else MOSTLY_LOOKING
        if self._spent(share) or time.thread_time() - self._looking >= MOST_LOOKING:
            raise Enough
        candidate = self.appraiser.single(levels, None)
        self.visited += 1
        if candidate is not None and candidate.precedes(self.best):
            self.best = candidate
        self._tell(self.step, self._done())
        return candidate

    def _tell(self, step: Step, done: float) -> None:
        """Tell how much is done and, where that is told at all, what is the best so far."""
        best = self.best
        if step is self.step and best is not None and best is not self._told:
            self._told = best
            self.found(best)
        step(done)

    def _help(self) -> None:
        try:
            self._work(lambda done: None)
        except BaseException as error:
            with self.turn:
                self._failure, self.stopped = error, True
                self.turn.notify_all()

    def _work(self, step: Step) -> None:
        while (block := self._next()) is not None:
            try:
                self._search(block)
            except BaseException:
                self._put_back(block)
                raise
            with self.turn:
                self._busy.remove(block.bound)
                done = self._done()
                self.turn.notify_all()
            self._tell(step, done)

    def _put_back(self, block: Block) -> None:
        with self.turn:
            self._busy.remove(block.bound)
            self._line_up(block)

    def _next(self) -> Block | None:
        """The most promising block, once there is one; None at the end."""
        with self.turn:
            while True:
                if self.stopped or self._spent():
                    self.stopped = self.stopped or bool(self.waiting or self._busy)
                    return None
                while self.waiting:
                    _, _, _, block = heapq.heappop(self.waiting)
                    if block.may_beat(self.best, self.heights):
                        self._busy.append(block.bound)
                        return block
                    self._left -= block.states
                if not self._busy:
                    return None
                self.turn.wait()

    def _allow_proving(self) -> None:
        """End the search proper after its own time, or with the budget, whichever comes first."""
        seconds, proving = self.budget.seconds, self.budget.proving
        if seconds is not None and proving is not None:
            passed = time.monotonic() - self._started
            self.budget = replace(self.budget, seconds=min(seconds, passed + proving))

    def _spent(self, share: float = 1.0) -> bool:
        if self.best is not None and self.enough():
            return True
        states, seconds = self.budget.states, self.budget.seconds
        return (states is not None and self.visited >= share * states) or (
            seconds is not None and time.monotonic() - self._started >= share * seconds
        )

    def _done(self) -> float:
        """The share of states settled, or of the budget spent, whichever is more."""
        shares = [1 - self._left / self._states]
        if self.budget.states:
            shares.append(self.visited / self.budget.states)
        if self.budget.seconds:
            shares.append((time.monotonic() - self._started) / self.budget.seconds)
        return min(max(shares), 1.0)

    @property
    def _deep(self) -> bool:
        """Whether good states are known and all that is left is to be searched."""
        return self.visited > FIRST_LOOK and self.budget == Budget()

    def _search(self, block: Block) -> None:
        """Narrow a block, or search it to its end if that is little work, or halve it."""
        highest = self.appraiser.narrow(block, self.best)
        if highest != block.highest:
            self._narrow(block, highest)
            return
        result = self.appraiser.search_exhaustively(block, self.best) if self._deep else None
        if result is None:
            self._halve(block)
            return
        with self.turn:
            self.visited += result.visited
            if result.best is not None and result.best.precedes(self.best):
                self.best = result.best
            if result.ended:
                self._left -= block.states
        if not result.ended:
            self._halve(block)

    def _narrow(self, block: Block, highest: Levels) -> None:
        """Go on with the part of a block up to another highest state; no other can be the best."""
        states = count_states(block.lowest, highest)
        with self.turn:
            self._left -= block.states - states
        if self.best is not None and self.best.levels == block.lowest == highest:
            return
        self._take(self.appraiser.lower(block, highest, self.best), states)

    def _halve(self, block: Block) -> None:
        attribute, middle = block.split()
        self._keep(self.appraiser.upper(block, with_level(block.lowest, attribute, middle + 1)))
        highest = with_level(block.highest, attribute, middle)
        states = count_states(block.lowest, highest)
        self._take(self.appraiser.lower(block, highest, self.best), states)

    def _take(self, appraisal: Appraisal, states: float) -> None:
        block, candidate = appraisal
        with self.turn:
            self.visited += 1
            if candidate is not None and candidate.precedes(self.best):
                self.best = candidate
            if block is None:
                self._left -= states
        if block is not None:
            self._keep(block)

    def _keep(self, block: Block) -> None:
        """Put a block in line; its highest state has been appraised."""
        with self.turn:
            if block.single or not block.may_beat(self.best, self.heights):
                self._left -= block.states
                return
            self._line_up(block)
            self.turn.notify()

    def _line_up(self, block: Block) -> None:
        """The smallest bound first; later, where all is to be searched, the smallest block first.

        Neighbours are appraised one after the other then, and share what is known of them.
        """
        size = block.width if self._deep else sum(self.heights)
        heapq.heappush(self.waiting, (size, block.bound, next(self._order), block))
