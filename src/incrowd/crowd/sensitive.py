"""How often each sensitive value occurs: per tuple of the crowd, and per class at a state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.hierarchies.hierarchy import Domain, Hierarchy


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

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.domain.attribute.name

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of the rows of the whole table that has each value."""
        return np.asarray(self.domain.counts / self.domain.counts.sum(), np.float64)


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


@compiled(
    "int64(int64[::1], int32[::1], int32[::1], int64[::1], int64[::1], int32[::1], int64[::1])"
)
def merge_sorted(
    order: Sizes,
    classes: Positions,
    values: Positions,
    counts: Sizes,
    starts: Sizes,
    merged_values: Positions,
    merged_counts: Sizes,
) -> int:
    """Add up neighbours with the same class and value; count the entries of each class."""
    found = 0
    last_class = -1
    for i in range(len(order)):
        position = order[i]
        class_ = classes[position]
        if class_ == last_class and merged_values[found - 1] == values[position]:
            merged_counts[found - 1] += counts[position]
            continue
        merged_values[found] = values[position]
        merged_counts[found] = counts[position]
        starts[class_ + 1] += 1
        last_class = class_
        found += 1
    return found


def values_per_class(sensitive: Sensitive, members: Positions, classes: int) -> ClassValues:
    """Count the values of a sensitive attribute in every class, given the class of each tuple."""
    entries = len(sensitive.values)
    class_of_entry = members[sensitive.tuples]
    by_value, order = np.empty(entries, np.int64), np.empty(entries, np.int64)
    everything = np.arange(entries, dtype=np.int64)
    sort_by_bucket(sensitive.values, len(sensitive.domain.values), everything, by_value)
    sort_by_bucket(class_of_entry, classes, by_value, order)
    starts = np.zeros(classes + 1, np.int64)
    values, counts = np.empty(entries, np.int32), np.empty(entries, np.int64)
    found = merge_sorted(
        order, class_of_entry, sensitive.values, sensitive.counts, starts, values, counts
    )
    return ClassValues(sensitive, np.cumsum(starts), values[:found].copy(), counts[:found].copy())
