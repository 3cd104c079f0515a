"""Find for each part the class of its block that it would cost least to join.

Classes are taken one after the other and set against all parts of the block side by side: an
attribute that a class publishes as `*` costs nothing more and is passed over.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.assignment import PARTS, Assignment, Parts
from incrowd.search.local_recoding.neighbours import TREE, Lists, Tree, in_threads
from incrowd.search.local_recoding.wide.blocks import BLOCKS, Blocks
from incrowd.search.local_recoding.wide.spans import SPANS, Ranks, Spans, Sums, add_steps, root_of
from incrowd.search.regions import Grid, either_width

BEST = 2
"""How many classes are listed for each part."""


class Members(NamedTuple):
    """The classes as they stand."""

    starts: Positions
    members: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""
    sizes: Sizes
    regions: Grid


class Seekers(NamedTuple):
    """The parts of a block, which look for a class, and the cheapest ones so far."""

    parts: Positions
    ranks: Ranks
    rows: Sums
    worth: Sums
    """What each row of a part costs as it is."""
    sums: Sums
    costs: Sums
    """What it costs to join the cheapest classes, one row per rank."""
    classes: Lists
    """Which classes these are, -1 for none."""


MEMBERS: Final = struct(
    Members, starts="int32[::1]", members="int32[::1]", sizes="int64[::1]", regions="grid[:, ::1]"
)
SEEKERS: Final = struct(
    Seekers,
    parts="int32[::1]",
    ranks="uint32[:, ::1]",
    rows="float32[::1]",
    worth="float32[::1]",
    sums="float32[::1]",
    costs="float32[:, ::1]",
    classes="int32[:, ::1]",
)


@compiled(f"{SEEKERS}(int64, int64)")
def allocate_seekers(width: int, room: int) -> Seekers:
    """Allocate memory for the parts of a block."""
    return Seekers(
        np.empty(room, np.int32),
        np.empty((width, room), np.uint32),
        np.empty(room, np.float32),
        np.empty(room, np.float32),
        np.empty(room, np.float32),
        np.empty((BEST, room), np.float32),
        np.empty((BEST, room), np.int32),
    )


@compiled(*either_width(f"int64({TREE}, {SPANS}, {PARTS}, {MEMBERS}, int32[::1], {SEEKERS})"))
def list_seekers(
    tree: Tree, spans: Spans, parts: Parts, classes: Members, inside: Positions, seekers: Seekers
) -> int:
    """Write down the parts of some classes, and return how many these are."""
    values, rows = parts
    count = 0
    for number in inside:
        for place in range(classes.starts[number], classes.starts[number + 1]):
            part = classes.members[place]
            seekers.parts[count], seekers.rows[count] = part, rows[part]
            own = 0.0
            for depth in range(values.shape[1]):
                own += tree.worth[values[part, depth]]
                seekers.ranks[depth, count] = spans.first[values[part, depth]]
            seekers.worth[count] = own
            count += 1
    seekers.costs[:, :count] = np.inf
    seekers.classes[:, :count] = -1
    return count


@compiled(f"void({SEEKERS}, int64, int32, float32, float32)")
def consider(seekers: Seekers, count: int, number: int, size: float, worth: float) -> None:
    """Note a class for the parts that it is among the cheapest for."""
    costs, classes, sums = seekers.costs, seekers.classes, seekers.sums
    for place in range(count):
        more = sums[place]
        cost = size * more + seekers.rows[place] * (worth + more - seekers.worth[place])
        if cost < costs[0, place]:
            costs[1, place], classes[1, place] = costs[0, place], classes[0, place]
            costs[0, place], classes[0, place] = cost, number
        elif cost < costs[1, place]:
            costs[1, place], classes[1, place] = cost, number


@compiled(*either_width(f"void({TREE}, {SPANS}, {MEMBERS}, int32, int64, int64, int64, {SEEKERS})"))
def offer_class(
    tree: Tree,
    spans: Spans,
    classes: Members,
    number: int,
    count: int,
    first: int,
    last: int,
    seekers: Seekers,
) -> None:
    """Work out what each part would cost in a class; its own parts, `first:last`, pass it over."""
    regions, worth = classes.regions[number], 0.0
    sums = seekers.sums[:count]
    sums[:] = 0
    for depth in range(len(regions)):
        region = int(regions[depth])
        worth += tree.worth[region]
        top = root_of(tree, region)
        add_steps(tree, spans, region, top, 1.0, seekers.ranks[depth, :count], sums)
    sums[first:last] = np.inf
    consider(seekers, count, number, float(classes.sizes[number]), worth)


@compiled(
    *either_width(
        f"int64({TREE}, {SPANS}, {PARTS}, {MEMBERS}, {BLOCKS}, int64, int64, int32[:, ::1])"
    )
)
def scan_blocks(
    tree: Tree,
    spans: Spans,
    parts: Parts,
    classes: Members,
    blocks: Blocks,
    first: int,
    last: int,
    better: Lists,
) -> int:
    """Write the cheapest classes of each part of some blocks of classes."""
    order, starts = blocks
    room = 0
    for block in range(first, last):
        count = 0
        for number in order[starts[block] : starts[block + 1]]:
            count += classes.starts[number + 1] - classes.starts[number]
        room = max(room, count)
    seekers = allocate_seekers(parts.values.shape[1], room)
    for block in range(first, last):
        inside = order[starts[block] : starts[block + 1]]
        count = list_seekers(tree, spans, parts, classes, inside, seekers)
        place = 0
        for number in inside:
            after = place + classes.starts[number + 1] - classes.starts[number]
            offer_class(tree, spans, classes, number, count, place, after, seekers)
            place = after
        for place in range(count):
            for rank in range(BEST):
                better[rank, seekers.parts[place]] = seekers.classes[rank, place]
    return 0


def cheapest_classes(
    now: Assignment, spans: Spans, blocks: Blocks, report: Callable[[float], None]
) -> Lists:
    """The classes that each part would join at the least cost, given blocks of classes."""
    classes = Members(now.starts, now.members, now.sizes, now.regions)
    better = np.empty((BEST, len(now.classes)), np.int32)

    def work(first: int, last: int) -> int:
        return scan_blocks(now.tree, spans, now.parts, classes, blocks, first, last, better)

    in_threads(work, len(blocks.starts) - 1, report)
    return better
