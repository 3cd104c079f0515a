"""Group the classes of one state into those of a coarser one, and count what is lost there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import DIRECT_LIMIT, Keys, Positions, Sizes, group_by_address
from incrowd.crowd.packing import KEY_SPACE
from incrowd.search.lattice import LATTICE, Lattice

Groups = tuple[
    Positions,  # first[group]: position of its first member
    Sizes,  # totals[group]: rows
    Positions,  # group_of[position]
]
GROUPS = "Tuple((int32[::1], int64[::1], int32[::1]))"


@compiled(f"int64(int64[::1], int64[::1], int64, {GROUPS})")
def group_keys(keys: Keys, sizes: Sizes, space: int, groups: Groups) -> int:
    """Group equal keys, by address where there are few possible ones, else by hash.

    The keys of the groups are moved to the front of `keys`, where they are compared.
    """
    first, totals, group_of = groups
    if space <= DIRECT_LIMIT * max(len(keys), 128):
        return group_by_address(keys, sizes, space, first, totals, group_of)
    bits = 4
    while (1 << bits) < 2 * len(keys):
        bits += 1
    mask, shift = (1 << bits) - 1, np.uint64(64 - bits)
    cells = np.full(mask + 1, -1, np.int32)
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


@compiled(f"int64({LATTICE}, int64, int64[::1], int64[::1])")
def look_up(lattice: Lattice, limb: int, levels: NDArray[np.int64], meaning: Keys) -> int:
    """Write what each number of a limb is at some levels; return how many different ones may be."""
    _, limb_starts, limb_of, parts, level_codes, offsets, radices, _ = lattice
    width = limb_starts[limb + 1] - limb_starts[limb]
    meaning[:width] = 0
    space = 1
    for a in range(len(levels)):
        radix, offset = radices[a, levels[a]], offsets[a, levels[a]]
        if limb_of[a] != limb or radix == 1:
            continue
        for number in range(width):
            meaning[number] = meaning[number] * radix + level_codes[offset + parts[a, number]]
        space *= radix
    return space


@compiled(f"int64({LATTICE}, int64[::1], int32[::1], int64[::1], {GROUPS})")
def group_at(
    lattice: Lattice,
    levels: NDArray[np.int64],
    members: Positions,
    sizes: Sizes,
    groups: Groups,
) -> int:
    """Group classes (told by one tuple each) that look the same at some levels.

    Where the keys would not fit into 64 bits, they are replaced by the numbers of their groups.
    """
    limbs, parts = lattice[0], lattice[3]
    keys, meaning, space = np.zeros(len(members), np.int64), np.empty(parts.shape[1], np.int64), 1
    for limb in range(len(limbs)):
        radix = look_up(lattice, limb, levels, meaning)
        if radix == 1:
            continue
        if space > KEY_SPACE // radix:
            space = max(group_keys(keys, sizes, space, groups), 1)
            keys[:] = groups[2]
        numbers = limbs[limb]
        for i in range(len(members)):
            keys[i] = keys[i] * radix + meaning[numbers[members[i]]]
        space *= radix
    return group_keys(keys, sizes, space, groups)


@compiled(f"int64({LATTICE}, int32[::1], int64[::1], boolean[::1], int64[::1])")
def count_lost(
    lattice: Lattice,
    members: Positions,
    sizes: Sizes,
    gone: NDArray[np.bool_],
    lost: Sizes,
) -> int:
    """Add the lost rows per value of every attribute, one attribute after the other."""
    limbs, limb_starts, limb_of, parts = lattice[0], lattice[1], lattice[2], lattice[3]
    starts, rows, number = lattice[7], 0, 0
    which = np.empty(len(members), np.int32)
    for i in range(len(members)):
        which[number] = i
        if gone[i]:
            rows += sizes[i]
            number += 1
    counted = np.zeros(limb_starts[-1], np.int64)
    for limb in range(len(limbs)):
        start = limb_starts[limb]
        for i in range(number):
            counted[start + limbs[limb, members[which[i]]]] += sizes[which[i]]
    for a in range(len(limb_of)):
        first, last = limb_starts[limb_of[a]], limb_starts[limb_of[a] + 1]
        for place in range(first, last):
            lost[starts[a] + parts[a, place - first]] += counted[place]
    return rows
