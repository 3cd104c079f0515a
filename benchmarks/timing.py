"""Time a call: the best or the median of several runs, in seconds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
ADULT = PROJECT.parent / "shared" / "data" / "adult"
GOLDEN = PROJECT / "tests" / "golden"


def best(call: Callable[[], object], runs: int = 3) -> float:
    return min(_seconds(call) for _ in range(runs))


def median(calls: list[Callable[[], object]]) -> float:
    return statistics.median(_seconds(call) for call in calls)


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
