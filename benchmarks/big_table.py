"""A million rows from CSV to risk and all recommendations, against one GROUP BY of DuckDB.

Two files of nine columns, all quasi-identifiers: one in which most rows are the only ones of their
kind, and one that repeats 33,000 combinations, as a census of few attributes does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb

KINDS = 33_000
NAMES = [
    "age",
    "sex",
    "postcode",
    "birth_country",
    "marital_status",
    "education",
    "occupation",
    "household_size",
    "religion",
]

OURS = """
import json, resource, sys, time
import incrowd as ic
with ic.open(sys.argv[2]) as warm:
    warm.recommend()
start = time.perf_counter()
with ic.open(sys.argv[1], quasi=sys.argv[3].split(",")) as table:
    table.recommend()
    seconds = time.perf_counter() - start
    answer = {"seconds": seconds, "rows": table.table.rows, "tuples": len(table.crowd.counts)}
answer["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(answer))
"""
DUCKDB = """
import json, sys, time
import duckdb
connection = duckdb.connect()
columns = ", ".join(f'"{name}"' for name in sys.argv[3].split(","))
query = f"SELECT {columns}, count(*) FROM read_csv('{sys.argv[1]}') GROUP BY ALL"
start = time.perf_counter()
connection.execute(query).to_arrow_table()
print(json.dumps({"seconds": time.perf_counter() - start}))
"""


def run(large: bool) -> dict[str, Any]:
    sizes = [1_000_000, 10_000_000] if large else [1_000_000]
    with tempfile.TemporaryDirectory() as folder:
        return {f"{size:,} rows": _compare(Path(folder), size) for size in sizes}


def _compare(folder: Path, rows: int) -> dict[str, Any]:
    small = folder / "small.csv"
    if not small.exists():
        _generate(small, 1000)
    return {
        "most rows differ": _timed(_generate(folder / f"differ{rows}.csv", rows), small, rows),
        "few combinations": _timed(_repeat(folder, rows), small, rows),
    }


def _timed(path: Path, small: Path, rows: int) -> dict[str, Any]:
    runs = 3 if rows <= 1_000_000 else 1
    ours = min((_run(OURS, path, small) for _ in range(runs)), key=lambda one: one["seconds"])
    reference = min(_run(DUCKDB, path, small)["seconds"] for _ in range(runs))
    return {**ours, "duckdb_group_by_seconds": reference, "ratio": ours["seconds"] / reference}


def _generate(path: Path, rows: int) -> Path:
    whole = path.with_suffix(".all.csv")
    command = [sys.executable, "-m", "incrowd", "generate", "census", "-o", str(whole)]
    subprocess.run([*command, "--rows", str(rows)], check=True, stdout=subprocess.DEVNULL)
    chosen = ", ".join(NAMES)
    duckdb.sql(f"COPY (SELECT {chosen} FROM read_csv('{whole}', all_varchar=true)) TO '{path}'")
    whole.unlink()
    return path


def _repeat(folder: Path, rows: int) -> Path:
    """A file of so many rows that draws from 33,000 kinds of people, some far more often."""
    kinds, path = _generate(folder / "kinds.csv", KINDS), folder / f"few{rows}.csv"
    drawn = f"CAST({KINDS} * pow(hash(i) % 1000003 / 1000003, 2) AS INTEGER)"
    people = f"SELECT *, row_number() OVER () - 1 AS place FROM read_csv('{kinds}')"
    duckdb.sql(
        f"COPY (SELECT people.* EXCLUDE place FROM range({rows}) AS r(i) "
        f"JOIN ({people}) AS people ON place = {drawn} % {KINDS}) TO '{path}'"
    )
    return path


def _run(script: str, path: Path, small: Path) -> dict[str, Any]:
    command = [sys.executable, "-c", script, str(path), str(small), ",".join(NAMES)]
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True).stdout
    )
    return answer
