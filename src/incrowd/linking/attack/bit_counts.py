"""Count which of up to 64 published rows fit which people, each row a bit of a word: compiled.

The values that a text may stand for are runs of an order; so the rows that fit a value differ from
those of the value before only where a run begins or ends.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions
from incrowd.linking.attack.structs import BLOCK, DESCENT, RUNS, Block, Descent, Runs

TOGETHER: Final = 64
NOBODY: Final = np.iinfo(np.int64).max

_ORDER: Final = 0x03F79D71B4CB0A89
"""Every six bits of it are different ones: a de Bruijn sequence."""


def _bit_places() -> NDArray[np.uint8]:
    places = np.zeros(64, np.uint8)
    for place in range(64):
        places[((_ORDER << place) & (2**64 - 1)) >> 58] = place
    return places


PLACES: Final = _bit_places()
_ONE: Final = np.uint64(1)
_SHIFT: Final = np.uint64(58)
_SEQUENCE: Final = np.uint64(_ORDER)


@compiled("int64(int32[::1], int64, int64, int64)")
def lower_bound(keys: Positions, low: int, high: int, wanted: int) -> int:
    """The first place from `low` on whose key is not below the wanted one."""
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@compiled(f"boolean({RUNS}, int64, int64)")
def holds(runs: Runs, text: int, value: int) -> bool:
    """Whether a value lies in one of the runs of a text."""
    first = runs.first[text]
    behind = lower_bound(runs.starts, first, runs.first[text + 1], value + 1)
    return bool(behind > first and value < runs.ends[behind - 1])


@compiled(f"int64({DESCENT}, int64, int64, int64)")
def choose(state: Descent, text: int, first: int, end: int) -> int:
    """Write down the groups whose key fits a text; how many they are."""
    runs, keys, chosen = state.runs, state.groups.keys, state.scratch.chosen
    count, place = 0, first
    if runs.first[text + 1] - runs.first[text] > end - first:
        for group in range(first, end):
            if holds(runs, text, keys[group]):
                chosen[count] = group
                count += 1
        return count
    for run in range(runs.first[text], runs.first[text + 1]):
        place = lower_bound(keys, place, end, runs.starts[run])
        while place < end and keys[place] < runs.ends[run]:
            chosen[count] = place
            count += 1
            place += 1
    return count


@compiled(f"void({DESCENT}, {BLOCK}, int64)")
def narrow(state: Descent, block: Block, column: int) -> None:
    """Leave of each word the rows of a block that fit in a column."""
    texts, people = state.release.texts, state.groups.person
    values, runs = state.values, state.runs
    chosen, words = state.scratch.chosen, state.scratch.words
    masks, changes = state.scratch.masks, state.scratch.changes
    base, width = runs.base[column], runs.widths[column]
    begin, end, whole = width, np.int64(0), True
    for row in range(block.first, block.end):
        text = base + texts[row, column]
        first, last = runs.first[text], runs.first[text + 1]
        if first < last:
            begin = min(begin, np.int64(runs.starts[first]))
            end = max(end, np.int64(runs.ends[last - 1]))
        whole = whole and first < last and runs.starts[first] == 0 and runs.ends[first] == width
    if whole:
        return
    if end - begin > block.groups * (block.end - block.first):
        for group in range(block.groups):
            value = values[people[chosen[group]], column]
            for row in range(block.first, block.end):
                bit = _ONE << np.uint64(row - block.first)
                text = base + texts[row, column]
                if (words[group] & bit) != 0 and not holds(runs, text, value):
                    words[group] ^= bit
        return
    for row in range(block.first, block.end):
        text = base + texts[row, column]
        for run in range(runs.first[text], runs.first[text + 1]):
            changes[runs.starts[run]] ^= _ONE << np.uint64(row - block.first)
            changes[runs.ends[run]] ^= _ONE << np.uint64(row - block.first)
    mask = np.uint64(0)
    for value in range(begin, end):
        mask ^= changes[value]
        changes[value] = 0
        masks[value] = mask
    changes[end] = 0
    for group in range(block.groups):
        value = values[people[chosen[group]], column]
        words[group] &= masks[value] if begin <= value < end else np.uint64(0)


@compiled(f"int64({DESCENT}, {BLOCK}, int64)")
def count_block(state: Descent, block: Block, column: int) -> int:
    """Count both ways for a block, from a column on; how much work it was."""
    words, chosen = state.scratch.words, state.scratch.chosen
    columns = len(state.runs.widths)
    every = ~np.uint64(0) >> np.uint64(TOGETHER - (block.end - block.first))
    for group in range(block.groups):
        words[group] = every
    for later in range(column, columns):
        narrow(state, block, later)
    counts, behind = state.release.counts, state.release.people
    groups = state.groups
    work = block.groups * (1 + columns - column)
    for group in range(block.groups):
        left, weight = words[group], groups.weights[chosen[group]]
        while left:
            lowest = left & (~left + _ONE)
            behind[block.first + PLACES[(lowest * _SEQUENCE) >> _SHIFT]] += weight
            left ^= lowest
    for group in range(block.groups):
        left, rows, fewest = words[group], np.int64(0), NOBODY
        while left:
            lowest = left & (~left + _ONE)
            row = block.first + PLACES[(lowest * _SEQUENCE) >> _SHIFT]
            rows += counts[row]
            fewest = min(fewest, behind[row])
            left ^= lowest
            work += 1
        groups.rows[chosen[group]] += rows
        groups.fewest[chosen[group]] = min(groups.fewest[chosen[group]], fewest)
    return int(work)
