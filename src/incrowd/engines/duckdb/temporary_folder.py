"""A temporary folder per source, gone with the source, at exit, or at the start after a crash."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
import weakref
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # a system without file locks keeps what a crash left behind
    _LOCKS = False
else:
    _LOCKS = True

PREFIX = "incrowd-"
LOCK_NAME = "temporary-in-use"
"""What only folders have that may be deleted: no other folder is touched, whatever it is called."""
_GRACE_SECONDS = 5.0
"""Seconds within which a folder may just be in the making, and not be locked yet."""


class TemporaryFolder:
    """A folder of our own; its lock tells other processes that it is still in use."""

    def __init__(self) -> None:
        remove_abandoned()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = (self.folder / LOCK_NAME).open("w")
        _lock(self._lock)
        self._clear = weakref.finalize(self, _delete, self.folder, self._lock)

    def path(self, name: str) -> Path:
        """Where a temporary file of that name goes."""
        return self.folder / name

    def remove(self) -> None:
        """Delete the folder and all that is in it; a second call does nothing."""
        self._clear()


def remove_abandoned() -> None:
    """Delete the folders of processes that died."""
    if not _LOCKS:
        return
    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK_NAME}"):
        with contextlib.suppress(OSError):
            if time.time() - lock.stat().st_mtime > _GRACE_SECONDS:
                _remove_if_free(lock)


def _remove_if_free(lock: Path) -> None:
    with lock.open("a") as file:
        _lock(file)
        shutil.rmtree(lock.parent, ignore_errors=True)


def _lock(file: IO[str]) -> None:
    """Lock a file, or fail at once if somebody has it."""
    if _LOCKS:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _delete(folder: Path, lock: IO[str]) -> None:
    lock.close()
    shutil.rmtree(folder, ignore_errors=True)
