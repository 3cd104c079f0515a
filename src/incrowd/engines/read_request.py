"""What is to be read, and what the caller already knows about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from incrowd.engines.files.text.byte_stream import pieces
from incrowd.errors import InvalidParameter, SourceNotFound, UnknownName, suggestion
from incrowd.language import say
from incrowd.progress import Progress, silent


@dataclass(frozen=True)
class Options:
    """What would otherwise be found out by looking at the data."""

    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    """An empty one means that quotes have no meaning."""
    sheet: str | None = None
    table: str | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Options:
        """Refuse options that do not exist or are no text.

        >>> Options.of({"delimitr": ";"})
        Traceback (most recent call last):
        incrowd.errors.UnknownName: There is no option 'delimitr'.
        """
        known = [each.name for each in fields(cls)]
        for name, value in given.items():
            if name not in known:
                raise UnknownName.among("option", name, known)
            if value is not None and not isinstance(value, str):
                raise InvalidParameter(f"The option '{name}' must be text, not {value!r}.")
        return cls(**given)

    @property
    def given(self) -> list[str]:
        """The names of the options that say something."""
        return [each.name for each in fields(self) if getattr(self, each.name) is not None]


@dataclass(frozen=True)
class Request:
    """A file to be read."""

    path: Path
    compression: str | None = None
    options: Options = field(default_factory=Options)
    progress: Progress = silent
    ordered: bool = False
    """Whether every row is kept in its place, instead of equal rows being counted together."""

    @property
    def name(self) -> str:
        """What people call the file."""
        return self.path.name

    def stream(self) -> Iterator[bytes]:
        """The unpacked content in pieces, telling how much is read where that is known."""
        total, done = self.path.stat().st_size, 0
        step = say("reading {name}", name=self.name)
        for piece in pieces(self.path, self.compression):
            done += len(piece)
            self.progress(step, None if self.compression else done / total)
            yield piece

    def beginning(self, size: int) -> tuple[bytes, bool]:
        """The first bytes of the content, and whether that is all."""
        head = bytearray()
        for piece in pieces(self.path, self.compression):
            head += piece
            if len(head) > size:
                return bytes(head[:size]), False
        return bytes(head), True


def pick(wanted: str | None, existing: list[str], what: str, source: str) -> str:
    """The table or sheet asked for, or the only one there is.

    >>> pick(None, ["people"], "table", "f.db")
    'people'
    """
    if wanted in existing and wanted is not None:
        return wanted
    if not existing:
        raise SourceNotFound(f"'{source}' has no {what}.", "Check that this is the file you meant.")
    if wanted is not None:
        raise SourceNotFound(
            f"'{source}' has no {what} '{wanted}'.", suggestion(wanted, existing), existing
        )
    if len(existing) > 1:
        listed = ", ".join(existing[:20]) + (", …" if len(existing) > 20 else "")
        raise SourceNotFound(
            f"'{source}' has several {what}s: {listed}.",
            f"Say which one you mean: {source}#{existing[0]}, or {what}='{existing[0]}'.",
            existing,
        )
    return existing[0]
