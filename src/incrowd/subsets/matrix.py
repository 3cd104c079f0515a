"""k of every attribute and every pair: `build_matrix(Columns.of(classes)).k` is the picture.

A pair is one pass over the crowd with a cell for every pair of codes.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import DIRECT_LIMIT, Positions, Sizes, group
from incrowd.subsets import kernels
from incrowd.subsets.columns import Columns
from incrowd.subsets.counted import CountedColumns, count_pairs

MOST_ATTRIBUTES: Final = 120
"""More cells than about a hundred by a hundred nobody can look at."""
MOST_WORK: Final = 1_000_000_000
"""Pairs times entries that are counted while somebody waits."""


def compared(
    columns: Columns, most_attributes: int = MOST_ATTRIBUTES, most_work: int = MOST_WORK
) -> list[int]:
    """The attributes to compare, in column order: all, or those with the largest k alone.

    These are the ones that a release can be made of: no subset has a larger k than its attributes.
    """
    width = min(columns.width, most_attributes)
    while width > 2 and width * (width + 1) // 2 * len(columns.sizes) > most_work:
        width -= 1
    if width == columns.width:
        return list(range(width))
    alone = [_smallest(columns, attribute) for attribute in range(columns.width)]
    best = sorted(range(columns.width), key=lambda attribute: -alone[attribute])
    return sorted(best[:width])


def _smallest(columns: Columns, attribute: int) -> int:
    if columns.folded:
        return columns.group([attribute]).k
    rows = np.bincount(columns.codes[attribute], columns.sizes)
    return int(rows[rows > 0].min(initial=columns.rows))


THREADS: Final = 2
"""Pairs are counted side by side: the kernels leave the interpreter alone."""

Step = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""
Cells = NDArray[np.float64]


def unheard(done: float) -> None:
    """Tell nobody."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """Figures of the groups of every attribute (on the diagonal), every pair and all together."""

    names: tuple[str, ...]
    rows: int
    below: int
    figures: NDArray[np.int64]
    """`figures[a, b]` are classes, smallest class, uniques and rows in classes below k."""
    whole: kernels.Figures

    @property
    def k(self) -> NDArray[np.int64]:
        """The smallest class of every pair, of each attribute on the diagonal."""
        return self.figures[:, :, kernels.SMALLEST]

    @property
    def whole_k(self) -> int:
        """The smallest class of all attributes together."""
        return int(self.whole[kernels.SMALLEST])


SIZE_MEASURES: Final[dict[str, Callable[[NDArray[np.int64], int], Cells]]] = {
    "k": lambda figures, rows: figures[..., kernels.SMALLEST].astype(np.float64),
    "uniques": lambda figures, rows: figures[..., kernels.UNIQUES].astype(np.float64),
    "average_risk": lambda figures, rows: 100 * figures[..., kernels.CLASSES] / max(rows, 1),
    "highest_risk": lambda figures, rows: 100 / np.maximum(figures[..., kernels.SMALLEST], 1),
    "below_k": lambda figures, rows: 100 * figures[..., kernels.BELOW] / max(rows, 1),
}
"""What can be shown without counting anew; shares and risks in percent."""


def build_matrix(columns: Columns | CountedColumns, below: int = 2, step: Step = unheard) -> Matrix:
    """Count every attribute and every pair; `below` is the k of the rows in small classes."""
    width = columns.width
    if isinstance(columns, CountedColumns):
        whole = columns.figures(range(width), below)
        return Matrix(columns.names, columns.rows, below, count_pairs(columns, below), whole)
    figures = np.zeros((width, width, 4), np.int64)
    pairs = list(combinations_with_replacement(range(width), 2))

    alone = np.zeros(len(columns.sizes), np.int32)

    def count(pair: tuple[int, int]) -> None:
        a, b = pair
        if columns.folded:
            sizes = columns.group([a] if a == b else [a, b]).sizes
            kernels.summarise(sizes, below, figures[a, b])
            figures[b, a] = figures[a, b]
            return
        second, radix = (alone, 1) if a == b else (columns.codes[b], columns.radices[b])
        figures[a, b] = figures[b, a] = pair_figures(
            columns.codes[a], second, (columns.radices[a], radix), columns.sizes, below
        )

    with ThreadPoolExecutor(THREADS) as pool:
        for done, _ in enumerate(pool.map(count, pairs)):
            step(done / len(pairs))
    return Matrix(columns.names, columns.rows, below, figures, _whole(columns, below))


def pair_figures(
    first: Positions,
    second: Positions,
    radices: tuple[int, int],
    sizes: Sizes,
    below: int,
) -> kernels.Figures:
    """The figures of the groups that two columns of codes make, by address or by hash.

    >>> column = np.array([0, 0, 1], np.int32)
    >>> pair_figures(column, column, (2, 2), np.array([1, 4, 2]), below=3).tolist()
    [2, 2, 0, 2]
    """
    figures = np.zeros(4, np.int64)
    space = radices[0] * radices[1]
    if space <= DIRECT_LIMIT * max(len(sizes), 128):
        kernels.summarise_pair(first, second, radices[1], space, sizes, below, figures)
        return figures
    keys = first.astype(np.int64) * radices[1] + second
    kernels.summarise(group(keys, sizes, space)[1], below, figures)
    return figures


def _whole(columns: Columns, below: int) -> kernels.Figures:
    """The figures of all attributes together; entries differ in at least one of them."""
    figures = np.zeros(4, np.int64)
    kernels.summarise(columns.group(range(columns.width)).sizes, below, figures)
    return figures


def subset_classes(columns: Columns, attributes: Sequence[int]) -> Classes:
    """The classes of some attributes alone: the state in which all others stand at `*`."""
    classes = columns.classes
    chosen = {columns.places[a] for a in attributes}
    levels = tuple(
        level if place in chosen else height
        for place, (level, height) in enumerate(
            zip(classes.levels, classes.crowd.heights, strict=True)
        )
    )
    kept = classes.only(classes.kept)
    keys, space = classes.crowd.pack(levels, kept.representatives)
    first, totals, group_of = group(keys, kept.sizes, space)
    return Classes(
        classes.crowd,
        levels,
        kept.representatives[first],
        totals,
        np.ones(len(first), np.bool_),
        (kept, lambda: group_of),
    )
