"""Every case of AnonymityPal, recomputed: N, V, P, rule and the rows of each value."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from golden_files import read_golden
from golden_joins import Query, read_query

from incrowd.engines.contract import ROWS
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.scan.composition import Composition, Target, compose
from incrowd.linking.scan.facts import Fact, select
from incrowd.service.datasets.opening import open_table

CASES = read_golden("linking.json")
JOINS = [name for name, case in CASES.items() if "sql" in case]
TABLES = [name for name in CASES if name.startswith("kl ")]


def joined_tally(query: Query) -> pa.Table:
    """What an engine would count, said in plain SQL."""
    with duckdb.connect() as connection:
        for number, path in enumerate(query.tables, 1):
            read = f"SELECT * FROM read_csv('{path}', all_varchar=true)"
            names = [each[0] for each in connection.sql(read).description]
            kept = [f'"{name}" AS "{number}.{name}"' for name in names]
            if query.ages:
                kept.append(f"LowerAge || '-' || UpperAge AS \"{number}.age\"")
            connection.execute(f"CREATE TABLE t{number} AS SELECT {', '.join(kept)} FROM ({read})")
        on = " AND ".join(f'"1.{left}" = "2.{right}"' for left, right in query.on)
        join = "CROSS JOIN t2" if query.kind == "cross" else f"{query.kind} JOIN t2 ON {on}"
        return connection.sql(
            f"SELECT *, count(*) AS {ROWS} FROM t1 {join} GROUP BY ALL"
        ).to_arrow_table()


def composed(query: Query, joined: JoinedRows) -> Composition:
    one, two = (
        Target.of(str(number), joined, [joined.column(f"{number}.HealthCondition")])
        for number in (1, 2)
    )
    # alternatives of one column are the golden subset of case 3; facts of ours all hold together
    chosen = np.ones(len(joined), np.bool_)
    for label in dict.fromkeys(label for label, _ in query.facts):
        values = [value for each, value in query.facts if each == label]
        chosen &= np.any([select(joined, [Fact((label,), value)]) for value in values], axis=0)
    pair = one.paired(two, ordered=query.asked != "unordered")
    if query.different:
        chosen &= pair.codes >= 0
    target = {"1": one, "2": two}.get(query.asked, pair)
    return compose(joined, target, chosen)


@pytest.mark.parametrize("name", JOINS)
def test_the_cases_of_anonymity_pal(name: str, golden: Path) -> None:
    query = read_query(CASES[name]["sql"], golden)
    found, wanted = (
        composed(query, JoinedRows.from_tally(joined_tally(query))),
        CASES[name]["computed"],
    )
    assert (found.n, found.v, found.rule) == (wanted["N"], wanted["V"], wanted["rule"])
    assert found.p == pytest.approx(wanted["P"], abs=1e-6)
    assert list(found.dominant) == wanted["dominant"]
    assert {one.value: one.rows for one in found.values} == wanted["counts"]
    assert found.breach == (wanted["rule"] == 1 or wanted["P"] >= 0.5)


def test_every_golden_case_is_there() -> None:
    assert len(JOINS) >= 30
    assert len(JOINS) + len(TABLES) == len(CASES)


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest, golden: Path) -> tuple[Path, dict]:
    number = request.param.removeprefix("kl table")
    return next(golden.glob(f"ap_table{number}*.csv")), CASES[request.param]


def test_k_and_l_of_the_printed_tables(table: tuple[Path, dict]) -> None:
    path, wanted = table
    names = path.read_text("utf-8").splitlines()[0].split(",")
    quasi = [name for name in names if name != "HealthCondition"]
    with open_table(path, quasi=quasi, sensitive=["HealthCondition"]) as dataset:
        holds = dataset.check(wanted["k"], wanted["l"])
        assert (holds.holds, holds.k, holds.l) == (True, wanted["k"], wanted["l"])
        assert not dataset.check(wanted["k"] + 1, None).holds
        assert not dataset.check(wanted["k"], wanted["l"] + 1).holds
        sizes = dataset.risk(advise=False).class_sizes
        assert sum(sizes.values()) == wanted["classes"]
        assert sorted(s for s, n in sizes.items() for _ in range(n)) == wanted["sizes"]
