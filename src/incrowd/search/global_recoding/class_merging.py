"""Group the classes of one state into those of a coarser one, and count what is lost there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import DIRECT_LIMIT, Keys, Positions, Sizes
from incrowd.kernels.packing import KEY_SPACE
from incrowd.search.global_recoding.lattice import LATTICE, Lattice

Numbers = NDArray[np.int32]
"""`numbers[class, limb]`: what the limbs are in a tuple of each class."""
Groups = tuple[
    Positions,  # first[group]: position of its first member
    Sizes,  # totals[group]: rows
    Positions,  # group_of[position]
]
GROUPS = "Tuple((int32[::1], int64[::1], int32[::1]))"
Desk = tuple[
    Keys,  # keys[position]
    Keys,  # meaning[number]
    Positions,  # cells by address or hash
]
"""Room to work in, so that it is asked for once."""
DESK = "Tuple((int64[::1], int64[::1], int32[::1]))"


@compiled(f"{DESK}({LATTICE}, int64)")
def set_up_desk(lattice: Lattice, size: int) -> Desk:
    """Room to group so many classes."""
    return (
        np.empty(size, np.int64),
        np.empty(lattice[1][-1], np.int64),
        np.empty(DIRECT_LIMIT * max(size, 128), np.int32),
    )


@compiled(f"{GROUPS}(int64)")
def set_up_groups(size: int) -> Groups:
    """Room for the groups of so many classes."""
    return np.empty(size, np.int32), np.empty(size, np.int64), np.empty(size, np.int32)


@compiled(f"int64(int64[::1], int64[::1], int64, {GROUPS}, int32[::1])")
def group_by_address(keys: Keys, sizes: Sizes, space: int, groups: Groups, cells: Positions) -> int:
    """Group keys smaller than `space` with one cell per possible key."""
    first, totals, group_of = groups
    cells[:space] = -1
    found = 0
    for i in range(len(keys)):
        group = cells[keys[i]]
        if group < 0:
            group = found
            cells[keys[i]] = group
            first[group], totals[group] = i, 0
            found += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return found


@compiled(f"int64(int64[::1], int64[::1], int64, {GROUPS}, int32[::1])")
def group_keys(keys: Keys, sizes: Sizes, space: int, groups: Groups, cells: Positions) -> int:
    """Group equal keys, by address where there are few possible ones, else by hash.

    The keys of the groups are moved to the front of `keys`, where they are compared.
    """
    first, totals, group_of = groups
    if space <= DIRECT_LIMIT * max(len(keys), 128):
        return group_by_address(keys, sizes, space, groups, cells)
    bits = 4
    while (1 << bits) < 2 * len(keys):
        bits += 1
    mask, shift = (1 << bits) - 1, np.uint64(64 - bits)
    cells[: mask + 1] = -1
    found = 0
    for i in range(len(keys)):
        key = keys[i]
        slot = np.int64((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> shift)
        group = cells[slot]
        while group >= 0 and keys[group] != key:
            slot = (slot + 1) & mask
            group = cells[slot]
        if group < 0:
            group = found
            cells[slot], keys[group] = group, key
            first[group], totals[group] = i, 0
            found += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return found


@compiled(f"int64({LATTICE}, int64[::1], int64, int64, int64[::1])")
def look_up(
    lattice: Lattice, levels: NDArray[np.int64], first: int, space: int, meaning: Keys
) -> int:
    """Add up what the numbers of limbs are at some levels, from an attribute on, in mixed radix.

    Return the first attribute that does not fit into 64 bits any more, or how many there are.
    """
    limb_starts, limb_of, radices = lattice[1], lattice[2], lattice[6]
    digits, digit_starts = lattice[8], lattice[9]
    meaning[:] = 0
    for a in range(first, len(levels)):
        radix, start = radices[a, levels[a]], digit_starts[a, levels[a]]
        if radix == 1:
            continue
        if space > KEY_SPACE // radix:
            return a
        place, end = limb_starts[limb_of[a]], limb_starts[limb_of[a] + 1]
        for number in range(end - place):
            meaning[place + number] += space * digits[start + number]
        space *= radix
    return len(levels)


@compiled(f"int64({LATTICE}, int64[::1], int64, int64, int64)")
def span(lattice: Lattice, levels: NDArray[np.int64], first: int, last: int, space: int) -> int:
    """How many keys there may be with the levels of some attributes added."""
    for a in range(first, last):
        space *= lattice[6][a, levels[a]]
    return space


@compiled(f"int64({LATTICE}, int64[::1], int32[:, ::1], int64[::1], {GROUPS}, {DESK})")
def group_at(
    lattice: Lattice,
    levels: NDArray[np.int64],
    numbers: Numbers,
    sizes: Sizes,
    groups: Groups,
    desk: Desk,
) -> int:
    """Group classes that look the same at some levels.

    Where the keys would not fit into 64 bits, they are replaced by the numbers of their groups.
    """
    keys, meaning, cells = desk[0][: len(sizes)], desk[1], desk[2]
    keys[:] = 0
    space, a = 1, 0
    while True:
        following = look_up(lattice, levels, a, space, meaning)
        for i in range(len(sizes)):
            key = keys[i]
            for limb in range(numbers.shape[1]):
                key += meaning[numbers[i, limb]]
            keys[i] = key
        space, a = span(lattice, levels, a, following, space), following
        found = group_keys(keys, sizes, space, groups, cells)
        if a == len(levels):
            return found
        for i in range(len(sizes)):
            keys[i] = groups[2][i]
        space = max(found, 1)


@compiled(f"int64({LATTICE}, int32[:, ::1], int64[::1], boolean[::1], int64[::1])")
def count_lost(
    lattice: Lattice,
    numbers: Numbers,
    sizes: Sizes,
    gone: NDArray[np.bool_],
    lost: Sizes,
) -> int:
    """Add the lost rows per value of every attribute, one attribute after the other."""
    limb_starts, limb_of, parts, starts = lattice[1], lattice[2], lattice[3], lattice[7]
    rows = 0
    for i in range(len(sizes)):
        if gone[i]:
            rows += sizes[i]
    if not rows:
        return 0
    counted = np.zeros(limb_starts[-1], np.int64)
    for i in range(len(sizes)):
        if gone[i]:
            for limb in range(numbers.shape[1]):
                counted[numbers[i, limb]] += sizes[i]
    for a in range(len(limb_of)):
        first, last = limb_starts[limb_of[a]], limb_starts[limb_of[a] + 1]
        for place in range(first, last):
            lost[starts[a] + parts[a, place - first]] += counted[place]
    return rows
