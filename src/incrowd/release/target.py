"""A file that may be written, and what was found on it: `Target.check(Path("out.csv"), table)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from incrowd import errors
from incrowd.answers import Answer, Words, shape
from incrowd.dataset.changing import tell_steps
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.files.formats import writable_formats
from incrowd.engines.files.text.character import check_character
from incrowd.engines.files.text.encoding import find_codec
from incrowd.language import as_message, say
from incrowd.measures.enforcement import Held
from incrowd.progress import Progress, silent
from incrowd.release.export import Exported, Release, write_release
from incrowd.release.output_place import check_place
from incrowd.release.typed_columns import Typed, check_typed

FORMATS: Final = {known.extension: known.name for known in writable_formats()}
DELIMITERS: Final = {".tsv": "\t", ".tab": "\t", ".psv": "|"}
"""Endings of texts that say how they are delimited."""


@dataclass(frozen=True)
class Released(Answer):
    """A file that holds what it promises, and what was found on it."""

    path: str
    rows: int
    k: int
    l: int | None
    t: float | None
    verified: bool
    held: tuple[Held, ...] = field(default=(), repr=False, metadata=shape(hidden=True))
    """What every protected attribute reaches in the worst group; an answer may tell it."""
    warnings: tuple[Words, ...] = ()
    """What whoever publishes the file should know."""
    seed: str | None = field(default=None, repr=False, metadata=shape(hidden=True))
    """What the rows were shuffled by; a recipe keeps it for the owner, no answer tells it."""

    @classmethod
    def of(cls, exported: Exported) -> Released:
        """What is told of a file that was written and verified."""
        return cls(
            str(exported.path),
            exported.rows,
            exported.k,
            exported.l,
            exported.t,
            exported.verified,
            exported.held,
            exported.warnings,
            exported.seed,
        )


@dataclass(frozen=True)
class Target:
    """A file that may be written, and the format that its name asks for."""

    path: Path
    format: str
    changes: Mapping[str, str] = field(default_factory=dict)
    """In what a text differs from the one that the data came from."""
    typed: Typed | None = None
    """How ranges are written as numbers and dates; None as text."""

    @classmethod
    def check(
        cls,
        path: Path,
        table: OpenTable,
        *,
        delimiter: str | None = None,
        encoding: str | None = None,
        typed: str | None = None,
        others: Iterable[Path] = (),
    ) -> Target:
        """Refuse what cannot be written; the data and `others` in use are never overwritten."""
        cls._check_place(path, table, others)
        check_character(delimiter, "delimiter")
        ending = path.suffix.lower()
        changes = {
            "delimiter": delimiter or DELIMITERS.get(ending),
            "encoding": encoding and find_codec(encoding, b""),
        }
        chosen = {name: change for name, change in changes.items() if change}
        format = FORMATS.get(ending, "csv")
        if chosen and format != "csv":
            raise errors.InvalidParameter(
                say(
                    "'{name}' is not a text file, so it has no {option}.",
                    name=path.name,
                    option=as_message(min(chosen)),
                ),
                say("Leave it out, or write a CSV file."),
            )
        return cls(path, format, chosen, check_typed(typed))

    @staticmethod
    def _check_place(path: Path, table: OpenTable, others: Iterable[Path]) -> None:
        if path.suffix.lower() not in {**FORMATS, **DELIMITERS}:
            raise errors.UnknownName.among("format", path.suffix or path.name, list(FORMATS))
        check_place(path, table, others)

    def write(self, table: OpenTable, release: Release, progress: Progress = silent) -> Released:
        """Write a release of a table and prove on the file that it holds."""
        with table.rows() as rows:
            written = write_release(
                rows,
                table.table,
                replace(release, typed=self.typed),
                self.path,
                self.format,
                progress,
                self.changes,
            )
        released = Released.of(written)
        return replace(released, warnings=(*tell_steps(table.techniques), *released.warnings))
