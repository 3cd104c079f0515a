"""What the compiled kernels of an attack work on, as named tuples of arrays: `groups.rows[group]`.

The people of a list are put into groups of those who are alike in all columns that are still to be
compared; the values that a text may stand for are runs of an order of all values.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import struct
from incrowd.kernels.grouping import Positions, Sizes

Codes = NDArray[np.int32]
Bits = NDArray[np.uint64]


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


RELEASE: Final = struct(Release, texts="int32[:, ::1]", counts="int64[::1]", people="int64[::1]")
RUNS: Final = struct(
    Runs,
    base="int64[::1]",
    first="int64[::1]",
    starts="int32[::1]",
    ends="int32[::1]",
    widths="int64[::1]",
)
GROUPS: Final = struct(
    Groups,
    person="int32[::1]",
    keys="int32[::1]",
    weights="int64[::1]",
    rows="int64[::1]",
    fewest="int64[::1]",
)
MERGES: Final = struct(Merges, group="int32[::1]", into="int32[::1]")
SCRATCH: Final = struct(
    Scratch,
    chosen="int32[::1]",
    ranks="int32[::1]",
    slots="int32[::1]",
    counts="int32[::1]",
    words="uint64[::1]",
    masks="uint64[::1]",
    changes="uint64[::1]",
)
DESCENT: Final = struct(
    Descent,
    release=RELEASE,
    values="int32[:, ::1]",
    runs=RUNS,
    groups=GROUPS,
    merges=MERGES,
    scratch=SCRATCH,
)
BLOCK: Final = struct(Block, first="int64", end="int64", groups="int64")
