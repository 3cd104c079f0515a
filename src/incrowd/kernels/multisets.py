"""Number multisets: the rows of a person, whatever their order, as one number per person.

Two persons with the rows {7, 3, 7} and {3, 7, 7} get the same number, one with {3, 7} another. A
person's rows are entries of a value with how many times it occurs, those of person `p` at
`starts[p]:starts[p + 1]`.
"""

from typing import NamedTuple

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.kernels.hash_table import home_slot, table_bits


class Entries(NamedTuple):
    """Which values each person has, and how many times: a compressed sparse matrix."""

    starts: Sizes
    values: Positions
    times: Sizes

    @property
    def persons(self) -> int:
        """Number of persons."""
        return len(self.starts) - 1

    @property
    def owners(self) -> Positions:
        """The person of each entry."""
        return np.repeat(np.arange(self.persons, dtype=np.int32), np.diff(self.starts))

    def of(self, members: Positions) -> "Entries":
        """The entries of some persons, in that order.

        >>> entries = Entries(np.array([0, 2, 3]), np.array([7, 3, 5], np.int32), np.ones(3, int))
        >>> entries.of(np.array([1, 0], np.int32)).values.tolist()
        [5, 7, 3]
        """
        lengths = np.diff(self.starts)[members]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        shift = np.repeat(self.starts[members] - starts[:-1], lengths)
        places = np.arange(starts[-1], dtype=np.int64) + shift
        return Entries(starts, self.values[places], self.times[places])


@compiled("void(int32[::1], int64[::1], int64, int64)")
def sort_entries(values: Positions, times: Sizes, begin: int, end: int) -> None:
    """Sort the entries between two places by value, with shrinking gaps."""
    gap = 1
    while gap < (end - begin) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(begin + gap, end):
            value, time = values[i], times[i]
            j = i
            while j - gap >= begin and values[j - gap] > value:
                values[j], times[j] = values[j - gap], times[j - gap]
                j -= gap
            values[j], times[j] = value, time
        gap //= 3


@compiled("int64(int32[::1], int64[::1], int64, int64)")
def merge_equal(values: Positions, times: Sizes, begin: int, end: int) -> int:
    """Add up the times of equal values, which lie together; return where they end now."""
    place = begin
    for i in range(begin, end):
        if place > begin and values[place - 1] == values[i]:
            times[place - 1] += times[i]
        else:
            values[place], times[place] = values[i], times[i]
            place += 1
    return place


@compiled("boolean(int32[::1], int64[::1], int64, int64, int64)")
def are_same(values: Positions, times: Sizes, first: int, second: int, length: int) -> bool:
    """Whether the entries from two places on are the same."""
    for i in range(length):
        if values[first + i] != values[second + i] or times[first + i] != times[second + i]:
            return False
    return True


@compiled("int64(int64[::1], int32[::1], int64[::1], int32[::1], int32[::1], boolean, int32[::1])")
def number_entries(
    starts: Sizes,
    values: Positions,
    times: Sizes,
    codes: Positions,
    members: Positions,
    in_order: bool,
    numbers: Positions,
) -> int:
    """Write one number per member, equal where their entries are; return how many there are.

    What counts is `codes[value]`; `in_order` tells sequences apart, otherwise only multisets.
    """
    total = 0
    for member in members:
        total += starts[member + 1] - starts[member]
    own_codes, own_times = np.empty(total, np.int32), np.empty(total, np.int64)
    begins, hashes = np.zeros(len(members) + 1, np.int64), np.empty(len(members), np.int64)
    for i in range(len(members)):
        begin = begins[i]
        end = begin
        for entry in range(starts[members[i]], starts[members[i] + 1]):
            own_codes[end], own_times[end] = codes[values[entry]], times[entry]
            end += 1
        if not in_order:
            sort_entries(own_codes, own_times, begin, end)
            end = merge_equal(own_codes, own_times, begin, end)
        begins[i + 1] = end
        mixed = np.uint64(end - begin)
        for entry in range(begin, end):
            mixed = (mixed ^ np.uint64(own_codes[entry])) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
            mixed = (mixed ^ np.uint64(own_times[entry])) * np.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> np.uint64(32)
        hashes[i] = np.int64(mixed)
    bits = table_bits(len(members))
    mask = (1 << bits) - 1
    cells, first = np.full(1 << bits, -1, np.int32), np.empty(len(members), np.int64)
    count = 0
    for i in range(len(members)):
        length = begins[i + 1] - begins[i]
        slot = home_slot(hashes[i], bits)
        while cells[slot] >= 0:
            other = first[cells[slot]]
            if (
                hashes[other] == hashes[i]
                and begins[other + 1] - begins[other] == length
                and are_same(own_codes, own_times, begins[other], begins[i], length)
            ):
                break
            slot = (slot + 1) & mask
        if cells[slot] < 0:
            cells[slot], first[count] = count, i
            count += 1
        numbers[i] = cells[slot]
    return count


def number_multisets(
    entries: Entries, codes: Positions, members: Positions | None = None, *, in_order: bool = False
) -> tuple[Positions, int]:
    """Number the multisets of codes that some persons have, by first occurrence.

    >>> starts, values = np.array([0, 2, 4, 5]), np.array([0, 1, 2, 0, 0], np.int32)
    >>> entries = Entries(starts, values, np.array([1, 1, 1, 1, 2]))
    >>> numbers, count = number_multisets(entries, np.array([4, 9, 9], np.int32))
    >>> numbers.tolist(), count
    ([0, 0, 1], 2)
    """
    if members is None:
        members = np.arange(entries.persons, dtype=np.int32)
    numbers = np.empty(len(members), np.int32)
    count = number_entries(
        entries.starts,
        entries.values,
        entries.times,
        np.ascontiguousarray(codes, np.int32),
        np.ascontiguousarray(members, np.int32),
        in_order,
        numbers,
    )
    return numbers, count
