"""Parts of tuples assigned to classes; a class is published as the least regions that cover it."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.neighbours import (
    TREE,
    Places,
    Tree,
    link_prefixes,
    sort_lexically,
)
from incrowd.search.regions import Figures, Grid, common, either_width


class Parts(NamedTuple):
    """Parts of tuples, each with the rows that it has."""

    values: Grid
    """The values of each part as regions, one column per attribute."""
    rows: Sizes


PARTS: Final = struct(Parts, values="grid[:, ::1]", rows="int64[::1]")


@compiled(*either_width(f"void({TREE}, grid[:, ::1], int32[::1], int64, int64, grid[::1])"))
def cover(
    tree: Tree, values: Grid, members: Positions, count: int, without: int, region: Grid
) -> None:
    """Write the least regions that cover the first `count` members, one of them passed over."""
    parents, levels, _ = tree
    fresh = True
    for index in range(count):
        if index == without:
            continue
        for depth in range(len(region)):
            value = values[members[index], depth]
            region[depth] = value if fresh else common(parents, levels, region[depth], value)
        fresh = False


@compiled(*either_width(f"float64({TREE}, {PARTS}, int32[::1], int64, int64, grid[::1])"))
def loss_of(
    tree: Tree, parts: Parts, members: Positions, count: int, without: int, region: Grid
) -> float:
    """Bits lost when the first `count` members, all but one, are published as some regions."""
    worth = tree.worth
    values, rows = parts
    published = 0.0
    for depth in range(len(region)):
        published += worth[region[depth]]
    loss = 0.0
    for index in range(count):
        if index == without:
            continue
        part = members[index]
        own = 0.0
        for depth in range(len(region)):
            own += worth[values[part, depth]]
        loss += rows[part] * (published - own)
    return loss


@compiled(*either_width(f"void({TREE}, grid[:, ::1], int32[::1], grid[:, ::1])"))
def cover_classes(tree: Tree, values: Grid, classes: Positions, regions: Grid) -> None:
    """Write the least regions that cover each class."""
    parents, levels, _ = tree
    seen = np.zeros(len(regions), np.bool_)
    for part in range(len(classes)):
        number = classes[part]
        for depth in range(values.shape[1]):
            value = values[part, depth]
            if seen[number]:
                value = common(parents, levels, regions[number, depth], value)
            regions[number, depth] = value
        seen[number] = True


@compiled(*either_width(f"void({TREE}, {PARTS}, int32[::1], grid[:, ::1], float64[::1])"))
def add_losses(
    tree: Tree, parts: Parts, classes: Positions, regions: Grid, losses: Figures
) -> None:
    """Write the bits that each class loses."""
    values, rows = parts
    worth = tree.worth
    losses[:] = 0.0
    for part in range(len(classes)):
        number = classes[part]
        published = own = 0.0
        for depth in range(values.shape[1]):
            published += worth[regions[number, depth]]
            own += worth[values[part, depth]]
        losses[number] += rows[part] * (published - own)


@compiled("void(int32[::1], int64[::1], int32[::1], int32[::1], int64[::1])")
def list_parts(
    classes: Positions, rows: Sizes, starts: Positions, members: Positions, sizes: Sizes
) -> None:
    """Write where the parts of each class start, the parts themselves, and the rows of each."""
    starts[:] = 0
    sizes[:] = 0
    for part in range(len(classes)):
        starts[classes[part] + 1] += 1
        sizes[classes[part]] += rows[part]
    for number in range(len(sizes)):
        starts[number + 1] += starts[number]
    for part in range(len(classes)):
        members[starts[classes[part]]] = part
        starts[classes[part]] += 1
    for number in range(len(sizes), 0, -1):
        starts[number] = starts[number - 1]
    starts[0] = 0


def close_gaps(classes: Positions) -> int:
    """Number classes anew, in place and in the same order, and count them."""
    there = np.zeros(int(classes.max(initial=-1)) + 1, np.bool_)
    there[classes] = True
    numbers = np.cumsum(there, dtype=np.int32)
    numbers -= 1
    np.take(numbers, classes, out=classes, mode="clip")
    return int(there.sum())


class Assignment:
    """Which class each part lies in, and what that makes of the classes.

    There is only one at a time, which changes: it is most of what local recoding holds.
    """

    classes: Positions
    """The class of each part."""
    starts: Positions
    members: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""
    sizes: Sizes
    regions: Grid
    """What each class is published as, in lexical order."""
    losses: Figures
    fresh: NDArray[np.bool_]
    """Classes that may still be improved: they changed, or others that they could pool with."""

    def __init__(self, tree: Tree, parts: Parts, classes: Positions) -> None:
        """Take the classes over, number them by their regions, and find what each loses."""
        self.tree = tree
        self.parts = parts
        self.classes = classes
        self._arrange(np.ones(len(parts.rows), np.bool_))

    def reassign(self, classes: Positions, awake: NDArray[np.bool_]) -> None:
        """Put the parts into other classes; those with a number as before have not moved.

        Those that changed are fresh, and those that are awake stay so.
        """
        awake = awake.copy()
        moved = classes != self.classes
        awake[self.classes[moved]] = True
        stirred = moved | awake[self.classes]
        # what was known goes before as much again is asked for
        del self.starts, self.members, self.sizes, self.regions, self.losses, moved
        self.classes[:] = classes
        self._arrange(stirred)

    def _arrange(self, stirred: NDArray[np.bool_]) -> None:
        """Number the classes in the order of their regions; those with stirred parts are fresh."""
        count = close_gaps(self.classes)
        values = self.parts.values
        regions = np.empty((count, values.shape[1]), values.dtype)
        cover_classes(self.tree, values, self.classes, regions)
        order, ranks = np.empty(count, np.int32), np.empty(count, np.int32)
        sort_lexically(regions, order, ranks)
        self.regions = regions[order]
        ranks[order] = np.arange(count, dtype=np.int32)
        np.take(ranks, self.classes, out=self.classes, mode="clip")
        del regions, order, ranks
        self.losses, self.sizes = np.empty(count), np.empty(count, np.int64)
        add_losses(self.tree, self.parts, self.classes, self.regions, self.losses)
        self.starts, self.members = np.empty(count + 1, np.int32), np.empty(len(stirred), np.int32)
        list_parts(self.classes, self.parts.rows, self.starts, self.members, self.sizes)
        self.fresh = np.zeros(count, np.bool_)
        self.fresh[self.classes[stirred]] = True

    @property
    def places(self) -> Places:
        """The classes as sorted clusters, which they are."""
        order = np.arange(len(self.sizes), dtype=np.int32)
        shared, beyond = np.empty_like(order), np.empty_like(order)
        link_prefixes(self.regions, shared, beyond)
        return Places(order, self.regions, shared, beyond)

    @property
    def loss(self) -> float:
        """Bits lost in all."""
        return float(self.losses.sum())

    @property
    def worst_first(self) -> Positions:
        """Fresh classes that lose something, those that lose most per row first."""
        losing = np.flatnonzero((self.losses > TRIFLE) & self.fresh)
        per_row = self.losses[losing] / self.sizes[losing]
        return losing[np.argsort(-per_row, kind="stable")].astype(np.int32)


TRIFLE = 1e-12
"""Losses and gains below this are rounding."""
