"""Run what is measured within so much memory, disk cache included: Linux, as root.

with within(4 * 1024**3) as group:              # None where no group can be made
    subprocess.run(command, env=os.environ | {GROUP: str(group)})     # calls join() first
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

GROUP: Final = "INCROWD_BENCHMARK_GROUP"
"""The environment variable that says which group a process is to join."""
_ROOTS: Final = (
    (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes"),
    (Path("/sys/fs/cgroup"), "memory.max"),
)


@contextmanager
def within(memory: int) -> Iterator[Path | None]:
    """A control group that allows so many bytes, removed afterwards."""
    for root, limit in _ROOTS:
        group = root / f"incrowd-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / limit).write_text(str(memory))
            yield group
        except FileNotFoundError:  # this kind of group has no such limit
            continue
        finally:
            group.rmdir()
        return
    yield None


def join() -> None:
    """Enter the group that the environment names, if it names one."""
    if group := os.environ.get(GROUP):
        (Path(group) / "cgroup.procs").write_text(str(os.getpid()))
