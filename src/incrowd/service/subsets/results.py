"""What is told of attribute subsets: values for Python, `to_dict()` for JSON (a contract)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from incrowd.answers import Answer, Words, part, shape
from incrowd.subsets.columns import Columns
from incrowd.subsets.counted import CountedColumns
from incrowd.subsets.hact import Linkage, Node, Tree
from incrowd.subsets.matrix import Matrix
from incrowd.subsets.maximal import MaximalSubsets
from incrowd.subsets.releasing import NextMerge, Releasable


@dataclass(frozen=True, eq=False)
class Picture:
    """What does not depend on the threshold: columns, matrix and tree of a state."""

    columns: Columns | CountedColumns
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
    title: Words
    unit: str
    better: Literal["lower", "higher"]
    whole: float | None
    cells: tuple[tuple[float | None, ...], ...]
    """In column order; the attributes themselves stand on the diagonal."""


@dataclass(frozen=True)
class AttributePair:
    """Two attributes, and the smallest class of both together."""

    a: str
    b: str
    k: int


@dataclass(frozen=True)
class RankedPair:
    """Two columns, and how many rows or people have values in them that nobody else has."""

    a: str
    b: str
    singled_out: int
    k: int


@dataclass(frozen=True)
class MergedNode:
    """A node of the tree, and the two that it was merged from."""

    members: tuple[str, ...]
    k: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    linkage: float


@dataclass(frozen=True)
class NextAddition:
    """What the next merge would add, and what breaks it."""

    members: tuple[str, ...]
    added: tuple[str, ...]
    merge: NextMerge = field(metadata=shape(inline=True, without=("members", "added")))


@dataclass(frozen=True)
class ReleasableSubset:
    """Attributes that can be released together, and why not more."""

    members: tuple[str, ...]
    k: int
    next: NextAddition | None


@dataclass(frozen=True)
class LargestSubset:
    """Attributes that can be released together, but with none besides."""

    members: tuple[str, ...]
    k: int
    in_tree: bool


@dataclass(frozen=True)
class Subsets(Answer):
    """Matrix, tree and release guide."""

    picture: Picture = field(metadata=shape(hidden=True))
    threshold: int
    shown: ShownMeasure = field(metadata=shape(key="measure"))
    releasable: tuple[Releasable, ...] = field(metadata=shape(hidden=True))
    maximal: MaximalSubsets = field(metadata=shape(hidden=True))
    explanation: tuple[Words, ...]
    strongest: RankedPair | None
    """The two attributes that single out the most."""
    weakest: RankedPair | None
    """The two that single out the fewest."""
    pair_words: tuple[Words, ...]
    """Both in words."""

    def named(self, members: Iterable[int]) -> tuple[str, ...]:
        """The names of attributes."""
        return tuple(self.picture.columns.names[a] for a in members)

    @property
    def in_tree(self) -> frozenset[frozenset[int]]:
        """The subsets that the tree offers."""
        return frozenset(frozenset(subset.members) for subset in self.releasable)

    @property
    @part()
    def attributes(self) -> tuple[str, ...]:
        """The attributes that are compared, in column order."""
        return tuple(self.picture.columns.names)

    @property
    @part()
    def left_out(self) -> tuple[str, ...]:
        """Attributes that are not compared, as there are too many."""
        return self.picture.left_out

    @property
    @part()
    def rows(self) -> int:
        """Rows that are published."""
        return self.picture.matrix.rows

    @property
    @part()
    def k(self) -> int:
        """The smallest class of all attributes together."""
        return self.picture.whole_k

    @property
    @part()
    def linkage(self) -> str:
        """How the tree is built."""
        return self.picture.linkage

    @property
    @part()
    def single(self) -> dict[str, int]:
        """The smallest class of each attribute alone."""
        k = self.picture.matrix.k
        return {name: int(k[a, a]) for a, name in enumerate(self.attributes)}

    @property
    @part()
    def pairs(self) -> tuple[AttributePair, ...]:
        """The smallest class of every two attributes."""
        names, k = self.attributes, self.picture.matrix.k
        places = combinations(range(len(names)), 2)
        return tuple(AttributePair(names[a], names[b], int(k[a, b])) for a, b in places)

    @property
    @part()
    def merges(self) -> tuple[MergedNode, ...]:
        """The tree, the first merge first."""
        return tuple(self._merge(node) for node in self.picture.tree.merges)

    @property
    @part()
    def order(self) -> tuple[str, ...]:
        """The attributes in the order of the leaves of the tree."""
        return self.named(self.picture.order)

    @property
    @part("releasable")
    def releasable_names(self) -> tuple[tuple[str, ...], ...]:
        """What can be released together at the threshold, by the tree."""
        return tuple(self.named(subset.members) for subset in self.releasable)

    @property
    @part("guide")
    def guide_entries(self) -> tuple[ReleasableSubset, ...]:
        """The same, and why not more."""
        return tuple(
            ReleasableSubset(self.named(subset.members), subset.k, self._addition(subset.next))
            for subset in self.releasable
        )

    @property
    @part("maximal")
    def largest(self) -> tuple[LargestSubset, ...]:
        """What can be released together, found without the tree."""
        return tuple(
            LargestSubset(
                self.named(subset.members), subset.k, frozenset(subset.members) in self.in_tree
            )
            for subset in self.maximal.subsets
        )

    @property
    @part()
    def complete(self) -> bool:
        """Whether these are all."""
        return self.maximal.complete

    def _merge(self, node: Node) -> MergedNode:
        nodes = self.picture.tree.nodes
        left, right = (self.named(nodes[child].members) for child in node.children or ())
        return MergedNode(self.named(node.members), node.k, left, right, node.value)

    def _addition(self, merge: NextMerge | None) -> NextAddition | None:
        if merge is None:
            return None
        return NextAddition(self.named(merge.members), self.named(merge.added), merge)


@dataclass(frozen=True)
class MeasurableSubsets:
    """Matrix, tree and release guide, and what else the cells can show."""

    subsets: Subsets = field(metadata=shape(inline=True))
    measures: tuple[str, ...]
    """What cells can show with what is known of the data."""
