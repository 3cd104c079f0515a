"""One attribute raised through all its levels, everything else left as it is.

The classes that the attribute at `*` leaves are the buckets of all its levels: within a bucket only
this attribute tells classes apart. One grouping finds the buckets; each level is then one pass over
them, without any hashing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from incrowd.crowd.classes import Classes
from incrowd.crowd.compilation import compiled
from incrowd.crowd.crowd import Crowd, Ladder
from incrowd.crowd.grouping import Positions, Sizes, group
from incrowd.crowd.sensitive import sort_by_bucket


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
    found = 0
    for i in range(len(buckets)):
        code = level_codes[codes[i]]
        if seen_in[code] != buckets[i]:
            seen_in[code] = buckets[i]
            class_of[code] = found
            first[found] = i
            totals[found] = 0
            found += 1
        totals[class_of[code]] += sizes[i]
        position[i] = class_of[code]
    return found


@dataclass(frozen=True, eq=False)
class _Bucketed:
    """Classes in bucket order: their old places, where each comes from, its bucket, its size."""

    order: Sizes
    members: Positions
    buckets: Positions
    sizes: Sizes


def raise_attribute(crowd: Crowd, levels: Sequence[int], index: int) -> Iterator[Classes]:
    """Classes with one attribute at each level above its current one, lowest first."""
    now = crowd.at(levels)
    ladder = crowd.ladders[index]
    top = len(ladder.codes) - 1
    if now.levels[index] == top:
        return
    keys, space = crowd.pack(_with(now.levels, index, top), now.representatives)
    first, bucket_sizes, buckets = group(keys, now.sizes, space)
    bucketed = _bucketed(now, buckets, len(first))
    codes = crowd.codes[index][bucketed.members]
    for level in range(now.levels[index] + 1, top):
        found = _merged(bucketed, codes, ladder, level)
        yield _classes(now, _with(now.levels, index, level), *found)
    yield _classes(
        now, _with(now.levels, index, top), now.representatives[first], bucket_sizes, buckets
    )


def _bucketed(classes: Classes, buckets: Positions, count: int) -> _Bucketed:
    order = np.empty(classes.count, np.int64)
    sort_by_bucket(buckets, count, np.arange(classes.count, dtype=np.int64), order)
    return _Bucketed(order, classes.representatives[order], buckets[order], classes.sizes[order])


def _merged(
    bucketed: _Bucketed, codes: Positions, ladder: Ladder, level: int
) -> tuple[Positions, Sizes, Positions]:
    first, totals = np.empty(len(codes), np.int32), np.empty(len(codes), np.int64)
    position, place = np.empty(len(codes), np.int32), np.empty(len(codes), np.int32)
    found = merge_in_buckets(
        bucketed.buckets,
        codes,
        ladder.codes[level],
        bucketed.sizes,
        ladder.radices[level],
        first,
        totals,
        position,
    )
    place[bucketed.order] = position
    return bucketed.members[first[:found]], totals[:found].copy(), place


def _classes(
    now: Classes,
    levels: tuple[int, ...],
    representatives: Positions,
    sizes: Sizes,
    place: Positions,
) -> Classes:
    kept = np.ones(len(sizes), np.bool_)
    return Classes(now.crowd, levels, representatives, sizes, kept, (now, place))


def _with(levels: tuple[int, ...], index: int, level: int) -> tuple[int, ...]:
    return (*levels[:index], level, *levels[index + 1 :])
