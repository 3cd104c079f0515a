"""Every format: what was written with another tool comes back as the same values."""

from __future__ import annotations

import datetime as dt
import gzip
import math
import sqlite3
from pathlib import Path

import duckdb
import openpyxl
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
from engine_rows import Opener, Writer, names_of, profile_of, rows_of

from incrowd.errors import SourceNotFound
from incrowd.table import Kind


def _typed() -> pa.Table:
    day, moment = dt.date(1990, 2, 3), dt.datetime(2020, 1, 31, 10, 5)
    return pa.table(
        {
            "zip": ["007", "08", None],
            "age": pa.array([39, None, -1], pa.int16()),
            "weight": [1.5, math.nan, 0.1],
            "born": [day, None, dt.date(2001, 12, 31)],
            "seen": pa.array([moment, None, moment], pa.timestamp("us")),
            "ok": [True, False, None],
            "tags": [["a", "b"], [], None],
            "raw": [b"\x00\xff", b"", None],
            "empty": ["", "x", None],
        }
    )


TYPED = {
    ("007", "39", "1.5", "1990-02-03", "2020-01-31 10:05:00", "true", '["a","b"]', "00ff", ""): 1,
    ("08", None, "nan", None, None, "false", "[]", "", "x"): 1,
    (None, "-1", "0.1", "2001-12-31", "2020-01-31 10:05:00", None, None, None, None): 1,
}


def test_parquet(opened: Opener, tmp_path: Path) -> None:
    pq.write_table(_typed(), tmp_path / "f.parquet")
    source = opened(tmp_path / "f.parquet")
    assert rows_of(source) == TYPED
    kinds = {profile.name: profile.kind for profile in source.profiles()}
    assert kinds == {
        "zip": Kind.TEXT,
        "age": Kind.INTEGER,
        "weight": Kind.DECIMAL,
        "born": Kind.DATE,
        "seen": Kind.TIMESTAMP,
        "ok": Kind.BOOLEAN,
        "tags": Kind.TEXT,
        "raw": Kind.TEXT,
        "empty": Kind.TEXT,
    }
    age, weight, born = (profile_of(source, name) for name in ("age", "weight", "born"))
    assert (age.minimum, age.maximum, age.missing, age.distinct) == ("-1", "39", 1, 2)
    assert (weight.minimum, weight.maximum, weight.markers) == ("0.1", "1.5", ("nan",))
    assert (born.minimum, born.maximum, born.date_format) == (
        "1990-02-03",
        "2001-12-31",
        "%Y-%m-%d",
    )


