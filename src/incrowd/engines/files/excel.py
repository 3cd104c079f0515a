"""Read and write a sheet of an Excel workbook.

When it is read, dates become ISO dates, 3.0 becomes 3, and text stays as it is. A formula counts as
its last computed value, an error as its name (#N/A), an empty cell as missing; rows in which every
cell is empty are no rows. Merged cells hold their value in the first one only.

When it is written, columns of numbers and dates are numbers and dates where Excel can hold all of
them. Other cells are text, so that nothing is taken for a formula or loses a leading zero; only
numbers that come back from Excel exactly as they are written are written as numbers there, too.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.column_types import Reading, certain_type
from incrowd.engines.duckdb.relation import BATCH, Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined.preparing import Told
from incrowd.engines.files.confined.texts import read_texts, write_texts
from incrowd.engines.files.format import (
    Format,
    OutputFormat,
    OutputRows,
    ReadRequest,
    TextTable,
    pick_part,
)
from incrowd.errors import DataError, MalformedData
from incrowd.language import say
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    import fastexcel
    import pyarrow as pa
    from xlsxwriter.format import Format as CellFormat
    from xlsxwriter.worksheet import Worksheet

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

_DATES: Final = {Kind.DATE: "yyyy-mm-dd", Kind.TIMESTAMP: "yyyy-mm-dd hh:mm:ss"}
_FIRST_DAY: Final = "1900-03-01"
"""Excel believes in a day before it that never was."""
_DIGITS: Final = 15
"""How many digits of a number Excel keeps."""

SHEET: Final = "data"
_ROWS: Final = 1_048_576
_COLUMNS: Final = 16_384
_CHARACTERS: Final = 32_767
_ELSEWHERE: Final = say("Choose CSV or Parquet instead.")
_EXACT: Final = re.compile("-?(?:[1-9][0-9]{0,8}|0)[.][0-9]{0,5}[1-9]|-?[1-9][0-9]{0,14}|0")
"""Numbers that floating point keeps to the last digit, in the only way to write them."""


def read(request: ReadRequest, session: Session) -> Relation:
    """Bring a sheet into the working table."""
    return read_texts(request, session, prepare)


def prepare(request: ReadRequest, target: Path) -> Told:
    """Hand a sheet over, from the process that reads it."""
    return write_texts(_extract(request), request, target)


def _extract(request: ReadRequest) -> TextTable:
    import fastexcel

    book = fastexcel.read_excel(str(request.path))
    wanted = request.options.sheet or request.options.table
    sheet = pick_part(wanted, list(book.sheet_names), "sheet", request.name)
    columns = _columns(book, sheet)
    rows = [row for row in zip(*columns, strict=True) if any(cell is not None for cell in row)]
    if not rows:
        raise MalformedData(
            say("The sheet '{sheet}' of '{name}' is empty.", sheet=sheet, name=request.name),
            say("Name another one: sheet='…'."),
        )
    if request.options.header == "no":
        rows = [tuple(f"column_{place}" for place in range(1, len(rows[0]) + 1)), *rows]
    names = check_names(
        rows[0], request.name, say("Give every column a name of its own; do not merge.")
    )
    body = [_shorten_dates(column) for column in zip(*rows[1:], strict=True)]
    batches = (
        [column[start : start + BATCH] for column in body]
        for start in range(0, len(rows) - 1, BATCH)
    )
    return TextTable(request.name, names, batches)


def _columns(book: fastexcel.ExcelReader, sheet: str) -> list[list[str | None]]:
    """The sheet as text, with the numbers in full and the errors by name."""
    batch, errors = book.load_sheet(sheet, header_row=None, dtypes="string").to_arrow_with_errors()
    numbers, _ = book.load_sheet(sheet, header_row=None, dtypes="float").to_arrow_with_errors()
    columns = [_restore_digits(*pair) for pair in zip(batch.columns, numbers.columns, strict=True)]
    for error in errors.errors if errors is not None else ():
        row, column = error.offset_position
        code = re.search(r"Error\((\w+)\)", error.detail)
        columns[column][row] = _ERRORS.get(code[1], "#ERROR") if code else "#ERROR"
    return columns


def _restore_digits(texts: pa.Array, numbers: pa.Array) -> list[str | None]:
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


def _shorten_dates(column: Sequence[str | None]) -> list[str | None]:
    """Days without their midnight, if no value has another time; times without their day."""
    moments = [value for value in column if value is not None and _MOMENT.fullmatch(value)]
    if moments and all(_TIME.fullmatch(value) for value in moments):
        return [value and _TIME.sub(r"\1", value) for value in column]
    if moments and all(_MIDNIGHT.fullmatch(value) for value in moments):
        return [value and _MIDNIGHT.sub(r"\1", value) for value in column]
    return list(column)


def cells_as_read(cells: Sequence[str | None]) -> list[str | None]:
    """What the cells of a column that hold text, or nothing, are taken for when they are read."""
    return _shorten_dates([cell or None for cell in cells])


def write(rows: OutputRows, part: Path) -> int:
    """Write the rows and return their number; refuse what a sheet cannot hold."""
    import xlsxwriter

    _check_size(rows)
    # the library collects the sheet in a file of its own, which must go whatever happens
    with tempfile.TemporaryDirectory(dir=part.parent, prefix=".", suffix=".part") as folder:
        options = {"constant_memory": True, "tmpdir": folder}
        with xlsxwriter.Workbook(str(part), options) as book:
            formats = {kind: book.add_format({"num_format": text}) for kind, text in _DATES.items()}
            return _write_rows(rows, book.add_worksheet(SHEET), formats)


def _check_size(output: OutputRows) -> None:
    rows, columns = output.count + 1, len(output.names)
    if rows > _ROWS or columns > _COLUMNS:
        raise DataError(
            say(
                "Excel has room for {most_rows:,} rows and {most_columns:,} columns; "
                "these are {rows:,} with the names, and {columns:,}.",
                most_rows=_ROWS,
                most_columns=_COLUMNS,
                rows=rows,
                columns=columns,
            ),
            _ELSEWHERE,
        )


def _write_rows(output: OutputRows, sheet: Worksheet, formats: Mapping[Kind, CellFormat]) -> int:
    writers = [
        _cell_writer(sheet, numeric) if known is None else _typed_writer(sheet, known, formats)
        for numeric, known in zip(output.numeric, output.types, strict=True)
    ]
    for place, name in enumerate(output.names):
        sheet.write_string(0, place, _check_length(name))
    done = 0
    for batch in output.batches():
        columns = [column.to_pylist() for column in batch.columns]
        for row, cells in enumerate(zip(*columns, strict=True), done + 1):
            _check_visible(cells)
            for place, cell in enumerate(cells):
                if cell:
                    writers[place](row, place, cell)
        done += batch.num_rows
    return done


def _cell_writer(sheet: Worksheet, numeric: bool) -> Callable[[int, int, str], None]:
    def write_cell(row: int, place: int, cell: str) -> None:
        if numeric and _EXACT.fullmatch(cell):
            sheet.write_number(row, place, float(cell))
        else:
            sheet.write_string(row, place, _check_length(cell))

    return write_cell


def _typed_writer(
    sheet: Worksheet, known: Reading, formats: Mapping[Kind, CellFormat]
) -> Callable[[int, int, str], None]:
    def write_number(row: int, place: int, cell: str) -> None:
        sheet.write_number(row, place, float(known.plain(cell)))

    def write_moment(row: int, place: int, cell: str) -> None:
        moment = datetime.fromisoformat(known.plain(cell))
        sheet.write_datetime(row, place, moment, formats[known.kind])

    return write_number if known.kind.numeric else write_moment


def _type_of(profile: Profile) -> Reading | None:
    """Numbers of which Excel keeps every digit, and dates from the time when it can count."""
    known = certain_type(profile)
    if known is None or known.kind is Kind.BOOLEAN:
        return None
    if known.date_format is None:
        return known if profile.longest <= _DIGITS else None
    first = known.plain(profile.minimum or "")
    return known if first >= _FIRST_DAY and "%f" not in known.date_format else None


def _check_length(cell: str) -> str:
    if len(cell) > _CHARACTERS:
        raise DataError(
            say(
                "A cell of Excel holds {most:,} characters, but one of these has "
                "{length:,}: '{beginning}…'.",
                most=_CHARACTERS,
                length=len(cell),
                beginning=cell[:30],
            ),
            _ELSEWHERE,
        )
    return cell


def _check_visible(cells: Sequence[str | None]) -> None:
    """An empty row is no row for whoever reads the sheet, ourselves included."""
    if not any(cells):
        raise DataError(
            say("A row has no value in any published column, and Excel cannot store such a row."),
            _ELSEWHERE,
        )


FORMAT: Final = Format(
    "excel",
    "Excel",
    read,
    ("xlsx", "xls", "xlsm", "xlsb", "ods"),
    ((0, b"PK\x03\x04"), (0, b"\xd0\xcf\x11\xe0")),
    options=("sheet", "table", "header"),
    output=OutputFormat(
        "xlsx",
        "Excel",
        "For spreadsheets, up to 1,048,575 rows.",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        write,
        cells_as_read,
        options={"sheet": SHEET},
        type_of=_type_of,
    ),
)
