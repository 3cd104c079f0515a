"""Ranks that mean ranks: what is ranked first divides the rows, what comes next divides the rest.

The rows are divided so that the first group of attributes loses as little as it can; rows that are
published alike in it form a class, which is divided by the second group, and so on. So an attribute
is coarsened only where nothing ranked below it can give any more: `strict`. `strong` does the same
but for the third of the rows that lose least without ranks: these stay as they are, so that the
attributes ranked last keep something.

What an attribute keeps depends only on the order of those above it, and one that stands alone in
its rank loses the least that it can (`single_attribute`): it never keeps less when its rank rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.grouping import Positions
from incrowd.search.local_recoding.assignment import cover_classes
from incrowd.search.local_recoding.division import Demands, Step, within
from incrowd.search.local_recoding.neighbours import Tree
from incrowd.search.local_recoding.refinement import Partition, Refined, refine
from incrowd.search.local_recoding.single_attribute import Published, Values, publish
from incrowd.search.local_recoding.weighing import CellCosts, Weighed
from incrowd.search.regions import Figures, Grid, Regions

EXACT_WORK = 4_000_000_000
"""Steps up to which an attribute's least loss is worked out exactly."""
FEW_PARTS = 2_000
"""Up to so many parts, three attributes of one rank are tried one after the other; else two."""
SETTLED = 1 / 3
"""Under `strong`, the share of the rows that stay as they are without ranks."""


def set_settled_apart(crowd: Crowd, weighed: Weighed, base: Partition) -> Partition:
    """Leave the classes that lose least without ranks as they are, and join all other rows.

    Which ones these are does not depend on the ranks.
    """
    values, regions = covered(crowd, weighed.regions, base, weighed.order)
    worth, sizes = weighed.tree.worth, base.sizes
    lost = np.bincount(base.classes, (worth[regions] - worth[values]).sum(axis=1) * base.rows)
    in_turn = np.argsort(lost / sizes, kind="stable")
    settled = np.cumsum(sizes[in_turn]) <= SETTLED * crowd.rows
    numbers = np.zeros(len(sizes), np.int32)
    numbers[in_turn[settled]] = np.arange(1, settled.sum() + 1)
    return Partition(base.tuples, base.rows, numbers[base.classes])


@dataclass(frozen=True, eq=False)
class Nesting:
    """Divides the rows of a crowd rank by rank."""

    crowd: Crowd
    cells: CellCosts
    demands: Demands

    def divide(self, start: Partition, base: Partition, groups: Sequence[list[int]]) -> Partition:
        """Divide classes by one group of attributes after the other.

        `base` is what was found without ranks, and divides the same classes: where it is better
        for the first group, it is taken.
        """
        partition, beside = start, Refined(base, start.classes)
        step = self.demands.step
        for number, group in enumerate(groups):
            share = within(step, number / len(groups), (number + 1) / len(groups))
            refined = self.refine(partition, group, share)
            refined = self._better(refined, beside, group) if number == 0 else refined
            if number == len(groups) - 1:
                return refined.partition
            partition, _ = self._publish_alike(refined, group)
        return partition

    def refine(self, partition: Partition, group: list[int], step: Step) -> Refined:
        """Divide classes by a group; by one attribute alone exactly, where rows may be split.

        A few attributes of one rank are also divided by one after the other, each of them last:
        so none keeps less than if it were ranked below the others.
        """
        if len(group) == 1 and not self.crowd.sensitive:
            step(0.0)
            exact = least_loss(self.crowd, self.cells.regions, partition, group[0], self.demands.k)
            if exact is not None:
                return exact
        demands = replace(self.demands, step=step)
        refined = refine(self.crowd, Weighed.only(self.cells, group), partition, demands)
        few = 2 if len(partition.tuples) > FEW_PARTS else 3
        if 1 < len(group) <= few:
            silent = Nesting(
                self.crowd, self.cells, replace(demands, step=_hush, safe=lambda rows: None)
            )
            for last in group:
                above = [index for index in group if index != last]
                refined = self._better(refined, silent.in_turn(partition, above, last), group)
        return refined

    def in_turn(self, partition: Partition, above: list[int], last: int) -> Refined:
        """Divide classes by some attributes first, and then by another one."""
        alike, origins = self._publish_alike(self.refine(partition, above, _hush), above)
        refined = self.refine(alike, [last], _hush)
        return Refined(refined.partition, origins[refined.origins])

    def _better(self, one: Refined, other: Refined, group: list[int]) -> Refined:
        """Of two divisions of the same classes, the one that loses less in each class."""
        losses = [self._losses(each, group) for each in (one, other)]
        take = losses[1] < losses[0] - 1e-9
        masks = [~take[one.origins], take[other.origins]]
        pairs = list(zip((one, other), masks, strict=True))
        first = int(one.partition.classes.max()) + 1
        return Refined(
            Partition(
                np.concatenate([each.partition.tuples[mask] for each, mask in pairs]),
                np.concatenate([each.partition.rows[mask] for each, mask in pairs]),
                np.concatenate(
                    [
                        one.partition.classes[masks[0]],
                        first + other.partition.classes[masks[1]],
                    ]
                ).astype(np.int32),
                one.partition.cut_short,
            ),
            np.concatenate([each.origins[mask] for each, mask in pairs]),
        )

    def _losses(self, refined: Refined, group: list[int]) -> Figures:
        """What each of the original classes loses in some attributes, as the measure has it."""
        weighed = Weighed.only(self.cells, group)
        values, regions = covered(self.crowd, self.cells.regions, refined.partition, group)
        worth = weighed.tree.worth
        lost = (worth[regions] - worth[values]).sum(axis=1) * refined.partition.rows
        return np.bincount(refined.origins, lost).astype(np.float64)

    def _publish_alike(self, refined: Refined, group: list[int]) -> tuple[Partition, Positions]:
        """Make one class of all rows of an original class that are published alike.

        Also tells the original class of each.
        """
        partition = refined.partition
        _, regions = covered(self.crowd, self.cells.regions, partition, group)
        numbers, origins = number_keys(np.column_stack([refined.origins, regions]))
        alike = Partition(partition.tuples, partition.rows, numbers, partition.cut_short)
        return alike.joined(), origins


