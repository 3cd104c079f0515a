"""The file formats that can be read, one reader each, and which of them a file has.

A new format is one file with a function `read(request, session)` and one line in `BUILT_IN`.
Readers import their drivers when they are used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from incrowd.engines.duckdb.relation import Relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files import (
    delimited,
    duckdb_file,
    excel,
    json_lines,
    parquet,
    sqlite_file,
    statistical,
)
from incrowd.engines.files.text.byte_stream import compression_of, pieces
from incrowd.engines.read_request import Options, Request
from incrowd.errors import InvalidParameter, MalformedData, SourceNotReadable
from incrowd.progress import Progress

Reader = Callable[[Request, Session], Relation]


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    name: str
    title: str
    read: Reader
    extensions: tuple[str, ...]
    magic: tuple[tuple[int, bytes], ...] = ()
    """What its files have at which place."""
    always_marked: bool = True
    """Whether a file without any of these marks cannot be of this format."""
    options: tuple[str, ...] = ()
    is_text: bool = False
    """Text may be packed and is streamed through our own hands."""

    def begins(self, head: bytes) -> bool:
        """Whether a file that begins so says that it is of this format."""
        return any(head[place:].startswith(mark) for place, mark in self.magic)


BUILT_IN: Final = [
    Format(
        "delimited",
        "delimited text (CSV, TSV)",
        delimited.read,
        ("csv", "tsv", "tab", "psv", "txt", "dat", "data"),
        options=("encoding", "delimiter", "quote"),
        is_text=True,
    ),
    Format(
        "json",
        "JSON lines",
        json_lines.read,
        ("jsonl", "ndjson", "json"),
        options=("encoding",),
        is_text=True,
    ),
    Format("parquet", "Parquet", parquet.read, ("parquet", "pq"), ((0, b"PAR1"),)),
    Format(
        "excel",
        "Excel",
        excel.read,
        ("xlsx", "xls", "xlsm", "xlsb", "ods"),
        ((0, b"PK\x03\x04"), (0, b"\xd0\xcf\x11\xe0")),
        options=("sheet", "table"),
    ),
    Format(
        "statistical",
        "SPSS, Stata or SAS",
        statistical.read,
        ("sav", "zsav", "por", "dta", "sas7bdat", "xpt"),
        tuple((0, mark) for mark in statistical.MAGIC),
        always_marked=False,
        options=("encoding",),
    ),
    Format(
        "duckdb",
        "DuckDB",
        duckdb_file.read,
        ("duckdb", "ddb"),
        ((8, b"DUCK"),),
        options=("table",),
    ),
    Format(
        "sqlite",
        "SQLite",
        sqlite_file.read,
        ("sqlite", "sqlite3"),
        ((0, b"SQLite format 3\0"),),
        options=("table",),
    ),
]


def by_name(name: str) -> Format:
    """The format of a name."""
    return next(each for each in BUILT_IN if each.name == name)


def by_extension(path: Path) -> Format | None:
    """The format that a file's name tells, also behind .gz and .zst."""
    endings = [ending.lstrip(".").lower() for ending in path.suffixes[-2:]]
    packed = bool(endings) and endings[-1] in ("gz", "zst")
    ending = "".join(endings[:-1] if packed else endings[-1:])
    return next((each for each in BUILT_IN if ending in each.extensions), None)


def recognise(
    path: Path, declared: Format | None, options: Options, progress: Progress
) -> tuple[Format, Request]:
    """Find out what a file is, and refuse it if its name and its content disagree."""
    head = next(pieces(path), b"")[:64]
    if not head:
        raise MalformedData(f"'{path.name}' is empty.", "Check that this is the file you meant.")
    compression = compression_of(head)
    told = declared or by_extension(path)
    seen = next((each for each in BUILT_IN if each.begins(head)), None)
    chosen = told or seen or _by_text(path, compression)
    _check_content(path, chosen, seen, compression)
    _check_options(chosen, options)
    return chosen, Request(path, compression, options, progress)


def _by_text(path: Path, compression: str | None) -> Format:
    head = next(filter(None, pieces(path, compression)), b"")
    return by_name("json" if head.lstrip()[:1] in (b"{", b"[") else "delimited")


def _check_content(
    path: Path, chosen: Format, seen: Format | None, compression: str | None
) -> None:
    if seen is not None and seen is not chosen:
        raise SourceNotReadable(
            f"'{path.name}' is a file of {seen.title}, not of {chosen.title} as its name says.",
            f"Rename it to end in .{seen.extensions[0]}.",
        )
    packed = path.suffix.lower() in (".gz", ".zst")
    if compression is not None and not chosen.is_text:
        raise SourceNotReadable(
            f"'{path.name}' is compressed, which is understood for text only.", "Unpack it first."
        )
    if packed != (compression is not None) and by_extension(path) is not None:
        state = "not compressed, though its name says so" if packed else "compressed"
        raise SourceNotReadable(
            f"'{path.name}' is {state}.", "Rename it: .gz or .zst is for compressed files."
        )
    if chosen.magic and chosen.always_marked and seen is None:
        raise SourceNotReadable(
            f"'{path.name}' does not begin as a file of {chosen.title} does.",
            "It is damaged, or of another format than its name says.",
        )


def _check_options(chosen: Format, options: Options) -> None:
    for name in options.given:
        if name not in chosen.options:
            raise InvalidParameter(
                f"The option '{name}' has no meaning for {chosen.title}.",
                f"It understands: {', '.join(chosen.options) or 'no options'}.",
            )
