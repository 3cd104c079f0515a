"""Group packed keys: [7, 3, 7] with sizes [1, 2, 4] -> groups of sizes [5, 2].

Groups are numbered by first occurrence, so the numbering of classes does not depend on the path by
which a state was reached.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled

Keys = NDArray[np.int64]
Sizes = NDArray[np.int64]
Positions = NDArray[np.int32]

DIRECT_LIMIT = 8
"""Key spaces of up to this many cells per key are counted by address instead of by hash."""


@compiled("void(int64[::1], int32[::1], int32[::1], int32[::1], int64)")
def append_digit(
    keys: Keys, codes: Positions, members: Positions, level_codes: Positions, radix: int
) -> None:
    """Append the code that an attribute has at its level to each packed key."""
    for i in range(len(keys)):
        keys[i] = keys[i] * radix + level_codes[codes[members[i]]]


@compiled("int64(int64[::1], int64[::1], int64, int32[::1], int64[::1], int32[::1])")
def group_by_address(
    keys: Keys, sizes: Sizes, space: int, first: Positions, totals: Sizes, group_of: Positions
) -> int:
    """Group keys smaller than `space` with one cell per possible key."""
    cells = np.full(space, -1, np.int32)
    found = 0
    for i in range(len(keys)):
        group = cells[keys[i]]
        if group < 0:
            group = found
            cells[keys[i]] = group
            first[group] = i
            totals[group] = 0
            found += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return found


@compiled("int64(int64[::1], int64[::1], int32[::1], int64[::1], int32[::1])")
def group_by_hash(
    keys: Keys, sizes: Sizes, first: Positions, totals: Sizes, group_of: Positions
) -> int:
    """Group any keys with an open-addressing hash table."""
    bits = 4
    while (1 << bits) < 2 * len(keys):
        bits += 1
    mask = (1 << bits) - 1
    shift = np.uint64(64 - bits)
    cells = np.full(mask + 1, -1, np.int32)
    found = 0
    for i in range(len(keys)):
        key = keys[i]
        # Fibonacci hashing: the high bits of the product are well mixed
        slot = np.int64((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> shift)
        group = cells[slot]
        while group >= 0 and keys[first[group]] != key:
            slot = (slot + 1) & mask
            group = cells[slot]
        if group < 0:
            group = found
            cells[slot] = group
            first[group] = i
            totals[group] = 0
            found += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return found


def group(keys: Keys, sizes: Sizes, space: int) -> tuple[Positions, Sizes, Positions]:
    """Group equal keys (all below `space`): first position, total size, and group of each key.

    >>> first, totals, group_of = group(np.array([7, 3, 7]), np.array([1, 2, 4]), 8)
    >>> first.tolist(), totals.tolist(), group_of.tolist()
    ([0, 1], [5, 2], [0, 1, 0])
    """
    first = np.empty(len(keys), np.int32)
    totals = np.empty(len(keys), np.int64)
    group_of = np.empty(len(keys), np.int32)
    if space <= DIRECT_LIMIT * max(len(keys), 128):
        found = group_by_address(keys, sizes, space, first, totals, group_of)
    else:
        found = group_by_hash(keys, sizes, first, totals, group_of)
    return first[:found].copy(), totals[:found].copy(), group_of