def test_parquet_in_a_folder_that_looks_like_a_partition(opened: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "year=2020"
    folder.mkdir()
    pq.write_table(pa.table({"a": ["x"], "A": ["y"]}), folder / "part.pq")
    source = opened(folder / "part.pq")
    assert names_of(source) == ["a", "A"]
    assert rows_of(source) == {("x", "y"): 1}


@pytest.mark.parametrize("kind", ["arrow", "polars", "reader", "batch"])
def test_arrow_frames(opened: Opener, kind: str) -> None:
    table = _typed()
    frame = {
        "arrow": lambda: table,
        "polars": lambda: pl.DataFrame(table),
        "reader": table.to_reader,
        "batch": lambda: table.to_batches()[0],
    }[kind]()
    assert rows_of(opened(frame)) == TYPED


def test_pandas_frames(opened: Opener) -> None:
    frame = pd.DataFrame(
        {
            "sex": pd.Categorical(["f", "m", None]),
            "age": [1, 2, 3],
            "born": pd.to_datetime(["2020-01-01", None, "1999-12-31"]),
        }
    )
    source = opened(frame)
    assert names_of(source) == ["sex", "age", "born"]
    assert rows_of(source) == {
        ("f", "1", "2020-01-01 00:00:00"): 1,
        ("m", "2", None): 1,
        (None, "3", "1999-12-31 00:00:00"): 1,
    }
    assert names_of(opened(frame.set_index("sex"))) == ["age", "born", "sex"]
    assert names_of(opened(frame[frame["age"] > 1])) == ["sex", "age", "born"]


def test_odd_arrow_types(opened: Opener) -> None:
    table = pa.table(
        {
            "nothing": pa.nulls(2),
            "half": pa.array([1.5, 2.5], pa.float16()),
            "coded": pa.array([3, 4]).dictionary_encode(),
            "huge": pa.array([2**64 - 1, 0], pa.uint64()),
            "infinite": [math.inf, -math.inf],
        }
    )
    source = opened(table)
    assert rows_of(source) == {
        (None, "1.5", "3", "18446744073709551615", "inf"): 1,
        (None, "2.5", "4", "0", "-inf"): 1,
    }
    infinite = profile_of(source, "infinite")
    assert (infinite.minimum, infinite.markers) == (None, ("inf", "-inf"))


def test_json_lines_and_arrays(opened: Opener, written: Writer) -> None:
    lines = (
        '{"id": "007", "n": 1.10, "e": 1E5, "ok": true}\n\n'
        '{"id": "8", "tags": ["ä", {"x": 1.0}], "n": null, "ok": false}\n'
        '{"text": "", "id": "8"}'
    )
    wanted = {
        ("007", "1.10", "1E5", "true", None, None): 1,
        ("8", None, None, "false", '["ä", {"x": 1.0}]', None): 1,
        ("8", None, None, None, None, ""): 1,
    }
    source = opened(written(lines, "f.jsonl"))
    assert names_of(source) == ["id", "n", "e", "ok", "tags", "text"]
    assert rows_of(source) == wanted
    array = "[\n" + ",\n".join(line for line in lines.splitlines() if line) + "\n]\n"
    assert rows_of(opened(written(array, "f.json"))) == wanted
    packed = gzip.compress(array.encode("utf-16"))
    assert rows_of(opened(written(packed, "f.json.gz"))) == wanted


def _workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "people"
    sheet.append(["id", "age", "third", "born", "seen", "at", "ok", "mixed"])
    moment = dt.datetime(2020, 1, 31, 10, 5, 3)
    sheet.append(["007", 39, 1 / 3, dt.date(1990, 2, 3), moment, dt.time(10, 5), True, 1])
    sheet.append([None] * 8)
    sheet.append(["08", 40.0, 1e-10, None, dt.datetime(1999, 1, 1), None, False, "x"])
    sheet["H4"].data_type, sheet["H4"].value = "e", "#N/A"
    book.save(path)
    return path


def test_excel(opened: Opener, tmp_path: Path) -> None:
    source = opened(_workbook(tmp_path / "f.xlsx"))
    assert rows_of(source) == {
        ("007", "39", repr(1 / 3), "1990-02-03", "2020-01-31 10:05:03", "10:05:00", "true", "1"): 1,
        ("08", "40", "1e-10", None, "1999-01-01 00:00:00", None, "false", "#N/A"): 1,
    }
    assert profile_of(source, "born").kind is Kind.DATE
    assert profile_of(source, "seen").kind is Kind.TIMESTAMP


def test_excel_with_several_sheets(opened: Opener, tmp_path: Path) -> None:
    path = _workbook(tmp_path / "f.xlsx")
    book = openpyxl.load_workbook(path)
    book.create_sheet("other").append(["a"])
    book["other"].append([5])
    book.save(path)
    with pytest.raises(SourceNotFound, match="several sheets: people, other"):
        opened(path)
    with pytest.raises(SourceNotFound, match="no sheet 'peple'") as caught:
        opened(path, sheet="peple")
    assert "people" in caught.value.hint
    assert rows_of(opened(path, sheet="other")) == {("5",): 1}
    assert rows_of(opened(f"{path}#other")) == {("5",): 1}


def _statistical() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "sex": [1.0, 2.0, 9.0],
            "region": [1.0, 2.0, 3.0],
            "age": [10.5, 20.0, math.nan],
            "zip": ["007", "", "x"],
            "born": [dt.date(2020, 1, 31), None, dt.date(1990, 2, 3)],
        }
    )


LABELS = {"sex": {1: "male", 2: "female", 9: "unknown"}, "region": {1: "north", 2: "south"}}


