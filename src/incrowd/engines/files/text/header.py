"""The first record of a delimited text: the names of its columns, unless it is data already."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.dates import formats_of
from incrowd.errors import MalformedData

if TYPE_CHECKING:
    from incrowd.engines.files.text.records import Dialect

_SAMPLED: Final = 2_000
_FEW: Final = 50
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?")
_YEAR: Final = re.compile(r"(?:1[89]|20)[0-9]{2}")


def sampled_records(sample: bytes, dialect: Dialect, *, whole: bool) -> list[list[str]]:
    """The header and the first rows; of a sample that is cut off, the last record is left out."""
    lines = io.StringIO(sample.decode("utf-8", "replace"), newline="")
    records: list[list[str]] = []
    try:
        for record in _reader(lines, dialect):
            if record:
                records.append(record)
            if len(records) > _SAMPLED:
                break
        else:
            records = records if whole or len(records) < 2 else records[:-1]
    except csv.Error:
        # the records up to here are enough; the scan of the whole file names what is wrong
        return records
    return records


def _reader(lines: io.StringIO, dialect: Dialect) -> Iterator[list[str]]:
    if not dialect.quote:
        return csv.reader(lines, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE)
    return csv.reader(
        lines,
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        doublequote=True,
        escapechar="\\" if dialect.backslash else None,
    )


def check_header(records: Sequence[Sequence[str]], source: str) -> None:
    """Refuse a first record that is data: numbers and dates only, and so are the rows below.

    Names that count (0, 1, 2 …) or that are years in order are believed to be names.
    """
    first, below = records[0], records[1 : _FEW + 1]
    if not below or not all(map(_is_data, first)) or _counting(first):
        return
    if all(_is_data(cell) or not cell for record in below for cell in record):
        raise MalformedData(
            f"The first line of '{source}' looks like data, not like the names of columns: "
            f"{', '.join(first[:5])}{' …' if len(first) > 5 else ''}.",
            "Add a first line with a name for each column.",
        )


def _is_data(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell.strip()) or formats_of(cell.strip()))


def _counting(cells: Sequence[str]) -> bool:
    """Whether cells can be the names 0, 1, 2 … or 2019, 2020, 2022."""
    if len(cells) < 2 or not all(cell.isascii() and cell.isdigit() for cell in cells):
        return False
    numbers = list(map(int, cells))
    if all(_YEAR.fullmatch(cell) for cell in cells):
        return numbers == sorted(set(numbers))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def repeats(records: Sequence[Sequence[str]]) -> bool:
    """Whether the rows are likely to be few distinct ones: no column is nearly unique.

    >>> repeats([["id", "sex"], ["1", "m"], ["2", "f"], ["3", "f"], ["4", "m"]])
    False
    """
    rows = records[1:]
    if len(rows) < 4 or len(records[0]) > _FEW:
        return False
    return all(2 * len(set(cells)) <= len(rows) for cells in zip(*rows, strict=False))
