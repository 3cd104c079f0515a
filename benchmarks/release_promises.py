"""Optima for promises other than k, l and t on Adult, beside the time that ARX took for them."""

from __future__ import annotations

import json
from typing import Any

import incrowd as ic
from benchmarks.timing import ADULT, GOLDEN, best
from incrowd.crowd.crowd import WHOLE_RELEASE, Crowd, Protection, ReleasePromise
from incrowd.measures.promise_names import is_about_release, promise_model
from incrowd.search.global_recoding.optimal import find_optimum
from incrowd.search.goal import Goal

CREDITCARD = ADULT.parent / "creditcard"
SENSITIVE = "occupation"
PEOPLE = 1_508_100
CLASSES = [
    ("k_subsets", 5, (("m", 2),)),
    ("k_subsets", 5, (("m", 3),)),
    ("k_subsets", 5, (("m", 4),)),
    ("k_map", 5, (("significance", 0.01),)),
    ("profit_prosecutor", 0, (("gain", 300), ("cost", 4))),
    ("profit_journalist", 0, (("gain", 300), ("cost", 4))),
]
"""Promises that say which classes stay, which ARX cannot make or the golden file lacks."""
LIMIT = 0.05
WIDE = 15
"""Attributes of the credit card data, where k of every combination is looked for in 455 sets."""
K = 4
"""Beside promises about sensitive values, as in the golden file."""


def run(large: bool) -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    runs = json.loads((GOLDEN / "arx_models.json").read_text())["runs"]
    quasi = list(runs[0]["levels"])
    everything = _crowd(quasi, [])
    others = _crowd([name for name in quasi if name != SENSITIVE], [SENSITIVE])
    results = [_compare(each, everything, others) for each in runs]
    return {
        "runs": results,
        "smallest_ratio": min(each["ratio"] for each in results),
        "classes": [_time(everything, *each) for each in CLASSES],
        "wide": _time_wide(),
    }


def _time(crowd: Crowd, model: str, threshold: float, further: tuple[Any, ...]) -> dict[str, Any]:
    promise = ReleasePromise(WHOLE_RELEASE, model, threshold, PEOPLE, further)
    goal = Goal(1, (promise,), LIMIT)
    seconds = best(lambda: find_optimum(crowd, goal), runs=1)
    found = find_optimum(crowd, goal)
    asked = {"model": model, "threshold": threshold, **dict(further), "suppression_limit": LIMIT}
    return {**asked, "seconds": seconds, "score": found.score, "exact": found.exact}


def _time_wide() -> dict[str, Any]:
    if not CREDITCARD.is_dir():
        return {"skipped": f"needs {CREDITCARD}"}
    with ic.open(CREDITCARD / "creditcard.csv", hierarchies=CREDITCARD) as table:
        quasi = table.table.names[:WIDE]
    with ic.open(CREDITCARD / "creditcard.csv", quasi=quasi) as table:
        return _time(table.crowd, "k_subsets", 5, (("m", 3),))


def _crowd(quasi: list[str], sensitive: list[str]) -> Crowd:
    path = ADULT / "adult.csv"
    with ic.open(path, quasi=quasi, sensitive=sensitive, hierarchies=ADULT) as table:
        return table.protected_crowd


def _compare(arx: dict[str, Any], everything: Crowd, others: Crowd) -> dict[str, Any]:
    name, threshold = arx["model"].split("=")
    model = promise_model(name)
    crowd, k = (everything, 1) if is_about_release(model) else (others, K)
    promise = Protection(SENSITIVE, model, float(threshold))
    if is_about_release(model):
        promise = ReleasePromise(WHOLE_RELEASE, model, float(threshold), PEOPLE)
    goal = Goal(k, (promise,), arx["suppression_limit"])
    seconds = best(lambda: find_optimum(crowd, goal), runs=1)
    found = find_optimum(crowd, goal)
    return {
        "model": arx["model"],
        "suppression_limit": arx["suppression_limit"],
        "seconds": seconds,
        "score": found.score,
        "exact": found.exact,
        "arx_score": arx["score"],
        "arx_seconds": arx["arx_ms"] / 1000,
        "ratio": arx["arx_ms"] / 1000 / seconds,
    }
