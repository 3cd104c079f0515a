"""What every engine offers: a table's shape, and one GROUP BY.

A source never hands out rows, only distinct combinations with the number of rows of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from incrowd.table import Profile

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = "incrowd_rows"
"""Name of the column that carries the number of rows in what `tally` returns."""


class Source(Protocol):
    """A table in some engine."""

    @property
    def name(self) -> str:
        """What people call the table: the file's or the table's name."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column, in column order, found by looking at every row."""

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY.

        Each column comes as `dictionary<int32, string>` or `string` in the order asked for, values
        as written in the data, missing as null; the last column, `ROWS`, is int64.
        """

    def close(self) -> None:
        """Close files and connections."""
