"""A table in PostgreSQL with more combinations than are fetched: single states counted there.

Nearly every row is a combination of its own, so that a crowd would be as large as the table.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import PROJECT
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.service.datasets.opening import open_table

sys.path.insert(0, str(PROJECT / "tests"))

_QUASI = ["zip", "age", "sex", "born", "job"]
_ROWS = """CREATE TABLE {name} AS SELECT
    10000 + (random() * 9999)::int AS zip, 18 + (random() * 60)::int AS age,
    CASE WHEN random() < 0.5 THEN 'f' ELSE 'm' END AS sex, 1950 + (random() * 50)::int AS born,
    'job ' || (random() * 10)::int AS job, 'illness ' || (random() * 7)::int AS illness
    FROM generate_series(1::bigint, {rows}::bigint) AS g"""


def run(large: bool) -> dict[str, object]:
    """Risk, advice, a check, subsets and stand-outs of 1 million rows, or of 6 million."""
    from servers.account import STRANGE
    from servers.postgresql import PostgreSQL
    from servers.run import Run

    rows = 6_000_000 if large else 1_000_000
    with tempfile.TemporaryDirectory() as folder, Run(Path(folder)).last() as servers:
        facts = servers.server("postgresql")
        server = PostgreSQL(facts["port"], Path(facts["folder"]), Path(facts["programs"]))
        server = server.with_database("benchmark")
        server.run(_ROWS.format(name="states", rows=rows) + "; ANALYZE states")
        listed = ", ".join(_QUASI)
        bare = f"SELECT count(*) FROM (SELECT {listed} FROM states GROUP BY {listed}) AS t"
        results: dict[str, object] = {"bare_group_by": _watch(lambda: server.run(bare))}
        with open_table(
            server.url("states"),
            quasi=_QUASI,
            sensitive=["illness"],
            push_down=True,
            password=STRANGE,
        ) as table:
            results["looking_at_values"] = _watch(lambda: table.hierarchies)
            results["one_state"] = _watch(lambda: table.risk(advise=False))
            results["recommend"] = _watch(lambda: table.recommend(k=2))
            results["check"] = _watch(lambda: table.check(2, 2))
            results["subsets"] = _watch(table.subsets)
            results["standouts"] = _watch(lambda: table.standouts(limit=20))
    return results


def _watch(work: Callable[[], object]) -> dict[str, object]:
    seen: list[Statement] = []
    start = time.perf_counter()
    with watch_statements(seen.append):
        work()
    return {
        "seconds": round(time.perf_counter() - start, 2),
        "statements": len(seen),
        "rows_fetched": sum(each.rows or 0 for each in seen),
        "bytes_fetched": sum(each.bytes or 0 for each in seen),
    }
