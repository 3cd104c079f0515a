"""One attribute raised through all its levels, everything else left as it is.

The classes that the attribute at `*` leaves are the buckets of all its levels: within a bucket only
this attribute tells classes apart. One grouping finds the buckets; each level is then one pass over
them, without any hashing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from incrowd.crowd.crowd import Classes, Crowd, Ladder
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes, group

Place = Callable[[], Positions]
"""Returns the class of each finer class, computed on demand."""


@compiled(
    "int64(int32[::1], int32[::1], int32[::1], int64[::1], int64, int32[::1], int64[::1],"
    " int32[::1])"
)
def merge_in_buckets(
    buckets: Positions,
    codes: Positions,
    level_codes: Positions,
    sizes: Sizes,
    radix: int,
    first: Positions,
    totals: Sizes,
    position: Positions,
) -> int:
    """Merge the classes of each bucket (equal ones lie together) that have the same code."""
    seen_in = np.full(radix, -1, np.int32)
    class_of = np.zeros(radix, np.int64)
    result = 0
    for i in range(len(buckets)):
        code = level_codes[codes[i]]
        if seen_in[code] != buckets[i]:
            seen_in[code] = buckets[i]
            class_of[code] = result
            first[result] = i
            totals[result] = 0
            result += 1
        totals[class_of[code]] += sizes[i]
        position[i] = class_of[code]
    return result


@compiled("int64(int32[::1], int64, int32[::1])")
def sort_shared(buckets: Positions, count: int, order: Positions) -> int:
    """Order positions by bucket, those alone in their bucket last; return how many are not."""
    ends = np.zeros(count + 1, np.int32)
    for i in range(len(buckets)):
        ends[buckets[i]] += 1
    shared = 0
    for bucket in range(count):
        if ends[bucket] > 1:
            shared += ends[bucket]
            ends[bucket] = shared - ends[bucket]
        else:
            ends[bucket] = -1
    alone = shared
    for i in range(len(buckets)):
        end = ends[buckets[i]]
        if end < 0:
            order[alone] = i
            alone += 1
        else:
            order[end] = i
            ends[buckets[i]] = end + 1
    return shared


@dataclass(frozen=True, eq=False)
class _Bucketed:
    """Classes in bucket order, those alone in their bucket last: no level merges these.

    Of each: its old place, a tuple in it, its rows; of the others also the bucket and the code.
    """

    order: Positions
    members: Positions
    sizes: Sizes
    buckets: Positions
    codes: Positions

    def merged(self, ladder: Ladder, level: int) -> tuple[Positions, Sizes, Place]:
        """A tuple in each class of a level, its rows, and where the finer classes lie."""
        shared = len(self.buckets)
        first, totals = np.empty(shared, np.int32), np.empty(shared, np.int64)
        position = np.empty(shared, np.int32)
        result = merge_in_buckets(
            self.buckets,
            self.codes,
            ladder.codes[level],
            self.sizes[:shared],
            ladder.radices[level],
            first,
            totals,
            position,
        )
        members = np.concatenate([self.members[first[:result]], self.members[shared:]])
        sizes = np.concatenate([totals[:result], self.sizes[shared:]])
        return members, sizes, partial(self._placed, position, result)

    def _placed(self, position: Positions, found: int) -> Positions:
        shared = len(position)
        place = np.empty(len(self.order), np.int32)
        place[self.order[:shared]] = position
        place[self.order[shared:]] = np.arange(found, found + len(place) - shared, dtype=np.int32)
        return place


def raise_attribute(crowd: Crowd, levels: Sequence[int], index: int) -> Iterator[Classes]:
    """Classes with one attribute at each level above its current one, lowest first."""
    now = crowd.at(levels)
    ladder = crowd.ladders[index]
    top = len(ladder.codes) - 1
    if now.levels[index] == top:
        return
    if crowd.folded:  # within a bucket the rows of a person may differ in other attributes, too
        for level in range(now.levels[index] + 1, top + 1):
            yield crowd.at(_with(now.levels, index, level))
        return
    if ladder.radices[now.levels[index]] == 1:  # who shares it with everybody stays where they are
        stay = np.arange(now.count, dtype=np.int32)
        for level in range(now.levels[index] + 1, top + 1):
            raised = _with(now.levels, index, level)
            yield _classes(now, raised, now.representatives, now.sizes, lambda: stay)
        return
    keys, space = crowd.pack(_with(now.levels, index, top), now.representatives)
    first, bucket_sizes, buckets = group(keys, now.sizes, space)
    if now.levels[index] + 1 < top:
        bucketed = _bucketed(now, buckets, len(first), crowd.codes[index])
        for level in range(now.levels[index] + 1, top):
            yield _classes(now, _with(now.levels, index, level), *bucketed.merged(ladder, level))
    raised = _with(now.levels, index, top)
    yield _classes(now, raised, now.representatives[first], bucket_sizes, lambda: buckets)


def _bucketed(classes: Classes, buckets: Positions, count: int, codes: Positions) -> _Bucketed:
    order = np.empty(classes.count, np.int32)
    shared = sort_shared(buckets, count, order)
    members = classes.representatives[order]
    return _Bucketed(
        order,
        members,
        classes.sizes[order],
        buckets=buckets[order[:shared]],
        codes=codes[members[:shared]],
    )


def _classes(
    now: Classes,
    levels: tuple[int, ...],
    representatives: Positions,
    sizes: Sizes,
    place: Place,
) -> Classes:
    kept = np.ones(len(sizes), np.bool_)
    return Classes(now.crowd, levels, representatives, sizes, kept, (now, place))


def _with(levels: tuple[int, ...], index: int, level: int) -> tuple[int, ...]:
    return (*levels[:index], level, *levels[index + 1 :])
