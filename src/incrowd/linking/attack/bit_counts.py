"""Count which of up to 64 published rows fit which people, each row a bit of a word: compiled.

The values that a text may stand for are stretches of an order; so the rows that fit a value differ
from those of the value before only where a stretch begins or ends.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes

Codes = NDArray[np.int32]
Bits = NDArray[np.uint64]

Release = tuple[
    Codes,  # texts[row, column], in lexical order
    Sizes,  # counts[row]
    Sizes,  # people[row]: who may be behind it, found here
]
RELEASE: Final = "Tuple((int32[:, ::1], int64[::1], int64[::1]))"
Stretches = tuple[
    Sizes,  # base[column]: where its texts begin in `first`
    Sizes,  # first[base + text]: where its stretches begin, and behind the last of them
    Positions,  # starts
    Positions,  # ends
    Sizes,  # widths[column]: how many values it has
]
STRETCHES: Final = "Tuple((int64[::1], int64[::1], int32[::1], int32[::1], int64[::1]))"
Pool = tuple[
    Positions,  # people[item]: one of those who are alike
    Positions,  # keys[item]: their value in the column that is split by, in order
    Sizes,  # weights[item]: how many they are
    Sizes,  # rows[item]: how many rows may be about them
    Sizes,  # least[item]: the fewest people behind one of these
]
POOL: Final = "Tuple((int32[::1], int32[::1], int64[::1], int64[::1], int64[::1]))"
Room = tuple[
    Positions,  # chosen: items that fit the text in question
    Positions,  # sorting
    Positions,  # cells: a hash table
    Positions,  # counts: by value
    Bits,  # words: the combinations that fit each chosen item
    Bits,  # masks: the combinations that fit each value
    Bits,  # changes: where they differ from those of the value before
]
ROOM: Final = (
    "Tuple((int32[::1], int32[::1], int32[::1], int32[::1], uint64[::1], uint64[::1], uint64[::1]))"
)

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


@compiled(f"boolean({STRETCHES}, int64, int64)")
def holds(stretches: Stretches, text: int, value: int) -> bool:
    """Whether a value lies in one of the stretches of a text."""
    _, first, starts, ends, _ = stretches
    behind = lower_bound(starts, first[text], first[text + 1], value + 1)
    return bool(behind > first[text] and value < ends[behind - 1])


@compiled(f"int64({STRETCHES}, int64, {POOL}, int64, int64, int32[::1])")
def choose(
    stretches: Stretches, text: int, pool: Pool, first: int, last: int, chosen: Positions
) -> int:
    """Write down the items whose key fits a text; how many they are."""
    _, firsts, starts, ends, _ = stretches
    keys, found, place = pool[1], 0, first
    if firsts[text + 1] - firsts[text] > last - first:
        for item in range(first, last):
            if holds(stretches, text, keys[item]):
                chosen[found] = item
                found += 1
        return found
    for run in range(firsts[text], firsts[text + 1]):
        place = lower_bound(keys, place, last, starts[run])
        while place < last and keys[place] < ends[run]:
            chosen[found] = place
            found += 1
            place += 1
    return found


@compiled(f"void({RELEASE}, int32[:, ::1], {STRETCHES}, {POOL}, {ROOM}, int64[::1])")
def narrow(
    release: Release, values: Codes, stretches: Stretches, pool: Pool, room: Room, block: Sizes
) -> None:
    """Leave of each word the rows that fit in a column: block is (first, last, column, items)."""
    texts, people = release[0], pool[0]
    base, firsts, starts, ends, widths = stretches
    chosen, words, masks, changes = room[0], room[4], room[5], room[6]
    low, high, column, items = block
    begin, end, whole = widths[column], np.int64(0), True
    for row in range(low, high):
        text = base[column] + texts[row, column]
        first, last = firsts[text], firsts[text + 1]
        if first < last:
            begin, end = min(begin, np.int64(starts[first])), max(end, np.int64(ends[last - 1]))
        whole = whole and first < last and starts[first] == 0 and ends[first] == widths[column]
    if whole:
        return
    if end - begin > items * (high - low):
        for item in range(items):
            value = values[people[chosen[item]], column]
            for row in range(low, high):
                bit = _ONE << np.uint64(row - low)
                text = base[column] + texts[row, column]
                if (words[item] & bit) != 0 and not holds(stretches, text, value):
                    words[item] ^= bit
        return
    for row in range(low, high):
        text = base[column] + texts[row, column]
        for run in range(firsts[text], firsts[text + 1]):
            changes[starts[run]] ^= _ONE << np.uint64(row - low)
            changes[ends[run]] ^= _ONE << np.uint64(row - low)
    mask = np.uint64(0)
    for value in range(begin, end):
        mask ^= changes[value]
        changes[value] = 0
        masks[value] = mask
    changes[end] = 0
    for item in range(items):
        value = values[people[chosen[item]], column]
        words[item] &= masks[value] if begin <= value < end else np.uint64(0)


@compiled(f"int64({RELEASE}, int32[:, ::1], {STRETCHES}, {POOL}, {ROOM}, int64[::1])")
def weigh(
    release: Release, values: Codes, stretches: Stretches, pool: Pool, room: Room, block: Sizes
) -> int:
    """Count both ways for up to 64 rows and the chosen items; how much work it was."""
    low, high, column, items = block
    words, chosen = room[4], room[0]
    every = ~np.uint64(0) >> np.uint64(TOGETHER - (high - low))
    for item in range(items):
        words[item] = every
    for later in range(column, len(stretches[4])):
        block[2] = later
        narrow(release, values, stretches, pool, room, block)
    counts, behind = release[1], release[2]
    work = items * (1 + len(stretches[4]) - column)
    for item in range(items):
        left, weight = words[item], pool[2][chosen[item]]
        while left:
            lowest = left & (~left + _ONE)
            behind[low + PLACES[(lowest * _SEQUENCE) >> _SHIFT]] += weight
            left ^= lowest
    for item in range(items):
        left, rows, least = words[item], np.int64(0), NOBODY
        while left:
            lowest = left & (~left + _ONE)
            row = low + PLACES[(lowest * _SEQUENCE) >> _SHIFT]
            rows += counts[row]
            least = min(least, behind[row])
            left ^= lowest
            work += 1
        pool[3][chosen[item]] += rows
        pool[4][chosen[item]] = min(pool[4][chosen[item]], least)
    return int(work)
