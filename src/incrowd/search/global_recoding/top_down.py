"""Find a good state of a large lattice soon: down from the top, then level against level.

Nothing is proven by it. A good state lets the search that proves something drop more blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from incrowd.search.global_recoding.blocks import Candidate, with_level
from incrowd.search.goal import Levels

PATIENCE = 3
"""The descent goes on for this many steps that bring nothing better."""

Look = Callable[[Levels], Candidate | None]
"""Appraises a state, or raises `Enough`."""


class Enough(Exception):
    """As much was spent on this as there was to spend."""


def descend(look: Look, lowest: Levels, highest: Levels) -> None:
    """Look at promising states; whoever looks remembers the best.

    The lowest state comes first: where it loses no row, nothing is better.
    """
    try:
        raw = look(lowest)
        if raw is not None and not raw.suppressed:
            return
        best = _descend(look, lowest, highest)
        while best is not None:
            best = _exchange(look, best, lowest, highest)
    except Enough:
        return


def _descend(look: Look, lowest: Levels, highest: Levels) -> Candidate | None:
    """Lower one attribute by one level at a time, wherever that is best; return the best passed."""
    best, here, in_vain = look(highest), highest, 0
    while in_vain < PATIENCE:
        result = _best(look, _lowered(here, lowest))
        if result is None:
            break
        here, in_vain = result.levels, in_vain + 1
        if result.precedes(best):
            best, in_vain = result, 0
    return best


def _exchange(look: Look, best: Candidate, lowest: Levels, highest: Levels) -> Candidate | None:
    """Find a better state one level away, or two: one attribute lower, another one higher."""
    for states in (_lowered(best.levels, lowest), _exchanged(best.levels, lowest, highest)):
        result = _best(look, states)
        if result is not None and result.precedes(best):
            return result
    return None


def _best(look: Look, states: Iterable[Levels]) -> Candidate | None:
    best: Candidate | None = None
    for levels in states:
        result = look(levels)
        if result is not None and result.precedes(best):
            best = result
    return best


def _lowered(levels: Levels, lowest: Levels) -> Iterator[Levels]:
    for attribute, level in enumerate(levels):
        if level > lowest[attribute]:
            yield with_level(levels, attribute, level - 1)


def _exchanged(levels: Levels, lowest: Levels, highest: Levels) -> Iterator[Levels]:
    for attribute, level in enumerate(levels):
        if level < highest[attribute]:
            raised = with_level(levels, attribute, level + 1)
            yield raised
            yield from (item for item in _lowered(raised, lowest) if item != levels)
