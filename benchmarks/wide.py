"""Wide and large tables: CREDITCARD beside ARX, and how processor time grows with the table.

The made-up tables have columns that hang together, as those of real tables do: every row leans
towards one of a few hundred kinds of people. Levels hold groups of 4 and of 16 values.
"""

from __future__ import annotations

import json
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import incrowd as ic
from benchmarks.memory import in_a_process
from benchmarks.timing import ADULT, GOLDEN
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.engines.contract import ROWS
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.goal import Goal
from incrowd.search.local_recoding.clustering import recode_by_priority
from incrowd.search.priorities import Priorities
from incrowd.table import Attribute, Kind, Profile, Role

CREDITCARD = ADULT.parent / "creditcard"
KINDS, VALUES, K = 300, 64, 5


def run(large: bool) -> dict[str, Any]:
    sizes = [10_000, 30_000, 100_000, *([300_000, 1_000_000] if large else [])]
    widths = [5, 10, 20, 40]
    return {
        "creditcard": in_a_process(_creditcard, CREDITCARD),
        "by tuples, 10 attributes": [in_a_process(_made_up, (size, 10)) for size in sizes],
        "by attributes, 30,000 tuples": [in_a_process(_made_up, (30_000, each)) for each in widths],
    }


def _creditcard(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        return {"skipped": f"needs {folder}"}
    data = folder / "creditcard.csv"
    names = data.read_text(encoding="utf-8").split("\n", 1)[0].strip().split(";")
    with ic.open(data, quasi=names, hierarchies=folder) as table:
        crowd = table.crowd
    start = time.process_time()
    best = find_optimum(crowd, Goal(K, (), 1.0, "loss"))
    facts = json.loads((GOLDEN / "wide.json").read_text())["creditcard"]
    return {
        "global": 1 - best.score,
        "global_bound": 1 - best.bound,
        "global_processor_seconds": time.process_time() - start,
        "arx_global": facts["global"]["arx_top_down_30s"],
        "local": _recode(crowd),
        "arx_local": facts["local"]["arx_top_down_10s_per_step"],
    }


def _made_up(shape: tuple[int, int]) -> dict[str, Any]:
    return _recode(make_crowd(*shape))


def _recode(crowd: Crowd) -> dict[str, Any]:
    """Recode twice: the first time, on few tuples, loads the kernels."""
    recode_by_priority(make_crowd(2_000, 30), K, Priorities.equal(make_crowd(1, 30).names))
    start, since = time.process_time(), time.perf_counter()
    equal = Priorities.equal(crowd.names)
    recoding = recode_by_priority(crowd.in_order(), K, equal, utility="loss").recoding
    return {
        "tuples": len(crowd.counts),
        "attributes": len(crowd.domains),
        "processor_seconds": time.process_time() - start,
        "seconds": time.perf_counter() - since,
        "quality": 1 - recoding.utility["loss"],
        "k": recoding.k,
        "classes": len(recoding.class_sizes),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def make_crowd(rows: int, width: int) -> Crowd:
    """A table of so many rows and columns, the same in every run."""
    random = np.random.default_rng(7)
    leaning = random.integers(0, VALUES, (KINDS, width))
    kinds = random.integers(0, KINDS, rows)
    spread = np.rint(random.normal(0, 4, (rows, width))).astype(int)
    stray = random.random((rows, width)) < 0.1
    values = np.where(stray, random.integers(0, VALUES, (rows, width)), leaning[kinds] + spread)
    codes = np.clip(values, 0, VALUES - 1)
    names = [f"column{number}" for number in range(width)]
    columns = {name: pa.array(codes[:, n].astype(str)) for n, name in enumerate(names)}
    tally = pa.table({**columns, ROWS: pa.array(np.ones(rows, np.int64))})
    tally = tally.group_by(names).aggregate([(ROWS, "sum")]).rename_columns([*names, ROWS])
    attributes = [
        Attribute(Profile(name, Kind.TEXT, rows=rows, missing=0, distinct=VALUES), Role.QUASI, "")
        for name in names
    ]
    crowd = build_crowd(tally, attributes, [])
    return crowd.with_hierarchies({each.attribute.name: _group(each) for each in crowd.domains})


def _group(domain: Domain) -> Hierarchy:
    """Groups of 4, 16 and 64 neighbouring values."""
    numbers = np.array([int(value or 0) for value in domain.values])
    groups, labels = [], []
    for size in (4, 16, VALUES):
        found, codes = np.unique(numbers // size, return_inverse=True)
        groups.append(codes.astype(np.int32))
        labels.append(tuple(f"{size}:{group}" for group in found) if size < VALUES else ("*",))
    titles = tuple(f"by {size}" for size in (4, 16, VALUES))
    return Hierarchy(
        domain.attribute.name, domain.values, tuple(groups), tuple(labels), titles, "", ""
    )
