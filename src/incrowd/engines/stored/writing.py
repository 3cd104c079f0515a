"""Write the published rows of a stored table: one SELECT, in the order of the rows, as a whole.

    write(table, Path("out.csv"), "csv", ["age", "sex"], recodings, kept)      # 4,870

Suppressed rows and the columns that are not named are left out. Every cell is text as it is shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from incrowd.engines.driver_errors import border
from incrowd.engines.duckdb.statements import copy, literal, select, subquery
from incrowd.engines.files.atomic_write import placed
from incrowd.engines.files.excel import cells_as_read
from incrowd.engines.files.excel_writing import SHEET, write_excel
from incrowd.engines.files.formula_guard import guard, sql_guard
from incrowd.engines.stored.displayed_columns import ROW_NUMBER
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.engines.stored.selection import BATCH, Selection
from incrowd.engines.stored.table import StoredTable
from incrowd.errors import EngineError, InvalidParameter, UnknownName
from incrowd.progress import Progress, silent

FormatName = Literal["csv", "parquet", "xlsx"]
Cells = Sequence[str | None]


@dataclass(frozen=True)
class OutputFormat:
    """A format that can be written, and how its files are to be read again."""

    name: FormatName
    write: Callable[[Selection, Path], int]
    """Writes the rows and returns their number."""
    cells_as_read: Callable[[Cells], list[str | None]]
    """What the distinct values of a column are when they are read again."""
    name_as_read: Callable[[str], str] = str
    options: Mapping[str, str] = field(default_factory=dict)
    """What `connect` is told, so that nothing about the file is left to guess."""


def write(
    source: StoredTable,
    target: Path,
    format: FormatName,
    columns: Sequence[str],
    recodings: Mapping[str, Recoding],
    kept: KeptTuples | None,
    progress: Progress = silent,
    *,
    shuffled: bool = False,
) -> int:
    """Write a file and return the number of its rows; after a failure nothing is left."""
    chosen = output_format(format)
    if not columns or len(set(columns)) < len(columns):
        raise InvalidParameter(
            "Each column can be written once, and there must be one.", "Name the columns to write."
        )
    with source.showing(recodings, kept) as view, border(source.name), placed(target) as part:
        wanted = tuple(view.column(name) for name in columns)
        order = _shuffling() if shuffled else ROW_NUMBER
        rows = chosen.write(Selection(source, view, wanted, progress, order), part)
        if rows != view.published:
            raise EngineError(
                f"{view.published:,} rows were to be written, but {rows:,} were.",
                "The data was changed from outside: import it again.",
            )
    return rows


def _shuffling() -> str:
    """Sort by a number that depends on a secret and on the row, so that no order is left."""
    return f"hash({ROW_NUMBER} + {secrets.randbits(62)})"


def output_format(name: str) -> OutputFormat:
    """A format that can be written, by its name.

    >>> output_format("xslx")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no format 'xslx'.
    """
    for known in BUILT_IN:
        if known.name == name:
            return known
    raise UnknownName.among("format", name, [known.name for known in BUILT_IN])


def _write_csv(selection: Selection, part: Path) -> int:
    """Write guarded cells; the names are row 0, so that they are quoted by the same rules."""
    places = [f"c{place}" for place in range(len(selection.columns))]
    names = [literal(guard(name)) for name in selection.names]
    cells = [sql_guard(column.text) for column in selection.columns]
    header = select([*map(_named, names, places), "0 AS part", "0 AS place"], "(SELECT 1)")
    body = selection.query([*map(_named, cells, places), "1", selection.order])
    both = subquery(f"{header} UNION ALL {body}")
    statement = copy(
        select(places, both, "ORDER BY part, place"),
        str(part.absolute()),
        format="csv",
        header="false",
        compression="none",
        delimiter=literal(","),
        quote=literal('"'),
        escape=literal('"'),
        nullstr=literal(""),
    )
    ((rows,),) = selection.source.session.run(statement, "writing", selection.progress)
    return int(rows) - 1


def _named(expression: str, name: str) -> str:
    return f"{expression} AS {name}"


def _write_parquet(selection: Selection, part: Path) -> int:
    """Write with a driver that, unlike the database, lets names differ in capitals only."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.string()) for name in selection.names])
    rows = 0
    with pq.ParquetWriter(part, schema, compression="zstd") as writer:
        for batch in selection.batches():
            writer.write_batch(pa.record_batch(batch.columns, schema=schema), BATCH)
            rows += batch.num_rows
    return rows


def _guarded(cells: Cells) -> list[str | None]:
    # an empty cell is a missing one when it is read
    return [guard(cell) if cell else None for cell in cells]


BUILT_IN: Final = (
    OutputFormat(
        "csv",
        _write_csv,
        _guarded,
        guard,
        {"encoding": "utf-8", "delimiter": ",", "quote": '"'},
    ),
    OutputFormat("parquet", _write_parquet, list),
    OutputFormat("xlsx", write_excel, cells_as_read, options={"sheet": SHEET}),
)
