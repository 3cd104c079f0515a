"""The published rows of some columns, as one SELECT or in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.statements import select, where
from incrowd.engines.stored.displayed_columns import ROW_NUMBER, ROWS, ShownColumn, View
from incrowd.progress import Progress

if TYPE_CHECKING:
    import pyarrow as pa

    from incrowd.engines.stored.table import StoredTable

BATCH: Final = 100_000
"""Rows that are handled at a time."""


@dataclass(frozen=True)
class Selection:
    """What is to be written, and who is told how far that is."""

    source: StoredTable
    view: View
    columns: tuple[ShownColumn, ...]
    progress: Progress
    order: str = ROW_NUMBER
    """By what the rows are sorted: their place, or a number that nobody can foresee."""

    @property
    def names(self) -> list[str]:
        """The real names of the columns."""
        return [column.name for column in self.columns]

    def query(self, expressions: Sequence[str], *clauses: str) -> str:
        """Ask for expressions over the published rows."""
        hides = self.view.hides
        joins = self.view.joins(self.columns, marked=hides)
        return select(
            expressions, ROWS, *joins, where(["NOT m.suppressed"] if hides else []), *clauses
        )

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The cells in the order of the rows."""
        shown = self.query([column.text for column in self.columns], f"ORDER BY {self.order}")
        done = 0
        with self.source.cursor() as cursor:
            self.progress("writing", 0.0)
            for batch in cursor.execute(shown).to_arrow_reader(BATCH):
                yield batch
                done += batch.num_rows
                self.progress("writing", done / self.view.published)
