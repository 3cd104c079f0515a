"""Fetch a tally as one number per combination, where an engine sends texts slowly.

    packing = Packing.of([("sex", 2), ("age", 72)])
    packing.unpack(keys)

Every value is numbered within the known values of its column, and the numbers of a row make one
key: with two sexes and 72 ages the key of (sex 1, age 5) is 1 x 73 + 5. Zero stands for missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.contract import EngineColumn

if TYPE_CHECKING:
    from sqlglot import exp

MOST_VALUES: Final = 20_000
"""Values of a column that are numbered within a statement."""
_MOST_LETTERS: Final = 400_000
"""Characters of all values that are numbered within one statement."""
_LARGEST_KEY: Final = 2**62


@runtime_checkable
class NumbersValues(Protocol):
    """A connection to an engine in which values can be numbered within a statement."""

    def number(
        self, column: EngineColumn, value: exp.Expression, texts: Sequence[str]
    ) -> exp.Expression:
        """The place of a value among known texts from 1 on, 0 if missing, null if unknown.

        It is a number of 64 bits, since keys are products of such numbers.
        """


@dataclass(frozen=True)
class Packing:
    """Which columns make which key, the first one with the highest weight."""

    keys: tuple[tuple[tuple[str, int], ...], ...]
    """For each key its columns, with the number of values of each."""

    @classmethod
    def of(cls, sizes: Sequence[tuple[str, int]]) -> Packing:
        """Fill as few keys as can be.

        >>> [len(key) for key in Packing.of([("a", 2**30), ("b", 2**30), ("c", 9)]).keys]
        [2, 1]
        """
        keys: list[list[tuple[str, int]]] = []
        largest = _LARGEST_KEY
        for name, size in sizes:
            if largest * (size + 1) >= _LARGEST_KEY:
                keys.append([])
                largest = 1
            keys[-1].append((name, size))
            largest *= size + 1
        return cls(tuple(map(tuple, keys)))

    def pack(self, numbers: Mapping[str, exp.Expression]) -> list[exp.Expression]:
        """The keys as expressions of the numbers of single values."""
        from sqlglot import exp

        packed = []
        for columns in self.keys:
            key, weight = numbers[columns[-1][0]], columns[-1][1] + 1
            for name, size in reversed(columns[:-1]):
                weighed = exp.Mul(this=numbers[name], expression=exp.convert(weight))
                key = exp.Add(this=weighed, expression=key)
                weight *= size + 1
            packed.append(key)
        return packed

    def unpack(self, keys: Sequence[NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
        """The numbers of single values.

        >>> Packing.of([("sex", 2), ("age", 72)]).unpack([np.array([1 * 73 + 5])])
        {'age': array([5]), 'sex': array([1])}
        """
        numbers = {}
        for columns, key in zip(self.keys, keys, strict=True):
            rest = key
            for name, size in reversed(columns):
                rest, numbers[name] = np.divmod(rest, size + 1)
        return numbers


def choose_packed(domains: Mapping[str, Sequence[str] | None]) -> list[str]:
    """The columns worth numbering: as many of those with few values as fit into a statement."""
    letters = {
        name: sum(len(value) + 8 for value in values)
        for name, values in domains.items()
        if values is not None and len(values) <= MOST_VALUES
    }
    chosen, left = set(), _MOST_LETTERS
    for name in sorted(letters, key=letters.__getitem__):
        left -= letters[name]
        if left < 0:
            break
        chosen.add(name)
    return [name for name in domains if name in chosen]


def unpack_columns(
    packing: Packing, keys: Sequence[pa.ChunkedArray], domains: Mapping[str, Sequence[str]]
) -> dict[str, pa.Array] | None:
    """The columns behind their keys; None if a row has a value that was not known."""
    if any(key.null_count for key in keys):
        return None
    numbers = packing.unpack([key.combine_chunks().to_numpy() for key in keys])
    columns = {}
    for name, places in numbers.items():
        codes = pa.array((places - 1).astype(np.int32), mask=places == 0)
        columns[name] = pa.DictionaryArray.from_arrays(codes, pa.array(domains[name], pa.string()))
    return columns
