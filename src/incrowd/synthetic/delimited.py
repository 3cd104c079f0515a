"""Arrow tables as delimited text: quotes where they are needed, nothing for a missing value.

>>> table = pa.table({"name": ["Li, Anna", None, ""], "postcode": ["01067", "04109", "10115"]})
>>> print(b"".join(encoded_lines(table, ",")).decode(), end="")
name,postcode
"Li, Anna",01067
,04109
"",10115
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

_ROWS_AT_ONCE: Final = 65_536


def encoded_lines(table: pa.Table, delimiter: str) -> Iterator[bytes]:
    """The header and the rows in UTF-8, some thousand rows at a time."""
    names = pa.array(table.column_names, pa.string())
    yield _ended(pc.binary_join(pa.array([_quoted(names, delimiter).to_pylist()]), delimiter))
    for batch in table.to_batches(max_chunksize=_ROWS_AT_ONCE):
        yield _ended(_joined(batch, delimiter))


def _joined(batch: pa.RecordBatch, delimiter: str) -> pa.Array:
    """One line of text per row."""
    cells = [_cells(column, delimiter) for column in batch.columns]
    # A line with nothing on it would not be read as a row.
    blank = '""' if len(cells) == 1 else ""
    return pc.binary_join_element_wise(
        *cells, delimiter, null_handling="replace", null_replacement=blank
    )


def _cells(column: pa.Array, delimiter: str) -> pa.Array:
    written = column.cast(pa.string())
    # Numbers and dates hold nothing that could be mistaken, and need not be searched for it.
    return written if pa.types.is_primitive(column.type) else _quoted(written, delimiter)


def _quoted(texts: pa.Array, delimiter: str) -> pa.Array:
    """Put those in quotes that would be read as something else without them."""
    delicate = pc.match_substring_regex(texts, f'[{delimiter}"\r\n]|^\\s|\\s$|^$')
    doubled = pc.replace_substring(texts, '"', '""')
    quoted = pc.binary_join_element_wise('"', doubled, '"', "")
    return pc.if_else(delicate, quoted, texts)


def _ended(lines: pa.Array) -> bytes:
    together = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
    text: bytes = together[0].as_buffer().to_pybytes()
    return text + b"\n"
