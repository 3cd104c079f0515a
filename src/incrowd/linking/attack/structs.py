"""What the compiled kernels of an attack work on, as named tuples of arrays: `groups.rows[group]`.

The people of a list are put into groups of those who are alike in all columns that are still to be
compared; the values that a text may stand for are runs of an order of all values.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numba as nb
import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import struct
from incrowd.kernels.grouping import Positions, Sizes

Codes = NDArray[np.int32]
Bits = NDArray[np.uint64]

CODES: Final[Any] = nb.int32[:, ::1]
SIZES: Final[Any] = nb.int64[::1]
_POSITIONS: Final[Any] = nb.int32[::1]
_BITS: Final[Any] = nb.uint64[::1]


class Release(NamedTuple):
    """The published combinations in lexical order."""

    texts: Codes
    """The code of each text, by row and column."""
    counts: Sizes
    """How many rows have each combination."""
    people: Sizes
    """Who may be behind each of them: counted here."""


class Runs(NamedTuple):
    """The values that each text may stand for, of all columns one after the other."""

    base: Sizes
    """Where the texts of each column begin in `first`."""
    first: Sizes
    """Where the runs of each text begin, and behind the last of them."""
    starts: Positions
    ends: Positions
    widths: Sizes
    """How many values each column has."""


class Groups(NamedTuple):
    """People who are alike in all columns that are left, at every depth of the descent."""

    person: Positions
    """One of them."""
    keys: Positions
    """Their value in the column that is split by, in order."""
    weights: Sizes
    """How many they are."""
    rows: Sizes
    """How many rows may be about them: counted here."""
    fewest: Sizes
    """The fewest people behind one of these rows."""


class Merges(NamedTuple):
    """Groups, and those of the next column that they become part of."""

    group: Positions
    into: Positions


class Scratch(NamedTuple):
    """Memory that is used again and again."""

    chosen: Positions
    """Groups that fit the text in question."""
    ranks: Positions
    """Where groups go when they are sorted."""
    slots: Positions
    """A hash table of groups."""
    counts: Positions
    """By value."""
    words: Bits
    """The combinations that fit each chosen group."""
    masks: Bits
    """The combinations that fit each value."""
    changes: Bits
    """Where they differ from those of the value before."""


class Descent(NamedTuple):
    """Everything that a descent works on."""

    release: Release
    values: Codes
    """The value of each person, by column, as its place in the order."""
    runs: Runs
    groups: Groups
    merges: Merges
    scratch: Scratch


class Block(NamedTuple):
    """Up to 64 published combinations, which are compared with so many chosen groups."""

    first: int
    end: int
    groups: int


RUNS: Final = struct(Runs, SIZES, SIZES, _POSITIONS, _POSITIONS, SIZES)
GROUPS: Final = struct(Groups, _POSITIONS, _POSITIONS, SIZES, SIZES, SIZES)
MERGES: Final = struct(Merges, _POSITIONS, _POSITIONS)
DESCENT: Final = struct(
    Descent,
    struct(Release, CODES, SIZES, SIZES),
    CODES,
    RUNS,
    GROUPS,
    MERGES,
    struct(Scratch, *[_POSITIONS] * 4, *[_BITS] * 3),
)
BLOCK: Final = struct(Block, nb.int64, nb.int64, nb.int64)
