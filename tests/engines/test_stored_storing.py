"""Storing: every row in its place, every value as it was read, all of it or nothing."""

from __future__ import annotations

import errno
import gzip
import json
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
from engine_rows import Opener, Writer
from stored_rows import Keeper, Row, frame_of, rows_in

from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.files import atomic_write as placing
from incrowd.engines.stored import storage
from incrowd.engines.stored.storage import notes_path, store
from incrowd.engines.stored.table import open_stored
from incrowd.errors import (
    Cancelled,
    DataError,
    DiskFull,
    EngineError,
    IncrowdError,
    InvalidParameter,
    MalformedData,
    NothingToMeasure,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.table import Kind

NAMES = ["age", "place", "note"]
ROWS: list[Row] = [
    ("30", "Ulm", "x"),
    ("7", "Bonn", None),
    ("30", "Ulm", "x"),
    ("100", "Graz", 'a "b", c'),
    ("7", "Bonn", None),
] * 40


def _csv(rows: list[Row], names: list[str], delimiter: str = ",") -> str:
    def cell(value: str | None) -> str:
        return "" if value is None else '"' + value.replace('"', '""') + '"'

    lines = [names, *([cell(value) for value in row] for row in rows)]
    return "".join(delimiter.join(line) + "\n" for line in lines)


def _delimited(path: Path) -> None:
    path.write_text(_csv(ROWS, NAMES))


def _packed(path: Path) -> None:
    path.write_bytes(gzip.compress(_csv(ROWS, NAMES, ";").encode("utf-16")))


def _json(path: Path) -> None:
    records = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
    path.write_text("\n".join(map(json.dumps, records)))


def _parquet(path: Path) -> None:
    table = frame_of(ROWS, NAMES)
    ages = pa.array([int(row[0] or 0) for row in ROWS])
    pq.write_table(table.set_column(0, "age", ages), path, row_group_size=7)


def _excel(path: Path) -> None:
    book = openpyxl.Workbook()
    for row in [NAMES, *ROWS]:
        book.active.append(list(row))
    book.save(path)


def _sqlite(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE people (age, place, note)")
        connection.executemany("INSERT INTO people VALUES (?, ?, ?)", ROWS)
    connection.close()


def _duckdb(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE data (age INTEGER, place VARCHAR, note VARCHAR)")
        connection.executemany("INSERT INTO data VALUES (?, ?, ?)", ROWS)


def _stata(path: Path) -> None:
    frame = pl.DataFrame(
        {
            "age": [int(row[0] or 0) for row in ROWS],
            "place": [row[1] for row in ROWS],
            "note": [row[2] or "" for row in ROWS],
        }
    )
    pyreadstat.write_dta(frame.to_pandas(), str(path))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("people.csv", _delimited),
        ("people.csv.gz", _packed),
        ("people.jsonl", _json),
        ("people.parquet", _parquet),
        ("people.xlsx", _excel),
        ("people.sqlite", _sqlite),
        ("people.duckdb", _duckdb),
        ("people.dta", _stata),
    ],
)
def test_every_format_keeps_its_rows_in_order(
    tmp_path: Path, opened: Opener, name: str, make: object
) -> None:
    make(tmp_path / name)
    target = tmp_path / "data.parquet"
    assert store(tmp_path / name, target) == len(ROWS)
    table = open_stored(target)
    assert rows_in(table) == ROWS
    original = opened(tmp_path / name)
    assert table.name == original.name
    assert table.profiles() == original.profiles()
    assert sorted(table.tally(NAMES).to_pylist(), key=str) == sorted(
        original.tally(NAMES).to_pylist(), key=str
    )
    table.close()


@pytest.mark.slow
def test_many_rows_from_several_threads_stay_in_order(tmp_path: Path) -> None:
    count = 300_000
    path = tmp_path / "many.csv"
    path.write_text("a,b\n" + "".join(f"{n},{n % 7}\n" for n in range(count)))
    target = tmp_path / "data.parquet"
    assert store(path, target) == count
    stored = pq.read_table(target)
    assert stored.column("row").to_pylist() == list(range(1, count + 1))
    assert stored.column("c0").to_pylist() == [str(n) for n in range(count)]


def test_a_frame_keeps_what_its_types_say(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "empty": pl.Series([None, None], dtype=pl.Int32),
            "yes": [True, None],
            "text": ["", None],
            "list": [[1, 2], []],
            "day": pl.Series(["2020-01-31", "1999-12-01"]).str.to_date(),
        }
    )
    store(frame, tmp_path / "data.parquet")
    table = open_stored(tmp_path / "data.parquet")
    kinds = [profile.kind for profile in table.profiles()]
    assert kinds == [Kind.INTEGER, Kind.BOOLEAN, Kind.TEXT, Kind.TEXT, Kind.DATE]
    assert rows_in(table) == [
        (None, "true", "", "[1,2]", "2020-01-31"),
        (None, None, None, "[]", "1999-12-01"),
    ]
    table.close()


@pytest.mark.parametrize(
    "names",
    [
        ["Age", "age", "AGE"],
        ['a "b"', "c'd; --", "ü ☃"],
        ["row", "c0", "n"],
        ["stored", "data", "kept"],
    ],
)
def test_any_names(kept: Keeper, names: list[str]) -> None:
    rows: list[Row] = [("1", "2", None), ("3", "4", None)]
    table = kept(rows, names)
    assert [profile.name for profile in table.profiles()] == names
    assert rows_in(table) == rows
    assert table.tally([names[2]]).to_pylist() == [{names[2]: None, "incrowd_rows": 2}]


