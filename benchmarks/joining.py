"""The first page of a join of two tables of 500,000 rows, beside a plain query in DuckDB.

Goal: the first page within 1 s (AnonymityPal needed 22 s to fetch half a million joined rows).
"""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.timing import best
from incrowd.engines import connect
from incrowd.engines.joins.join import Column, Join, JoinCondition
from incrowd.engines.joins.joined_sources import JoinedSources

ROWS = 500_000
COLUMNS = 8


def run(large: bool) -> dict[str, Any]:
    tables = {keys: [_table(seed, keys) for seed in (1, 2)] for keys in (ROWS, ROWS // 10)}
    found = {f"{ROWS // keys} rows per key": _joined(*pair) for keys, pair in tables.items()}
    return {"load": os.getloadavg()[0], **found}


def _table(seed: int, keys: int) -> pa.Table:
    random = np.random.default_rng(seed)
    drawn = {"key": random.integers(0, keys, ROWS)}
    drawn |= {f"c{place}": random.integers(0, 50, ROWS) for place in range(1, COLUMNS)}
    return pa.table({name: pa.array(values.astype(str)) for name, values in drawn.items()})


def _joined(left: pa.Table, right: pa.Table) -> dict[str, Any]:
    joins = [Join("inner", (JoinCondition(Column(0, "key"), Column(1, "key")),))]
    columns = [Column(source, name) for source in (0, 1) for name in left.column_names]
    with ExitStack() as stack:
        sources = [stack.enter_context(closing(connect(table))) for table in (left, right)]

        def first_page() -> int:
            with closing(JoinedSources(sources)) as both:
                return len(both.page(joins, columns, 0, 100))

        both = stack.enter_context(closing(JoinedSources(sources)))
        rows = both.count(joins)
        assert first_page() == 100
        return {
            "joined_rows": rows,
            "first_page_seconds": best(first_page, 5),
            "later_page_seconds": best(lambda: both.page(joins, columns, rows // 2, 100), 5),
            "duckdb_whole_join_seconds": best(lambda: _in_duckdb(left, right), 2),
        }


def _in_duckdb(left: pa.Table, right: pa.Table) -> int:
    """The whole join kept as a table, as a page that counts its rows needs it."""
    import duckdb

    with duckdb.connect(config={"threads": 2}) as connection:
        connection.register("a", left)
        connection.register("b", right)
        connection.execute("CREATE TABLE joined AS SELECT * FROM a JOIN b ON a.key = b.key")
        return int(connection.execute("SELECT count(*) FROM joined").fetchall()[0][0])
