"""Write the published rows of a stored table: one SELECT, shuffled by a seed, as a whole.

    write(table, Path("out.csv"), "csv", ["age", "sex"], recodings, kept, seed="5f…")      # 4,870

Suppressed rows and the columns that are not named are left out. A cell is text as it is shown, or a
number or a date in a column that stayed as it was, where the format has types. One that is missing
is empty, in columns that are generalised as in those that are not.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

import pyarrow as pa

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.column_types import Reading
from incrowd.engines.duckdb.session import watch
from incrowd.engines.duckdb.statements import create, literal, select, subquery, where
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.engines.files.format import OUTPUT_BATCH, OutputFormat
from incrowd.engines.files.formats import output_format
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.engines.stored.published_sql import (
    INCOMING,
    ROW_NUMBER,
    ROWS,
    StoredColumn,
    TableView,
)
from incrowd.engines.stored.table import StoredTable
from incrowd.errors import EngineError, InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.table import Profile


@dataclass(frozen=True)
class Derivation:
    """A column that stands for another one: its text for each label, empty where there is none."""

    source: str
    profile: Profile
    texts: Mapping[str, str | None]
    open_end: bool = False
    """Whether some of its numbers are ends that are not part of their ranges."""


@dataclass(frozen=True)
class DerivedColumn:
    """A derivation in the database: the table of its texts, and the column that it stands for."""

    base: StoredColumn
    profile: Profile
    table: str

    recoded = False

    @property
    def name(self) -> str:
        """What the column is called in the file."""
        return self.profile.name

    @property
    def written(self) -> str:
        """What stands in a file, in SQL."""
        same = where([f"t.label = {self.base.written}"])
        return subquery(select(["t.text"], f"{self.table} AS t", same))


def write(
    source: StoredTable,
    target: Path,
    format: str | OutputFormat,
    columns: Sequence[str | Derivation],
    recodings: Mapping[str, Recoding],
    kept: KeptTuples | None,
    progress: Progress = silent,
    *,
    seed: str | None = None,
) -> int:
    """Write a file and return the number of its rows; after a failure nothing is left.

    With a seed the rows are shuffled, without one they stay in their order. A column is named, or
    derived from one.
    """
    chosen = output_format(format) if isinstance(format, str) else format
    names = [each.profile.name if isinstance(each, Derivation) else each for each in columns]
    if not names or len(set(names)) < len(names):
        raise InvalidParameter(
            say("There must be at least one column, and each can be written only once."),
            say("Name the columns to write."),
        )
    with (
        source.published(recodings, kept) as view,
        translate_errors(source.name),
        write_atomically(target) as part,
        _derive(source, view, columns) as wanted,
    ):
        order = ROW_NUMBER if seed is None else _shuffled_order(source, view, seed, progress)
        return Selection(source, view, wanted, progress, chosen, order).write(part)


def write_without_row(
    source: StoredTable, target: Path, row: int, progress: Progress = silent
) -> int:
    """Write all rows as they are but one, by its number from 1, and all columns, as Parquet."""
    with (
        source.published({}, None) as view,
        translate_errors(source.name),
        write_atomically(target) as part,
    ):
        columns, form = tuple(view.columns), output_format("parquet")
        return Selection(source, view, columns, progress, form, without_row=row).write(part)


@contextmanager
def _derive(
    source: StoredTable, view: TableView, columns: Sequence[str | Derivation]
) -> Iterator[tuple[StoredColumn | DerivedColumn, ...]]:
    """Find the columns; the texts of derived ones are in the database during the block."""
    tables: list[str] = []
    with source.cursor() as cursor:

        def derive(derivation: Derivation) -> DerivedColumn:
            table = f"texts_{token_hex(8)}"
            known = {
                "label": pa.array(derivation.texts.keys(), pa.string()),
                "text": pa.array(derivation.texts.values(), pa.string()),
            }
            cursor.register(INCOMING, pa.table(known))
            cursor.execute(create("TABLE", table, select(["*"], INCOMING)))
            cursor.unregister(INCOMING)
            tables.append(table)
            return DerivedColumn(view.column(derivation.source), derivation.profile, table)

        try:
            yield tuple(
                derive(each) if isinstance(each, Derivation) else view.column(each)
                for each in columns
            )
        finally:
            for table in tables:
                cursor.execute(f"DROP TABLE {table}")


def _shuffled_order(source: StoredTable, view: TableView, seed: str, progress: Progress) -> str:
    """Sort by a number that nobody can foresee who lacks the seed, or the data in its order.

    The data is mixed in, so that a seed that comes out does not give away the order by itself.
    """
    cells = ", ".join([ROW_NUMBER, *(column.original for column in view.columns)])
    query = select([f"bit_xor(hash({cells}))"], ROWS)
    with source.cursor() as cursor:
        ((digest,),) = watch(
            cursor, lambda: cursor.execute(query).fetchall(), "drawing an order", progress
        )
    key = sha256(f"{seed}:{digest}".encode()).hexdigest()
    return f"md5_number(concat({literal(key)}, {ROW_NUMBER}))"


@dataclass(frozen=True)
class Selection:
    """What is to be written, and whom to report progress to."""

    source: StoredTable
    view: TableView
    columns: tuple[StoredColumn | DerivedColumn, ...]
    progress: Progress
    form: OutputFormat
    order: str = ROW_NUMBER
    """By what the rows are sorted: their place, or a number that nobody can foresee."""
    without_row: int | None = None
    """The number of a published row that is left out, from 1."""

    @property
    def names(self) -> list[str]:
        """The real names of the columns."""
        return [column.name for column in self.columns]

    @property
    def texts(self) -> list[str]:
        """What is written in each column, in SQL."""
        return [column.written for column in self.columns]

    @property
    def numeric(self) -> list[bool]:
        """Whether a column shows numbers as they are in the data."""
        return [not column.recoded and column.profile.kind.numeric for column in self.columns]

    @property
    def types(self) -> list[Reading | None]:
        """How the texts of a column are read: those of labels are labels."""
        return [
            None if column.recoded else self.form.type_of(column.profile) for column in self.columns
        ]

    @property
    def count(self) -> int:
        """The number of rows to write."""
        return self.view.published - (self.without_row is not None)

    def write(self, part: Path) -> int:
        """Write it all, and refuse a file that has more or fewer rows than it should."""
        rows = self.form.write(self, part)
        if rows != self.count:
            raise EngineError(
                say(
                    "{published:,} rows should have been written, but {rows:,} were.",
                    published=self.count,
                    rows=rows,
                ),
                say("The data was changed from outside: import it again."),
            )
        return rows

    def query(self, expressions: Sequence[str], *clauses: str) -> str:
        """Ask for expressions over the published rows."""
        hides = self.view.hides
        bases = [
            column.base if isinstance(column, DerivedColumn) else column for column in self.columns
        ]
        joins = self.view.joins(bases, marked=hides)
        tests = ["NOT m.suppressed"] if hides else []
        if self.without_row is not None:
            tests.append(f"{ROW_NUMBER} <> {self.without_row}")
        return select(expressions, ROWS, *joins, where(tests), *clauses)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Carry out a statement that writes."""
        return self.source.session.run(statement, "writing", self.progress)

    def batches(self, *, typed: bool = False) -> Iterator[pa.RecordBatch]:
        """The cells in the order of the rows, as text or as what they are."""
        cells = self.texts
        if typed:
            pairs = zip(cells, self.types, strict=True)
            cells = [text if known is None else known.sql_typed(text) for text, known in pairs]
        shown = self.query(cells, f"ORDER BY {self.order}")
        done = 0
        with self.source.cursor() as cursor:
            self.progress("writing", 0.0)
            sorted_rows = watch(
                cursor,
                lambda: cursor.execute(shown).to_arrow_reader(OUTPUT_BATCH),
                "putting the rows in order",
                self.progress,
            )
            for batch in sorted_rows:
                yield batch
                done += batch.num_rows
                self.progress("writing", done / self.count)
