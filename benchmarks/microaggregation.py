"""Groups of close numbers: seconds and squared error, plain MDAV beside ours, microagg1d if there.

The published figures of MDAV and sdcMicro are of Census, Tarragona and EIA, which are not here:
nothing is compared with them.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

import incrowd as ic
from benchmarks.timing import ADULT, best
from incrowd.search.microaggregation.mdav import ROUNDS, group_by_distance
from incrowd.search.microaggregation.univariate import group_optimally

COLUMNS = ("age", "education-num", "hours-per-week")


def run(large: bool) -> dict[str, Any]:
    rows = 1_000_000
    random = np.random.default_rng(1)
    one = np.round(random.lognormal(10, 1, rows), 2)
    three = random.normal(size=(rows, 3))
    return {
        "univariate": [_univariate(one, k) for k in (3, 5, 10, 1000)],
        "multivariate": [_multivariate(three, k) for k in (3, 5, 10)],
        "small": [_multivariate(random.normal(size=(1080, 13)), k) for k in (3, 5, 10)],
        "adult": _adult(),
    }


def _univariate(values: np.ndarray, k: int) -> dict[str, Any]:
    ones = np.ones(len(values), np.int64)
    seconds = best(lambda: group_optimally(values, ones, k), runs=1)
    groups = group_optimally(values, ones, k)
    told = {"rows": len(values), "k": k, "seconds": seconds, "lost": _lost(values[:, None], groups)}
    if find_spec("microagg1d") is None:
        return {**told, "microagg1d": "skipped: microagg1d is not installed"}
    from microagg1d import univariate_microaggregation

    peer = best(lambda: univariate_microaggregation(values, k=k), runs=1)
    other = np.asarray(univariate_microaggregation(values, k=k))
    return {**told, "microagg1d_seconds": peer, "microagg1d_lost": _lost(values[:, None], other)}


def _multivariate(points: np.ndarray, k: int) -> dict[str, Any]:
    ones, strata = np.ones(len(points), np.int64), np.zeros(len(points), np.int32)

    def group(rounds: int) -> np.ndarray:
        return group_by_distance(points, ones, strata, k, rounds)

    return {
        "rows": len(points),
        "columns": points.shape[1],
        "k": k,
        "seconds": best(lambda: group(ROUNDS), runs=1),
        "mdav_seconds": best(lambda: group(0), runs=1),
        "lost": _lost(points, group(ROUNDS)),
        "mdav_lost": _lost(points, group(0)),
    }


def _adult() -> dict[str, Any] | str:
    """The whole way on Adult: three columns of numbers, from the counted crowd to the outcome."""
    if not ADULT.is_dir():
        return f"needs {ADULT}"
    with ic.open(ADULT / "adult.csv") as table:
        names = [name for name in COLUMNS if name in table.roles] or ["age"]
    with ic.open(ADULT / "adult.csv", quasi=names) as table:
        seconds = best(lambda: table.anonymize(5, method="microaggregation"), runs=1)
        outcome = table.anonymize(5, method="microaggregation")
    lost = {each.attribute: each.lost for each in outcome.result.aggregation or ()}
    return {"rows": outcome.result.rows, "k": outcome.result.k, "seconds": seconds, "lost": lost}


def _lost(points: np.ndarray, groups: np.ndarray) -> float:
    """The share of squared error: of the points against the means of their groups."""
    rows = np.bincount(groups)
    error = 0.0
    for column in points.T:
        means = np.bincount(groups, column) / np.maximum(rows, 1)
        error += float(((column - means[groups]) ** 2).sum())
    return error / float(((points - points.mean(0)) ** 2).sum())
