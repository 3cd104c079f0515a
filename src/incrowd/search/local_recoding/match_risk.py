"""Match risk: for each person of the original, how many published rows cover their values.

`{*, 20, *}` covers everybody of 20. Whoever is covered by fewer than k published rows can be
singled out by somebody who knows the original values, whatever the classes look like.
"""

import numpy as np

from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.neighbours import PLACES, Places, Sorted, skip
from incrowd.search.recoding import Recoding
from incrowd.search.regions import Grid, Regions, either_width


@compiled(*either_width(f"void(grid[:, ::1], {PLACES}, int64[::1], int32[::1], int64, int64[::1])"))
def add_covering(
    tuples: Grid,
    places: Places,
    rows: Sizes,
    parents: Positions,
    regions: int,
    covering: Sizes,
) -> None:
    """Add up the rows of the published cells that cover each tuple; the cells are sorted.

    Where a cell fails to cover a tuple, all cells that agree with it up to that attribute fail.
    """
    _, cells, shared, beyond = places
    count, width = cells.shape
    covers = np.full(regions, -1, np.int32)
    for member in range(len(tuples)):
        for attribute in range(width):
            region = tuples[member, attribute]
            while covers[region] != member:
                covers[region] = member
                region = parents[region]
        cell, depth = 0, 0
        while cell < count:
            depth = min(depth, shared[cell])
            while depth < width and covers[cells[cell, depth]] == member:
                depth += 1
            if depth == width:
                covering[member] += rows[cell]
                cell += 1
            else:
                cell = skip(shared, beyond, cell, depth)


def count_covering(recoding: Recoding) -> Sizes:
    """For each tuple of the crowd, the published rows that cover it."""
    crowd = recoding.crowd
    known = Regions.of(crowd)
    parts = np.flatnonzero(recoding.kept)
    # attributes with many published regions first: they tell cells apart soonest
    spread = [len(np.unique(row)) for row in recoding.regions]
    order = sorted(range(len(spread)), key=lambda index: -spread[index])
    covering = np.zeros(len(crowd.counts), np.int64)
    if not len(parts) or not order:
        return covering
    tuples = known.of_tuples(crowd, order)
    published = known.as_grid(recoding.regions[order][:, parts].T)
    places = Sorted(published).places
    rows = recoding.counts[parts][places.order]
    add_covering(tuples, places, rows, known.parents, known.count, covering)
    return covering


def count_exposed(recoding: Recoding, k: int) -> int:
    """People of the original whom fewer than k published rows cover, but one at least.

    A class covers people with all of its rows, so that nobody is exposed where each has k rows. A
    person with several rows is covered by all persons of a class: those of small classes count.
    Likewise where groups show numbers, which cover nobody but the rows that they were made of.
    """
    if recoding.k >= k:
        return 0
    if recoding.crowd.folded or recoding.numbers:
        sizes = recoding.class_sizes
        return int(sizes[sizes < k].sum())
    covering = count_covering(recoding)
    return int(recoding.crowd.counts[(covering > 0) & (covering < k)].sum())
