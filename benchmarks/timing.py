"""Time a call in seconds, the best or the median of several runs; write a million rows for it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

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


def write_million(path: Path) -> None:
    """Adult 34 times, up to a million rows, one in ten a year older: the same rows in every run."""
    adult = ADULT / "adult.csv"
    duckdb.sql(
        f"""COPY (
            SELECT * EXCLUDE (copy, position)
                REPLACE (CAST(CAST(age AS INTEGER) + (hash(copy, position) % 10 = 0)::INTEGER
                              AS VARCHAR) AS age)
            FROM (SELECT *, row_number() OVER () AS position
                  FROM read_csv('{adult}', delim=';', all_varchar=true)),
                 range(34) AS copies(copy)
            ORDER BY copy, position LIMIT 1000000
        ) TO '{path}'"""
    )
