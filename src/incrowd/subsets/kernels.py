"""Count pairs of attributes by address: one cell for every pair of codes, one pass over entries."""

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.kernels.hash_table import find_slot, table_bits

Figures = NDArray[np.int64]

CLASSES, SMALLEST, UNIQUES, BELOW = range(4)
"""What is told of groups: how many, the smallest, those of one row, rows in those below k."""


@compiled("void(int64[::1], int64, int64[::1])")
def summarise(sizes: Sizes, below: int, figures: Figures) -> None:
    """Write the figures of groups; cells without rows are no groups."""
    classes, smallest, uniques, rows = 0, 0, 0, 0
    for i in range(len(sizes)):
        size = sizes[i]
        if size == 0:
            continue
        classes += 1
        if size < smallest or smallest == 0:
            smallest = size
        if size == 1:
            uniques += 1
        if size < below:
            rows += size
    figures[CLASSES] = classes
    figures[SMALLEST] = smallest
    figures[UNIQUES] = uniques
    figures[BELOW] = rows


@compiled("void(int32[::1], int32[::1], int64, int64, int64[::1], int64, int64[::1])")
def summarise_pair(
    first: Positions,
    second: Positions,
    radix: int,
    space: int,
    sizes: Sizes,
    below: int,
    figures: Figures,
) -> None:
    """Write the figures of the groups that two columns of codes make; all keys are below space."""
    cells = np.zeros(space, np.int64)
    for i in range(len(sizes)):
        cells[first[i] * radix + second[i]] += sizes[i]
    summarise(cells, below, figures)


@compiled("int64(int32[::1], int32[::1], int64, int64, int64[::1], int32[::1], int64, int32[::1])")
def small_by_address(
    groups: Positions,
    codes: Positions,
    radix: int,
    space: int,
    sizes: Sizes,
    candidates: Positions,
    k: int,
    small: Positions,
) -> int:
    """Write the candidates that share group and code with fewer than k rows; return how many."""
    cells = np.zeros(space, np.int64)
    for entry in candidates:
        cells[groups[entry] * radix + codes[entry]] += sizes[entry]
    count = 0
    for entry in candidates:
        if cells[groups[entry] * radix + codes[entry]] < k:
            small[count] = entry
            count += 1
    return count


@compiled("int64(int32[::1], int32[::1], int64, int64[::1], int32[::1], int64, int32[::1])")
def small_by_hash(
    groups: Positions,
    codes: Positions,
    radix: int,
    sizes: Sizes,
    candidates: Positions,
    k: int,
    small: Positions,
) -> int:
    """Do the same where a cell for every key would take too much room."""
    bits = table_bits(len(candidates))
    cells, keys = np.full(1 << bits, -1, np.int32), np.empty(len(candidates), np.int64)
    rows, key_of = np.zeros(len(candidates), np.int64), np.empty(len(candidates), np.int32)
    different = 0
    for i in range(len(candidates)):
        entry = candidates[i]
        key = groups[entry] * radix + codes[entry]
        slot = find_slot(cells, keys, key, bits)
        if cells[slot] < 0:
            cells[slot], keys[different] = different, key
            different += 1
        key_of[i] = cells[slot]
        rows[key_of[i]] += sizes[entry]
    count = 0
    for i in range(len(candidates)):
        if rows[key_of[i]] < k:
            small[count] = candidates[i]
            count += 1
    return count
