"""Seeded draws that give the same values on every machine: one stream of bits per column.

Everything is integer arithmetic on the raw bits of PCG64, whose stream NumPy promises to keep, so
neither the NumPy version nor the processor can change a table. As each row takes one draw from each
stream, a shorter table is the beginning of a longer one.

>>> short, long = Draws("game", seed=7, rows=4), Draws("game", seed=7, rows=9)
>>> short.between("dice", 1, 6).tolist() == long.between("dice", 1, 6).tolist()[:4]
True

The drawn codes become Arrow columns: [1, 0, -1] of (a, b) is "b", "a", null.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.int64]

_BITS: Final = 32
_SEGMENT_BITS: Final = 28

SKEWED: Final = np.array(
    [340, 501, 596, 671, 738, 802, 866, 932, 1000, 1073, 1154, 1246, 1354, 1491, 1678, 1994, 3700]
)
"""Sixteenths of a log-normal distribution (sigma 0.45) in thousandths of its median."""


@dataclass(frozen=True)
class Draws:
    """The source of chance for one table; each column names its own stream."""

    topic: str
    """What is drawn; the same seed gives unrelated values for another topic."""
    seed: int
    rows: int

    def choose(self, stream: str, weights: ArrayLike) -> Numbers:
        """Draw a position in a list of whole-number weights for every row."""
        nobody_differs = np.zeros(self.rows, dtype=np.int64)
        return self.choose_by(stream, nobody_differs, np.atleast_2d(np.asarray(weights)))

    def choose_by(self, stream: str, group: Numbers, weights: ArrayLike) -> Numbers:
        """Draw a position in the weights of the group that each row belongs to."""
        table = np.asarray(weights, dtype=np.int64)
        limits = _limits(table) + (np.arange(len(table))[:, np.newaxis] << _BITS)
        keys = (group << _BITS) | self._bits(stream)
        return np.searchsorted(limits.ravel(), keys, side="right") - group * table.shape[1]

    def between(self, stream: str, low: int, high: int) -> Numbers:
        """Draw a whole number from low to high, both included, for every row."""
        return low + (self._bits(stream) * (high - low + 1) >> _BITS)

    def below(self, stream: str, limits: Numbers) -> Numbers:
        """Draw a whole number from zero up to, not including, each row's limit."""
        return self._bits(stream) * limits >> _BITS

    def chance(self, stream: str, per_mille: ArrayLike) -> NDArray[np.bool_]:
        """Say for every row whether something with this chance in a thousand happens."""
        return self._bits(stream) * 1000 >> _BITS < np.asarray(per_mille)

    def stretch(self, stream: str, quantiles: Numbers = SKEWED) -> Numbers:
        """Draw from the distribution with these seventeen quantiles, straight between them."""
        bits = self._bits(stream)
        segment, within = bits >> _SEGMENT_BITS, bits & ((1 << _SEGMENT_BITS) - 1)
        low, high = quantiles[segment], quantiles[segment + 1]
        drawn: Numbers = low + ((high - low) * within >> _SEGMENT_BITS)
        return drawn

    def _bits(self, stream: str) -> Numbers:
        generator = np.random.PCG64([self.seed, crc32(f"{self.topic}: {stream}".encode())])
        raw: NDArray[np.uint64] = generator.random_raw(self.rows)
        return (raw >> np.uint64(64 - _BITS)).astype(np.int64)


def _limits(weights: Numbers) -> Numbers:
    """Where each position ends on the scale of the bits; the last one ends it."""
    running = np.cumsum(weights, axis=1)
    limits: Numbers = (running << _BITS) // running[:, -1:]
    return limits


MISSING_CODE = -1
"""The code of a value that is not known."""


def text(codes: Numbers, labels: Sequence[str]) -> pa.Array:
    """The label of each code; a negative code is a missing value.

    >>> text(np.array([1, 0, -1]), ("a", "b")).to_pylist()
    ['b', 'a', None]
    """
    positions = pa.array(codes.astype(np.int32), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(positions, pa.array(labels, pa.string())).cast(
        pa.string()
    )


def whole(numbers: Numbers, missing: NDArray[np.bool_] | None = None) -> pa.Array:
    """Whole numbers, missing where said so."""
    return pa.array(numbers, pa.int64(), mask=missing)


def money(cents: Numbers, missing: NDArray[np.bool_] | None = None) -> pa.Array:
    """Amounts with two decimals."""
    return pa.array(cents / 100, pa.float64(), mask=missing)


def dates(days: Numbers) -> pa.Array:
    """Calendar dates from days since 1970-01-01."""
    return pa.array(days.astype(np.int32), pa.date32())


def identifiers(prefix: str, numbers: Numbers) -> pa.Array:
    """A prefix and nine digits.

    >>> identifiers("P", np.array([42])).to_pylist()
    ['P000000042']
    """
    digits = pc.utf8_lpad(pa.array(numbers).cast(pa.string()), 9, "0")
    return pc.binary_join_element_wise(prefix, digits, "")


def blanked(codes: Numbers, missing: NDArray[np.bool_]) -> Numbers:
    """The codes, with some of them lost."""
    return np.where(missing, MISSING_CODE, codes)
