"""Floors one above the other, for a search that goes depth first: the classes of nested blocks.

The next floor either merges the classes of the one below at higher levels, or lacks those that are
lost. What is above a floor is given up as soon as the search is back at it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Sizes
from incrowd.search.global_recoding.block_kernels import HELD, Held
from incrowd.search.global_recoding.class_merging import (
    DESK,
    GROUPS,
    Desk,
    Groups,
    Numbers,
    group_at,
)
from incrowd.search.global_recoding.lattice import LATTICE, Lattice

Storeys = tuple[
    Numbers,  # of all classes, floor by floor
    Sizes,  # of all classes
    NDArray[np.int64],  # places[floor]: where its classes start, how many, where the next may start
    NDArray[np.int64],  # lost[floor, value]: rows
]
"""Floors one above the other; one that but lacks some classes shares the place of the one below."""
STOREYS = "Tuple((int32[:, ::1], int64[::1], int64[:, ::1], int64[:, ::1]))"
START, COUNT, END = range(3)
Room = tuple[Groups, Desk, NDArray[np.bool_]]
ROOM = f"Tuple(({GROUPS}, {DESK}, boolean[::1]))"


@compiled(f"{HELD}({STOREYS}, int64)")
def view_floor(storeys: Storeys, floor: int) -> Held:
    """The classes of a floor."""
    start, count = storeys[2][floor, START], storeys[2][floor, COUNT]
    return storeys[0][start : start + count], storeys[1][start : start + count]


@compiled(f"void({STOREYS}, int64, boolean[::1])")
def leave_out(storeys: Storeys, floor: int, gone: NDArray[np.bool_]) -> None:
    """Move the classes that are not gone to the front of a floor, and make them the next one."""
    numbers, sizes = view_floor(storeys, floor)
    places, left = storeys[2], 0
    for i in range(len(sizes)):
        if gone[i]:
            continue
        if left < i:
            sizes[left], sizes[i] = sizes[i], sizes[left]
            for limb in range(numbers.shape[1]):
                moved = numbers[i, limb]
                numbers[i, limb], numbers[left, limb] = numbers[left, limb], moved
        left += 1
    places[floor + 1] = places[floor]
    places[floor + 1, COUNT] = left


@compiled(f"boolean({LATTICE}, {STOREYS}, int64, int64[::1], {ROOM})")
def raise_floor(
    lattice: Lattice, storeys: Storeys, floor: int, levels: NDArray[np.int64], room: Room
) -> bool:
    """Merge the classes of a floor at some levels into the next one; False without room for it."""
    numbers, sizes = view_floor(storeys, floor)
    (first, totals, _), places = room[0], storeys[2]
    found = group_at(lattice, levels, numbers, sizes, room[0], room[1])
    start = places[floor, END]
    if start + found > len(storeys[1]):
        return False
    places[floor + 1, START], places[floor + 1, COUNT] = start, found
    places[floor + 1, END] = start + found
    for group in range(found):
        storeys[0][start + group] = numbers[first[group]]
        storeys[1][start + group] = totals[group]
    storeys[3][floor + 1] = storeys[3][floor]
    return True


@compiled(f"void({LATTICE}, int64, int64[::1], {HELD}, {ROOM}, float64[::1])")
def lose_small(
    lattice: Lattice,
    k: int,
    highest: NDArray[np.int64],
    held: Held,
    room: Room,
    figures: NDArray[np.float64],
) -> None:
    """Mark what a state loses; write classes kept, whether it loses rows, squares, rows lost.

    Rows lost before come in.
    """
    numbers, sizes = held
    groups, desk, gone = room
    found = group_at(lattice, highest, numbers, sizes, groups, desk)
    _, totals, group_of = groups
    figures[0] = figures[2] = 0.0
    lost = 0
    for group in range(found):
        if totals[group] < k:
            lost += totals[group]
        else:
            figures[0] += 1
            figures[2] += np.float64(totals[group]) * totals[group]
    figures[3] += lost
    figures[1] = 1.0 if figures[3] > 0 else 0.0
    for i in range(len(sizes)):
        gone[i] = lost > 0 and totals[group_of[i]] < k
