"""Adult's lattice: classes at a random state, and all 12,960 states, against NumPy's unique."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np

import incrowd as ic
from benchmarks.timing import ADULT, best, median
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.sweep import sweep


def run(large: bool) -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    names = (ADULT / "adult.csv").read_text().splitlines()[0].split(";")
    with ic.open(ADULT / "adult.csv", quasi=names, hierarchies=ADULT) as table:
        crowd = table.crowd
    chooser = random.Random(1)
    states = [tuple(chooser.randint(0, height) for height in crowd.heights) for _ in range(300)]
    ours = median([partial(crowd._rolled_up, state) for state in states])
    reference = median([partial(_unique, crowd, state) for state in states])
    every = best(lambda: sweep(crowd))
    return {
        "random_state_ms": ours * 1e3,
        "random_state_numpy_unique_ms": reference * 1e3,
        "random_state_ratio": reference / ours,
        "all_states": int(np.prod([height + 1 for height in crowd.heights])),
        "all_states_seconds": every,
        "all_states_ratio_to_numpy_unique": reference * 12_960 / every,
    }


def _unique(crowd: Crowd, levels: tuple[int, ...]) -> None:
    """Count classes at a state from all tuples with the simplest fast way in NumPy."""
    keys = np.zeros(len(crowd.counts), np.int64)
    for codes, ladder, level in zip(crowd.codes, crowd.ladders, levels, strict=True):
        keys = keys * ladder.radices[level] + ladder.codes[level][codes]
    _, inverse = np.unique(keys, return_inverse=True)
    np.bincount(inverse, weights=crowd.counts)
