"""What a file format is: how its files are recognised, read and, if they can be, written.

Format("parquet", "Parquet", read, ("parquet", "pq"), ((0, b"PAR1"),))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from incrowd.engines.duckdb.column_types import Reading
from incrowd.engines.duckdb.relation import Batch, FileStyle, Relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.text.byte_stream import read_pieces
from incrowd.errors import InvalidParameter, SourceNotFound, UnknownName, suggestion
from incrowd.language import as_message, say
from incrowd.progress import Progress, silent
from incrowd.table import Profile

if TYPE_CHECKING:
    import pyarrow as pa

Cells = Sequence[str | None]

OUTPUT_BATCH: Final = 100_000
"""Rows that are written at a time."""


@dataclass(frozen=True)
class ReadOptions:
    """What would otherwise be found out by looking at the data."""

    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    """An empty one means that quotes have no meaning."""
    sheet: str | None = None
    table: str | None = None
    header: str | None = None
    """`no` where the first line of a text is data, not the names of columns; `yes` where it is."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> ReadOptions:
        """Refuse options that do not exist or are no text.

        >>> ReadOptions.of({"delimitr": ";"})
        Traceback (most recent call last):
        incrowd.errors.UnknownName: There is no option 'delimitr'.
        """
        known = [each.name for each in fields(cls)]
        for name, value in given.items():
            if name not in known:
                raise UnknownName.among("option", name, known)
            if value is not None and not isinstance(value, str):
                raise InvalidParameter(
                    say("The option '{name}' must be text, not {value!r}.", name=name, value=value)
                )
        if given.get("header") not in (None, "yes", "no"):
            raise UnknownName.among("answer to 'header'", str(given["header"]), ("yes", "no"))
        return cls(**given)

    @property
    def given(self) -> list[str]:
        """The names of the options that say something."""
        return [each.name for each in fields(self) if getattr(self, each.name) is not None]


@dataclass(frozen=True)
class ReadRequest:
    """A file to be read."""

    path: Path
    compression: str | None = None
    options: ReadOptions = field(default_factory=ReadOptions)
    progress: Progress = silent
    ordered: bool = False
    """Whether every row is kept in its place, instead of equal rows being counted together."""
    trusted: bool = False
    """Whether it is a file that we have just written, which needs no process of its own."""

    @property
    def name(self) -> str:
        """What people call the file."""
        return self.path.name

    def stream(self) -> Iterator[bytes]:
        """The unpacked content in pieces, telling how much is read where that is known."""
        total, done = self.path.stat().st_size, 0
        step = say("reading {name}", name=self.name)
        for piece in read_pieces(self.path, self.compression):
            done += len(piece)
            self.progress(step, None if self.compression else done / total)
            yield piece

    def beginning(self, size: int) -> tuple[bytes, bool]:
        """The first bytes of the content, and whether that is all."""
        head = bytearray()
        for piece in read_pieces(self.path, self.compression):
            head += piece
            if len(head) > size:
                return bytes(head[:size]), False
        return bytes(head), True


@dataclass(frozen=True)
class TextTable:
    """What a reader finds in a file whose values all become texts."""

    name: str
    names: Sequence[str]
    batches: Iterable[Batch]


class OutputRows(Protocol):
    """Rows that are ready to be written, each cell as a text."""

    @property
    def names(self) -> list[str]:
        """The names of the columns."""

    @property
    def texts(self) -> list[str]:
        """The cells of each column, in SQL."""

    @property
    def numeric(self) -> list[bool]:
        """Whether a column holds numbers as they are in the data."""

    @property
    def types(self) -> list[Reading | None]:
        """How the texts of a column are read where the file has types; None for text."""

    @property
    def count(self) -> int:
        """The number of rows."""

    @property
    def order(self) -> str:
        """By what the rows are sorted, in SQL."""

    def query(self, expressions: Sequence[str], *clauses: str) -> str:
        """Ask for expressions over the rows, in SQL."""

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Carry out a statement that writes, telling how far it is."""

    def batches(self, *, typed: bool = False) -> Iterator[pa.RecordBatch]:
        """Read the cells in order, a batch at a time: as text, or as what they are."""


@dataclass(frozen=True)
class OutputFormat:
    """How the files of a format are written, and how they are to be read again."""

    name: str
    """What people choose, and the extension of the file."""
    title: str
    explanation: str
    """What it is good for, in one sentence."""
    media_type: str
    write: Callable[[OutputRows, Path], int]
    """Writes the rows and returns their number."""
    cells_as_read: Callable[[Cells], list[str | None]]
    """What the distinct values of a column are when they are read again."""
    name_as_read: Callable[[str], str] = str
    options: Mapping[str, str] = field(default_factory=dict)
    """Options for `connect`, so that nothing about the file has to be guessed."""
    type_of: Callable[[Profile], Reading | None] = lambda profile: None
    """How a column that is published as it is gets a type; None where it is written as text."""
    styled: Callable[[FileStyle], OutputFormat] | None = None
    """The same format in the style of another file; None where it is always written alike."""

    @property
    def extension(self) -> str:
        """How the names of its files end.

        >>> OutputFormat("csv", "CSV", "Text.", "text/csv", lambda rows, path: 0, list).extension
        '.csv'
        """
        return f".{self.name}"


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    name: str
    title: str
    read: Callable[[ReadRequest, Session], Relation]
    extensions: tuple[str, ...]
    magic: tuple[tuple[int, bytes], ...] = ()
    """What its files have at which place."""
    always_marked: bool = True
    """Whether a file without any of these marks cannot be of this format."""
    options: tuple[str, ...] = ()
    is_text: bool = False
    """Text may be packed."""
    streamed: bool = False
    """Whether it is read in this process, so that it must be unpacked in another one first."""
    output: OutputFormat | None = None
    """How it is written; None where it can only be read."""

    def begins(self, head: bytes) -> bool:
        """Whether a file that begins so says that it is of this format."""
        return any(head[place:].startswith(mark) for place, mark in self.magic)


def pick_part(wanted: str | None, existing: list[str], what: str, source: str) -> str:
    """The table or sheet asked for, or the only one there is.

    >>> pick_part(None, ["people"], "table", "f.db")
    'people'
    """
    if wanted in existing and wanted is not None:
        return wanted
    if not existing:
        raise SourceNotFound(
            say("'{source}' has no {what}.", source=source, what=as_message(what)),
            say("Check that this is the file you meant."),
        )
    if wanted is not None:
        raise SourceNotFound(
            say(
                "'{source}' has no {what} '{name}'.",
                source=source,
                what=as_message(what),
                name=wanted,
            ),
            suggestion(wanted, existing),
            existing,
        )
    if len(existing) > 1:
        listed = ", ".join(existing[:20]) + (", …" if len(existing) > 20 else "")
        raise SourceNotFound(
            say(
                "'{source}' has several {what}s: {names}.",
                source=source,
                what=as_message(what),
                names=listed,
            ),
            say(
                "Say which one you mean: {source}#{name}, or {what}='{name}'.",
                source=source,
                name=existing[0],
                what=what,
            ),
            existing,
        )
    return existing[0]
