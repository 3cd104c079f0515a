"""How many published rows may be about each person, whatever way they were generalised.

Every published combination has a bit; a person's value of each attribute selects the combinations
that may stand for it, and what is selected by all attributes is counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.compilation import compiled
from incrowd.crowd.grouping import Positions, Sizes
from incrowd.linking.meaning import Covers

Bits = NDArray[np.uint64]


@compiled("void(uint64[:, ::1], int64[::1], int32[:, ::1], int64[::1], int64[::1])")
def count_selected(
    bits: Bits, offsets: Sizes, people: NDArray[np.int32], rows: Sizes, found: Sizes
) -> None:
    """Add up the rows of the combinations that every value of a person selects."""
    words = bits.shape[1]
    for person in range(len(people)):
        total = 0
        for word in range(words):
            left = bits[offsets[0] + people[person, 0], word]
            for attribute in range(1, people.shape[1]):
                left &= bits[offsets[attribute] + people[person, attribute], word]
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
                        total += rows[place]
                    left >>= np.uint64(1)
                    place += 1
        found[person] = total


def count_matches(
    covers: Sequence[Covers],
    published: Sequence[Positions],
    rows: Sizes,
    people: Sequence[Positions],
) -> Sizes:
    """For each person the published rows of which every cell may stand for their value.

    `covers[a][text, value]` tells what text of attribute `a` may stand for what value;
    `published[a]` is the text of each published combination, `people[a]` the value of each person.
    """
    found = np.full(len(people[0]) if people else 0, int(rows.sum()), np.int64)
    if not people or not len(rows):
        return np.zeros_like(found)
    bits = [_select(table, texts) for table, texts in zip(covers, published, strict=True)]
    offsets = np.cumsum([0, *(len(each) for each in bits[:-1])]).astype(np.int64)
    values = np.ascontiguousarray(np.stack(people, axis=1).astype(np.int32))
    count_selected(np.concatenate(bits), offsets, values, rows, found)
    return found


def _select(table: Covers, texts: Positions) -> Bits:
    """For each value the combinations whose text may stand for it, as bits."""
    selected = np.ascontiguousarray(table[texts].T)
    packed = np.packbits(selected, axis=1, bitorder="little")
    words = -(-selected.shape[1] // 64)
    padded = np.zeros((len(selected), 8 * words), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)