def test_one_row_and_one_column(kept: Keeper) -> None:
    assert rows_in(kept([("x",)], ["only"])) == [("x",)]


def test_a_path_that_looks_like_a_pattern(tmp_path: Path) -> None:
    folder = tmp_path / "a[b]{c}*'d"
    folder.mkdir()
    store(frame_of(ROWS, NAMES), folder / "data.parquet")
    table = open_stored(folder / "data.parquet")
    assert rows_in(table) == ROWS
    table.close()


def test_options_are_heard(tmp_path: Path, written: Writer) -> None:
    path = written("a;b,c\n1;2,3\n")
    assert store(path, tmp_path / "data.parquet", delimiter=",") == 1
    with pytest.raises(InvalidParameter):
        store(path, tmp_path / "data.parquet", sheet="x")


def test_the_name_can_be_changed_and_a_closed_table_says_so(kept: Keeper) -> None:
    table = kept(ROWS, NAMES)
    assert (table.name, table.rows) == ("frame", len(ROWS))
    table.name = "census.csv"
    assert table.name == "census.csv"
    table.close()
    table.close()
    with pytest.raises(EngineError, match="closed"):
        rows_in(table)


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, beside one for temporary files that must be empty in the end."""
    for name in ("temporary", "place"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "place"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("a,b\n1,2,3\n", MalformedData),
        ("a,b\n", NothingToMeasure),
        ("", MalformedData),
        ('a,b\n"1,2\n', MalformedData),
    ],
)
def test_bad_files_leave_nothing(
    place: Path, written: Writer, content: str, error: type[IncrowdError]
) -> None:
    with pytest.raises(error):
        store(written(content), place / "data.parquet")
    assert _left(place) == _left(place.parent / "temporary") == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Cancelled("stopped"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("step", ["reading", "looking", "storing"])
def test_cancelling_leaves_nothing(
    place: Path, written: Writer, monkeypatch: pytest.MonkeyPatch, kind: BaseException, step: str
) -> None:
    monkeypatch.setattr("incrowd.engines.duckdb.session._POLL_SECONDS", 0.0)

    def progress(told: str, done: float | None) -> None:
        if told.startswith(step):
            raise kind

    path = written("a,b\n" + "".join(f"{n},x{n % 100}\n" for n in range(50_000)))
    with pytest.raises(type(kind)) as caught:
        store(path, place / "data.parquet", progress)
    assert caught.value is kind
    assert _left(place) == _left(place.parent / "temporary") == []


FULL = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EDQUOT, "Disk quota exceeded"),
    duckdb.IOException("IO Error: Could not write file: No space left on device"),
]


@pytest.mark.parametrize("error", FULL, ids=str)
def test_a_full_disk_is_told_and_leaves_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def flush(part: Path) -> None:
        assert part.stat().st_size
        raise error

    monkeypatch.setattr(placing, "_flush", flush)
    with pytest.raises(DiskFull, match=r"data\.parquet") as caught:
        store(frame_of(ROWS, NAMES), place / "data.parquet")
    assert caught.value.hint
    assert _left(place) == []


def test_a_full_disk_behind_another_error_is_found(place: Path) -> None:
    def fail() -> None:
        try:
            raise FULL[0]
        except OSError as error:
            raise SourceNotReadable("cannot be read") from error

    with pytest.raises(DiskFull), placing.write_atomically(place / "x"):
        fail()


def test_other_troubles_of_writing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SourceNotFound, match="no folder"):
        store(frame_of(ROWS, NAMES), place / "missing" / "data.parquet")

    def refuse(part: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(placing, "_flush", refuse)
    with pytest.raises(DataError, match="cannot be written: Permission denied"):
        store(frame_of(ROWS, NAMES), place / "data.parquet")
    assert _left(place) == []


def test_a_row_that_gets_lost_on_the_way_is_noticed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = storage._open_ordered

    def cut(*asked: Any) -> DuckDBSource:
        source = opened(*asked)
        source.relation = replace(source.relation, table="(SELECT * FROM data LIMIT 3)")
        return source

    monkeypatch.setattr(storage, "_open_ordered", cut)
    monkeypatch.setattr("incrowd.engines.stored.storage._row_number", lambda source: "1")
    with pytest.raises(MalformedData, match="200 rows, but 3 could be stored"):
        store(frame_of(ROWS, NAMES), place / "data.parquet")
    assert _left(place) == []


@pytest.mark.parametrize("notes", [None, "", "{}", '{"name": "x", "profiles": [{}]}', "[]"])
def test_lost_or_damaged_notes(place: Path, notes: str | None) -> None:
    target = place / "data.parquet"
    store(frame_of(ROWS, NAMES), target)
    if notes is None:
        notes_path(target).unlink()
    else:
        notes_path(target).write_text(notes)
    with pytest.raises(SourceNotReadable, match="lost or damaged"):
        open_stored(target)


def test_files_that_do_not_belong_together(place: Path) -> None:
    target = place / "data.parquet"
    store(frame_of(ROWS, NAMES), target)
    notes = notes_path(target).read_text()
    store(frame_of(ROWS[:7], NAMES), target)
    notes_path(target).write_text(notes)
    with pytest.raises(SourceNotReadable, match="do not belong together"):
        open_stored(target)
    target.write_bytes(b"PAR1 and then nothing")
    with pytest.raises(DataError, match="No magic bytes"):
        open_stored(target)
    target.unlink()
    with pytest.raises(SourceNotFound):
        open_stored(target)
    assert _left(place.parent / "temporary") == []
