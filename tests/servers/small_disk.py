"""A disk of few megabytes in place of a folder: `with small_disk(folder, 4) as disk:`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

MOUNT, UNMOUNT = "/usr/bin/mount", "/usr/bin/umount"


@dataclass(frozen=True)
class SmallDisk:
    """A disk that is in use."""

    folder: Path

    def protect(self) -> None:
        """Let nobody write to it any more, root included."""
        subprocess.run([MOUNT, "-o", "remount,ro", self.folder], check=True)

    def open(self) -> None:
        """Let it be written to again."""
        subprocess.run([MOUNT, "-o", "remount,rw", self.folder], check=True)

    @property
    def files(self) -> list[str]:
        """All that lies on it but folders, by its path."""
        every = [path for path in self.folder.rglob("*") if not path.is_dir()]
        return sorted(str(path.relative_to(self.folder)) for path in every)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Put a disk in place of a folder for a while."""
    if os.geteuid():
        pytest.skip("only root can make a small disk")
    size = f"size={megabytes}m"
    subprocess.run([MOUNT, "-t", "tmpfs", "-o", size, "tmpfs", folder], check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run([UNMOUNT, "-l", folder], check=True)
