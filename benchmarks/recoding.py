"""Local recoding on Adult and on a million rows, beside what ARX and PrioPrivacy reach and need.

Their figures are those of tests/golden/prioprivacy.json, measured on a machine of two cores. The
plain reference, in the same run, looks at all pairs of tuples for one round of merging, with NumPy.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import incrowd as ic
from benchmarks.memory import in_a_process, peak_bytes
from benchmarks.timing import ADULT, GOLDEN, best, write_million
from incrowd.crowd.crowd import Crowd
from incrowd.search.local_recoding.clustering import recode_by_priority as recode
from incrowd.search.local_recoding.greedy import recode_greedily
from incrowd.search.local_recoding.match_risk import count_covering, count_exposed
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding

FACTS = GOLDEN / "prioprivacy.json"
SAMPLE = 200
"""Tuples for which the plain reference looks for the cheapest partner."""


def recode_by_priority(crowd: Crowd, k: int, ranked: Priorities) -> Recoding:
    """Recode as the figures of the peers are reckoned: by entropy, with linear weights."""
    return recode(crowd, k, ranked, utility="entropy", strength="linear").recoding


def run(large: bool) -> dict[str, Any]:
    if not ADULT.is_dir():
        return {"skipped": f"needs {ADULT}"}
    load = os.getloadavg()[0]
    crowd, facts = read_crowd(ADULT / "adult.csv"), json.loads(FACTS.read_text())
    return {
        "load_average": load,
        "memory": in_a_process(_memory, ADULT / "adult.csv"),
        "all_pairs_round_seconds": _all_pairs(crowd),
        "priority": [
            _priority(crowd, facts, experiment, k)
            for experiment in range(5)
            for k in (range(2, 11) if large else (2, 5, 10))
        ],
        "priority-greedy": [
            _greedy(crowd, facts, experiment, k) for experiment in range(1, 5) for k in (2, 5, 10)
        ],
        "1,000,000 rows": _million(),
    }


def ranked_by(crowd: Crowd, facts: dict[str, Any], experiment: int) -> Priorities:
    groups = facts["priorities_most_important_first"].get(str(experiment), [])
    return Priorities.ranked(groups, crowd.names)


def peers_of(facts: dict[str, Any], tool: str, experiment: int, k: int) -> list[dict[str, Any]]:
    if experiment == 0:
        return [one for one in facts["arx_without_priorities"] if one["k"] == k]
    return [
        one
        for one in facts["results"]
        if one["tool"].startswith(tool) and (one["experiment"], one["k"]) == (experiment, k)
    ]


def _priority(crowd: Crowd, facts: dict[str, Any], experiment: int, k: int) -> dict[str, Any]:
    ranked = ranked_by(crowd, facts, experiment)
    found = recode_by_priority(crowd, k, ranked)
    peers = peers_of(facts, "arx", experiment, k)
    return {
        "experiment": experiment or "without priorities",
        "k": k,
        "seconds": best(lambda: recode_by_priority(crowd, k, ranked), runs=2),
        "smallest_class": found.k,
        "exposed": count_exposed(found, k),
        "entropy": found.entropy,
        "arx_entropy": max((one["entropy"] for one in peers), default=None),
        "weighted": found.entropy_weighted(ranked),
        "arx_weighted": max((one.get("entropy_weighted", 0) for one in peers), default=None),
        "greedy_weighted": recode_greedily(crowd, k, ranked).entropy_weighted(ranked),
    }


def _greedy(crowd: Crowd, facts: dict[str, Any], experiment: int, k: int) -> dict[str, Any]:
    ranked = ranked_by(crowd, facts, experiment)
    strict, published = (
        recode_greedily(crowd, k, ranked, "strict"),
        recode_greedily(crowd, k, ranked, "published"),
    )
    return {
        "experiment": experiment,
        "k": k,
        "seconds": best(lambda: recode_greedily(crowd, k, ranked)),
        "published_seconds": best(lambda: recode_greedily(crowd, k, ranked, "published")),
        "prioprivacy_seconds": facts["prioprivacy_seconds_measured_two_cores"][f"{experiment},{k}"],
        "weighted": strict.entropy_weighted(ranked),
        "published_weighted": published.entropy_weighted(ranked),
        "prioprivacy_weighted": peers_of(facts, "prio", experiment, k)[0]["entropy_weighted"],
        "published_exposed": count_exposed(published, k),
        "prioprivacy_exposed": peers_of(facts, "prio", experiment, k)[0][
            "people_matching_fewer_than_k_rows"
        ],
    }


def _million() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        write_million(path)
        crowd, memory = read_crowd(path), in_a_process(_memory, path)
    equal = Priorities.equal(crowd.names)
    found = recode_by_priority(crowd, 5, equal)
    return {
        "tuples": len(crowd.counts),
        "memory": memory,
        "priority_seconds": best(lambda: recode_by_priority(crowd, 5, equal), runs=2),
        "greedy_seconds": best(lambda: recode_greedily(crowd, 5, equal), runs=2),
        "entropy": found.entropy,
        "smallest_class": found.k,
        "covering_seconds": best(lambda: count_covering(found)),
    }


def _memory(path: Path) -> dict[str, Any]:
    """What `priority` needs at its peak, in a process that has recoded but a small table before."""
    crowd = read_crowd(path)
    recode_by_priority(_sample(crowd), 5, Priorities.equal(crowd.names))
    taken = sum(codes.nbytes for codes in crowd.codes) + crowd.counts.nbytes
    peak = peak_bytes(lambda: recode_by_priority(crowd, 5, Priorities.equal(crowd.names)))
    return {
        "crowd_mb": taken / 2**20,
        "peak_mb": None if peak is None else peak / 2**20,
        "times_the_crowd": None if peak is None else peak / taken,
    }


def _sample(crowd: Crowd) -> Crowd:
    """The first hundred tuples, so that all kernels and threads have been there once."""
    return replace(
        crowd, codes=tuple(codes[:100] for codes in crowd.codes), counts=crowd.counts[:100]
    )


def _all_pairs(crowd: Crowd) -> float:
    """One round: every tuple against every other, attribute by attribute, level by level."""
    chosen = np.random.default_rng(1).choice(len(crowd.counts), SAMPLE, replace=False)

    def look() -> None:
        for one in chosen:
            cost = np.zeros(len(crowd.counts))
            for codes, ladder, domain in zip(
                crowd.codes, crowd.ladders, crowd.domains, strict=True
            ):
                bits = np.full(len(codes), np.log2(crowd.rows))
                for level_codes in ladder.codes[-2::-1]:
                    rows = np.bincount(level_codes, domain.counts)
                    at = level_codes[codes]
                    alike = at == at[one]
                    bits[alike] = np.log2(rows[at[one]])
                cost += 2 * bits
            np.argmin(cost)

    return best(look, runs=1) * len(crowd.counts) / SAMPLE


def read_crowd(path: Path) -> Crowd:
    names = (ADULT / "adult.csv").read_text().splitlines()[0].split(";")
    with ic.open(path, quasi=names, hierarchies=ADULT) as table:
        return table.crowd
