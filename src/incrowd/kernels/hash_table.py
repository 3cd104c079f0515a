"""An open-addressing hash table of 64-bit keys, for kernels: `slot = find_slot(cells, keys, 7, 4)`.

A cell holds the position of its key in `keys`, or -1. Whoever adds a key writes its position into
the cell that was found; the table has `1 << table_bits(count)` cells, at least twice as many as
keys, so that there is always a free one.
"""

import numpy as np

from incrowd.kernels.compilation import compiled

Keys = np.ndarray[tuple[int], np.dtype[np.int64]]
Cells = np.ndarray[tuple[int], np.dtype[np.int32]]


@compiled("int64(int64)")
def table_bits(count: int) -> int:
    """How many bits of a hash number the cells of a table for so many keys."""
    bits = 4
    while (1 << bits) < 2 * count:
        bits += 1
    return bits


@compiled("int64(int64, int64)")
def home_slot(key: int, bits: int) -> int:
    """The cell in which the search for a key starts."""
    # Fibonacci hashing: the high bits of the product are well mixed
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return int(np.int64(mixed >> np.uint64(64 - bits)))


@compiled("int64(int32[::1], int64[::1], int64, int64)")
def find_slot(cells: Cells, keys: Keys, key: int, bits: int) -> int:
    """The cell of a key, or the free one where it belongs."""
    mask = (1 << bits) - 1
    slot = home_slot(key, bits)
    while cells[slot] >= 0 and keys[cells[slot]] != key:
        slot = (slot + 1) & mask
    return slot
