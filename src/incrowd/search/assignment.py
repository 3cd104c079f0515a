"""Parts of tuples assigned to classes; a class is published as the least regions that cover it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.search.neighbours import TREE, Tree
from incrowd.search.regions import Figures, Grid, common


@compiled(f"void({TREE}, int32[:, ::1], int32[::1], int64, int64, int32[::1])")
def cover(
    tree: Tree, values: Grid, members: Positions, count: int, without: int, region: Positions
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


@compiled(f"float64({TREE}, int32[:, ::1], int64[::1], int32[::1], int64, int64, int32[::1])")
def loss_of(
    tree: Tree,
    values: Grid,
    rows: Sizes,
    members: Positions,
    count: int,
    without: int,
    region: Positions,
) -> float:
    """Bits lost when the first `count` members, all but one, are published as some regions."""
    worth = tree[2]
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


@compiled(
    f"void({TREE}, int32[:, ::1], int64[::1], int64[::1], int32[::1], int32[:, ::1], float64[::1])"
)
def measure_classes(
    tree: Tree,
    values: Grid,
    rows: Sizes,
    starts: Sizes,
    members: Positions,
    regions: Grid,
    losses: Figures,
) -> None:
    """Write the region of every class and the bits that it loses."""
    for number in range(len(losses)):
        inside = members[starts[number] : starts[number + 1]]
        cover(tree, values, inside, len(inside), -1, regions[number])
        losses[number] = loss_of(tree, values, rows, inside, len(inside), -1, regions[number])


@dataclass(frozen=True, eq=False)
class Assignment:
    """Which class each part lies in, and what that makes of the classes."""

    tree: Tree
    values: Grid
    """The values of each part as regions, one column per attribute."""
    rows: Sizes
    classes: Positions
    """The class of each part, without gaps in the numbers."""
    starts: Sizes
    members: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""
    sizes: Sizes
    regions: Grid
    losses: Figures
    fresh: NDArray[np.bool_]
    """Classes that may still be improved: they changed, or others did that they could pool with."""

    @classmethod
    def of(
        cls,
        tree: Tree,
        values: Grid,
        rows: Sizes,
        classes: NDArray[np.integer[Any]],
        stirred: NDArray[np.bool_] | None = None,
    ) -> Assignment:
        """Number the classes without gaps, and find the region and the loss of each.

        Classes with parts that were stirred, by default all, are fresh.
        """
        _, dense = np.unique(classes, return_inverse=True)
        dense = dense.astype(np.int32)
        count = int(dense.max(initial=-1)) + 1
        members = np.argsort(dense, kind="stable").astype(np.int32)
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(dense, minlength=count), out=starts[1:])
        sizes = np.bincount(dense, rows, minlength=count).astype(np.int64)
        regions, losses = np.empty((count, values.shape[1]), np.int32), np.empty(count)
        measure_classes(tree, values, rows, starts, members, regions, losses)
        fresh = np.ones(count, np.bool_)
        if stirred is not None:
            fresh = np.bincount(dense, stirred, minlength=count) > 0
        return cls(tree, values, rows, dense, starts, members, sizes, regions, losses, fresh)

    def reassigned(self, classes: NDArray[np.integer[Any]], awake: NDArray[np.bool_]) -> Assignment:
        """The same parts in other classes; those with a number as before have not moved.

        Classes that changed are fresh, and those that are awake stay so.
        """
        moved = classes != self.classes
        stirred_classes = awake.copy()
        stirred_classes[self.classes[moved]] = True
        stirred = moved | stirred_classes[self.classes]
        return Assignment.of(self.tree, self.values, self.rows, classes, stirred)

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
