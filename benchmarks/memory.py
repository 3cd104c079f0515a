"""How much memory a call needs at its peak, beyond what was taken before it: Linux only."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def peak_bytes(call: Callable[[], object]) -> int | None:
    """The resident peak during a call less what was resident before; None where it is not told."""
    gc.collect()
    try:
        RESET.write_text("5")  # forgets the peak of before
    except OSError:
        return None
    before = _status("VmRSS")
    call()
    return _status("VmHWM") - before


Subject = TypeVar("Subject")


def in_a_process(measure: Callable[[Subject], dict[str, Any]], subject: Subject) -> dict[str, Any]:
    """Measure in a process of its own: what was freed before would be used again unseen."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measure, subject).result()


def _status(name: str) -> int:
    line = next(one for one in STATUS.read_text().splitlines() if one.startswith(name))
    return int(line.split()[1]) * 1024
