"""How much a confined process may take: `Limits(memory=1 << 30, seconds=60, file_bytes=1 << 30)`.

The system holds it to them where it can (Linux, and in part other Unixes); the parent watches
memory and time everywhere it can see them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SLACK: Final = 256 << 20
"""Address space for code, stacks of threads and arenas that is asked for and never touched."""
_GRACE_SECONDS: Final = 5
_NICENESS: Final = 5
_FIRST_TO_GO: Final = 500
"""How willingly the system ends the process when memory runs out, from -1000 to 1000."""
_FILES: Final = 256
_SET_PARENT_DEATH_SIGNAL: Final = 1
_PAGE: Final = 4096 if sys.platform == "win32" else os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Limits:
    """What a confined process may take."""

    memory: int
    """Bytes of its own, beyond the files that it looks into."""
    seconds: float
    """Time on the clock for one call."""
    file_bytes: int
    """Size of a file that it writes."""


def die_with(parent: int) -> None:
    """End this process when its parent ends, however that comes about."""
    if sys.platform != "linux":
        return  # there the end of the requests has to do
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it ended before we could ask


def step_back() -> None:
    """Let others have the processor first, and memory last."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_FIRST_TO_GO))


def confine(limits: Limits) -> None:
    """Hold this process to its limits of memory and files, for good."""
    if sys.platform == "win32":
        return
    import resource

    # private writable memory: what counts, and not the gigabytes that allocators merely reserve
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for what, most in (
        (kind, limits.memory + _SLACK),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _FILES),
    ):
        with contextlib.suppress(OSError, ValueError):
            _, hard = resource.getrlimit(what)
            bounded = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (bounded, bounded))


def confine_time(seconds: float) -> None:
    """Let the system end this process should the parent fail to: a backstop for each call."""
    if sys.platform == "win32":
        return
    import resource

    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = int(used + seconds * (os.cpu_count() or 1)) + _GRACE_SECONDS
    with contextlib.suppress(OSError, ValueError, OverflowError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def memory_of(process: int) -> int:
    """Bytes that a process has for itself, files that it looks into not counted; 0 if unknown."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{process}/statm").read_bytes().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * _PAGE