def _hush(done: float) -> None:
    """Tell nobody how far it is."""


def covered(
    crowd: Crowd, known: Regions, partition: Partition, attributes: list[int]
) -> tuple[Grid, Grid]:
    """The values of each part in some attributes, and the least regions that cover its class."""
    values = known.of_tuples(crowd, attributes)[partition.tuples]
    count = int(partition.classes.max()) + 1
    regions = np.empty((count, len(attributes)), values.dtype)
    width = len(crowd.domains)
    weightless = Weighed.equally(CellCosts(known, known.bits, np.zeros(width), np.ones(width)))
    cover_classes(weightless.tree, values, partition.classes, regions)
    return values, regions[partition.classes]


def least_loss(
    crowd: Crowd, known: Regions, partition: Partition, attribute: int, k: int
) -> Refined | None:
    """Divide classes so that one attribute loses the least that it can; None if too much work."""
    height = crowd.heights[attribute]
    if 6 * k * crowd.rows * (height + 1) > EXACT_WORK:
        return None
    codes = crowd.codes[attribute][partition.tuples]
    ladder = crowd.ladders[attribute]
    order = np.lexsort([*(level[codes] for level in ladder.codes), partition.classes])
    classes = partition.classes[order]
    starts = np.flatnonzero(np.diff(classes, prepend=-1, append=classes[-1] + 1)).astype(np.int32)
    room = len(order) * (height + 2)
    published = Published(
        np.empty(room, np.int32), np.empty(room, np.int64), np.empty(room, np.int32)
    )
    regions = (codes[order] + known.starts[attribute][0]).astype(np.int32)
    count = publish(
        Tree(known.parents, known.levels, known.bits),
        Values(regions, partition.rows[order], starts),
        height,
        k,
        published,
    )
    parts, origins = published.parts[:count], classes[published.parts[:count]]
    numbers, _ = number_keys(np.column_stack([origins, published.regions[:count]]))
    result = Partition(partition.tuples[order[parts]], published.rows[:count].copy(), numbers)
    return Refined(result, origins)


def number_keys(keys: NDArray[np.int32]) -> tuple[Positions, Positions]:
    """Number different keys, and give the first column of each."""
    different, numbers = np.unique(keys, axis=0, return_inverse=True)
    return numbers.ravel().astype(np.int32), different[:, 0].astype(np.int32)


def most_kept(crowd: Crowd, k: int) -> dict[str, float]:
    """The largest share of its information that each attribute can keep in groups of k rows.

    Exact where rows may go wherever they fit best; protections can only make it less.
    """
    known, whole = Regions.of(crowd), Partition.whole(crowd)
    shares = {}
    for index, name in enumerate(crowd.names):
        counts = crowd.domains[index].counts
        best = least_loss(crowd, known, whole, index, k)
        if best is None:
            lost = _bound(known, counts, int(known.starts[index][0]), k)
        else:
            values, regions = covered(crowd, known, best.partition, [index])
            bits = known.bits[regions] - known.bits[values]
            lost = float(bits[:, 0] @ best.partition.rows)
        total = float(counts @ np.log2(crowd.rows / np.maximum(counts, 1)))
        shares[name] = 1 - lost / total if total > 0 else 1.0
    return shares


def _bound(known: Regions, counts: NDArray[np.int64], first: int, k: int) -> float:
    """Bits that are lost at least: every row is published as a region of k rows or more."""
    values = np.arange(first, first + len(counts))
    regions, large = values.copy(), np.log2(k) - 1e-9
    while (small := known.bits[regions] < large).any():
        regions[small] = known.parents[regions[small]]
    return float(counts @ (known.bits[regions] - known.bits[values]))


def ranked_groups(crowd: Crowd, groups: Sequence[Sequence[str]]) -> list[list[int]]:
    """Groups of attributes by their position."""
    positions = {name: index for index, name in enumerate(crowd.names)}
    return [[positions[name] for name in group] for group in groups]
