"""A table that stays in PostgreSQL: counting there against the bare GROUP BY, and what leaves it.

The same domain at several numbers of rows: what is fetched must follow the distinct combinations.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.timing import PROJECT, best
from incrowd.engines import connect
from incrowd.engines.remote.statements import Statement, watch_statements

sys.path.insert(0, str(PROJECT / "tests"))

COLUMNS = ("zip", "age", "sex", "born", "job", "illness")
_ROWS = """CREATE TABLE {name} AS SELECT
    10000 + (g * 7919 % 100) AS zip, 18 + (g * 104729 % 60)::int AS age,
    CASE WHEN g % 2 = 0 THEN 'f' ELSE 'm' END AS sex, 1950 + (g * 31 % 50)::int AS born,
    'job ' || (g * 17 % 10) AS job, 'illness ' || (g * 13 % 7) AS illness
    FROM generate_series(1::bigint, {rows}::bigint) AS g"""


def run(large: bool) -> dict[str, object]:
    """Count 1 million rows, with --large 10 million, too."""
    from servers.account import STRANGE
    from servers.postgresql import PostgreSQL
    from servers.run import Run

    sizes = [1_000_000, 10_000_000] if large else [1_000_000]
    with tempfile.TemporaryDirectory() as folder, Run(Path(folder)).last() as servers:
        facts = servers.server("postgresql")
        server = PostgreSQL(facts["port"], Path(facts["folder"]), Path(facts["programs"]))
        server = server.with_database("benchmark")
        results = {}
        for rows in sizes:
            server.run(_ROWS.format(name=f"rows_{rows}", rows=rows) + f"; ANALYZE rows_{rows}")
            with closing(connect(server.url(f"rows_{rows}"), password=STRANGE)) as table:
                results[f"{rows:,} rows"] = _measure(server, table, f"rows_{rows}")
    return results


def _measure(server: object, table: object, name: str) -> dict[str, object]:
    listed = ", ".join(COLUMNS)
    bare = f"SELECT count(*) FROM (SELECT {listed}, count(*) FROM {name} GROUP BY {listed}) AS t"
    seen: list[Statement] = []
    start = time.perf_counter()
    with watch_statements(seen.append):
        table.profiles()
    looking = time.perf_counter() - start
    profiled = sum(each.bytes or 0 for each in seen)
    seen.clear()
    with watch_statements(seen.append):
        first = best(lambda: table.tally(COLUMNS), 1)
        ours = best(lambda: table.tally(COLUMNS), 3)
    counting = [each for each in seen if each.step == "counting combinations"]
    reference = best(lambda: server.run(bare), 3)
    return {
        "combinations": counting[0].rows,
        "first_tally_seconds": round(first, 3),
        "tally_seconds": round(ours, 3),
        "bare_group_by_seconds": round(reference, 3),
        "ratio": round(ours / reference, 2),
        "bytes_fetched": counting[0].bytes,
        "profile_seconds": round(looking, 3),
        "profile_bytes": profiled,
    }
