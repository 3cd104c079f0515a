"""HACT: attributes merged step by step, those first that stay the safest together.

The value of a cluster is k of the union of its attributes, which alone supports "release this
subset"; linkages on the matrix of pairs are an option. Ties go to the lowest node numbers:
attributes in column order, merged nodes after them. (Hierarchical attribute clustering tree of the
ODD Visualizer, 2016.)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import UnknownName
from incrowd.subsets.columns import Columns, Groups
from incrowd.subsets.counted import CountedColumns
from incrowd.subsets.kernels import SMALLEST
from incrowd.subsets.matrix import Matrix, Step, pair_figures, unheard

Linkage = Literal["union", "average", "single", "complete"]
LINKAGES: Final[tuple[Linkage, ...]] = get_args(Linkage)

ON_PAIRS: Final[dict[str, Callable[[NDArray[np.float64]], float]]] = {
    "average": lambda pairs: float(pairs.mean()),
    "single": lambda pairs: float(pairs.max()),
    "complete": lambda pairs: float(pairs.min()),
}
"""The value of two clusters from k of the pairs between them."""


@dataclass(frozen=True)
class Node:
    """An attribute, or two nodes merged; before flipping the left one has the lower number."""

    members: tuple[int, ...]
    k: int
    """k of all members together."""
    value: float
    """What the linkage said when it was merged; k of an attribute."""
    left: int | None = None
    right: int | None = None

    @property
    def children(self) -> tuple[int, int] | None:
        """The numbers of the nodes that it was merged from."""
        return None if self.left is None or self.right is None else (self.left, self.right)


@dataclass(frozen=True)
class Tree:
    """Nodes by number: the attributes in column order, then the merges one after the other."""

    nodes: tuple[Node, ...]
    width: int

    @property
    def merges(self) -> tuple[Node, ...]:
        """The merged nodes, the first one first."""
        return self.nodes[self.width :]

    @property
    def parents(self) -> dict[int, int]:
        """The node that each node was merged into."""
        return {
            child: number for number, node in enumerate(self.nodes) for child in node.children or ()
        }

    def leaves(self, number: int) -> list[int]:
        """The attributes under a node."""
        return list(self.nodes[number].members)


def build_tree(
    columns: Columns | CountedColumns,
    matrix: Matrix,
    linkage: Linkage = "union",
    step: Step = unheard,
) -> Tree:
    """Merge attributes until one node is left."""
    if linkage not in LINKAGES:
        raise UnknownName.among("linkage", linkage, LINKAGES)
    width = columns.width
    clusters = _Clusters(columns, matrix)
    values = _Unions(clusters) if linkage == "union" else _Pairs(clusters, ON_PAIRS[linkage])
    for number, (a, b, value) in enumerate(_merged(width, values), start=width):
        clusters.merge(a, b, value)
        step((number - width + 1) / max(width - 1, 1))
    return Tree(tuple(clusters.nodes), width)


class _Values(Protocol):
    """What two nodes are worth together, first by a bound that is never too low."""

    def bound(self, a: int, b: int) -> float: ...

    def exact(self, a: int, b: int) -> float: ...


def _merged(width: int, values: _Values) -> Iterator[tuple[int, int, float]]:
    """Yield which nodes are merged; whoever gets them merges them before asking for the next.

    What is worked out is only what may come next: an entry of the queue has a bound, until it is on
    top; a merge is due when an exact value is on top, lowest numbers first among equals.
    """
    queue = [(-values.bound(a, b), a, b, False) for a in range(width) for b in range(a + 1, width)]
    heapify(queue)
    alive = set(range(width))
    for number in range(width, 2 * width - 1):
        value, a, b = _best(queue, alive, values)
        alive -= {a, b}
        yield a, b, value
        for other in alive:
            heappush(queue, (-values.bound(other, number), other, number, False))
        alive.add(number)


def _best(
    queue: list[tuple[float, int, int, bool]], alive: set[int], values: _Values
) -> tuple[float, int, int]:
    while True:
        value, a, b, exact = heappop(queue)
        if a not in alive or b not in alive:
            continue
        if exact:
            return -value, a, b
        heappush(queue, (-values.exact(a, b), a, b, True))


class _Clusters:
    """The nodes so far, and the groups of those that may still be merged."""

    def __init__(self, columns: Columns | CountedColumns, matrix: Matrix) -> None:
        self.columns, self.matrix = columns, matrix
        alone = [int(k) for k in np.diagonal(matrix.k)]
        self.nodes = [Node((a,), k, float(k)) for a, k in enumerate(alone)]
        self._groups: dict[int, Groups] = {}

    def merge(self, a: int, b: int, value: float) -> None:
        """Make a node of two."""
        members = (*self.nodes[a].members, *self.nodes[b].members)
        self.nodes.append(Node(members, self.union_k(a, b), value, a, b))
        for merged in (a, b):
            self._groups.pop(merged, None)

    def union_k(self, a: int, b: int) -> int:
        """K of the attributes of two nodes together."""
        first, second = self.nodes[a], self.nodes[b]
        if min(first.k, second.k) <= 1:  # more attributes never make a smallest class larger
            return min(first.k, second.k)
        if max(a, b) < len(self.matrix.names):
            return int(self.matrix.k[a, b])
        columns = self.columns
        if isinstance(columns, CountedColumns) or columns.folded:
            return columns.k_of((*first.members, *second.members))
        left, right = self._grouped(columns, a), self._grouped(columns, b)
        counts = (left.count, right.count)
        figures = pair_figures(left.of, right.of, counts, columns.sizes, 0)
        return int(figures[SMALLEST])

    def _grouped(self, columns: Columns, number: int) -> Groups:
        if number not in self._groups:
            self._groups[number] = columns.group(self.nodes[number].members)
        return self._groups[number]


class _Unions:
    """k of the union, worked out only where its bound comes to the top."""

    def __init__(self, clusters: _Clusters) -> None:
        self._clusters = clusters
        self._known: dict[tuple[int, int], int] = {}
        self._next: list[tuple[int, ...]] = []
        """Unions that may be asked for, to be counted together."""

    def bound(self, a: int, b: int) -> float:
        """No union has more than the unions of its parts."""
        nodes = self._clusters.nodes
        node = nodes[b]
        if node.children is None:
            result = int(self._clusters.matrix.k[a, b])
        else:
            parts = [self._known[min(a, child), max(a, child)] for child in node.children]
            result = min(node.k, *parts)
            if result > 1:
                self._next.append((*nodes[a].members, *node.members))
        self._known[a, b] = result
        return float(result)

    def exact(self, a: int, b: int) -> float:
        """K of the union."""
        if self._known[a, b] > 1:
            self._count_next()
            self._known[a, b] = self._clusters.union_k(a, b)
        return float(self._known[a, b])

    def _count_next(self) -> None:
        columns = self._clusters.columns
        if isinstance(columns, CountedColumns) and self._next:
            columns.prepare(self._next)
        self._next.clear()


class _Pairs:
    """A linkage on k of the pairs between two nodes."""

    def __init__(
        self, clusters: _Clusters, combine: Callable[[NDArray[np.float64]], float]
    ) -> None:
        self._clusters, self._combine = clusters, combine

    def bound(self, a: int, b: int) -> float:
        """The value itself: it costs nothing."""
        nodes, k = self._clusters.nodes, self._clusters.matrix.k
        return self._combine(k[np.ix_(nodes[a].members, nodes[b].members)].astype(np.float64))

    exact = bound


def flip(tree: Tree, matrix: Matrix) -> list[int]:
    """The leaf order by uncle flipping: each node turns the side towards its uncle that is like it.

    The root puts the child with the smaller mean k to the left. Of any other node the side with the
    larger mean k to the leaves of its sibling comes to stand beside them. Ties never flip.
    """
    k = matrix.k.astype(np.float64)
    order: list[int] = []
    stack: list[tuple[int, list[int] | None, bool]] = [(len(tree.nodes) - 1, None, True)]
    while stack:
        number, uncle, is_left = stack.pop()
        children = tree.nodes[number].children
        if children is None:
            order.append(number)
            continue
        left, right = children
        means = [_mean(k, tree.leaves(child), uncle) for child in (left, right)]
        if means[0] > means[1] if is_left else means[0] < means[1]:
            left, right = right, left
        stack.append((right, tree.leaves(left), False))
        stack.append((left, tree.leaves(right), True))
    return order


def _mean(k: NDArray[np.float64], leaves: list[int], uncle: list[int] | None) -> float:
    return float(k[np.ix_(leaves, leaves if uncle is None else uncle)].mean())
