"""Write a file as a whole or not at all: `with write_atomically(target) as part: …`.

What is written to `part` takes the place of the target when the block is over; when it fails, even
by Ctrl-C, nothing is left. What a killed process leaves ends in `.part`.
"""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from incrowd.errors import DataError, DiskFull, IncrowdError, SourceNotFound
from incrowd.language import say

PART_SUFFIX: Final = ".part"
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_FULL_MESSAGE: Final = os.strerror(errno.ENOSPC)


@contextmanager
def write_atomically(target: Path) -> Iterator[Path]:
    """A file in the same folder, which becomes the target once it is complete and on disk."""
    if not target.parent.is_dir():
        raise SourceNotFound(
            say("There is no folder '{parent}'.", parent=target.parent),
            say("Make it, or name another."),
        )
    if target.exists() and not target.is_file():
        raise DataError(
            say("'{name}' is a folder, a device or a pipe, not a file.", name=target.name),
            say("Name a file."),
        )
    part = target.with_name(f".{secrets.token_hex(8)}{PART_SUFFIX}")
    try:
        _check_writable(part)
        yield part
        _flush(part)
        part.replace(target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if _is_full(error):
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


def _check_writable(part: Path) -> None:
    """Fail now where nothing can be written: drivers do not agree on how they say so."""
    part.touch(exist_ok=False)
    part.unlink()


def _flush(part: Path) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())


def _is_full(error: BaseException | None) -> bool:
    """Whether an error, or one that led to it, says that the disk is full.

    Drivers do not agree on a type, but all of them repeat what the system says.
    """
    while error is not None:
        if getattr(error, "errno", None) in _FULL:
            return True
        if not isinstance(error, IncrowdError) and _FULL_MESSAGE in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False