@pytest.mark.parametrize("ending", ["sav", "zsav", "dta"])
def test_labelled_statistical_files(opened: Opener, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"f.{ending}"
    write = pyreadstat.write_dta if ending == "dta" else pyreadstat.write_sav
    options = {} if ending == "dta" else {"missing_ranges": {"sex": [9]}}
    if ending == "zsav":
        options["compress"] = True
    write(_statistical(), str(path), variable_value_labels=LABELS, **options)
    source = opened(path)
    assert rows_of(source) == {
        ("male", "1", "10.5", "007", "2020-01-31"): 1,
        ("female", "2", "20", None, None): 1,
        ("unknown", "3", None, "x", "1990-02-03"): 1,
    }
    assert profile_of(source, "born").kind is Kind.DATE


@pytest.mark.parametrize("ending", ["por", "xpt"])
def test_plain_statistical_files(opened: Opener, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"f.{ending}"
    write = pyreadstat.write_por if ending == "por" else pyreadstat.write_xport
    write(_statistical()[["sex", "age", "zip"]], str(path))
    source = opened(path)
    assert [name.lower() for name in names_of(source)] == ["sex", "age", "zip"]
    assert rows_of(source) == {
        ("1", "10.5", "007"): 1,
        ("2", "20", None): 1,
        ("9", None, "x"): 1,
    }


def test_statistical_files_come_in_chunks(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incrowd.engines.files.statistical.BATCH", 2)
    pyreadstat.write_sav(pd.DataFrame({"n": [1.0, 2, 3, 4]}), str(tmp_path / "f.sav"))
    source = opened(tmp_path / "f.sav")
    assert rows_of(source) == {(str(n),): 1 for n in (1, 2, 3, 4)}


def test_a_statistical_file_of_another_name(opened: Opener, tmp_path: Path) -> None:
    pyreadstat.write_sav(pd.DataFrame({"n": [1.0]}), str(tmp_path / "f.sav"))
    path = (tmp_path / "f.sav").rename(tmp_path / "survey")
    assert rows_of(opened(path)) == {("1",): 1}


def _sqlite(path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.execute('CREATE TABLE "the people" (id TEXT, age INTEGER, w REAL, b BLOB, x)')
    connection.executemany(
        'INSERT INTO "the people" VALUES (?, ?, ?, ?, ?)',
        [("007", 39, 1.5, b"\x01\xff", None), ("08", None, 5.0, None, "")],
    )
    connection.commit()
    connection.close()
    return path


def test_sqlite(opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _sqlite(tmp_path / "f.db")
    before = path.read_bytes()
    wanted = {("007", "39", "1.5", "01ff", None): 1, ("08", None, "5.0", None, ""): 1}
    assert rows_of(opened(path)) == wanted
    assert rows_of(opened(f"sqlite:///{path}#the people")) == wanted
    assert rows_of(opened(f"sqlite:///{path}#the%20people")) == wanted
    monkeypatch.chdir(tmp_path)
    assert rows_of(opened("sqlite:///f.db")) == wanted
    assert path.read_bytes() == before
    with pytest.raises(SourceNotFound, match="no table 'people'") as caught:
        opened(path, table="people")
    assert "the people" in caught.value.hint


@pytest.mark.slow
def test_duckdb(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "f.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.register("typed", _typed())
        connection.execute("CREATE TABLE people AS SELECT * FROM typed")
        connection.execute("CREATE SCHEMA s")
        connection.execute("CREATE VIEW s.ages AS SELECT age FROM main.people")
    with pytest.raises(SourceNotFound, match=r"several tables: people, s\.ages"):
        opened(path)
    assert rows_of(opened(path, table="people")) == TYPED
    assert rows_of(opened(f"duckdb:///{path}#s.ages")) == {("39",): 1, (None,): 1, ("-1",): 1}


def test_a_file_without_an_ending_is_known_by_its_content(opened: Opener, tmp_path: Path) -> None:
    pq.write_table(_typed(), tmp_path / "mystery")
    assert rows_of(opened(tmp_path / "mystery")) == TYPED
    (tmp_path / "text").write_text("a;b\nx;1\n")
    assert rows_of(opened(tmp_path / "text")) == {("x", "1"): 1}
    (tmp_path / "lines").write_bytes(gzip.compress(b'{"a": 5}\n'))
    assert rows_of(opened(tmp_path / "lines")) == {("5",): 1}
