"""Tables that stay in their engine: risk and recommendations against the bare GROUP BY there.

The same domain at several numbers of rows: what is fetched must follow the distinct combinations.
`python -m benchmarks engines --large` also takes 10 million rows, and 50 million in PostgreSQL.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import incrowd
from benchmarks.timing import PROJECT, best
from incrowd.engines.remote.statements import Statement, watch_statements

sys.path.insert(0, str(PROJECT / "tests"))

COLUMNS = ("zip", "age", "sex", "born", "job", "illness")
_DOMAIN = """SELECT 10000 + g * 7919 % 100 AS zip, 18 + g * 104729 % 60 AS age,
    CASE WHEN g % 2 = 0 THEN 'f' ELSE 'm' END AS sex, 1950 + g * 31 % 50 AS born,
    concat('job ', CAST(g * 17 % 10 AS {text})) AS job,
    concat('illness ', CAST(g * 13 % 7 AS {text})) AS illness FROM {numbers}"""

_AT_ONCE = 2_000_000
"""Rows that are made by one statement."""


@dataclass(frozen=True)
class Bench:
    """An engine that is running: how to make the table of so many rows, and where it is."""

    run: Callable[[str], object]
    url: Callable[[str], str]
    select: Callable[[int, int], str]
    """Rows from one number to another."""
    sizes: tuple[int, ...]
    table: str = "{name}"
    """How a statement names a table."""
    password: str | None = None
    analyse: str = ""


def run(large: bool) -> dict[str, Any]:
    """Count 1 million rows, with --large 10 million, too, and in PostgreSQL 50 million."""
    results: dict[str, Any] = {}
    for name, start in (("PostgreSQL", _postgresql), ("MariaDB", _mariadb), ("Trino", _trino)):
        with start(large) as bench:
            if bench is None:
                results[name] = {"skipped": "it is not installed"}
                continue
            for rows in bench.sizes:
                table = bench.table.format(name=f"rows_{rows}")
                _fill(bench, table, rows)
                measured = _measure(bench, f"rows_{rows}", table)
                results[f"{name}, {rows:,} rows"] = measured
                print(name, rows, measured, file=sys.stderr, flush=True)
                bench.run(f"DROP TABLE {table}")
    return results


def _fill(bench: Bench, table: str, rows: int) -> None:
    """Make the rows inside the server, some at a time."""
    for first in range(1, rows + 1, _AT_ONCE):
        how = f"CREATE TABLE {table} AS" if first == 1 else f"INSERT INTO {table}"
        bench.run(f"{how} {bench.select(first, min(first + _AT_ONCE - 1, rows))}")
    if bench.analyse:
        bench.run(bench.analyse.format(table=table))


def _measure(bench: Bench, name: str, table: str) -> dict[str, Any]:
    listed = ", ".join(COLUMNS)
    bare = (
        f"SELECT count(*) FROM (SELECT {listed}, count(*) AS n FROM {table} GROUP BY {listed}) AS t"
    )
    options = {} if bench.password is None else {"password": bench.password}
    seen: list[Statement] = []
    reference = best(lambda: bench.run(bare), 3)
    with watch_statements(seen.append):
        data = incrowd.open(
            bench.url(name), quasi=list(COLUMNS[:-1]), sensitive=[COLUMNS[-1]], **options
        )
        with data:
            opening = _sum(seen)
            data.risk()
            data.recommend()
            first = _sum(seen)
            again = best(lambda: data.source.tally(COLUMNS), 3)
    counting = [each for each in seen if each.step == "counting combinations"]
    return {
        "combinations": counting[0].rows,
        "bare_group_by_seconds": round(reference, 3),
        "opening_seconds": round(opening, 3),
        "risk_and_recommendations_seconds": round(first, 3),
        "tally_seconds": round(again, 3),
        "ratio": round(first / reference, 2),
        "tally_ratio": round(again / reference, 2),
        "bytes_fetched": counting[0].bytes,
    }


def _sum(seen: list[Statement]) -> float:
    """The seconds in the engine of what was seen; it is then forgotten, except for tallies."""
    total = sum(each.seconds for each in seen)
    seen[:] = [each for each in seen if each.step == "counting combinations"]
    return total


@contextmanager
def _servers() -> Iterator[Any]:
    from servers.run import Run

    with tempfile.TemporaryDirectory() as folder, Run(Path(folder)).last() as servers:
        yield servers


def _sizes(large: bool, largest: int) -> tuple[int, ...]:
    return tuple(
        rows
        for rows in (1_000_000, 10_000_000, 50_000_000)
        if rows <= (largest if large else 1_000_000)
    )


@contextmanager
def _postgresql(large: bool) -> Iterator[Bench | None]:
    from servers.account import STRANGE
    from servers.postgresql import PostgreSQL

    def select(first: int, last: int) -> str:
        numbers = f"generate_series(CAST({first} AS bigint), {last}) AS s(g)"
        return _DOMAIN.format(numbers=numbers, text="text")

    with _servers() as servers:
        server = PostgreSQL.at(servers.server("postgresql")).with_database("benchmark")
        sizes = _sizes(large, 50_000_000)
        analyse = "VACUUM ANALYZE {table}"
        yield Bench(server.run, server.url, select, sizes, password=STRANGE, analyse=analyse)


@contextmanager
def _mariadb(large: bool) -> Iterator[Bench | None]:
    from servers.account import STRANGE
    from servers.mariadb import MariaDB

    def select(first: int, last: int) -> str:
        numbers = f"(SELECT seq AS g FROM seq_{first}_to_{last}) AS s"
        return _DOMAIN.format(numbers=numbers, text="char")

    if not Path("/usr/sbin/mariadbd").exists():
        yield None
        return
    with _servers() as servers:
        facts = servers.server("mariadb")
        server = MariaDB(facts["port"], Path(facts["folder"])).with_database("benchmark")
        yield Bench(server.run, server.url, select, _sizes(large, 10_000_000), password=STRANGE)


@contextmanager
def _trino(large: bool) -> Iterator[Bench | None]:
    from servers.trino import Trino

    def select(first: int, last: int) -> str:
        thousands = f"UNNEST(sequence({first // 1000}, {(last - 1) // 1000})) AS a(x)"
        ones = "UNNEST(sequence(1, 1000)) AS b(y)"
        numbers = f"(SELECT x * 1000 + y AS g FROM {thousands} CROSS JOIN {ones}) AS s"
        return _DOMAIN.format(numbers=numbers, text="varchar")

    if find_spec("trino") is None:
        yield None
        return
    with _servers() as servers:
        behind = {name: servers.server(name) for name in ("postgresql", "mongodb")}
        server = Trino.at(servers.server("trino", **behind)).with_schema("benchmark")
        table = "lake.benchmark.{name}"

        def url(name: str) -> str:
            return server.url(name, "lake")

        yield Bench(server.run, url, select, _sizes(large, 10_000_000), table)
