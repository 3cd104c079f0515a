"""A table that stays in Spark: combinations counted through us against the bare GROUP BY of Spark.

Both run in the same Spark, in this process, in turns. The rows have eight columns of text, numbers
and dates: either 33,000 combinations, however many rows there are, or as many as fit.
"""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.timing import best
from incrowd.engines.remote.spark import Connection
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.remote.table import RemoteTable
from incrowd.engines.servers.address import parse_server
from incrowd.progress import silent

KINDS = {"few combinations": 33_000, "many combinations": 2_000_000}


def run(large: bool) -> dict[str, Any]:
    if find_spec("pyspark") is None:
        return {"skipped": "pyspark is not installed"}
    sizes = [1_000_000, 10_000_000] if large else [1_000_000]
    server, _ = parse_server("spark+local://?memory=3g")
    connection = Connection(server, None, silent)
    try:
        with tempfile.TemporaryDirectory() as folder:
            return {
                f"{size:,} rows, {name}": _compare(connection, Path(folder), size, kinds)
                for name, kinds in KINDS.items()
                for size in sizes
            }
    finally:
        connection.close()


def _compare(connection: Connection, folder: Path, rows: int, kinds: int) -> dict[str, Any]:
    path = _generate(folder / f"rows{rows}-{kinds}.parquet", rows, kinds)
    table = RemoteTable(connection, connection.find(f"parquet:{path}"))
    names = [column.name for column in table.columns]
    session = connection._current
    bare = f"SELECT {', '.join(names)}, count(*) FROM parquet.`{path}` GROUP BY ALL"
    seen: list[Statement] = []
    assert table.rows == rows  # opened, and Java warm, before anything is timed
    assert session.sql(bare).toArrow().num_rows == table.tally(names).num_rows
    ours = theirs = float("inf")
    with watch_statements(seen.append):
        for _ in range(4):
            theirs = min(theirs, best(lambda: session.sql(bare).toArrow(), 1))
            ours = min(ours, best(lambda: table.tally(names), 1))
    counting = [each for each in seen if each.step == "counting combinations"]
    estimating = [each for each in seen if each.step.startswith("estimating")]
    engine = min(each.seconds for each in counting)
    return {
        "combinations": counting[0].rows,
        "bytes_fetched": counting[0].bytes,
        "bytes_per_combination": (counting[0].bytes or 0) / (counting[0].rows or 1),
        "spark_group_by_seconds": theirs,
        "engine_seconds": engine,
        "estimate_seconds": min((each.seconds for each in estimating), default=0.0),
        "seconds": ours,
        "engine_ratio": engine / theirs,
        "ratio": ours / theirs,
    }


def _generate(path: Path, rows: int, kinds: int) -> Path:
    """Rows that draw from so many kinds of people."""
    duckdb.sql(
        f"""COPY (SELECT k % 90 AS age, CASE k % 2 WHEN 0 THEN 'female' ELSE 'male' END AS sex,
            printf('%05d', (k * 7919) % 5000) AS postcode,
            DATE '1930-01-01' + CAST(k % 366 AS INT) AS born,
            'country ' || (k // 3) % 60 AS country, 'job ' || (k // 7) % 300 AS job,
            (k % 7) / 2.0 AS score, k // 1000 AS household
            FROM (SELECT CAST(hash(i) % {kinds} AS BIGINT) AS k FROM range({rows}) AS r(i)))
        TO '{path}'"""
    )
    return path
