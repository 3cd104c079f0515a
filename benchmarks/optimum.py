"""The optimum and the front on Adult and on a million rows, beside ARX's figures and the sweep.

ARX's milliseconds are those of tests/golden/arx_optima.json, measured on a machine of two cores;
`sweep` is our own walk over all states, in the same run.
"""

from __future__ import annotations

import json
import resource
import tempfile
from pathlib import Path
from typing import Any

import incrowd as ic
from benchmarks.timing import ADULT, GOLDEN, best, write_million
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.sweep import sweep
from incrowd.search.global_recoding.front import trace_front
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.goal import Goal


def run(large: bool) -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    return {"adult": _adult(), "1,000,000 rows": _million()}


def _adult() -> dict[str, Any]:
    crowd = _crowd(ADULT / "adult.csv")
    runs = json.loads((GOLDEN / "arx_optima.json").read_text())["runs"]
    return {
        "sweep_seconds": best(lambda: sweep(crowd)),
        "front_seconds": best(lambda: trace_front(crowd)),
        "front_points": len(trace_front(crowd).points),
        "k = 5": [_compare(crowd, run) for run in runs if run["k"] == 5],
    }


def _compare(crowd: Crowd, run: dict[str, Any]) -> dict[str, Any]:
    utility = {"aecs": "class_size"}.get(run["measure"], run["measure"])
    goal = Goal(run["k"], max_suppression=run["suppression_limit"], utility=utility)
    found, seconds = find_optimum(crowd, goal), best(lambda: find_optimum(crowd, goal), runs=5)
    return {
        "utility": utility,
        "limit": run["suppression_limit"],
        "ms": seconds * 1e3,
        "visited": found.visited,
        "arx_ms": run["arx_ms"],
        "ratio": run["arx_ms"] / 1e3 / seconds,
    }


def _million() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        write_million(path)
        crowd = _crowd(path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    goal = Goal(5)
    seconds = {
        utility: best(lambda utility=utility: find_optimum(crowd, Goal(5, utility=utility)))
        for utility in ("loss", "entropy", "precision", "discernibility", "class_size")
    }
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "tuples": len(crowd.counts),
        "visited": find_optimum(crowd, goal).visited,
        "crowd_mb": (sum(codes.nbytes for codes in crowd.codes) + crowd.counts.nbytes) / 2**20,
        "peak_mb_before": before,
        "peak_mb_after": after,
        "seconds": seconds,
        "front_seconds": best(lambda: trace_front(crowd)),
        "arx_seconds": 8.1,
    }


def _crowd(path: Path) -> Crowd:
    names = (ADULT / "adult.csv").read_text().splitlines()[0].split(";")
    with ic.open(path, quasi=names, hierarchies=ADULT) as table:
        return table.crowd
