"""Take the largest group again and again: a heap of groups that is put right only where it is read.

Every tuple lies in one group of each set of attributes. When a group is taken its tuples leave all
others, which thereby shrink; a group that has shrunk since it was put on the heap goes back to it.
"""

import heapq

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.regions import Grid


@compiled("void(int32[:, ::1], int64, int64[::1], int32[::1])")
def list_members(groups: Grid, count: int, starts: Sizes, members: Positions) -> None:
    """Write the tuples of each group, those of group `g` at `starts[g]:starts[g + 1]`."""
    for place in range(groups.shape[0]):
        for member in range(groups.shape[1]):
            starts[groups[place, member] + 1] += 1
    for number in range(count):
        starts[number + 1] += starts[number]
    ends = starts[:-1].copy()
    for place in range(groups.shape[0]):
        for member in range(groups.shape[1]):
            number = groups[place, member]
            members[ends[number]] = member
            ends[number] += 1


@compiled("void(int32[:, ::1], int64[::1], int64[::1], int64, int32[::1])")
def take_largest(groups: Grid, rows: Sizes, there: Sizes, k: int, taken: Positions) -> None:
    """Write the set in which each tuple is taken; -1 stays where it is in no group of k rows.

    `groups[set, tuple]` are numbered over all sets; `there` are rows of a group that are published
    already. Of groups of the same size the one with the lowest number wins.
    """
    count = len(there)
    starts, members = np.zeros(count + 1, np.int64), np.empty(groups.size, np.int32)
    list_members(groups, count, starts, members)
    sizes, set_of = there.copy(), np.zeros(count, np.int64)
    for place in range(groups.shape[0]):
        for member in range(groups.shape[1]):
            sizes[groups[place, member]] += rows[member]
            set_of[groups[place, member]] = place
    heap = [(-sizes[number], np.int64(number)) for number in range(count) if sizes[number] >= k]
    heapq.heapify(heap)
    while len(heap) > 0:
        size, number = heapq.heappop(heap)
        if -size != sizes[number]:
            if sizes[number] >= k:
                heapq.heappush(heap, (-sizes[number], number))
            continue
        for index in range(starts[number], starts[number + 1]):
            member = members[index]
            if taken[member] >= 0:
                continue
            taken[member] = set_of[number]
            for place in range(groups.shape[0]):
                sizes[groups[place, member]] -= rows[member]
