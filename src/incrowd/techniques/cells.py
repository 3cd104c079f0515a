"""The cells of one column, coded: which of its values stands in each row.

>>> Cells.of(Profile("age", Kind.INTEGER, 3, 1, 2), pa.array(["7", None, "9"])).codes.tolist()
[0, -1, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.engines.duckdb.column_types import Reading, is_marker
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    from datetime import datetime

Codes = NDArray[np.int32]
MISSING_CODE: Final = -1


@dataclass(frozen=True, eq=False)
class Cells:
    """A column: its distinct values as written, and the value of each row, -1 where missing."""

    profile: Profile
    values: tuple[str, ...]
    codes: Codes

    @classmethod
    def of(cls, profile: Profile, texts: pa.Array | pa.ChunkedArray) -> Cells:
        """Code the texts of a column, numbered in the order in which they first occur."""
        if isinstance(texts, pa.ChunkedArray):
            texts = texts.combine_chunks()
        coded = pc.dictionary_encode(texts.cast(pa.string()))
        codes = np.asarray(pc.fill_null(coded.indices, MISSING_CODE), np.int32)
        return cls(profile, tuple(coded.dictionary.to_pylist()), codes)

    def texts(self) -> pa.Array:
        """The cells as texts again."""
        codes = pa.array(self.codes, pa.int32(), mask=self.codes < 0)
        return pa.array(self.values, pa.string()).take(codes)

    def with_codes(self, codes: Codes) -> Cells:
        """The same values in other rows."""
        return replace(self, codes=np.ascontiguousarray(codes, np.int32))

    def with_values(self, values: Sequence[str]) -> Cells:
        """Other values in the same rows; equal ones become one."""
        numbers: dict[str, int] = {}
        table = [numbers.setdefault(value, len(numbers)) for value in values]
        new = np.array([*table, MISSING_CODE], np.int32)
        return replace(self, values=tuple(numbers), codes=new[self.codes])

    @property
    def typed(self) -> bool:
        """Whether the values are numbers or moments, apart from markers such as `?`."""
        return self.profile.kind in (Kind.INTEGER, Kind.DECIMAL, Kind.DATE, Kind.TIMESTAMP)

    @cached_property
    def proper(self) -> NDArray[np.bool_]:
        """Which values mean something; a marker in a column of numbers says that there is none."""
        marked = [self.typed and is_marker(value) for value in self.values]
        return ~np.array(marked, np.bool_)

    @cached_property
    def known(self) -> NDArray[np.intp]:
        """The rows with a value that means something."""
        there = np.append(self.proper, False)  # the last stands for missing
        return np.flatnonzero(there[self.codes])

    @cached_property
    def keys(self) -> list[Decimal | datetime | str]:
        """By what the values are put in order; only those of proper values can be compared."""
        reading = reading_of(self.profile)
        return [
            reading.key(value) if proper and reading is not None else value
            for value, proper in zip(self.values, self.proper.tolist(), strict=True)
        ]

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """The place of each value in their order, equal for equal numbers; -1 for markers."""
        places = np.flatnonzero(self.proper).tolist()
        keys = [self.keys[place] for place in places]
        order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        ranks = np.full(len(self.values), -1, np.int64)
        for place, key in zip(places, keys, strict=True):
            ranks[place] = order[key]
        return ranks

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """The number of each value of a numeric column; not a number for markers."""
        return np.array(
            [float(key) if isinstance(key, Decimal) else np.nan for key in self.keys], np.float64
        )

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The rows of each value."""
        there = self.codes[self.codes >= 0]
        return np.bincount(there, minlength=len(self.values)).astype(np.int64)


def reading_of(profile: Profile) -> Reading | None:
    """How the numbers or moments of a column are read; None where its values are text."""
    if profile.kind.numeric:
        return Reading(profile.kind, "", None, profile.decimal_comma)
    if profile.kind in (Kind.DATE, Kind.TIMESTAMP) and profile.date_format is not None:
        return Reading(profile.kind, "", profile.date_format)
    return None
