"""What is told of attribute subsets: values for Python, `to_dict()` for JSON (a contract)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from incrowd.subsets.columns import Columns
from incrowd.subsets.hact import Linkage, Node, Tree
from incrowd.subsets.matrix import Matrix
from incrowd.subsets.maximal import MaximalSubsets
from incrowd.subsets.releasing import NextMerge, Releasable


@dataclass(frozen=True, eq=False)
class Picture:
    """What does not depend on the threshold: columns, matrix and tree of a state."""

    columns: Columns
    matrix: Matrix
    tree: Tree
    linkage: Linkage
    order: tuple[int, ...]
    whole_k: int
    left_out: tuple[str, ...]
    """Attributes that are not compared, as there are too many."""


@dataclass(frozen=True)
class ShownMeasure:
    """What the cells show: its name, its unit, and the value of the whole table as the border."""

    name: str
    title: str
    unit: str
    better: str
    whole: float | None
    cells: tuple[tuple[float | None, ...], ...]
    """In column order; the attributes themselves stand on the diagonal."""


@dataclass(frozen=True)
class Subsets:
    """Matrix, tree and guide."""

    picture: Picture
    threshold: int
    shown: ShownMeasure
    releasable: tuple[Releasable, ...]
    maximal: MaximalSubsets
    explanation: tuple[str, ...]

    def named(self, members: Iterable[int]) -> list[str]:
        """The names of attributes."""
        return [self.picture.columns.names[a] for a in members]

    @property
    def in_tree(self) -> frozenset[frozenset[int]]:
        """The subsets that the tree offers."""
        return frozenset(frozenset(item.members) for item in self.releasable)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        picture, names = self.picture, self.picture.columns.names
        k = picture.matrix.k
        return {
            "attributes": list(names),
            "left_out": list(picture.left_out),
            "rows": picture.matrix.rows,
            "k": picture.whole_k,
            "threshold": self.threshold,
            "linkage": picture.linkage,
            "single": {name: int(k[a, a]) for a, name in enumerate(names)},
            "pairs": [
                {"a": names[a], "b": names[b], "k": int(k[a, b])}
                for a, b in combinations(range(len(names)), 2)
            ],
            "measure": asdict(self.shown),
            "merges": [self._merge(node) for node in picture.tree.merges],
            "order": self.named(picture.order),
            "releasable": [self.named(item.members) for item in self.releasable],
            "guide": [self._guide(item) for item in self.releasable],
            "maximal": [
                {
                    "members": self.named(subset.members),
                    "k": subset.k,
                    "in_tree": frozenset(subset.members) in self.in_tree,
                }
                for subset in self.maximal.subsets
            ],
            "complete": self.maximal.complete,
            "explanation": list(self.explanation),
        }

    def _merge(self, node: Node) -> dict[str, Any]:
        nodes = self.picture.tree.nodes
        left, right = (nodes[child].members for child in node.children or ())
        return {
            "members": self.named(node.members),
            "k": node.k,
            "left": self.named(left),
            "right": self.named(right),
            "linkage": node.value,
        }

    def _guide(self, one: Releasable) -> dict[str, Any]:
        return {
            "members": self.named(one.members),
            "k": one.k,
            "next": None if one.next is None else self._next(one.next),
        }

    def _next(self, following: NextMerge) -> dict[str, Any]:
        return {
            "members": self.named(following.members),
            "added": self.named(following.added),
            "k": following.k,
            "groups": following.groups,
            "rows": following.rows,
            "examples": [asdict(example) for example in following.examples],
        }
