"""k, l and t together, against pycanon on Adult, and on a million rows after loading."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pandas as pd
from pycanon import anonymity

import incrowd as ic
from benchmarks.timing import ADULT, best
from incrowd.service.datasets.dataset import Dataset

SENSITIVE = "occupation"


def run(large: bool) -> dict[str, Any]:
    return {"adult": _adult(), "1,000,000 rows": _million()}


def _adult() -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    frame = pd.read_csv(ADULT / "adult.csv", sep=";", dtype=str)
    quasi = [name for name in frame.columns if name != SENSITIVE]
    with ic.open(ADULT / "adult.csv", quasi=quasi, sensitive=[SENSITIVE]) as table:
        ours = best(lambda: _check(table), runs=5)
        found = table.check(k=2, l=2, t=0.5)
    peer = best(lambda: _peer(frame, quasi), runs=1)
    return {
        "seconds": ours,
        "k_l_t": [found.k, found.l, found.t],
        "pycanon_seconds": peer,
        "pycanon_k_l_t": _peer(frame, quasi),
        "ratio": peer / ours,
    }


def _million() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "census.parquet"
        ic.generate("census", path, rows=1_000_000, seed=1)
        quasi = ["age", "sex", "postcode", "birth_country", "marital_status", "education"]
        with ic.open(path, quasi=quasi, sensitive=["religion"]) as table:
            return {"seconds": best(lambda: _check(table), runs=3)}


def _check(table: Dataset) -> None:
    """Compute k, l and t from the loaded crowd, with no class remembered."""
    table.protected_crowd.forget()
    table.check(k=2, l=2, t=0.5)


def _peer(frame: pd.DataFrame, quasi: list[str]) -> list[float]:
    return [
        anonymity.k_anonymity(frame, quasi),
        anonymity.l_diversity(frame, quasi, [SENSITIVE]),
        anonymity.t_closeness(frame, quasi, [SENSITIVE]),
    ]
