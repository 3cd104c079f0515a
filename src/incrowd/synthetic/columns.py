"""Turn drawn codes and numbers into Arrow columns: codes [1, 0, -1] of (a, b) -> "b", "a", null."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.synthetic.draws import Numbers

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
