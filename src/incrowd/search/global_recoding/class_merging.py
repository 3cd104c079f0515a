"""Group the classes of one state into those of a coarser one, and count what is lost there."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import DIRECT_LIMIT, Keys, Positions, Sizes
from incrowd.kernels.hash_table import find_slot, table_bits
from incrowd.kernels.packing import KEY_SPACE
from incrowd.search.global_recoding.lattice import LATTICE, Lattice

Numbers = NDArray[np.int32]
"""`numbers[class, limb]`: what the limbs are in a tuple of each class."""


class Groups(NamedTuple):
    """Classes grouped into coarser ones."""

    first: Positions
    """The position of the first member of each group."""
    totals: Sizes
    """The rows of each group."""
    group_of: Positions
    """The group at each position."""


class Buffers(NamedTuple):
    """Arrays to group classes in, so that they are allocated once."""

    keys: Keys
    """The key at each position."""
    meanings: Keys
    """What each number of a limb is at the levels in question."""
    cells: Positions
    """The group at each address or hash."""


GROUPS: Final = struct(Groups, first="int32[::1]", totals="int64[::1]", group_of="int32[::1]")
BUFFERS: Final = struct(Buffers, keys="int64[::1]", meanings="int64[::1]", cells="int32[::1]")


@compiled(f"{BUFFERS}({LATTICE}, int64)")
def allocate_buffers(lattice: Lattice, size: int) -> Buffers:
    """Allocate arrays to group so many classes in."""
    return Buffers(
        np.empty(size, np.int64),
        np.empty(lattice.limb_starts[-1], np.int64),
        np.empty(DIRECT_LIMIT * max(size, 128), np.int32),
    )


@compiled(f"{GROUPS}(int64)")
def allocate_groups(size: int) -> Groups:
    """Allocate the groups of so many classes."""
    return Groups(np.empty(size, np.int32), np.empty(size, np.int64), np.empty(size, np.int32))


@compiled(f"int64(int64[::1], int64[::1], int64, {GROUPS}, int32[::1])")
def group_keys(keys: Keys, sizes: Sizes, space: int, groups: Groups, cells: Positions) -> int:
    """Group equal keys, by address where there are few possible ones, else by hash.

    The keys of the groups are moved to the front of `keys`, where they are compared.
    """
    first, totals, group_of = groups
    direct = space <= DIRECT_LIMIT * max(len(keys), 128)
    bits = table_bits(len(keys))
    cells[: space if direct else 1 << bits] = -1
    count = 0
    for i in range(len(keys)):
        key = keys[i]
        slot = key if direct else find_slot(cells, keys, key, bits)
        group = cells[slot]
        if group < 0:
            group = count
            cells[slot], keys[group] = group, key
            first[group], totals[group] = i, 0
            count += 1
        totals[group] += sizes[i]
        group_of[i] = group
    return count


@compiled(f"int64({LATTICE}, int64[::1], int64, int64, int64[::1])")
def look_up(
    lattice: Lattice, levels: NDArray[np.int64], first: int, space: int, meanings: Keys
) -> int:
    """Add up what the numbers of limbs are at some levels, from an attribute on, in mixed radix.

    Return the first attribute that does not fit into 64 bits any more, or how many there are.
    """
    limb_starts, limb_of, radices = lattice.limb_starts, lattice.limb_of, lattice.radices
    digits, digit_starts = lattice.digits, lattice.digit_starts
    meanings[:] = 0
    for a in range(first, len(levels)):
        radix, start = radices[a, levels[a]], digit_starts[a, levels[a]]
        if radix == 1:
            continue
        if space > KEY_SPACE // radix:
            return a
        place, end = limb_starts[limb_of[a]], limb_starts[limb_of[a] + 1]
        for number in range(end - place):
            meanings[place + number] += space * digits[start + number]
        space *= radix
    return len(levels)


@compiled(f"int64({LATTICE}, int64[::1], int64, int64, int64)")
def span(lattice: Lattice, levels: NDArray[np.int64], first: int, last: int, space: int) -> int:
    """How many keys there may be with the levels of some attributes added."""
    for a in range(first, last):
        space *= lattice.radices[a, levels[a]]
    return space


@compiled(f"int64({LATTICE}, int64[::1], int32[:, ::1], int64[::1], {GROUPS}, {BUFFERS})")
def group_at(
    lattice: Lattice,
    levels: NDArray[np.int64],
    numbers: Numbers,
    sizes: Sizes,
    groups: Groups,
    buffers: Buffers,
) -> int:
    """Group classes that look the same at some levels.

    Where the keys would not fit into 64 bits, they are replaced by the numbers of their groups.
    """
    keys, meanings, cells = buffers.keys[: len(sizes)], buffers.meanings, buffers.cells
    keys[:] = 0
    space, a = 1, 0
    while True:
        following = look_up(lattice, levels, a, space, meanings)
        for i in range(len(sizes)):
            key = keys[i]
            for limb in range(numbers.shape[1]):
                key += meanings[numbers[i, limb]]
            keys[i] = key
        space, a = span(lattice, levels, a, following, space), following
        count = group_keys(keys, sizes, space, groups, cells)
        if a == len(levels):
            return count
        for i in range(len(sizes)):
            keys[i] = groups.group_of[i]
        space = max(count, 1)


@compiled(f"int64({LATTICE}, int32[:, ::1], int64[::1], boolean[::1], int64[::1])")
def count_lost(
    lattice: Lattice,
    numbers: Numbers,
    sizes: Sizes,
    gone: NDArray[np.bool_],
    lost: Sizes,
) -> int:
    """Add the lost rows per value of every attribute, one attribute after the other."""
    limb_starts, limb_of = lattice.limb_starts, lattice.limb_of
    parts, starts = lattice.parts, lattice.starts
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
