"""Which attributes can be released together at a threshold: where the tree is cut, and why there.

`cut(tree, 5)` are the largest nodes in which everybody has at least four others of their kind.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.subsets.columns import Columns, Groups
from incrowd.subsets.counted import CountedColumns
from incrowd.subsets.hact import Tree
from incrowd.subsets.matrix import Matrix

MOST_EXAMPLES: Final = 10


@dataclass(frozen=True)
class SmallGroup:
    """Published values that too few rows share."""

    values: dict[str, str]
    rows: int


@dataclass(frozen=True)
class NextMerge:
    """What stands in the way of releasing more: the next merge, and what breaks it."""

    members: tuple[int, ...]
    added: tuple[int, ...]
    k: int
    groups: int
    """Groups below the threshold."""
    rows: int
    """Rows in them."""
    examples: tuple[SmallGroup, ...]
    """The smallest of them."""


@dataclass(frozen=True)
class Releasable:
    """Attributes that can be released together."""

    members: tuple[int, ...]
    k: int
    next: NextMerge | None
    """None where nothing is left to add."""


def check_threshold(threshold: int) -> int:
    """Return the threshold if it is one."""
    if threshold >= 1:
        return threshold
    raise InvalidParameter(
        say("A threshold of {threshold:,} is not possible.", threshold=threshold),
        say("Choose 1 or more, for example 5."),
    )


def cut(columns: Columns | CountedColumns, tree: Tree, threshold: int) -> tuple[Releasable, ...]:
    """Cut the tree at a threshold: the largest nodes above it, largest k first."""
    parents = tree.parents
    result = []
    for number, node in enumerate(tree.nodes):
        parent = parents.get(number)
        if node.k < threshold or (parent is not None and tree.nodes[parent].k >= threshold):
            continue
        following = None if parent is None else _next(columns, tree, number, parent, threshold)
        result.append(Releasable(node.members, node.k, following))
    return tuple(sorted(result, key=lambda subset: (-len(subset.members), -subset.k)))


def _next(
    columns: Columns | CountedColumns, tree: Tree, number: int, parent: int, threshold: int
) -> NextMerge:
    node, merged = tree.nodes[number], tree.nodes[parent]
    added = tuple(a for a in merged.members if a not in node.members)
    small, rows, examples = (
        _ask_small(columns, merged.members, threshold)
        if isinstance(columns, CountedColumns)
        else _group_small(columns, merged.members, threshold)
    )
    return NextMerge(merged.members, added, merged.k, small, rows, tuple(examples))


def _ask_small(
    columns: CountedColumns, members: tuple[int, ...], threshold: int
) -> tuple[int, int, list[SmallGroup]]:
    """Groups below the threshold, their rows, and the smallest of them, from the engine."""
    sizes = columns.count([tuple(sorted(members))])[0]
    small = sizes.sizes < threshold
    listed = columns.list_small(members, threshold, MOST_EXAMPLES)
    examples = [SmallGroup(each.values, each.size) for each in listed]
    rows = int(sizes.sizes[small] @ sizes.classes[small])
    return int(sizes.classes[small].sum()), rows, examples


def _group_small(
    columns: Columns, members: tuple[int, ...], threshold: int
) -> tuple[int, int, list[SmallGroup]]:
    """The same from codes that are at hand."""
    groups = columns.group(members)
    small = np.flatnonzero(groups.sizes < threshold)
    examples = [
        SmallGroup(columns.published(int(groups.first[index]), members), int(groups.sizes[index]))
        for index in _smallest(columns, groups, members, small)
    ]
    return len(small), int(groups.sizes[small].sum()), examples


def _smallest(
    columns: Columns, groups: Groups, members: tuple[int, ...], small: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The smallest groups; ties go by what is published, so that the same data give the same."""
    sizes = groups.sizes[small]
    if len(small) > MOST_EXAMPLES:
        limit = np.partition(sizes, MOST_EXAMPLES - 1)[MOST_EXAMPLES - 1]
        small, sizes = small[sizes <= limit], sizes[sizes <= limit]
    entries = groups.first[small]
    codes = [columns.codes[a][entries] for a in reversed(members)]
    order: NDArray[np.intp] = np.lexsort((*codes, sizes))
    smallest: NDArray[np.intp] = small[order[:MOST_EXAMPLES]]
    return smallest


def closest(matrix: Matrix) -> tuple[int, int]:
    """The attribute with the largest k, and that k: no subset can have more."""
    k = np.diagonal(matrix.k)
    best = int(np.argmax(k))
    return best, int(k[best])
