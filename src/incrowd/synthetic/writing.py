"""Write a table to a file that its ending describes: people.csv, people.parquet, people.sql.

The file appears under its name when it is complete, or not at all.
"""

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from secrets import token_hex
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from incrowd.errors import DataError, InvalidParameter
from incrowd.language import say
from incrowd.synthetic import SAMPLE_FOLDER, SAMPLE_ROWS, SAMPLE_SEED
from incrowd.synthetic.generators import generate
from incrowd.synthetic.import_scripts import json_lines, mongo_script, sql_script, table_name

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
            say("Cannot write '{path}': {reason}.", path=path, reason=reason),
            say("Check the folder, its permissions and the free space."),
        ) from error
    return path


def _check_free(path: Path, overwrite: bool) -> None:
    if path.is_dir():
        raise InvalidParameter(
            say("'{path}' is a folder.", path=path), say("Give the name of a file in it.")
        )
    if path.exists() and not overwrite:
        raise InvalidParameter(
            say("'{path}' exists already.", path=path),
            say("Choose another name, or ask to overwrite it."),
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


Script = Callable[[pa.Table, str], Iterator[bytes]]
SCRIPTS: Final[dict[str, Script]] = {
    ".sql": sql_script,
    ".js": mongo_script,
    ".jsonl": json_lines,
}
"""What databases import, by the ending of the file."""


def _scripted(script: Script, name: str) -> Writer:
    def write_script(table: pa.Table, file: BufferedIOBase) -> None:
        for piece in script(table, name):
            file.write(piece)

    return write_script


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
    for ending, script in SCRIPTS.items():
        if path.name.lower().endswith(ending) and len(path.name) > len(ending):
            return _scripted(script, table_name(path.name))
    raise InvalidParameter(
        say("The name '{name}' does not say which format to write.", name=path.name),
        say("Let the name end in {names}.", names=", ".join([*_WRITERS, *SCRIPTS])),
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


def renew_samples(folder: Path = SAMPLE_FOLDER) -> list[Path]:
    """Write the samples anew, after a generator has changed."""
    return [
        write(generate(name, rows, SAMPLE_SEED), folder / f"{name}.csv", overwrite=True)
        for name, rows in SAMPLE_ROWS.items()
    ]
