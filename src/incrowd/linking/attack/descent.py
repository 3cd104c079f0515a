"""Walk published combinations and people down together, column by column: the compiled part.

Published combinations stand in the order of their texts. Those that share the first texts are
looked at together, beside the people whose values fit these texts; people whose other values are
alike are one group from there on. So a `*` makes fewer of them, and nobody is compared with
everybody. Where 64 combinations or fewer are left, each is a bit of a word.

The descent can be left after some work and taken up again, so that somebody hears how far it is.
"""

from typing import Final

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Sizes
from incrowd.linking.attack.bit_counts import NOBODY, TOGETHER, choose, count_block
from incrowd.linking.attack.structs import (
    DESCENT,
    GROUPS,
    MERGES,
    Block,
    Descent,
    Groups,
    Merges,
)

NEXT, END, FIRST_GROUP, LAST_GROUP, FIRST_MERGE, LAST_MERGE = range(6)
"""What is kept of each depth: rows to come, its groups, and the merges that made them."""
DEPTH: Final = 6
"""Columns of the frames; the last one holds, in the first row, how deep the descent is."""
FEW: Final = 32
"""Up to so many groups are not looked through for those that are alike."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@compiled(f"int64({DESCENT}, int64, int64[::1], int64)")
def merge(state: Descent, count: int, frame: Sizes, column: int) -> int:
    """Merge chosen groups that are alike from a column on, behind those of a frame; how many."""
    values, (people, keys, weights, _, _) = state.values, state.groups
    chosen, slots = state.scratch.chosen, state.scratch.slots
    before, link = frame[LAST_GROUP], frame[LAST_MERGE]
    apart = count <= FEW or keys[chosen[0]] == keys[chosen[count - 1]]
    bits = 4
    while (1 << bits) < 2 * count:
        bits += 1
    mask, merged = (1 << bits) - 1, 0
    if not apart:
        slots[: mask + 1] = -1
    for place in range(count):
        person = people[chosen[place]]
        new = merged
        if not apart:
            mixed = np.uint64(0)
            for later in range(column, values.shape[1]):
                mixed = (mixed ^ np.uint64(values[person, later])) * _MIX
                mixed ^= mixed >> np.uint64(29)
            slot = np.int64(mixed >> np.uint64(64 - bits))
            while slots[slot] >= 0:
                other, same = people[before + slots[slot]], True
                for later in range(column, values.shape[1]):
                    same = same and values[other, later] == values[person, later]
                if same:
                    break
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = merged
            new = slots[slot]
        if new == merged:
            people[before + new] = person
            weights[before + new] = 0
            merged += 1
        weights[before + new] += weights[chosen[place]]
        state.merges.group[link + place] = chosen[place]
        state.merges.into[link + place] = before + new
    return merged


@compiled(f"void({DESCENT}, int64[::1], int64)")
def sort_groups(state: Descent, frame: Sizes, column: int) -> None:
    """Sort the groups of a frame by their value in a column; nothing is counted yet."""
    values, (people, keys, weights, rows, fewest) = state.values, state.groups
    ranks, counts = state.scratch.ranks, state.scratch.counts
    width, into = state.runs.widths[column], state.merges.into
    first, last = frame[FIRST_GROUP], frame[LAST_GROUP]
    groups = last - first
    if width <= 4 * groups + 256:
        counts[: width + 1] = 0
        for group in range(first, last):
            counts[values[people[group], column] + 1] += 1
        for value in range(width):
            counts[value + 1] += counts[value]
        for group in range(first, last):
            value = values[people[group], column]
            ranks[group - first] = counts[value]
            counts[value] += 1
    else:
        keys_before = np.empty(groups, np.int32)
        for group in range(groups):
            keys_before[group] = values[people[first + group], column]
        order = np.argsort(keys_before)
        for place in range(groups):
            ranks[order[place]] = place
    people_before, weights_before = people[first:last].copy(), weights[first:last].copy()
    for group in range(groups):
        place = first + ranks[group]
        people[place], weights[place] = people_before[group], weights_before[group]
        keys[place] = values[people_before[group], column]
        rows[place], fewest[place] = 0, NOBODY
    for link in range(frame[FIRST_MERGE], frame[LAST_MERGE]):
        into[link] = first + ranks[into[link] - first]


@compiled(f"void({GROUPS}, {MERGES}, int64[::1])")
def pass_up(groups: Groups, merges: Merges, frame: Sizes) -> None:
    """Add what was counted for merged groups to those that they are made of."""
    rows, fewest = groups.rows, groups.fewest
    for link in range(frame[FIRST_MERGE], frame[LAST_MERGE]):
        group, merged = merges.group[link], merges.into[link]
        rows[group] += rows[merged]
        fewest[group] = min(fewest[group], fewest[merged])


@compiled(f"boolean({DESCENT}, int64[:, ::1], int64)")
def descend(state: Descent, frames: Sizes, budget: int) -> bool:
    """Go on until all is done, or so much work; whether there is more."""
    texts, columns, depth = state.release.texts, state.values.shape[1], frames[0, DEPTH]
    while depth >= 0 and budget > 0:
        frame = frames[depth]
        low = frame[NEXT]
        if low == frame[END]:
            if depth:
                pass_up(state.groups, state.merges, frame)
            depth -= 1
            continue
        high, text = low + 1, texts[low, depth]
        while high < frame[END] and texts[high, depth] == text:
            high += 1
        frame[NEXT] = high
        where = state.runs.base[depth] + text
        count = choose(state, where, frame[FIRST_GROUP], frame[LAST_GROUP])
        budget -= count + high - low
        if not count:
            continue
        if high - low <= TOGETHER or depth + 1 == columns:
            for start in range(low, high, TOGETHER):
                block = Block(start, min(start + TOGETHER, high), count)
                budget -= count_block(state, block, depth + 1)
            continue
        deeper = frames[depth + 1]
        deeper[NEXT], deeper[END] = low, high
        deeper[FIRST_GROUP], deeper[FIRST_MERGE] = frame[LAST_GROUP], frame[LAST_MERGE]
        deeper[LAST_GROUP] = frame[LAST_GROUP] + merge(state, count, frame, depth + 1)
        deeper[LAST_MERGE] = frame[LAST_MERGE] + count
        sort_groups(state, deeper, depth + 1)
        budget -= 4 * count
        depth += 1
    frames[0, DEPTH] = depth
    return bool(depth >= 0)
