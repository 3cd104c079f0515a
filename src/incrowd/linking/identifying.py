"""Who may be behind published rows: for each person the rows, for each row the people.

    table = table_of_matches(["130**", "*"], ["13012", "14850"])
    identify([table], published, people).fewest

A row may be about a person if every text of it and the person's value may stand for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.engines.source import Progress, silent
from incrowd.errors import InvalidParameter
from incrowd.linking.meaning import Covers, meaning_of
from incrowd.linking.pairing import pairs_of
from incrowd.linking.taxonomy import Known
from incrowd.table import MISSING

Bits = NDArray[np.uint64]

BLOCK: Final = 1 << 28
"""Bytes that are laid out at once."""
MOST_CELLS: Final = 1 << 31
"""Texts times values of a column that are compared at most."""


@dataclass(frozen=True, eq=False)
class Listed:
    """Distinct combinations of some columns: codes per column, and how many each stands for."""

    codes: tuple[Positions, ...]
    counts: Sizes

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, eq=False)
class Identified:
    """What is known of every published combination and of every combination of the people."""

    people_of_rows: Sizes
    """People who may be behind each published row."""
    rows_of_people: Sizes
    """Published rows that may be about each person."""
    fewest: Sizes
    """The fewest people who may be behind one of the rows of each person; 0 if there is no row."""


def identify(
    tables: Sequence[Covers], published: Listed, people: Listed, progress: Progress = silent
) -> Identified:
    """Count for each side who may be on the other: `tables[a][text, value]` tells what fits."""

    def tell(done: float) -> None:
        progress("comparing rows with people", done)

    back = [np.ascontiguousarray(table.T) for table in tables]
    people_of_rows, _ = _counted(
        back, people, published, people.counts, lambda done: tell(done / 2)
    )
    rows_of_people, fewest = _counted(
        tables, published, people, people_of_rows, lambda done: tell((1 + done) / 2)
    )
    return Identified(people_of_rows, rows_of_people, fewest)


def table_of_matches(
    published: Sequence[str | None], values: Sequence[str | None], known: Known | None = None
) -> Covers:
    """Which published text may stand for the same as which value: one row per text.

    A missing value goes with a missing one, and with what stands for anything.

    >>> table_of_matches(["130**", None, "*"], ["13012", None]).tolist()
    [[True, False], [False, True], [True, True]]
    """
    if len(published) * len(values) > MOST_CELLS:
        raise InvalidParameter(
            f"{len(published):,} different texts cannot be compared with {len(values):,} values.",
            "Leave this column out, or generalise it first.",
        )
    found = np.zeros((len(published), len(values)), np.bool_)
    found[pairs_of("overlaps", published, values, known)] = True
    missing = np.array([value in (None, MISSING) for value in values], np.bool_)
    anything = np.array([value is not None and meaning_of(value).whole for value in values])
    for row, text in enumerate(published):
        if text is None or text == MISSING:
            found[row] = missing | anything
        elif meaning_of(text).whole:
            found[row] = True
    return found


def _counted(
    tables: Sequence[Covers],
    others: Listed,
    ours: Listed,
    sizes: Sizes,
    tell: Callable[[float], None],
) -> tuple[Sizes, Sizes]:
    """For each of ours how many others fit, and the smallest size of those; 0 where none fits."""
    total = np.zeros(len(ours), np.int64)
    least = np.full(len(ours), np.iinfo(np.int64).max, np.int64)
    mine = np.ascontiguousarray(np.stack(ours.codes, axis=1).astype(np.int32))
    offsets = np.cumsum([0, *(table.shape[1] for table in tables[:-1])]).astype(np.int64)
    width = max(64, BLOCK // max(1, sum(table.shape[1] for table in tables)))
    for start in range(0, len(others), width):
        tell(start / len(others))
        part = slice(start, start + width)
        bits = np.concatenate(
            [_select(table, each[part]) for table, each in zip(tables, others.codes, strict=True)]
        )
        weigh_selected(bits, offsets, mine, others.counts[part], sizes[part], total, least)
    least[total == 0] = 0
    return total, least


def _select(table: Covers, texts: Positions) -> Bits:
    """For each value the combinations whose text may stand for it, as bits."""
    selected = np.ascontiguousarray(table[texts].T)
    packed = np.packbits(selected, axis=1, bitorder="little")
    words = -(-selected.shape[1] // 64)
    padded = np.zeros((len(selected), 8 * words), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)


@compiled(
    "void(uint64[:, ::1], int64[::1], int32[:, ::1], int64[::1], int64[::1], int64[::1], "
    "int64[::1])"
)
def weigh_selected(
    bits: Bits,
    offsets: Sizes,
    ours: NDArray[np.int32],
    counts: Sizes,
    sizes: Sizes,
    total: Sizes,
    least: Sizes,
) -> None:
    """Add up the counts of the combinations that every value selects; keep the smallest size."""
    words = bits.shape[1]
    for one in range(len(ours)):
        for word in range(words):
            left = bits[offsets[0] + ours[one, 0], word]
            for attribute in range(1, ours.shape[1]):
                left &= bits[offsets[attribute] + ours[one, attribute], word]
                if left == 0:
                    break
            place = 64 * word
            while left != 0:
                if left & np.uint64(0xFFFFFFFF) == 0:
                    left >>= np.uint64(32)
                    place += 32
                elif left & np.uint64(0xFF) == 0:
                    left >>= np.uint64(8)
                    place += 8
                else:
                    if left & np.uint64(1):
                        total[one] += counts[place]
                        least[one] = min(least[one], sizes[place])
                    left >>= np.uint64(1)
                    place += 1
