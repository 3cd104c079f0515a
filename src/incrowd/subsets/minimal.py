"""The smallest attribute combinations that single rows out, or leave them in a group below k.

Aged 17 and widowed may be one person, though many are aged 17 and many are widowed. Combinations
are looked at by size: an entry that is singled out already is passed over by all larger ones, and
so are all that share its values, so that groups are never counted in part. (Minimal sample uniques
as in SUDA2: Manning, Haglin, Keane, A recursive search algorithm for statistical disclosure
assessment, Data Mining and Knowledge Discovery 16, 2008.)
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import DIRECT_LIMIT, Positions
from incrowd.language import say
from incrowd.subsets.columns import Columns, Groups
from incrowd.subsets.kernels import small_by_address, small_by_hash
from incrowd.subsets.matrix import THREADS, Step, unheard

MOST_WORK: Final = 3_000_000_000
"""Combinations times entries that are looked at: about a minute."""
MOST_COMBINATIONS: Final = 200_000
MOST_FOUND: Final = 40_000_000
"""Entries of combinations that are kept: 160 MB."""

Bits = NDArray[np.uint8]
"""A bit per entry."""


@dataclass(frozen=True, eq=False)
class Combination:
    """Attributes, and the entries that they single out while no part of them does."""

    attributes: tuple[int, ...]
    entries: Positions


@dataclass(frozen=True, eq=False)
class MinimalSets:
    """All that was found, the smallest combinations first."""

    columns: Columns
    k: int
    size: int
    """The size up to which all combinations were looked at; what was asked for, if possible."""
    combinations: tuple[Combination, ...]


def find_minimal(
    columns: Columns,
    k: int = 2,
    max_size: int = 3,
    step: Step = unheard,
    most_found: int = MOST_FOUND,
) -> MinimalSets:
    """Find, for every entry, the smallest combinations that fewer than k rows share."""
    check_asked(k, max_size)
    size = possible_size(columns, min(max_size, columns.width))
    if columns.rows < k:  # the table itself is such a group
        everybody = np.arange(len(columns.sizes), dtype=np.int32)
        alone = (Combination((), everybody),) if columns.rows else ()
        return MinimalSets(columns, k, size, alone)
    return _by_size(columns, k, size, step, most_found)


def check_asked(k: int, max_size: int) -> None:
    """Refuse a k or a size by which nobody can stand out."""
    if k < 2 or max_size < 1:
        raise InvalidParameter(
            say(
                "We cannot search with k = {k:,} and {max_size:,} attributes.",
                k=k,
                max_size=max_size,
            ),
            say("Choose a k of 2 or more and a size of 1 or more."),
        )


def possible_size(columns: Columns, size: int, most_work: int = MOST_WORK) -> int:
    """The largest size up to the one asked for whose combinations are not too many."""
    while size > 1:
        count = sum(comb(columns.width, length) for length in range(1, size + 1))
        if count <= MOST_COMBINATIONS and count * len(columns.sizes) <= most_work:
            break
        size -= 1
    return size


def _by_size(columns: Columns, k: int, size: int, step: Step, most_found: int) -> MinimalSets:
    result: list[Combination] = []
    total = sum(comb(columns.width, length) for length in range(1, size + 1))
    kept, done = 0, 0
    search = _Search(columns, k)
    for length in range(1, size + 1):
        level: list[Combination] = []
        for combination in search.look(length, last=length == size):
            done += 1
            step(done / total)
            if len(combination.entries):
                level.append(combination)
                kept += len(combination.entries)
            if kept > most_found:
                return MinimalSets(columns, k, length - 1, tuple(result))
        result += level
    return MinimalSets(columns, k, size, tuple(result))


class _Search:
    """What is known of the combinations of the size before: who is not singled out by them."""

    def __init__(self, columns: Columns, k: int) -> None:
        self._columns, self._k = columns, k
        everybody = np.packbits(np.ones(len(columns.sizes), np.bool_))
        self._open: dict[tuple[int, ...], Bits] = {(): everybody}

    def look(self, length: int, *, last: bool) -> Iterator[Combination]:
        """Look at all combinations of a length, those with the same beginning one after another."""
        following: dict[tuple[int, ...], Bits] = {}
        prefixes = list(combinations(range(self._columns.width), length - 1))
        # a bounded number of prefixes at a time, so that results do not pile up
        with ThreadPoolExecutor(THREADS) as pool:
            for start in range(0, len(prefixes), THREADS):
                looked = pool.map(self._extended, prefixes[start : start + THREADS])
                for result in looked:
                    for combination, candidates in result:
                        if not last and len(candidates) > len(combination.entries):
                            following[combination.attributes] = self._left(combination, candidates)
                        yield combination
        self._open = following

    def _extended(self, prefix: tuple[int, ...]) -> list[tuple[Combination, Positions]]:
        """Extend a combination by each attribute after its last."""
        width = self._columns.width
        start = prefix[-1] + 1 if prefix else 0
        result: list[tuple[Combination, Positions]] = []
        groups: Groups | None = None
        for attribute in range(start, width):
            attributes = (*prefix, attribute)
            candidates = self._candidates(attributes)
            entries = np.empty(0, np.int32)
            if len(candidates):
                groups = groups or self._columns.group(prefix)
                entries = self._small(groups, attribute, candidates)
            result.append((Combination(attributes, entries), candidates))
        return result

    def _candidates(self, attributes: tuple[int, ...]) -> Positions:
        """The entries that no part of a combination singles out."""
        together: Bits | None = None
        for part in combinations(attributes, len(attributes) - 1):
            bits = self._open.get(part)
            if bits is None:
                return np.empty(0, np.int32)
            together = bits if together is None else together & bits
        if together is None:
            return np.empty(0, np.int32)
        flags = np.unpackbits(together, count=len(self._columns.sizes))
        return np.flatnonzero(flags).astype(np.int32)

    def _small(self, groups: Groups, attribute: int, candidates: Positions) -> Positions:
        columns = self._columns
        if columns.folded:
            extended = columns.extend(groups, attribute)
            small: Positions = candidates[extended.sizes[extended.of[candidates]] < self._k]
            return small
        codes, radix = columns.codes[attribute], columns.radices[attribute]
        result, space = np.empty(len(candidates), np.int32), groups.count * radix
        if space <= DIRECT_LIMIT * max(len(candidates), 128):
            count = small_by_address(
                groups.of, codes, radix, space, columns.sizes, candidates, self._k, result
            )
        else:
            count = small_by_hash(
                groups.of, codes, radix, columns.sizes, candidates, self._k, result
            )
        return result[:count].copy()

    def _left(self, one: Combination, candidates: Positions) -> Bits:
        flags = np.zeros(len(self._columns.sizes), np.bool_)
        flags[candidates] = True
        flags[one.entries] = False
        return np.packbits(flags)
