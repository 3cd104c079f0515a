"""The matrix of pairs, the tree and the stand-outs, against one GROUPING SETS query of DuckDB.

Goals: matrix and tree on Adult 50 ms, on a million rows of 20 attributes 3 s; stand-outs of up to
three attributes on Adult 2 s, on 100,000 rows of 15 attributes 60 s.
"""

from __future__ import annotations

import os
import resource
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb

import incrowd as ic
from benchmarks.timing import ADULT, best
from incrowd.advice.standouts import StandOuts, find_standouts
from incrowd.crowd.crowd import Crowd
from incrowd.service.subsets.subsets import draw
from incrowd.subsets.maximal import find_maximal

DOMAINS = [2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 25, 40, 60, 72, 100]
"""Values of the attributes of generated rows; low ones are drawn more often than high ones."""


def run(large: bool) -> dict[str, Any]:
    results: dict[str, Any] = {"load": os.getloadavg()[0]}
    if ADULT.is_dir():
        with ic.open(ADULT / "adult.csv", quasi=_header(), hierarchies=ADULT) as table:
            results["adult"] = {**_matrix(table.crowd, 10), **_standouts(table.crowd, 5)}
        results["adult"] |= _peer(f"read_csv('{ADULT / 'adult.csv'}', all_varchar=true)", results)
    with tempfile.TemporaryDirectory() as folder:
        million = _generate(Path(folder) / "million.parquet", 1_000_000, 20)
        with ic.open(million, quasi=_names(20)) as table:
            results["1,000,000 rows x 20"] = _matrix(table.crowd, 3)
        results["1,000,000 rows x 20"] |= _peer(f"'{million}'", results, "1,000,000 rows x 20")
        wide = _generate(Path(folder) / "wide.parquet", 100_000, 15)
        with ic.open(wide, quasi=_names(15)) as table:
            results["100,000 rows x 15"] = _standouts(table.crowd, 1)
    return results


def _matrix(crowd: Crowd, runs: int) -> dict[str, Any]:
    classes = crowd.at(crowd.bottom)
    picture = draw(classes)
    return {
        "tuples": len(crowd.counts),
        "pairs": picture.columns.width * (picture.columns.width - 1) // 2,
        "matrix_and_tree_seconds": best(lambda: draw(classes), runs),
        "maximal_at_5_seconds": best(lambda: find_maximal(picture.columns, picture.matrix, 5), 1),
        "maximal_complete": find_maximal(picture.columns, picture.matrix, 5).complete,
        "smallest_pair_k": int(picture.matrix.k.min()),
    }


def _standouts(crowd: Crowd, runs: int) -> dict[str, Any]:
    classes = crowd.at(crowd.bottom)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = best(lambda: _everything(find_standouts(classes)), runs)
    found = find_standouts(classes)
    return {
        "standouts_seconds": seconds,
        "standing_out": found.rows,
        "combinations": found.counts,
        "peak_mb_before": before,
        "peak_mb_after": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _everything(found: StandOuts) -> None:
    """What is worked out only when somebody looks at it."""
    _ = found.ranked, found.attribute_shares, found.value_shares(20)
    if found.rows:
        found.combinations_of(int(found.ranked[0]))


def _peer(source: str, results: dict[str, Any], name: str = "adult") -> dict[str, Any]:
    """K of every pair with one query, from a table in memory, on as many threads."""
    ours = results[name]
    with duckdb.connect(config={"threads": 2}) as connection:
        connection.execute(f"CREATE TABLE people AS SELECT * FROM {source}")
        columns = [f'"{row[0]}"' for row in connection.execute("DESCRIBE people").fetchall()]
        sets = ", ".join(f"({a}, {b})" for a, b in combinations(columns, 2))
        query = (
            f"SELECT which, min(n) FROM (SELECT GROUPING({', '.join(columns)}) AS which, "
            f"count(*) AS n FROM people GROUP BY GROUPING SETS ({sets})) GROUP BY which"
        )
        answer = connection.execute(query).fetchall()
        assert len(answer) == ours["pairs"]
        assert min(k for _, k in answer) == ours["smallest_pair_k"]
        seconds = best(lambda: connection.execute(query).fetchall(), 2)
    return {
        "duckdb_grouping_sets_seconds": seconds,
        "ratio": seconds / ours["matrix_and_tree_seconds"],
    }


def _header() -> list[str]:
    return (ADULT / "adult.csv").read_text().splitlines()[0].split(";")


def _names(width: int) -> list[str]:
    return [f"a{place}" for place in range(width)]


def _generate(path: Path, rows: int, width: int) -> Path:
    """Rows of independent attributes."""
    drawn = ", ".join(
        f"CAST(floor({DOMAINS[-width:][place]} * pow(hash(i * 64 + {place}) % 1000003 / 1000003, "
        f"1.5)) AS VARCHAR) AS a{place}"
        for place in range(width)
    )
    duckdb.sql(f"COPY (SELECT {drawn} FROM range({rows}) AS r(i)) TO '{path}'")
    return path
