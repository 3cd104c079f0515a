"""Tables that stay in their engine: risk and recommendations against the bare GROUP BY there.

The same domain at several numbers of rows: what is fetched must follow the distinct combinations.
`python -m benchmarks engines --large` also takes 10 million rows, and 50 million in PostgreSQL;
MongoDB's stand-in keeps everything in memory and takes 50,000 and 100,000.
`INCROWD_ENGINES=Trino,Spark` takes only these.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
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
_DOCUMENTS = 20_000
_ROUNDS = 3


@dataclass
class SqlBench:
    """An engine that understands SQL and is running: how to make a table, and where it is."""

    run: Callable[[str], object]
    url: Callable[[str], str]
    select: Callable[[int, int], str]
    """Rows from one number to another."""
    sizes: tuple[int, ...]
    table: str = "{name}"
    """How a statement names a table."""
    password: str | None = None
    analyse: str = ""

    def fill(self, name: str, rows: int) -> None:
        """Make the rows inside the server, some at a time."""
        table = self.table.format(name=name)
        for first in range(1, rows + 1, _AT_ONCE):
            how = f"CREATE TABLE {table} AS" if first == 1 else f"INSERT INTO {table}"
            self.run(f"{how} {self.select(first, min(first + _AT_ONCE - 1, rows))}")
        if self.analyse:
            self.run(self.analyse.format(table=table))

    def group(self, name: str) -> None:
        """Run the bare GROUP BY over all columns; only two numbers are fetched."""
        listed = ", ".join(COLUMNS)
        table = self.table.format(name=name)
        grouped = f"SELECT {listed}, count(*) AS n FROM {table} GROUP BY {listed}"
        # Without the sum nobody would need n, and engines would not count the rows of each.
        self.run(f"SELECT count(*), sum(n) FROM ({grouped}) AS t")

    def drop(self, name: str) -> None:
        """Delete a table."""
        self.run(f"DROP TABLE {self.table.format(name=name)}")


@dataclass
class MongoBench:
    """A collection of documents, made here, as MongoDB has no rows out of nothing."""

    database: Any
    url: Callable[[str], str]
    sizes: tuple[int, ...] = (50_000, 100_000)
    password: str | None = None

    def fill(self, name: str, rows: int) -> None:
        """Send the documents, some at a time."""
        for first in range(1, rows + 1, _DOCUMENTS):
            last = min(first + _DOCUMENTS - 1, rows)
            self.database[name].insert_many([_document(g) for g in range(first, last + 1)])

    def group(self, name: str) -> None:
        """Group by all columns; only two numbers are fetched."""
        key = {column: f"${column}" for column in COLUMNS}
        grouped = {"$group": {"_id": key, "n": {"$sum": 1}}}
        both = {"$group": {"_id": None, "count": {"$sum": 1}, "sum": {"$sum": "$n"}}}
        list(self.database[name].aggregate([grouped, both]))

    def drop(self, name: str) -> None:
        """Delete a collection."""
        self.database[name].drop()


Bench = SqlBench | MongoBench


def _document(g: int) -> dict[str, object]:
    return {
        "zip": 10000 + g * 7919 % 100,
        "age": 18 + g * 104729 % 60,
        "sex": "fm"[g % 2],
        "born": 1950 + g * 31 % 50,
        "job": f"job {g * 17 % 10}",
        "illness": f"illness {g * 13 % 7}",
    }


def run(large: bool) -> dict[str, Any]:
    """Count 1 million rows, with --large 10 million, too, and in PostgreSQL 50 million."""
    results: dict[str, Any] = {}
    wanted = os.environ.get("INCROWD_ENGINES", ",".join(_ENGINES)).split(",")
    for name in wanted:
        start = _ENGINES[name]
        with start(large) as bench:
            if bench is None:
                results[name] = {"skipped": "it is not installed"}
                continue
            for rows in bench.sizes:
                bench.fill(f"rows_{rows}", rows)
                measured = _measure(bench, f"rows_{rows}")
                results[f"{name}, {rows:,} rows"] = measured
                print(name, rows, measured, file=sys.stderr, flush=True)
                bench.drop(f"rows_{rows}")
    return results


def _measure(bench: Bench, name: str) -> dict[str, Any]:
    """In turns, since others use the machine, too: the bare GROUP BY, and all of risk."""
    rounds = []
    for _ in range(_ROUNDS):
        reference = best(lambda: bench.group(name), 1)
        rounds.append({"bare_group_by": reference, **_analyse(bench, name)})
    measured = {
        f"{what}_seconds": round(min(each[what] for each in rounds), 3)
        for what in ("bare_group_by", "opening", "estimate", "tally", "risk_and_recommendations")
    }
    first, reference = (
        measured[f"{what}_seconds"] for what in ("risk_and_recommendations", "bare_group_by")
    )
    return {
        "combinations": rounds[0]["combinations"],
        "bytes_fetched": rounds[0]["bytes_fetched"],
        **measured,
        "ratio": round(first / reference, 2),
        "load": round(os.getloadavg()[0], 1),
    }


def _analyse(bench: Bench, name: str) -> dict[str, Any]:
    """The seconds that the engine takes to open a table, and then for risk and next steps."""
    seen: list[Statement] = []
    roles = {"quasi": list(COLUMNS[:-1]), "sensitive": [COLUMNS[-1]]}
    options = {} if bench.password is None else {"password": bench.password}
    with (
        watch_statements(seen.append),
        incrowd.open(bench.url(name), **roles, **options) as data,
    ):
        opening = len(seen)
        data.risk()
        data.recommend()
    (tally,) = (each for each in seen[opening:] if each.step == "counting combinations")
    estimates = [each.seconds for each in seen[opening:] if each.step.startswith("estimating")]
    return {
        "opening": sum(each.seconds for each in seen[:opening]),
        "estimate": sum(estimates),
        "tally": tally.seconds,
        "risk_and_recommendations": sum(each.seconds for each in seen[opening:]),
        "combinations": tally.rows,
        "bytes_fetched": tally.bytes,
    }


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
        yield SqlBench(server.run, server.url, select, sizes, password=STRANGE, analyse=analyse)


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
        yield SqlBench(server.run, server.url, select, _sizes(large, 10_000_000), password=STRANGE)


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

        yield SqlBench(server.run, url, select, _sizes(large, 10_000_000), table)


@contextmanager
def _spark(large: bool) -> Iterator[Bench | None]:
    from servers.spark import Spark

    def select(first: int, last: int) -> str:
        return _DOMAIN.format(
            numbers=f"(SELECT id AS g FROM range({first}, {last + 1}))", text="string"
        )

    if find_spec("pyspark") is None:
        yield None
        return
    with _servers() as servers:
        server = Spark(servers.server("spark")["port"]).with_database("benchmark")
        with server.session() as session:

            def run(sql: str) -> object:
                return session.sql(sql).collect()

            yield SqlBench(run, server.url, select, _sizes(large, 10_000_000), "benchmark.{name}")


@contextmanager
def _mongodb(large: bool) -> Iterator[Bench | None]:
    from servers.mongodb import MongoDB

    if find_spec("pymongo") is None:
        yield None
        return
    from pymongo import MongoClient

    with _servers() as servers:
        server = MongoDB(servers.server("mongodb")["port"]).with_database("benchmark")
        with closing(MongoClient(server.url())) as client:
            yield MongoBench(client["benchmark"], server.url)


_ENGINES = {
    "PostgreSQL": _postgresql,
    "MariaDB": _mariadb,
    "Trino": _trino,
    "Spark": _spark,
    "MongoDB": _mongodb,
}
