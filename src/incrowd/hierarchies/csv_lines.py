"""The lines and cells of a hierarchy file, whatever its encoding and delimiter: `39;35-39;*`."""

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from incrowd.errors import HierarchyError, SourceNotFound, SourceNotReadable
from incrowd.language import say
from incrowd.table import SUPPRESSED

DELIMITERS: Final = (";", ",", "\t", "|")
_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Line:
    """One line of a hierarchy file: the value, its group at each level, and where it stands."""

    number: int
    cells: tuple[str, ...]


def read_text(path: Path) -> str:
    """Read a file as UTF-8 or UTF-16 with a mark, as UTF-8, or else as Windows-1252 or Latin-1."""
    if path.is_dir() or not path.exists():
        folder = say("The hierarchy file '{path}' is a directory, not a file.", path=path)
        missing = say("The hierarchy file '{path}' does not exist.", path=path)
        raise SourceNotFound(folder if path.is_dir() else missing, say("Check the path."))
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SourceNotReadable(
            say(
                "The hierarchy file '{path}' cannot be read: {error}.",
                path=path,
                error=error.strerror,
            ),
            say("Check its permissions."),
        ) from error
    return _decode(raw)


def split_lines(text: str, where: str, values: Collection[str | None] = ()) -> list[Line]:
    """Split a text in lines and cells by the delimiter that fits best; skip blank lines.

    Values of the data tell delimiters apart where no line ends in `*`.
    """
    choices = [list(_parse(text, delimiter, where)) for delimiter in DELIMITERS]
    known = frozenset(values)
    return max(choices, key=lambda lines: _fitness(lines, known))


def _decode(raw: bytes) -> str:
    marked = "utf-8-sig" if raw.startswith(_MARKS[0]) else "utf-16"
    encodings = [marked] if raw.startswith(_MARKS) else ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _parse(text: str, delimiter: str, where: str) -> Iterator[Line]:
    reader = csv.reader(_lines(text), delimiter=delimiter)
    start = 1
    try:
        for cells in reader:
            if any(cells):
                yield Line(start, tuple(cells))
            start = reader.line_num + 1
    except csv.Error as error:
        raise HierarchyError(
            say("{where}, line {line}: {error}.", where=where, line=reader.line_num, error=error),
            say("Check the quotes of that line."),
        ) from error


def _lines(text: str) -> Iterator[str]:
    # splitlines() would also break at form feeds and the like, which may stand in values; line ends
    # within quotes belong to a value and stay as they are
    yield from io.StringIO(text, newline="")


def _fitness(lines: Sequence[Line], values: Collection[str | None]) -> tuple[int, int, int, int]:
    """Lines that end in `*` count first, then known values, lines of the usual length, cells."""
    lengths = Counter(len(line.cells) for line in lines)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    ended = sum(line.cells[-1] == SUPPRESSED and len(line.cells) > 1 for line in lines)
    known = sum(line.cells[0] in values and len(line.cells) > 1 for line in lines)
    return ended, known, lengths[usual] if usual > 1 else 0, usual


def shorten(value: str, most: int = 60) -> str:
    """Cut a long value for a message: an open quote makes one cell of the rest of a file.

    >>> shorten("abcdef", 3)
    'abc…'
    """
    return value if len(value) <= most else f"{value[:most]}…"
