"""Files that end or fill the process that reads them: each costs only itself, and says so."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
import zstandard

from incrowd.engines import connect
from incrowd.engines.catalogue import check_database, open_catalogue
from incrowd.errors import (
    Cancelled,
    IncrowdError,
    MalformedData,
    ProcessCrashed,
    TookTooLong,
    TooLarge,
    TooMuchMemory,
)
from incrowd.language import say

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCROWD_READER_MEMORY", "1GB")
    monkeypatch.setenv("INCROWD_READER_SECONDS", "60")


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever happens, no temporary file and no process stays behind."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    assert not children.exists() or "sandbox" not in children.read_text()


def refuse(path: Path, *kinds: type[IncrowdError]) -> IncrowdError:
    with pytest.raises(kinds) as caught:
        connect(path).close()
    assert path.name in caught.value.message
    assert caught.value.hint
    return caught.value


def outcome(path: Path, look=lambda path: connect(path).close()) -> IncrowdError | None:
    """What is said of a file that may or may not be readable; nothing else may happen."""
    try:
        look(path)
    except IncrowdError as error:
        if not error.hint:
            raise
        return error
    return None


def corners(path: Path, far: str) -> Path:
    book = openpyxl.Workbook()
    book.active["A1"] = "a"
    book.active[far] = 1
    book.save(path)
    return path


def test_two_corners_of_a_sheet(tmp_path):
    path = corners(tmp_path / "corners.xlsx", "XFD1048576")
    assert path.stat().st_size < 6_000
    refuse(path, ProcessCrashed, TooMuchMemory)


def test_a_sheet_of_empty_cells_is_stopped(tmp_path):
    path = corners(tmp_path / "empty.xlsx", "AX200000")  # ten million cells
    begun = time.monotonic()
    wish: list[float] = []

    def stop(step: str, done: float | None) -> None:
        if time.monotonic() - begun > 0.7:
            wish.append(time.monotonic())
            raise Cancelled(say("Stopped."))

    with pytest.raises(Cancelled):
        connect(path, stop).close()
    assert time.monotonic() - wish[0] < 1


def test_a_sheet_of_very_many_empty_cells_is_refused(tmp_path):
    refuse(corners(tmp_path / "empty.xlsx", "ALL200000"), ProcessCrashed, TooMuchMemory)


def test_a_statistical_file_that_ends_its_reader(tmp_path):
    path = tmp_path / "survey.sav"
    frame = pd.DataFrame({"a": [1.0, 2, 3] * 20, "b": ["x", "yy", "z"] * 20})
    labels = {"a": {1: "one", 2: "two", 3: "three"}}
    pyreadstat.write_sav(frame, str(path), variable_value_labels=labels)
    whole = path.read_bytes()
    crashed = 0
    for place in range(296, 312, 4):  # where the labels are counted
        path.write_bytes(whole[:place] + b"\xff" * 4 + whole[place + 4 :])
        crashed += isinstance(outcome(path), ProcessCrashed)
    assert crashed


def test_a_cell_of_two_gigabytes(tmp_path):
    path = tmp_path / "cell.csv.zst"
    packer = zstandard.ZstdCompressor()
    with path.open("wb") as file, packer.stream_writer(file) as writer:
        writer.write(b'a,b\n1,"')
        for _ in range(2048):
            writer.write(b"x" * (1 << 20))
        writer.write(b'"\n')
    assert path.stat().st_size < 70_000
    assert "67,108,864 bytes" in refuse(path, MalformedData).message


@pytest.mark.parametrize("text", ['a,b\n1,"' + "x" * (70 << 20), "a\n" + "y" * (70 << 20) + "\n"])
def test_a_long_line_of_plain_text(tmp_path, text):
    path = tmp_path / "long.csv"
    path.write_text(text)
    assert "67,108,864 bytes" in refuse(path, MalformedData).message


def test_an_unpacked_text_needs_room(tmp_path, monkeypatch):
    path = tmp_path / "rows.csv.zst"
    path.write_bytes(zstandard.compress(b"a,b\n" + b"1,2\n" * 1_000_000))
    monkeypatch.setattr("incrowd.engines.files.confined.caps._MOST_UNPACKED", 1 << 20)
    assert "too large once it is unpacked" in refuse(path, TooLarge).message


def test_more_columns_than_anybody_can_look_at(tmp_path):
    path = tmp_path / "wide.csv"
    names, cells = [f"c{place}" for place in range(20_001)], ["1"] * 20_001
    path.write_text(f"{','.join(names)}\n{','.join(cells)}\n")
    assert "20,001 columns" in refuse(path, MalformedData).message


def test_a_damaged_old_workbook(tmp_path):
    path = tmp_path / "old.xls"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 4_088)
    refuse(path, IncrowdError)


def sqlite_view(path: Path, query: str) -> Path:
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE VIEW v AS {query}")
    connection.commit()
    connection.close()
    return path


def test_a_view_of_one_giant_value(tmp_path):
    path = sqlite_view(tmp_path / "hex.sqlite", "SELECT hex(zeroblob(400000000)) AS a")
    assert "67,108,864 bytes" in refuse(path, MalformedData).message


ENDLESS = (
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS a FROM r"
    " WHERE n < 0"
)


def test_a_view_without_an_end(tmp_path, monkeypatch):
    monkeypatch.setenv("INCROWD_READER_SECONDS", "1")
    path = sqlite_view(tmp_path / "endless.sqlite", ENDLESS)
    assert "INCROWD_READER_SECONDS" in refuse(path, TookTooLong).hint


def test_parquet_with_lying_metadata(tmp_path):
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table({"a": list(range(3_000)), "b": [str(i) for i in range(3_000)]}), path)
    whole = path.read_bytes()
    refused = 0
    for place in range(len(whole) - 400, len(whole) - 8, 40):
        path.write_bytes(whole[:place] + b"\xff" * 4 + whole[place + 4 :])
        refused += outcome(path) is not None
    assert refused


def test_parquet_with_a_giant_value(tmp_path):
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table({"a": ["x" * (70 << 20)]}), path, compression="zstd")
    assert "67,108,864 bytes" in refuse(path, MalformedData).message


def test_a_damaged_database(tmp_path):
    path = tmp_path / "d.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT range AS a, 'x' || range AS b FROM range(9999)"
        )
    whole = path.read_bytes()
    for place in (8_192, 12_300, len(whole) // 2, len(whole) - 4_096):
        path.write_bytes(whole[:place] + b"\xff" * 64 + whole[place + 64 :])
        outcome(path)
        outcome(path, check_database)
    path.write_bytes(whole[:8_192] + b"\xff" * 8_192 + whole[16_384:])
    with pytest.raises(IncrowdError):
        connect(path).close()


def test_looking_into_a_database_is_bounded_too(tmp_path):
    path = sqlite_view(tmp_path / "endless.sqlite", ENDLESS)
    with open_catalogue(str(path)) as catalogue:
        assert catalogue.tables("") == ["v"]
        assert [column.name for column in catalogue.columns("", "v")] == ["a"]


@pytest.mark.parametrize(
    ("name", "value"), [("INCROWD_READER_MEMORY", "much"), ("INCROWD_READER_SECONDS", "0")]
)
def test_limits_that_are_none(tmp_path, monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(IncrowdError, match=name):
        connect(path)
