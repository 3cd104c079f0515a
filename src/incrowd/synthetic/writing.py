"""Write a table to a file that its ending describes: people.csv, people.tsv.gz, people.parquet.

The file appears under its name when it is complete, or not at all.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from secrets import token_hex
from typing import Final

import pyarrow as pa
from pyarrow import parquet

from incrowd.errors import DataError, InvalidParameter
from incrowd.synthetic.delimited import encoded_lines

Writer = Callable[[pa.Table, BufferedIOBase], None]


def write(table: pa.Table, path: Path, *, overwrite: bool = False) -> Path:
    """Write a table, and return where it now lies."""
    writer = _writer(path)
    try:
        _check_free(path, overwrite)
        with _replacing(path) as file:
            writer(table, file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(
            f"Cannot write '{path}': {reason}.", "Check the folder, its rights and the free space."
        ) from error
    return path


def _check_free(path: Path, overwrite: bool) -> None:
    if path.is_dir():
        raise InvalidParameter(f"'{path}' is a folder.", "Give the name of a file in it.")
    if path.exists() and not overwrite:
        raise InvalidParameter(
            f"'{path}' exists already.", "Choose another name, or ask to overwrite it."
        )


def _delimited(delimiter: str) -> Writer:
    def write_lines(table: pa.Table, file: BufferedIOBase) -> None:
        for lines in encoded_lines(table, delimiter):
            file.write(lines)

    return write_lines


def _compressed(writer: Writer) -> Writer:
    def write_packed(table: pa.Table, file: BufferedIOBase) -> None:
        # Neither name nor time go into the file, so that the same table gives the same bytes.
        with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
            writer(table, packed)

    return write_packed


def _write_parquet(table: pa.Table, file: BufferedIOBase) -> None:
    parquet.write_table(table, file)


_WRITERS: Final[dict[str, Writer]] = {
    ".csv": _delimited(","),
    ".tsv": _delimited("\t"),
    ".parquet": _write_parquet,
    ".csv.gz": _compressed(_delimited(",")),
    ".tsv.gz": _compressed(_delimited("\t")),
}


def _writer(path: Path) -> Writer:
    for ending, writer in _WRITERS.items():
        if path.name.lower().endswith(ending) and len(path.name) > len(ending):
            return writer
    raise InvalidParameter(
        f"Cannot tell from '{path.name}' which format to write.",
        f"Let the name end in {', '.join(_WRITERS)}.",
    )


@contextmanager
def _replacing(path: Path) -> Iterator[BufferedIOBase]:
    """Offer a file beside the path that takes its place at the end, or vanishes on any failure."""
    target = path.resolve()
    part = target.with_name(f".{token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
