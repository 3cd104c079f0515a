"""A million rows from CSV to risk and all recommendations, against one GROUP BY of DuckDB."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

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
    path = folder / f"census{rows}.csv"
    small = folder / "small.csv"
    _generate(path, rows)
    if not small.exists():
        _generate(small, 1000)
    runs = 3 if rows <= 1_000_000 else 1
    ours = min((_run(OURS, path, small) for _ in range(runs)), key=lambda one: one["seconds"])
    reference = min(_run(DUCKDB, path, small)["seconds"] for _ in range(runs))
    return {**ours, "duckdb_group_by_seconds": reference, "ratio": ours["seconds"] / reference}


def _generate(path: Path, rows: int) -> None:
    command = [sys.executable, "-m", "incrowd", "generate", "census", "-o", str(path)]
    subprocess.run([*command, "--rows", str(rows)], check=True, stdout=subprocess.DEVNULL)


def _run(script: str, path: Path, small: Path) -> dict[str, Any]:
    command = [sys.executable, "-c", script, str(path), str(small), ",".join(NAMES)]
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True).stdout
    )
    return answer
