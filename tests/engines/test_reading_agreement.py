"""The same table through every format gives the same counts and the same kinds."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import duckdb
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
from engine_rows import rows_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines import connect

NAMES = ["town", "zip", "note"]
TOWN = st.sampled_from(["Zürich", "Málaga", "Łódź", "x, y", 'say "hi"', "a;b"])
ZIP = st.from_regex(r"0[0-9]{4}", fullmatch=True)
NOTE = st.none() | st.sampled_from(["NA", "?", "true", "1e5", "it's", "ok"])
ROWS = st.lists(st.tuples(TOWN, ZIP, NOTE), min_size=1, max_size=12)

Rows = list[tuple[str | None, ...]]


def _csv(path: Path, rows: Rows) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerows([NAMES, *rows])


def _json(path: Path, rows: Rows) -> None:
    path.write_text("\n".join(json.dumps(dict(zip(NAMES, row, strict=True))) for row in rows))


def _parquet(path: Path, rows: Rows) -> None:
    pq.write_table(_table(rows), path)


def _excel(path: Path, rows: Rows) -> None:
    book = openpyxl.Workbook()
    for row in [NAMES, *rows]:
        book.worksheets[0].append(list(row))
    book.save(path)


def _sqlite(path: Path, rows: Rows) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (town TEXT, zip TEXT, note TEXT)")
    connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()


def _duckdb(path: Path, rows: Rows) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t (town VARCHAR, zip VARCHAR, note VARCHAR)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)


def _spss(path: Path, rows: Rows) -> None:
    pyreadstat.write_sav(_frame(rows), str(path))


def _stata(path: Path, rows: Rows) -> None:
    pyreadstat.write_dta(_frame(rows), str(path))


def _frame(rows: Rows) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=NAMES).fillna("")


def _table(rows: Rows) -> pa.Table:
    columns = zip(*rows, strict=True)
    return pa.table(
        {name: pa.array(column, pa.string()) for name, column in zip(NAMES, columns, strict=True)}
    )


WRITERS: dict[str, Callable[[Path, Rows], None]] = {
    "csv": _csv,
    "jsonl": _json,
    "parquet": _parquet,
    "xlsx": _excel,
    "sqlite": _sqlite,
    "duckdb": _duckdb,
    "sav": _spss,
    "dta": _stata,
}


@pytest.mark.parametrize("ending", WRITERS)
@settings(max_examples=scaled(4), suppress_health_check=[HealthCheck.too_slow])
@given(rows=ROWS)
def test_every_format_gives_the_same_table(
    tmp_path_factory: pytest.TempPathFactory, ending: str, rows: Rows
) -> None:
    path = tmp_path_factory.mktemp("agreement") / f"f.{ending}"
    WRITERS[ending](path, rows)
    source, frame = connect(path), connect(_table(rows))
    try:
        assert Counter(rows_of(source)) == Counter(rows) == Counter(rows_of(frame))
        assert source.profiles() == frame.profiles()
    finally:
        source.close()
        frame.close()
