"""Large files on one machine: `incrowd risk` against the bare GROUP BY, with peak memory.

Nine columns as Adult has them, some 400,000 to 600,000 combinations, one sensitive column; the
GROUP BY counts all ten, as risk does, and the nine alone beside it. Every figure comes from a
process of its own. And what a combination costs, for 1, 2 and 5 million. A CSV file is read in a
control group with 4 GB, disk cache included: the one of 100 million rows is larger than that.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.control_group import GROUP, join, within

_MEMORY = 4 * 1024**3
COLUMNS = (
    "age",
    "workclass",
    "education",
    "marital",
    "occupation",
    "race",
    "sex",
    "country",
    "zip",
)
_PEOPLE = """CREATE TABLE people AS SELECT range AS person,
    CAST(17 + hash(range, 1) % 74 AS INTEGER) AS age, 'work ' || (hash(range, 2) % 8) AS workclass,
    'edu ' || (hash(range, 3) % 16) AS education, 'marital ' || (hash(range, 4) % 7) AS marital,
    'occ ' || (hash(range, 5) % 14) AS occupation, 'race ' || (hash(range, 6) % 5) AS race,
    'sex ' || (hash(range, 7) % 2) AS sex, 'country ' || (hash(range, 8) % 41) AS country,
    CAST(10000 + hash(range, 9) % 900 AS VARCHAR) AS zip FROM range({people})"""
_ROWS = """SELECT {columns}, 'disease ' || (h // 77777 % 6) AS disease FROM (
    SELECT hash(range) AS h,
        CAST(floor(400000 * pow((h % 1000003) / 1000003.0, 2)) AS BIGINT)
            + CASE WHEN (h // 1000003) % 1000 < 3 THEN 400000 * (1 + (h // 1000003) % 2) ELSE 0 END
            AS person
    FROM range({rows})) JOIN people USING (person)"""


def run(large: bool) -> dict[str, object]:
    """Count 1 million rows; with --large 10 million, and 100 million if INCROWD_HUGE is set."""
    sizes = [1_000_000, 10_000_000] if large else [1_000_000]
    if os.environ.get("INCROWD_HUGE"):
        sizes.append(100_000_000)
    combinations = [1_000_000, 2_000_000, 5_000_000] if large else [1_000_000]
    with tempfile.TemporaryDirectory() as folder:
        results: dict[str, object] = {}
        for rows in sizes:
            path = Path(folder) / "rows.parquet"
            write_rows(path, rows)
            results[f"{rows:,} rows"] = _compare(path)
            path.unlink()
        csv = Path(folder) / "rows.csv"
        write_rows(csv, sizes[-1])
        results[f"{sizes[-1]:,} rows as CSV"] = _compare_within_memory(csv)
        csv.unlink()
        for count in combinations:
            path = Path(folder) / "combinations.parquet"
            write_combinations(path, count)
            results[f"{count:,} combinations"] = _in_a_process("weigh", path)
            path.unlink()
    return results


def write_rows(path: Path, rows: int) -> None:
    """Some people occur often, some once."""
    with _database() as database:
        database.execute(_PEOPLE.format(people=1_200_000))
        query = _ROWS.format(columns=", ".join(COLUMNS), rows=rows)
        form = "FORMAT csv, HEADER" if path.suffix == ".csv" else "FORMAT parquet, COMPRESSION zstd"
        database.execute(f"COPY ({query}) TO '{path}' ({form})")


def write_combinations(path: Path, count: int) -> None:
    """Two rows of each combination."""
    with _database() as database:
        database.execute(_PEOPLE.format(people=count))
        query = f"SELECT {', '.join(COLUMNS)} FROM people, range(2)"
        database.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")


def _database() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"memory_limit": "3GB", "preserve_insertion_order": "false"})


def _compare_within_memory(path: Path) -> dict[str, Any]:
    with within(_MEMORY) as group:
        if group is None:
            return {"skipped": "no control group can be made here"}
        results = {
            what: _in_a_process(what, path, {GROUP: str(group)}) for what in ("group", "risk")
        }
    bare, risk = results["group"], results["risk"]
    return {
        "bytes": path.stat().st_size,
        "memory": _MEMORY,
        "bare_group_by": bare,
        "risk": risk,
        "ratio": round((risk["seconds"] - risk["import_seconds"]) / bare["seconds"], 2),
    }


def _compare(path: Path) -> dict[str, Any]:
    bare, narrow, risk = (_in_a_process(what, path) for what in ("group", "group_nine", "risk"))
    advice = _in_a_process("recommend", path)
    work = risk["seconds"] - risk["import_seconds"]
    return {
        "combinations": narrow["combinations"],
        "bare_group_by": bare,
        "bare_group_by_of_nine": narrow,
        "risk": risk,
        "recommend": advice,
        "ratio": round(work / bare["seconds"], 2),
        "processor_ratio": round(
            (risk["processor_seconds"] - risk["import_processor_seconds"])
            / bare["processor_seconds"],
            2,
        ),
    }


def _in_a_process(
    what: str, path: Path, variables: Mapping[str, str] | None = None
) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.embedded", what, str(path)]
    environment = os.environ | dict(variables or {})
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return json.loads(done.stdout)


def group(path: Path) -> dict[str, Any]:
    """Count the combinations of all ten columns, as the crowd has them."""
    return _group(path, (*COLUMNS, "disease"))


def group_nine(path: Path) -> dict[str, Any]:
    """Count the combinations of the quasi-identifiers alone."""
    return _group(path, COLUMNS)


def _group(path: Path, columns: Sequence[str]) -> dict[str, Any]:
    with duckdb.connect(config={"preserve_insertion_order": "false"}) as database:
        listed = ", ".join(columns)
        query = f"SELECT {listed}, count(*) FROM '{path}' GROUP BY ALL"
        return {"combinations": len(database.execute(query).to_arrow_table())}


def risk(path: Path) -> dict[str, Any]:
    """Open, look at all columns, estimate, count; risk and its explanation with next steps."""
    imported, importing = time.perf_counter(), time.process_time()
    import incrowd as ic
    from incrowd.service.datasets import opening  # noqa: F401

    imported, importing = time.perf_counter() - imported, time.process_time() - importing
    with ic.open(path, quasi=COLUMNS, sensitive=["disease"]) as table:
        opened = time.perf_counter()
        estimate = table.estimate()
        assert estimate is not None
        figures = table.risk()
    return {
        "import_seconds": round(imported, 3),
        "import_processor_seconds": round(importing, 3),
        "estimate_seconds": round(estimate.seconds, 3),
        "counted_and_measured_seconds": round(time.perf_counter() - opened - estimate.seconds, 3),
        "average_risk": figures.average_risk,
        "estimated": [estimate.average_risk.low, estimate.average_risk.high],
    }


def recommend(path: Path) -> dict[str, Any]:
    import incrowd as ic

    with ic.open(path, quasi=COLUMNS, sensitive=["disease"]) as table:
        return {"steps": len(table.recommend().generalizations)}


def weigh(path: Path) -> dict[str, Any]:
    """Bytes that a combination takes as Arrow and in memory, all that counting needs included."""
    import incrowd as ic
    from benchmarks.memory import peak_bytes

    with ic.open(path, quasi=COLUMNS) as table:
        tally = table.source.tally(COLUMNS)
        arrow, count = tally.nbytes, tally.num_rows
        del tally
        peak = peak_bytes(lambda: table.crowd)
        crowd = sum(codes.nbytes for codes in table.crowd.codes) + table.crowd.counts.nbytes
        measured = peak_bytes(table.recommend)
    return {
        "combinations": count,
        "arrow_bytes_each": round(arrow / count, 1),
        "crowd_bytes_each": round(crowd / count, 1),
        "peak_bytes_each_counting": None if peak is None else round(peak / count),
        "peak_bytes_each_recommending": None if measured is None else round(measured / count),
    }


_TASKS = {
    "group": group,
    "group_nine": group_nine,
    "risk": risk,
    "recommend": recommend,
    "weigh": weigh,
}


def main() -> None:
    join()
    start = time.perf_counter()
    answer = _TASKS[sys.argv[1]](Path(sys.argv[2]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    answer["seconds"] = round(time.perf_counter() - start, 3)
    answer["processor_seconds"] = round(used.ru_utime + used.ru_stime, 3)
    answer["peak_megabytes"] = used.ru_maxrss // 1024
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
