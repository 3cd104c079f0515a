"""Walk published combinations and people down together, column by column: the compiled part.

Published combinations stand in the order of their texts. Those that share the first texts are
looked at together, beside the people whose values fit these texts; people whose other values are
alike are one from there on. So a `*` makes fewer of them, and nobody is compared with everybody.
Where 64 combinations or fewer are left, each is a bit of a word.

The walk can be left after some work and taken up again, so that somebody hears how far it is.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.linking.attack.bit_counts import (
    NOBODY,
    POOL,
    RELEASE,
    ROOM,
    STRETCHES,
    TOGETHER,
    Codes,
    Pool,
    Release,
    Room,
    Stretches,
    choose,
    weigh,
)

Links = tuple[Positions, Positions]
"""An item, and the one of the next column that it is part of."""
LINKS: Final = "UniTuple(int32[::1], 2)"
NEXT, END, FIRST_ITEM, LAST_ITEM, FIRST_LINK, LAST_LINK = range(6)
"""What is kept of each depth: rows to come, items and links of it."""
DEPTH: Final = 6
"""Columns of the frames; the last one holds, in the first row, how deep the walk is."""
FEW: Final = 32
"""Up to so many items are not looked through for those that are alike."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@compiled(f"int64(int32[:, ::1], {POOL}, {LINKS}, {ROOM}, int64, int64, int64, int64)")
def unite(
    values: Codes,
    pool: Pool,
    links: Links,
    room: Room,
    items: int,
    item: int,
    link: int,
    column: int,
) -> int:
    """Put chosen items that are alike from a column on together, behind `item`; their number."""
    people, keys, weights, _, _ = pool
    chosen, cells = room[0], room[2]
    apart = items <= FEW or keys[chosen[0]] == keys[chosen[items - 1]]
    bits = 4
    while (1 << bits) < 2 * items:
        bits += 1
    mask, found = (1 << bits) - 1, 0
    if not apart:
        cells[: mask + 1] = -1
    for place in range(items):
        one = people[chosen[place]]
        new = found
        if not apart:
            mixed = np.uint64(0)
            for later in range(column, values.shape[1]):
                mixed = (mixed ^ np.uint64(values[one, later])) * _MIX
                mixed ^= mixed >> np.uint64(29)
            slot = np.int64(mixed >> np.uint64(64 - bits))
            while cells[slot] >= 0:
                other, same = people[item + cells[slot]], True
                for later in range(column, values.shape[1]):
                    same = same and values[other, later] == values[one, later]
                if same:
                    break
                slot = (slot + 1) & mask
            if cells[slot] < 0:
                cells[slot] = found
            new = cells[slot]
        if new == found:
            people[item + new] = one
            weights[item + new] = 0
            found += 1
        weights[item + new] += weights[chosen[place]]
        links[0][link + place] = chosen[place]
        links[1][link + place] = item + new
    return found


@compiled(f"void(int32[:, ::1], {POOL}, {LINKS}, {ROOM}, int64[::1], int64, int64)")
def arrange(
    values: Codes, pool: Pool, links: Links, room: Room, frame: Sizes, column: int, width: int
) -> None:
    """Put the items of a frame in the order of their value in a column; nothing is counted yet."""
    people, keys, weights, rows, least = pool
    sorting, counts = room[1], room[3]
    first, last = frame[FIRST_ITEM], frame[LAST_ITEM]
    items = last - first
    if width <= 4 * items + 256:
        counts[: width + 1] = 0
        for item in range(first, last):
            counts[values[people[item], column] + 1] += 1
        for value in range(width):
            counts[value + 1] += counts[value]
        for item in range(first, last):
            value = values[people[item], column]
            sorting[item - first] = counts[value]
            counts[value] += 1
    else:
        held = np.empty(items, np.int32)
        for item in range(items):
            held[item] = values[people[first + item], column]
        order = np.argsort(held)
        for place in range(items):
            sorting[order[place]] = place
    moved, carried = people[first:last].copy(), weights[first:last].copy()
    for item in range(items):
        place = first + sorting[item]
        people[place], weights[place] = moved[item], carried[item]
        keys[place] = values[moved[item], column]
        rows[place], least[place] = 0, NOBODY
    for link in range(frame[FIRST_LINK], frame[LAST_LINK]):
        links[1][link] = first + sorting[links[1][link] - first]


@compiled(f"void({POOL}, {LINKS}, int64[::1])")
def fold(pool: Pool, links: Links, frame: Sizes) -> None:
    """Tell the items that were put together what was found of them."""
    rows, least = pool[3], pool[4]
    for link in range(frame[FIRST_LINK], frame[LAST_LINK]):
        item, part = links[0][link], links[1][link]
        rows[item] += rows[part]
        least[item] = min(least[item], least[part])


@compiled(
    f"boolean({RELEASE}, int32[:, ::1], {STRETCHES}, {POOL}, {LINKS}, {ROOM}, int64[:, ::1], int64)"
)
def walk(
    release: Release,
    values: Codes,
    stretches: Stretches,
    pool: Pool,
    links: Links,
    room: Room,
    frames: Sizes,
    budget: int,
) -> bool:
    """Go on until all is done, or so much work; whether there is more."""
    texts, columns, depth = release[0], values.shape[1], frames[0, DEPTH]
    block = np.empty(4, np.int64)
    while depth >= 0 and budget > 0:
        frame = frames[depth]
        low = frame[NEXT]
        if low == frame[END]:
            if depth:
                fold(pool, links, frame)
            depth -= 1
            continue
        high, text = low + 1, texts[low, depth]
        while high < frame[END] and texts[high, depth] == text:
            high += 1
        frame[NEXT] = high
        where = stretches[0][depth] + text
        items = choose(stretches, where, pool, frame[FIRST_ITEM], frame[LAST_ITEM], room[0])
        budget -= items + high - low
        if not items:
            continue
        if high - low <= TOGETHER or depth + 1 == columns:
            for start in range(low, high, TOGETHER):
                block[:] = start, min(start + TOGETHER, high), depth + 1, items
                budget -= weigh(release, values, stretches, pool, room, block)
            continue
        deeper = frames[depth + 1]
        deeper[NEXT], deeper[END] = low, high
        deeper[FIRST_ITEM], deeper[FIRST_LINK] = frame[LAST_ITEM], frame[LAST_LINK]
        found = unite(
            values, pool, links, room, items, frame[LAST_ITEM], frame[LAST_LINK], depth + 1
        )
        deeper[LAST_ITEM] = frame[LAST_ITEM] + found
        deeper[LAST_LINK] = frame[LAST_LINK] + items
        arrange(values, pool, links, room, deeper, depth + 1, stretches[4][depth + 1])
        budget -= 4 * items
        depth += 1
    frames[0, DEPTH] = depth
    return bool(depth >= 0)
