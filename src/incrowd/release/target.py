"""The file that a table is written to: checked before the work begins, proved after it.

target = Target.check(Path("safe.csv"), table)
target.write(table, release).k          # 5, found on the file itself
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.files.formats import writable_formats
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.release.export import Exported, Release, write_release

FORMATS: Final = {known.extension: known.name for known in writable_formats()}


@dataclass(frozen=True)
class Released:
    """A file that holds what it promises, and what was found on it."""

    path: str
    rows: int
    k: int
    l: int | None
    t: float | None
    verified: bool

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
        )


@dataclass(frozen=True)
class Target:
    """A file that may be written, and the format that its name asks for."""

    path: Path
    format: str

    @classmethod
    def check(cls, path: Path, table: OpenTable) -> Target:
        """Refuse what cannot be written; the data itself is never overwritten."""
        if path.suffix.lower() not in FORMATS:
            raise UnknownName.among("format", path.suffix or path.name, list(FORMATS))
        if table.origin is not None and table.origin.is_file(path):
            raise InvalidParameter(
                say("'{name}' is the data itself.", name=path.name), say("Write to another file.")
            )
        if not path.parent.is_dir():
            raise InvalidParameter(
                say("There is no folder '{parent}'.", parent=path.parent),
                say("Make it, or name another."),
            )
        if path.is_dir():
            raise InvalidParameter(say("'{path}' is a folder.", path=path), say("Name a file."))
        return cls(path, FORMATS[path.suffix.lower()])

    def write(self, table: OpenTable, release: Release, progress: Progress = silent) -> Released:
        """Write a release of a table and prove on the file that it holds."""
        with table.rows() as rows:
            return Released.of(
                write_release(rows, table.table, release, self.path, self.format, progress)
            )
