"""What a recoding loses in each group of rows, such as in each age: rows, values, detail.

The groups divide the rows of the table, so the losses of groups, weighted by their rows, add up to
the loss of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say
from incrowd.measures.measure import Figures, Recoded


@dataclass(frozen=True, eq=False)
class Entries:
    """Rows of the parts of a recoding, each entry in one group: `rows[i]` of `parts[i]`."""

    parts: Positions
    groups: Positions
    rows: Sizes


@dataclass(frozen=True, eq=False)
class GroupLosses:
    """Figures of each group, in the order of their numbers."""

    rows: Sizes
    """Rows of the original table."""
    removed: Sizes
    lost: Figures
    """How far up its hierarchy the average cell moved, from 0 to 1; 1 for a removed row."""
    exact: Figures
    """The share of cells that are published as they were."""


def entries_by_attribute(recoded: Recoded, index: int, level: int = 0) -> Entries:
    """Every row in the group of its original value of a quasi-identifier, at a level."""
    crowd = recoded.crowd
    codes = crowd.ladders[index].codes[level][crowd.codes[index]]
    parts = np.arange(len(recoded.tuples), dtype=np.int32)
    return Entries(parts, codes[recoded.tuples], recoded.counts)


def entries_by_sensitive(recoded: Recoded, name: str) -> Entries:
    """Every row in the group of its sensitive value; rows of one tuple must not be split."""
    if not knows_sensitive_values(recoded):
        raise InvalidParameter(
            say(
                "Rows with the same values are published differently, so it is not known which "
                "of them have which value of '{name}'.",
                name=name,
            ),
            say("Choose a quasi-identifier."),
        )
    attribute = recoded.crowd.sensitive_attribute(name)
    part_of = np.full(len(recoded.crowd.counts), -1, np.int32)
    part_of[recoded.tuples] = np.arange(len(recoded.tuples), dtype=np.int32)
    return Entries(part_of[attribute.tuples], attribute.values, attribute.counts)


def knows_sensitive_values(recoded: Recoded) -> bool:
    """Whether all rows of a tuple are published alike, so that it is known what they hold."""
    return len(np.unique(recoded.tuples)) == len(recoded.tuples)


def losses_by_group(recoded: Recoded, entries: Entries, groups: int) -> GroupLosses:
    """The figures of so many groups; one without rows has lost nothing."""
    width = len(recoded.crowd.heights)
    moved, untouched = np.zeros(len(recoded.tuples)), np.zeros(len(recoded.tuples))
    for levels, height in zip(recoded.levels, recoded.crowd.heights, strict=True):
        moved += levels / height
        untouched += levels == 0
    moved[~recoded.kept], untouched[~recoded.kept] = width, 0

    def count(weights: NDArray[np.generic]) -> Figures:
        counted = np.bincount(entries.groups, weights, minlength=groups)
        return np.asarray(counted, np.float64)

    rows = count(entries.rows)
    cells = np.maximum(rows, 1) * max(width, 1)
    return GroupLosses(
        rows.astype(np.int64),
        count(entries.rows * ~recoded.kept[entries.parts]).astype(np.int64),
        count(entries.rows * moved[entries.parts]) / cells,
        count(entries.rows * untouched[entries.parts]) / cells,
    )
