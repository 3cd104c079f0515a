"""Whether the rows of a release stand in the order of the original: 1, 2, 5, 9, not 5, 1, 9, 2.

    follows_order(released, original)       # True if each row fits a later one than the row before

A published text fits every value that it may stand for: `20-29` fits 25. Where the same is true of
the rows in any order, their order says nothing, and they do not follow it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.linking.values.comparison import Pairs
from incrowd.linking.values.matching import matching_pairs

FEW: Final = 5
"""Rows below which an order says nothing."""
SHUFFLES: Final = 5
"""Orders by chance that are tried, to know whether an order says anything."""
FEWEST: Final = 20
"""Rows that fit one row of the original from which on most of them being in order is no chance."""
MOSTLY: Final = 0.9


@dataclass(frozen=True, eq=False)
class _Column:
    """A column of both tables, and which texts of the release fit which values."""

    released: list[int]
    original: list[int]
    fits: list[set[int]]

    @property
    def exact(self) -> bool:
        """Whether every text fits one value."""
        return all(len(values) == 1 for values in self.fits)


def follows_order(released: pa.Table, original: pa.Table) -> bool:
    """Whether the rows of a release stand in the order of the original, or in the reverse."""
    shared = [name for name in released.column_names if name in original.column_names]
    columns = [column for name in shared if (column := _column(released, original, name))]
    rows = list(range(released.num_rows))
    if not columns or len(rows) < FEW:
        return False
    if _is_subsequence(columns, rows) or _is_subsequence(columns, rows[::-1]):
        return not _fits_by_chance(columns, len(rows))
    return _mostly_in_order([column for column in columns if column.exact])


def _column(released: pa.Table, original: pa.Table, name: str) -> _Column | None:
    """A column, or None where some text fits no value: then nothing is known of its labels."""
    ours, texts = _coded(released.column(name))
    theirs, values = _coded(original.column(name))
    place = {value: code for code, value in enumerate(values)}
    fits = [{place[text]} if text in place else set() for text in texts]
    for text, value in zip(*map(np.ndarray.tolist, _pairs(texts, values)), strict=True):
        fits[text].add(value)
    return _Column(ours, theirs, fits) if all(fits) else None


def _pairs(texts: list[str | None], values: list[str | None]) -> Pairs:
    """What may stand for what; nothing is to be worked out where each text is a value, too."""
    if set(texts) <= set(values) and not any(text and "*" in text for text in texts):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return matching_pairs("covers", texts, values)


def _coded(column: pa.ChunkedArray) -> tuple[list[int], list[str | None]]:
    """A number for each cell, and the texts behind the numbers; missing and empty are one."""
    known: dict[str | None, int] = {}
    codes = [known.setdefault(cell or None, len(known)) for cell in column.to_pylist()]
    return codes, list(known)


def _is_subsequence(columns: Sequence[_Column], order: Iterable[int]) -> bool:
    """Whether each row fits a row of the original behind the one that the row before it fits."""
    place, rows = 0, len(columns[0].original)
    for row in order:
        wanted = [(column.fits[column.released[row]], column.original) for column in columns]
        while place < rows and not all(values[place] in fits for fits, values in wanted):
            place += 1
        if place == rows:
            return False
        place += 1
    return True


def _fits_by_chance(columns: Sequence[_Column], rows: int) -> bool:
    chance = np.random.default_rng(0)
    orders = (chance.permutation(rows).tolist() for _ in range(SHUFFLES))
    return any(_is_subsequence(columns, order) for order in orders)


def _mostly_in_order(exact: Sequence[_Column]) -> bool:
    """Whether the rows that fit one row alone stand in its order, but for a few."""
    if not exact:
        return False
    original: dict[tuple[int, ...], list[int]] = {}
    for place, key in enumerate(zip(*(column.original for column in exact), strict=True)):
        original.setdefault(key, []).append(place)
    values = [[min(column.fits[code]) for code in column.released] for column in exact]
    keys = [key for key in zip(*values, strict=True) if len(original.get(key, ())) == 1]
    if len(keys) < FEWEST:
        return False
    rising = float(np.mean(np.diff([original[key][0] for key in keys]) > 0))
    return rising >= MOSTLY or rising <= 1 - MOSTLY
