"""The compiled walk behind `sweep`: raise attribute after attribute, merging classes in place.

At depth `d` the attributes before `d` are settled (packed into one prefix per class), attribute `d`
is being raised level by level, and those after it still stand at level 0 (one number `rest` per
tuple). A class is thus told by `(prefix · radix + code at the level) · rest_space + rest`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Keys, Positions, Sizes
from incrowd.kernels.hash_table import find_slot, table_bits

SMALL = 20
"""Classes of up to this many rows are counted by size."""


class Plan(NamedTuple):
    """The lattice, laid out for the walk; `d` is the depth at which an attribute is raised."""

    codes: NDArray[np.int32]
    """`codes[d, tuple]`: the code of attribute d."""
    rest: NDArray[np.int32]
    """`rest[d, tuple]`: the combination of the attributes after d."""
    level_codes: NDArray[np.int32]
    """All level maps, one after the other."""
    offsets: NDArray[np.int64]
    """`offsets[d, level]`: where the map of a level starts."""
    radices: NDArray[np.int64]
    """`radices[d, level]`: number of groups."""
    heights: Sizes
    strides: Sizes
    """What one level more adds to the position of a state."""
    rest_spaces: Sizes
    """How many combinations of the attributes after d there are."""


PLAN: Final = struct(
    Plan,
    codes="int32[:, ::1]",
    rest="int32[:, ::1]",
    level_codes="int32[::1]",
    offsets="int64[:, ::1]",
    radices="int64[:, ::1]",
    heights="int64[::1]",
    strides="int64[::1]",
    rest_spaces="int64[::1]",
)


@compiled("void(int64[::1], int64, int64[::1])")
def measure_sizes(sizes: Sizes, count: int, figures: Sizes) -> None:
    """Write classes, the smallest size, classes of each small size, and the smallest above it."""
    smallest, beyond = sizes[0] if count else 0, 0
    for i in range(count):
        size = sizes[i]
        smallest = min(smallest, size)
        if size <= SMALL:
            figures[2 + size] += 1
        elif size < beyond or beyond == 0:
            beyond = size
    figures[0] = count
    figures[1] = smallest
    figures[SMALL + 3] = beyond


@compiled("int64(int64[::1], int64, int32[::1], int32[::1], int64[::1], int64[::1], int64)")
def merge_in_place(
    keys: Keys,
    space: int,
    cells: Positions,
    members: Positions,
    sizes: Sizes,
    prefix: Keys,
    count: int,
) -> int:
    """Merge the first `count` classes that have equal keys, by address or by hash."""
    bits = table_bits(count)
    direct = space <= (2 << bits)
    cells[: space if direct else 1 << bits] = -1
    merged = 0
    for i in range(count):
        key = keys[i]
        slot = key if direct else find_slot(cells, keys, key, bits)
        group = cells[slot]
        if group >= 0:
            sizes[group] += sizes[i]
            continue
        cells[slot] = merged
        keys[merged] = key
        members[merged] = members[i]
        sizes[merged] = sizes[i]
        prefix[merged] = prefix[i]
        merged += 1
    return merged


@compiled(f"int64({PLAN}, int64, int64, int64, int32[::1], int64[::1], int64[::1], int64[::1])")
def make_keys(
    plan: Plan,
    depth: int,
    level: int,
    count: int,
    members: Positions,
    prefix: Keys,
    space: Keys,
    keys: Keys,
) -> int:
    """Write the key of each class with the attribute at a level; return a bound above all keys."""
    radix, offset = plan.radices[depth, level], plan.offsets[depth, level]
    rest_space = plan.rest_spaces[depth]
    for i in range(count):
        member = members[i]
        code = plan.level_codes[offset + plan.codes[depth, member]]
        keys[i] = (prefix[i] * radix + code) * rest_space + plan.rest[depth, member]
    return int(space[depth] * radix * rest_space)


@compiled(
    f"void({PLAN}, int64, int64, int64, int32[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1])"
)
def descend(
    plan: Plan,
    depth: int,
    level: int,
    count: int,
    members: NDArray[np.int32],
    sizes: NDArray[np.int64],
    prefix: NDArray[np.int64],
    space: Keys,
) -> None:
    """Settle the attribute at `depth` on its level and copy the classes one depth further."""
    radix, offset = plan.radices[depth, level], plan.offsets[depth, level]
    for i in range(count):
        member = members[depth, i]
        members[depth + 1, i] = member
        sizes[depth + 1, i] = sizes[depth, i]
        code = plan.level_codes[offset + plan.codes[depth, member]]
        prefix[depth + 1, i] = prefix[depth, i] * radix + code
    space[depth + 1] = space[depth] * radix


@compiled(f"void({PLAN}, int64, int64, int64, int32[::1], int64[::1], int64[::1], int64[:, ::1])")
def walk(
    plan: Plan,
    start: int,
    position: int,
    start_space: int,
    start_members: Positions,
    start_sizes: Sizes,
    start_prefix: Keys,
    figures: NDArray[np.int64],
) -> None:
    """Visit every state below a place; its own figures are already written."""
    depths, width = len(plan.heights), len(start_members)
    members = np.empty((depths, width), np.int32)
    sizes, prefix = np.empty((depths, width), np.int64), np.empty((depths, width), np.int64)
    members[start], sizes[start], prefix[start] = start_members, start_sizes, start_prefix
    counts, levels = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    space = np.zeros(depths, np.int64)
    counts[start], space[start] = width, start_space
    bits = 5
    while (1 << bits) < 2 * width:
        bits += 1
    keys, cells = np.empty(width, np.int64), np.empty(2 << bits, np.int32)
    depth = start
    while depth >= start:
        while depth < depths - 1:
            descend(plan, depth, levels[depth], counts[depth], members, sizes, prefix, space)
            counts[depth + 1], levels[depth + 1] = counts[depth], 0
            depth += 1
        while depth >= start and levels[depth] == plan.heights[depth]:
            position -= levels[depth] * plan.strides[depth]
            depth -= 1
        if depth < start:
            break
        levels[depth] += 1
        position += plan.strides[depth]
        count = counts[depth]
        bound = make_keys(
            plan, depth, levels[depth], count, members[depth], prefix[depth], space, keys
        )
        counts[depth] = merge_in_place(
            keys, bound, cells, members[depth], sizes[depth], prefix[depth], count
        )
        measure_sizes(sizes[depth], counts[depth], figures[position])
