"""How often each sensitive value occurs: per tuple of the crowd, and per class at a state."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.close_values import find_close_values
from incrowd.crowd.spellings import read_meanings
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes


@dataclass(frozen=True, eq=False)
class Sensitive:
    """A sensitive attribute: value `values[i]` occurs `counts[i]` times in tuple `tuples[i]`.

    The domain is in value order (numbers by size), which is the order of the ordered distance.
    """

    domain: Domain
    tuples: Positions
    values: Positions
    counts: Sizes
    hierarchy: Hierarchy | None = None
    people: int | None = None
    """Persons of the whole table, each of whom may have several values; None where rows count."""

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.domain.attribute.name

    @cached_property
    def by_value(self) -> tuple[Positions, Positions, Sizes]:
        """Tuples, values and counts in the order of the values."""
        order = np.empty(len(self.values), np.int64)
        everything = np.arange(len(self.values), dtype=np.int64)
        sort_by_bucket(self.values, len(self.domain.values), everything, order)
        return self.tuples[order], self.values[order], self.counts[order]

    @cached_property
    def meanings(self) -> Positions:
        """For each value the first one that means the same; -1 for those that say nothing."""
        return read_meanings(self.domain)

    @cached_property
    def close(self) -> Positions:
        """For each value the last one that is so close to it that both are one secret."""
        return find_close_values(self.domain)

    @cached_property
    def unequivocal(self) -> bool:
        """Whether every value says something, and no two of them the same."""
        return bool((self.meanings == np.arange(len(self.meanings))).all())

    @property
    def different(self) -> int:
        """How many values there are that mean something else than all others."""
        return int(np.count_nonzero(self.meanings == np.arange(len(self.meanings))))

    @cached_property
    def meaning_shares(self) -> NDArray[np.float64]:
        """Share of the rows or persons of the whole table that have each value, spelled any way."""
        known = self.meanings >= 0
        shares = np.bincount(
            self.meanings[known], self.people_shares[known], minlength=len(self.meanings)
        )
        return np.minimum(shares, 1.0)

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of each value among all values of the whole table."""
        return np.asarray(self.domain.counts / self.domain.counts.sum(), np.float64)

    @property
    def people_shares(self) -> NDArray[np.float64]:
        """Share of the rows or persons of the whole table that have each value."""
        everyone = self.domain.counts.sum() if self.people is None else self.people
        return np.asarray(self.domain.counts / everyone, np.float64)


@dataclass(frozen=True, eq=False)
class ClassValues:
    """Value counts per class: those of class `c` stand at `starts[c]:starts[c + 1]`, by value."""

    sensitive: Sensitive
    starts: NDArray[np.int64]
    values: Positions
    counts: Sizes


@compiled("void(int32[::1], int64, int64[::1], int64[::1])")
def sort_by_bucket(buckets: Positions, count: int, order: Sizes, result: Sizes) -> None:
    """Write `order` into `result`, stably sorted by the bucket of each position."""
    starts = np.zeros(count + 1, np.int64)
    for i in range(len(order)):
        starts[buckets[order[i]] + 1] += 1
    for bucket in range(count):
        starts[bucket + 1] += starts[bucket]
    for i in range(len(order)):
        bucket = buckets[order[i]]
        result[starts[bucket]] = order[i]
        starts[bucket] += 1


@compiled("int64(int32[::1], int32[::1], int64[::1], int64[::1], int32[::1], int64[::1])")
def collect(
    classes: Positions,
    values: Positions,
    counts: Sizes,
    starts: Sizes,
    merged_values: Positions,
    merged_counts: Sizes,
) -> int:
    """Put entries, which come in value order, to their classes; equal values are added up.

    Each class is given room for all its entries, which are then moved together.
    """
    number = len(starts) - 1
    for i in range(len(classes)):
        starts[classes[i] + 1] += 1
    for class_ in range(number):
        starts[class_ + 1] += starts[class_]
    ends = starts[:-1].copy()
    for i in range(len(classes)):
        class_ = classes[i]
        end = ends[class_]
        if end > starts[class_] and merged_values[end - 1] == values[i]:
            merged_counts[end - 1] += counts[i]
            continue
        merged_values[end] = values[i]
        merged_counts[end] = counts[i]
        ends[class_] = end + 1
    result = 0
    for class_ in range(number):
        first = starts[class_]
        starts[class_] = result
        for entry in range(first, ends[class_]):
            merged_values[result] = merged_values[entry]
            merged_counts[result] = merged_counts[entry]
            result += 1
    starts[number] = result
    return result


def values_per_class(sensitive: Sensitive, members: Positions, classes: int) -> ClassValues:
    """Count the values of a sensitive attribute in every class, given the class of each tuple.

    Tuples without a class (-1) are passed over.
    """
    tuples, values, counts = sensitive.by_value
    class_of_entry = members[tuples]
    inside = class_of_entry >= 0
    if not inside.all():
        class_of_entry, values, counts = class_of_entry[inside], values[inside], counts[inside]
    starts = np.zeros(classes + 1, np.int64)
    merged_values = np.empty(len(values), np.int32)
    merged_counts = np.empty(len(values), np.int64)
    result = collect(class_of_entry, values, counts, starts, merged_values, merged_counts)
    return ClassValues(
        sensitive, starts, merged_values[:result].copy(), merged_counts[:result].copy()
    )
