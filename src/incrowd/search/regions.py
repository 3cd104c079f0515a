"""Regions: what a published cell covers, numbered over all attributes and levels.

Every value (level 0) and every group of a level is a region; regions of an attribute form a tree
whose root is `*`. A row that is published as a region may be any of the rows under it, which hides
log2(rows under the region / rows with the value) bits of that cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Ladder
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions

Figures = NDArray[np.float64]
Grid = NDArray[np.integer[Any]]
"""Regions in two dimensions: one row per tuple or cluster, one column per attribute.

They are what local recoding holds most of, so they are as narrow as the number of regions allows.
"""
NARROW, WIDE = np.uint16, np.int32
FIT_NARROW: Final = 1 << 16
"""So many regions can be told apart in a narrow grid."""


def either_width(signature: str) -> tuple[str, str]:
    """The signatures of a kernel for narrow and for wide grids, which it calls `grid`."""
    return signature.replace("grid[", "uint16["), signature.replace("grid[", "int32[")


@compiled("int32(int32[::1], uint8[::1], int32, int32)")
def common(parents: Positions, levels: NDArray[np.uint8], one: int, other: int) -> int:
    """The smallest region that covers two regions of an attribute."""
    while one != other:
        if levels[one] <= levels[other]:
            if levels[one] == levels[other]:
                other = parents[other]
            one = parents[one]
        else:
            other = parents[other]
    return one


@dataclass(frozen=True, eq=False)
class Regions:
    """The regions of all quasi-identifiers, those of an attribute and level side by side."""

    parents: Positions
    """The region one level above; the root of an attribute is its own."""
    levels: NDArray[np.uint8]
    bits: Figures
    """log2 of the rows under each region."""
    attributes: Positions
    """To which attribute each region belongs."""
    starts: tuple[NDArray[np.int64], ...]
    """Per attribute, where the regions of each level start."""

    @classmethod
    def of(cls, crowd: Crowd) -> Regions:
        """Number the regions of a crowd."""
        parents, levels, bits, attributes, starts = [], [], [], [], []
        offset = 0
        for index, (ladder, domain) in enumerate(zip(crowd.ladders, crowd.domains, strict=True)):
            places = offset + np.concatenate([[0], np.cumsum(ladder.radices)]).astype(np.int64)
            parents.append(_parents(ladder, places))
            levels.append(np.repeat(np.arange(len(ladder.radices)), ladder.radices))
            bits.append(_bits(ladder, domain.counts))
            attributes.append(np.full(int(places[-1]) - offset, index))
            starts.append(places[:-1])
            offset = int(places[-1])
        return cls(
            np.concatenate([*parents, np.empty(0)]).astype(np.int32),
            np.concatenate([*levels, np.empty(0)]).astype(np.uint8),
            np.concatenate([*bits, np.empty(0)]).astype(np.float64),
            np.concatenate([*attributes, np.empty(0)]).astype(np.int32),
            tuple(starts),
        )

    @property
    def count(self) -> int:
        """How many regions there are."""
        return len(self.parents)

    @property
    def _width(self) -> type[np.integer[Any]]:
        return NARROW if self.count <= FIT_NARROW else WIDE

    def as_grid(self, regions: NDArray[np.int32]) -> Grid:
        """Regions as narrow as kernels expect them."""
        return np.ascontiguousarray(regions, self._width)

    def of_tuples(self, crowd: Crowd, order: Sequence[int]) -> Grid:
        """The region of every value of every tuple, with the attributes in some order."""
        result: Grid = np.empty((len(crowd.counts), len(order)), self._width)
        for column, index in enumerate(order):
            np.add(
                crowd.codes[index], self.starts[index][0], out=result[:, column], casting="unsafe"
            )
        return result

    def published(
        self, crowd: Crowd, index: int, tuples: Positions, levels: NDArray[np.uint8]
    ) -> Positions:
        """The regions of one attribute for some tuples, each at a level of its own."""
        result = np.empty(len(tuples), np.int32)
        codes = crowd.codes[index][tuples]
        for level, level_codes in enumerate(crowd.ladders[index].codes):
            at_level = levels == level
            result[at_level] = self.starts[index][level] + level_codes[codes[at_level]]
        return result


def _parents(ladder: Ladder, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Link each group to the one above; groups without a value in the data go to the root."""
    top = len(ladder.codes) - 1
    parents = np.full(int(places[-1] - places[0]), places[top], np.int64)
    for level in range(top):
        local = ladder.codes[level] + places[level] - places[0]
        parents[local] = ladder.codes[level + 1] + places[level + 1]
    return parents


def _bits(ladder: Ladder, counts: NDArray[np.int64]) -> Figures:
    rows = [
        np.bincount(codes, counts, minlength=radix)
        for codes, radix in zip(ladder.codes, ladder.radices, strict=True)
    ]
    # a group without a row is never published; 1 keeps its logarithm finite
    return np.asarray(np.log2(np.maximum(np.concatenate(rows), 1.0)), np.float64)


def hidden_bits(crowd: Crowd) -> Figures:
    """Bits of each attribute that are hidden when everything is published as `*`."""
    totals = [
        float(domain.counts @ np.log2(max(crowd.rows, 1) / np.maximum(domain.counts, 1)))
        for domain in crowd.domains
    ]
    return np.array(totals, np.float64)
