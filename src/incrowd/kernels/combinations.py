"""Count combinations of columns: remove whatever shares some m codes with fewer than k others.

Lines belong to owners, those of one owner one after the other: a class of rows has one line, a
person with several rows has one for each. Owners are counted, each once per combination. All sets
of m columns are tried, as a set of fewer columns never has rarer combinations. Where a set shares
its first columns with the one before, the groups that these make are used again.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Keys, Positions, Sizes
from incrowd.kernels.hash_table import find_slot, table_bits

MOST_CELLS: Final = 1 << 22
"""Pairs of a group and a code are numbered by address up to so many, by hash beyond."""


class Lines(NamedTuple):
    """What is to be combined: `codes[column, line]`, the number of codes in each column, owners."""

    codes: NDArray[np.int32]
    radices: Sizes
    owners: Positions


class Demand(NamedTuple):
    """Combine m columns; each combination needs k; after `limit` are removed, give up."""

    m: int
    k: int
    limit: int


class Room(NamedTuple):
    """Room to number and count groups in; all cells are -1 between two uses."""

    cells: Positions
    keys: Keys
    totals: Sizes
    last: Positions
    groups: NDArray[np.int32]
    """`groups[depth, line]`: the group that the first columns of a set make."""
    widths: Sizes
    """How many groups there are at each depth."""


LINES: Final = struct(Lines, codes="int32[:, ::1]", radices="int64[::1]", owners="int32[::1]")
DEMAND: Final = struct(Demand, m="int64", k="int64", limit="int64")
ROOM: Final = struct(
    Room,
    cells="int32[::1]",
    keys="int64[::1]",
    totals="int64[::1]",
    last="int32[::1]",
    groups="int32[:, ::1]",
    widths="int64[::1]",
)


def make_room(lines: Lines, m: int) -> Room:
    """Allocate what combining m columns of some lines takes."""
    count = max(lines.codes.shape[1], 1)
    widest = int(lines.radices.max(initial=1))
    direct = min(count * widest, int(np.prod(np.sort(lines.radices)[-m:], dtype=object)))
    cells = max(min(direct, MOST_CELLS), 1 << table_bits(count))
    widths = np.ones(m + 1, np.int64)
    return Room(
        np.full(cells, -1, np.int32),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int32),
        np.zeros((m + 1, lines.codes.shape[1]), np.int32),
        widths,
    )


@compiled(f"void({LINES}, {ROOM}, boolean[::1], int64, int64)")
def extend_groups(
    lines: Lines, room: Room, alive: NDArray[np.bool_], depth: int, column: int
) -> None:
    """Divide the groups at a depth by the codes of one more column."""
    before, after, codes = room.groups[depth], room.groups[depth + 1], lines.codes[column]
    radix, count = lines.radices[column], 0
    cells, keys = room.cells, room.keys
    direct = room.widths[depth] * radix <= len(cells)
    bits = table_bits(len(codes))
    for line in range(len(codes)):
        if not alive[lines.owners[line]]:
            after[line] = -1
            continue
        key = np.int64(before[line]) * radix + codes[line]
        slot = key if direct else find_slot(cells, keys, key, bits)
        number = cells[slot]
        if number < 0:
            number = count
            cells[slot], keys[count] = number, key
            count += 1
        after[line] = number
    if direct:
        for number in range(count):
            cells[keys[number]] = -1
    else:
        cells[: 1 << bits] = -1
    room.widths[depth + 1] = count


@compiled(f"void({LINES}, {ROOM}, boolean[::1], int64[::1], int64)")
def count_groups(
    lines: Lines, room: Room, alive: NDArray[np.bool_], sizes: Sizes, depth: int
) -> None:
    """Count the owners in each group at a depth, each of them once."""
    groups, totals, last = room.groups[depth], room.totals, room.last
    for group in range(room.widths[depth]):
        totals[group], last[group] = 0, -1
    for line in range(len(groups)):
        owner = lines.owners[line]
        if alive[owner] and last[groups[line]] != owner:
            totals[groups[line]] += sizes[owner]
            last[groups[line]] = owner


@compiled("int64(int64[::1], int64)")
def next_set(chosen: Sizes, columns: int) -> int:
    """Go to the next set of columns; the first place that changed, -1 after the last set."""
    m = len(chosen)
    place = m - 1
    while place >= 0 and chosen[place] == columns - m + place:
        place -= 1
    if place >= 0:
        chosen[place] += 1
        for later in range(place + 1, m):
            chosen[later] = chosen[later - 1] + 1
    return place


@compiled(f"int64({LINES}, {ROOM}, boolean[::1], int64[::1], {DEMAND})")
def remove_rare(
    lines: Lines, room: Room, alive: NDArray[np.bool_], sizes: Sizes, demand: Demand
) -> int:
    """Remove owners until every combination that is left has k of them; return how many went.

    What is left is the largest such set: an owner with a rare combination is in none of them.
    """
    removed, changed = 0, True
    while changed:
        changed = False
        chosen, depth = np.arange(demand.m), 0
        while depth >= 0:
            for place in range(depth, demand.m):
                extend_groups(lines, room, alive, place, chosen[place])
            count_groups(lines, room, alive, sizes, demand.m)
            groups = room.groups[demand.m]
            for line in range(len(groups)):
                owner = lines.owners[line]
                if alive[owner] and room.totals[groups[line]] < demand.k:
                    alive[owner], changed = False, True
                    removed += sizes[owner]
            if removed > demand.limit:
                return removed
            depth = next_set(chosen, len(lines.codes))
    return removed


@compiled(f"void({LINES}, {ROOM}, boolean[::1], int64[::1], int64, int64[::1])")
def find_rarest(
    lines: Lines, room: Room, alive: NDArray[np.bool_], sizes: Sizes, m: int, rarest: Sizes
) -> None:
    """Write how many owners share the rarest combination of each."""
    chosen, depth = np.arange(m), 0
    while depth >= 0:
        for place in range(depth, m):
            extend_groups(lines, room, alive, place, chosen[place])
        count_groups(lines, room, alive, sizes, m)
        for line in range(len(lines.owners)):
            owner = lines.owners[line]
            if alive[owner]:
                rarest[owner] = min(rarest[owner], room.totals[room.groups[m, line]])
        depth = next_set(chosen, len(lines.codes))
