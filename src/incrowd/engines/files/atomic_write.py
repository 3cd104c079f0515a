"""Write a file as a whole or not at all: `with write_atomically(target) as part: …`.

What is written to `part` takes the place of the target when the block is over; when it fails, even
by Ctrl-C, nothing is left. The part lies in a folder that only we can open; what a killed process
leaves of it is removed by the next one that writes beside it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from incrowd.disk_errors import is_full
from incrowd.errors import DataError, DiskFull, SourceNotFound
from incrowd.language import say
from incrowd.temporary_folder import TemporaryFolder

PART_SUFFIX: Final = ".part"


@contextmanager
def write_atomically(target: Path) -> Iterator[Path]:
    """A file beside the target, which takes its place once it is complete and on disk."""
    with folder_beside(target) as folder:
        part = folder / f"{secrets.token_hex(8)}{PART_SUFFIX}"
        yield part
        _flush(part)
        part.replace(target)


@contextmanager
def folder_beside(target: Path) -> Iterator[Path]:
    """A private folder on the disk of a target, gone after the block; failures name the target."""
    if not target.parent.is_dir():
        raise SourceNotFound(
            say("There is no folder '{parent}'.", parent=target.parent),
            say("Make it, or name another one."),
        )
    if target.exists() and not target.is_file():
        raise DataError(
            say("'{name}' is a folder, a device or a pipe, not a file.", name=target.name),
            say("Name a file."),
        )
    try:
        with TemporaryFolder(target.parent) as folder:
            yield folder.folder
    except BaseException as error:
        if is_full(error):
            raise DiskFull(
                say(
                    "There is no room on the disk for '{name}'; nothing of it was kept.",
                    name=target.name,
                ),
                say("Free some space, or choose another disk, and try again."),
            ) from error
        if isinstance(error, OSError):
            raise DataError(
                say(
                    "'{name}' cannot be written: {error}.",
                    name=target.name,
                    error=error.strerror or error,
                ),
                say("Check that you may write to the folder."),
            ) from error
        raise


def _flush(part: Path) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())
