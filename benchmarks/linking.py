"""Linked releases: what-if and scan over 1.2 million joined rows, an overlap join, beside DuckDB.

Goals: what-if 0.2 s, scan of two facts over eight columns 10 s (AnonymityPal needed 13 s to check
one what-if on as many rows); an overlap join of two tables of 500,000 rows is not quadratic.
"""

from __future__ import annotations

import os
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.timing import best
from incrowd.engines.contract import ROWS
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.scan.composition import Target, compose
from incrowd.linking.scan.facts import Fact, select
from incrowd.linking.scan.knowledge import find_knowables
from incrowd.linking.scan.scan import scan
from incrowd.service.linked.link import LinkRequest, open_linked

JOINED = 1_200_000
DOMAINS = {"1.a": 12, "1.b": 40, "1.c": 100, "1.d": 2, "2.e": 5, "2.f": 8, "2.g": 30, "2.h": 60}
ILLS = 50
ROWS_EACH = 500_000


def run(large: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return {
            "load": os.getloadavg()[0],
            "1,200,000 joined rows x 8": _asked(),
            "overlap join of 500,000 x 500,000": _overlapping(Path(folder)),
        }


def _asked() -> dict[str, Any]:
    """A what-if and a scan on joined rows that are all different, the worst case."""
    with duckdb.connect(config={"threads": 2}) as connection:
        drawn = ", ".join(
            f"'v' || lpad(CAST(hash(i * 64 + {place}) % {size} AS VARCHAR), 3, '0') AS \"{name}\""
            for place, (name, size) in enumerate({**DOMAINS, "1.ill": ILLS}.items())
        )
        connection.execute(
            f"CREATE TABLE joined AS SELECT {drawn}, CAST(1 AS BIGINT) AS {ROWS} "
            f"FROM range({JOINED}) AS r(i)"
        )
        joined = JoinedRows.from_tally(connection.sql("SELECT * FROM joined").to_arrow_table())
        target = Target.of("ill", joined, [joined.column("1.ill")])
        known = find_knowables(joined, list(DOMAINS))
        facts = [Fact(("1.a",), "v003"), Fact(("2.f",), "v005")]
        found = compose(joined, target, select(joined, facts))
        scanned = scan(joined, [target], known, 0.5, 2)
        ours = {
            "what_if_seconds": best(lambda: compose(joined, target, select(joined, facts)), 5),
            "scan_2_facts_seconds": best(lambda: scan(joined, [target], known, 0.5, 2), 2),
            "scan_3_facts_seconds": best(lambda: scan(joined, [target], known, 0.5, 3), 1),
            "combinations_of_2_facts": scanned.tried,
        }
        return {**ours, **_peer(connection, found.n, scanned.tried, ours)}


def _peer(
    connection: duckdb.DuckDBPyConnection, n: int, tried: int, ours: dict[str, Any]
) -> dict[str, Any]:
    what_if = (
        'SELECT "1.ill", count(*) FROM joined '
        "WHERE \"1.a\" = 'v003' AND \"2.f\" = 'v005' GROUP BY ALL"
    )
    names = [f'"{name}"' for name in DOMAINS]
    sets = [(name,) for name in names] + list(combinations(names, 2))
    grouped = ", ".join(f'({", ".join(one)}, "1.ill")' for one in sets)
    every = (
        f"SELECT count(*) FROM (SELECT which, {', '.join(names)}, sum(n) AS n, count(*) AS v, "
        f"max(n) / sum(n) AS p FROM (SELECT GROUPING({', '.join(names)}) AS which, "
        f'{", ".join(names)}, "1.ill", count(*) AS n FROM joined '
        f"GROUP BY GROUPING SETS ({grouped})) GROUP BY ALL)"
    )
    assert sum(row[1] for row in connection.execute(what_if).fetchall()) == n
    assert connection.execute(every).fetchall() == [(tried,)]
    asked = best(lambda: connection.execute(what_if).fetchall(), 5)
    scanned = best(lambda: connection.execute(every).fetchall(), 1)
    return {
        "duckdb_what_if_seconds": asked,
        "duckdb_grouping_sets_seconds": scanned,
        "what_if_ratio": asked / ours["what_if_seconds"],
        "scan_ratio": scanned / ours["scan_2_facts_seconds"],
    }


def _overlapping(folder: Path) -> dict[str, Any]:
    """Masked codes against plain ones and ranges against ranges."""
    left, right = folder / "left.parquet", folder / "right.parquet"
    zips = "lpad(CAST(hash(i * 8 + {seed}) % 20000 AS VARCHAR), 5, '0')"
    for path, zip_code, width, seed in (
        (left, f"left({zips.format(seed=1)}, 4) || '*'", 5, 2),
        (right, zips.format(seed=4), 10, 5),
    ):
        drawn = (
            f"SELECT {zip_code} AS zip, {width} * (hash(i * 8 + {seed}) % (80 // {width})) AS low, "
            f"'ill' || hash(i * 8 + {seed + 1}) % 40 AS ill FROM range({ROWS_EACH}) AS r(i)"
        )
        duckdb.sql(
            f"COPY (SELECT zip, low || '-' || (low + {width - 1}) AS age, ill FROM ({drawn})) "
            f"TO '{path}'"
        )
    request = LinkRequest(sensitive=["ill"], on=["zip:overlaps", "age:overlaps"])

    def opened() -> int:
        with open_linked([left, right], request) as linking:
            return linking.sources.joined([]).rows

    rows, times = opened(), []
    for _ in range(3):
        with open_linked([left, right], request) as linking:
            times.append(best(lambda: linking.sources.joined([]), 1))
    seconds = min(times)
    with duckdb.connect(config={"threads": 2}) as connection:
        for name, path in (("a", left), ("b", right)):
            connection.execute(
                f"CREATE TABLE {name} AS SELECT *, CAST(split_part(age, '-', 1) AS INTEGER) AS low,"
                f" CAST(split_part(age, '-', 2) AS INTEGER) AS high FROM '{path}'"
            )
        query = (
            "SELECT count(*) FROM a JOIN b ON left(a.zip, 4) = left(b.zip, 4) AND a.ill = b.ill "
            "AND a.low <= b.high AND b.low <= a.high"
        )
        assert connection.execute(query).fetchall() == [(rows,)]
        bare = best(lambda: connection.execute(query).fetchall(), 3)
        same = _counted_by_hand(left, right)
        assert sum(row[2] for row in connection.execute(same).fetchall()) == rows
        peer = best(lambda: connection.execute(same).fetchall(), 3)
    return {
        "joined_rows": rows,
        "open_and_join_seconds": best(opened, 1),
        "join_seconds": seconds,
        "duckdb_by_hand_seconds": peer,
        "ratio": peer / seconds,
        "duckdb_bare_join_seconds": bare,
    }


def _counted_by_hand(left: Path, right: Path) -> str:
    """The same work in SQL: combinations of the files counted, ranges read, joined, counted by ill.

    The bare join has its ranges read before, counts no combinations, and tells only how many rows.
    """
    sides = [
        "(SELECT *, CAST(split_part(age, '-', 1) AS INTEGER) AS low, "
        "CAST(split_part(age, '-', 2) AS INTEGER) AS high FROM "
        f"(SELECT zip, age, ill, count(*) AS n FROM '{path}' GROUP BY ALL))"
        for path in (left, right)
    ]
    return (
        f"SELECT a.ill, b.ill, sum(a.n * b.n) FROM {sides[0]} AS a JOIN {sides[1]} AS b "
        "ON left(a.zip, 4) = left(b.zip, 4) AND a.ill = b.ill AND a.low <= b.high "
        "AND b.low <= a.high GROUP BY ALL"
    )
