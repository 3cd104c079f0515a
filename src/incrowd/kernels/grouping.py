"""Group packed keys: [7, 3, 7] with sizes [1, 2, 4] -> groups of sizes [5, 2].

Groups are numbered by first occurrence, so the numbering of classes does not depend on the path by
which a state was reached.
"""

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.hash_table import find_slot, table_bits

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
    """Group keys smaller than `space` with one cell per possible key; return how many groups."""
    cells = np.full(space, -1, np.int32)
    count = 0
    for i in range(len(keys)):
        group = cells[keys[i]]
        if group < 0:
            group = count
            cells[keys[i]] = group
            first[group] = i
            totals[group] = 0
            count += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return count


@compiled("int64(int64[::1], int64[::1], int32[::1], int64[::1], int32[::1])")
def group_by_hash(
    keys: Keys, sizes: Sizes, first: Positions, totals: Sizes, group_of: Positions
) -> int:
    """Group any keys with a hash table; return how many groups."""
    bits = table_bits(len(keys))
    cells, group_keys = np.full(1 << bits, -1, np.int32), np.empty(len(keys), np.int64)
    count = 0
    for i in range(len(keys)):
        slot = find_slot(cells, group_keys, keys[i], bits)
        group = cells[slot]
        if group < 0:
            group = count
            cells[slot], group_keys[group] = group, keys[i]
            first[group] = i
            totals[group] = 0
            count += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return count


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
        count = group_by_address(keys, sizes, space, first, totals, group_of)
    else:
        count = group_by_hash(keys, sizes, first, totals, group_of)
    return first[:count].copy(), totals[:count].copy(), group_of
