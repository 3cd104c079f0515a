"""Folders for copies of data, which only we can open and which nobody leaves behind.

    with TemporaryFolder() as folder:
        folder.path("rows.parquet")

A process that is killed cannot tidy up. Its lock is free then, and the next one that needs a folder
in the same place removes what it left.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
import weakref
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

try:
    import fcntl
except ImportError:  # a system without file locks keeps what a crash left behind
    _LOCKS = False
else:
    _LOCKS = True

PREFIX: Final = "incrowd-"
HIDDEN_PREFIX: Final = ".incrowd-"
"""How folders are called that lie beside a file which is being written."""
LOCK_NAME: Final = "temporary-in-use"
"""What only folders have that may be deleted: no other folder is touched, whatever it is called."""
_GRACE_SECONDS: Final = 5.0
"""Seconds within which a folder may just be in the making, and not be locked yet."""


class TemporaryFolder:
    """A folder of our own; its lock tells other processes that it is still in use."""

    def __init__(self, parent: Path | None = None) -> None:
        place = Path(tempfile.gettempdir()) if parent is None else parent
        prefix = PREFIX if parent is None else HIDDEN_PREFIX
        remove_abandoned(place, prefix)
        self.folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        self._lock = (self.folder / LOCK_NAME).open("w")
        _lock(self._lock)
        self._clear = weakref.finalize(self, _delete, self.folder, self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()

    def path(self, name: str) -> Path:
        """Where a temporary file of that name goes."""
        return self.folder / name

    def remove(self) -> None:
        """Delete the folder and all that is in it; a second call does nothing."""
        self._clear()


def remove_abandoned(place: Path, prefix: str = PREFIX) -> None:
    """Delete our folders in some place whose processes have died."""
    if not _LOCKS:
        return
    for folder in _find_folders(place, prefix):
        with suppress(OSError):
            lock = folder / LOCK_NAME
            # a lock from the future is one from before the clock went back
            if abs(time.time() - lock.lstat().st_mtime) > _GRACE_SECONDS:
                _remove_if_free(lock)


def _find_folders(place: Path, prefix: str) -> list[Path]:
    """Folders that may be ours; a glob would take ten times as long, and each source looks.

    Whoever else may write there cannot make us touch, or wait for, what is theirs.
    """
    try:
        with os.scandir(place) as entries:
            return [
                Path(entry.path)
                for entry in entries
                if entry.name.startswith(prefix) and _is_our_folder(entry)
            ]
    except PermissionError:  # nobody may list what is in there
        return []


def _is_our_folder(entry: os.DirEntry[str]) -> bool:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:  # it was just removed
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()


def _remove_if_free(lock: Path) -> None:
    """Delete the folder of a lock that nobody holds; what is no plain file is no lock."""
    handle = os.open(lock, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "w") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            _lock(file)
            shutil.rmtree(lock.parent, ignore_errors=True)


def _lock(file: IO[str]) -> None:
    """Lock a file, or fail at once if somebody has it."""
    if _LOCKS:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _delete(folder: Path, lock: IO[str]) -> None:
    lock.close()
    shutil.rmtree(folder, ignore_errors=True)
