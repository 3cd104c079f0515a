"""Write rows to a sheet of an Excel workbook, a batch at a time.

Cells are text, so that nothing is taken for a formula or loses a leading zero; only numbers that
come back from Excel exactly as they are written are written as numbers.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incrowd.engines.stored.displayed_columns import ShownColumn
from incrowd.engines.stored.selection import Selection
from incrowd.errors import DataError

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

SHEET: Final = "data"
_ROWS: Final = 1_048_576
_COLUMNS: Final = 16_384
_CHARACTERS: Final = 32_767
_ELSEWHERE: Final = "Choose CSV or Parquet instead."
_EXACT: Final = re.compile("-?(?:[1-9][0-9]{0,8}|0)[.][0-9]{0,5}[1-9]|-?[1-9][0-9]{0,14}|0")
"""Numbers that floating point keeps to the last digit, in the only way to write them."""


def write_excel(selection: Selection, part: Path) -> int:
    """Write the rows and return their number; refuse what a sheet cannot hold."""
    import xlsxwriter

    _check_size(selection)
    # the library collects the sheet in a file of its own, which must go whatever happens
    with tempfile.TemporaryDirectory(dir=part.parent, prefix=".", suffix=".part") as folder:
        options = {"constant_memory": True, "tmpdir": folder}
        with xlsxwriter.Workbook(str(part), options) as book:
            return _write_rows(selection, book.add_worksheet(SHEET))


def _check_size(selection: Selection) -> None:
    rows, columns = selection.view.published + 1, len(selection.columns)
    if rows > _ROWS or columns > _COLUMNS:
        raise DataError(
            f"Excel has room for {_ROWS:,} rows and {_COLUMNS:,} columns; "
            f"these are {rows:,} with the names, and {columns:,}.",
            _ELSEWHERE,
        )


def _write_rows(selection: Selection, sheet: Worksheet) -> int:
    writers = [_writer(column, sheet) for column in selection.columns]
    for place, name in enumerate(selection.names):
        sheet.write_string(0, place, _fitting(name))
    done = 0
    for batch in selection.batches():
        columns = [column.to_pylist() for column in batch.columns]
        for row, cells in enumerate(zip(*columns, strict=True), done + 1):
            _check_visible(cells)
            for place, cell in enumerate(cells):
                if cell:
                    writers[place](row, place, cell)
        done += batch.num_rows
    return done


def _writer(column: ShownColumn, sheet: Worksheet) -> Callable[[int, int, str], None]:
    numeric = not column.recoded and column.profile.kind.numeric

    def write(row: int, place: int, cell: str) -> None:
        if numeric and _EXACT.fullmatch(cell):
            sheet.write_number(row, place, float(cell))
        else:
            sheet.write_string(row, place, _fitting(cell))

    return write


def _fitting(cell: str) -> str:
    if len(cell) > _CHARACTERS:
        raise DataError(
            f"A cell of Excel holds {_CHARACTERS:,} characters, but one of these has "
            f"{len(cell):,}: '{cell[:30]}…'.",
            _ELSEWHERE,
        )
    return cell


def _check_visible(cells: Sequence[str | None]) -> None:
    """An empty row is no row for whoever reads the sheet, ourselves included."""
    if not any(cells):
        raise DataError(
            "A row has no value in any published column, and Excel knows no such row.",
            _ELSEWHERE,
        )
