"""Read a sheet of an Excel workbook: dates become ISO dates, 3.0 becomes 3, text stays as it is.

A formula counts as its last computed value, an error as its name (#N/A), an empty cell as missing;
rows in which every cell is empty are no rows. Merged cells hold their value in the first one only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.batches import ingest
from incrowd.engines.duckdb.relation import Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.read_request import Request, pick
from incrowd.errors import MalformedData

if TYPE_CHECKING:
    import fastexcel
    import pyarrow as pa

_MIDNIGHT: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) 00:00:00")
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{8,}")
_TIME: Final = re.compile(r"1899-12-3[01] ([0-9:.]{8,})")
_ROUNDED: Final = re.compile(r"-?(?:0|[0-9]+[.][0-9]{9})")
_ERRORS: Final = {
    "NA": "#N/A",
    "Div0": "#DIV/0!",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}


def read(request: Request, session: Session) -> Relation:
    """Bring a sheet into the working table."""
    import fastexcel

    book = fastexcel.read_excel(str(request.path))
    wanted = request.options.sheet or request.options.table
    sheet = pick(wanted, list(book.sheet_names), "sheet", request.name)
    columns = _columns(book, sheet)
    rows = [row for row in zip(*columns, strict=True) if any(cell is not None for cell in row)]
    if not rows:
        raise MalformedData(
            f"The sheet '{sheet}' of '{request.name}' is empty.", "Name another one: sheet='…'."
        )
    names = check_names(rows[0], request.name, "Give every column a name of its own; do not merge.")
    body = [_dates(column) for column in zip(*rows[1:], strict=True)] or [[] for _ in names]
    return ingest(session, request.name, names, [body])


def _columns(book: fastexcel.ExcelReader, sheet: str) -> list[list[str | None]]:
    """The sheet as text, with the numbers in full and the errors by name."""
    batch, errors = book.load_sheet(sheet, header_row=None, dtypes="string").to_arrow_with_errors()
    numbers, _ = book.load_sheet(sheet, header_row=None, dtypes="float").to_arrow_with_errors()
    columns = [_precise(*pair) for pair in zip(batch.columns, numbers.columns, strict=True)]
    for error in errors.errors if errors is not None else ():
        row, column = error.offset_position
        code = re.search(r"Error\((\w+)\)", error.detail)
        columns[column][row] = _ERRORS.get(code[1], "#ERROR") if code else "#ERROR"
    return columns


def _precise(texts: pa.Array, numbers: pa.Array) -> list[str | None]:
    """Texts, but with all digits where the driver has cut a number after the ninth decimal."""
    return [
        repr(number)
        if text is not None
        and number is not None
        and _ROUNDED.fullmatch(text)
        and float(text) != number
        else text or None
        for text, number in zip(texts.to_pylist(), numbers.to_pylist(), strict=True)
    ]


def _dates(column: Sequence[str | None]) -> list[str | None]:
    """Days without their midnight, if no value has another time; times without their day."""
    moments = [value for value in column if value is not None and _MOMENT.fullmatch(value)]
    if moments and all(_TIME.fullmatch(value) for value in moments):
        return [value and _TIME.sub(r"\1", value) for value in column]
    if moments and all(_MIDNIGHT.fullmatch(value) for value in moments):
        return [value and _MIDNIGHT.sub(r"\1", value) for value in column]
    return list(column)


def cells_as_read(cells: Sequence[str | None]) -> list[str | None]:
    """What the cells of a column that hold text, or nothing, are taken for when they are read."""
    return _dates([cell or None for cell in cells])
