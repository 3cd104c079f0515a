"""Look for a good state of a large lattice: down from the top, level against level, and anew.

What is found lets branch and bound drop more blocks, and is all there is where the lattice is too
large for any proof. From the best state so far a few levels are changed at random, and the search
goes on from there; it ends after so many attempts in vain, or when it is told that it is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from incrowd.search.global_recoding.blocks import Candidate, with_level
from incrowd.search.goal import Levels

PATIENCE = 3
"""The descent goes on for this many steps that bring nothing better."""
ATTEMPTS = 60
"""Starts from a changed state that bring nothing better before the search ends."""
MOST_CHANGED = 5
"""Levels that are changed at random for a start, at most."""

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
        if best is not None:
            start_anew(look, _improve(look, best, lowest, highest), lowest, highest)
    except Enough:
        return


def start_anew(look: Look, best: Candidate, lowest: Levels, highest: Levels) -> Candidate:
    """Change some levels at random and improve from there, until that is in vain for long."""
    random, in_vain = np.random.default_rng(0), 0
    while in_vain < ATTEMPTS:
        in_vain += 1
        start = look(_change(best.levels, lowest, highest, random))
        if start is None:
            continue
        result = _improve(look, start, lowest, highest)
        if result.precedes(best):
            best, in_vain = result, 0
    return best


def _change(levels: Levels, lowest: Levels, highest: Levels, random: np.random.Generator) -> Levels:
    """Give a few attributes any level that they may have."""
    free = [index for index in range(len(levels)) if lowest[index] < highest[index]]
    count = min(int(random.integers(2, MOST_CHANGED + 1)), len(free))
    for attribute in random.choice(free, count, replace=False).tolist():
        levels = with_level(
            levels, attribute, int(random.integers(lowest[attribute], highest[attribute] + 1))
        )
    return levels


def _improve(look: Look, best: Candidate, lowest: Levels, highest: Levels) -> Candidate:
    """Go from state to better state until none is near."""
    while (better := _exchange(look, best, lowest, highest)) is not None:
        best = better
    return best


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
    result = _best(look, _lowered(best.levels, lowest))
    if result is not None and result.precedes(best):
        return result
    for levels in _exchanged(best.levels, lowest, highest):
        result = look(levels)
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
