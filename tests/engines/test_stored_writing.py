"""Writing: what is shown is what is in the file, in order, and nothing runs in a spreadsheet."""

from __future__ import annotations

import errno
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from stored_rows import Keeper, Row, keep, rows_in, tuples_of

from incrowd.engines import connect
from incrowd.engines.files import atomic_write as placing
from incrowd.engines.files.formats import output_format, writable_formats
from incrowd.engines.files.formula_guard import escape_formula
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import StoredTable, open_stored
from incrowd.engines.stored.writing import write
from incrowd.errors import (
    Cancelled,
    DataError,
    DiskFull,
    EngineError,
    InvalidParameter,
    UnknownAttribute,
    UnknownName,
)

FORMATS = [known.name for known in writable_formats()]
NAMES = ["age", "Place", "place", "note"]
ROWS: list[Row] = [
    ("30", "Ulm", "=1+1", "x"),
    ("7", "Bonn", None, 'a "b", c\nd'),
    ("0.5", "Graz", "-5", "ü ☃ 😀"),
    ("007", "Bonn", "'=x", " lead "),
    ("-12", "Ulm", "@SUM(A1)", "x"),
]
BANDS = Recoding(("30", "7", "0.5", "007", "-12"), ("old", "young", "young", "young", "old"))
KEPT = {("Ulm",): (True, 2), ("Bonn",): (True, 2), ("Graz",): (False, 1)}


def reread(path: Path, form: str) -> tuple[list[str], list[Row]]:
    """The names and rows of a file, in order, as incrowd itself reads them."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "data.parquet"
        store(path, target, **output_format(form).options)
        table = open_stored(target)
        names = [profile.name for profile in table.profiles()]
        rows = rows_in(table)
        table.close()
        return names, rows


def as_read(form: str, names: list[str], rows: list[Row]) -> tuple[list[str], list[Row]]:
    known = output_format(form)
    columns = [_column_as_read(form, column) for column in zip(*rows, strict=True)]
    return [known.name_as_read(name) for name in names], list(zip(*columns, strict=True))


def _column_as_read(form: str, column: Sequence[str | None]) -> list[str | None]:
    """Columns that get a type come back as that type is written."""
    known, table = output_format(form), pa.table({"c": pa.array(column, pa.string())})
    with closing(connect(table)) as source:
        reading = known.type_of(source.profiles()[0])
    if reading is None:
        return known.cells_as_read(column)
    plain = [None if cell is None else reading.plain(cell) for cell in column]
    if form == "xlsx":  # which cannot tell a day from its first moment
        plain = [cell and cell.removesuffix(" 00:00:00") for cell in plain]
    return plain


@pytest.mark.parametrize("form", FORMATS)
def test_all_rows_as_they_are(kept: Keeper, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"out.{form}"
    assert write(kept(ROWS, NAMES), path, form, NAMES, {}, None) == len(ROWS)
    assert reread(path, form) == as_read(form, NAMES, ROWS)


@pytest.mark.parametrize("form", FORMATS)
def test_only_what_is_published(kept: Keeper, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"out.{form}"
    tuples = tuples_of(["Place"], KEPT)
    rows = write(kept(ROWS, NAMES), path, form, ["note", "age"], {"age": BANDS}, tuples)
    assert rows == 4
    shown: list[Row] = [
        ("x", "old"),
        ('a "b", c\nd', "young"),
        (" lead ", "young"),
        ("x", "old"),
    ]
    assert reread(path, form) == (["note", "age"], shown)


def test_a_guarded_csv_is_this_text(kept: Keeper, tmp_path: Path) -> None:
    rows: list[Row] = [
        ("=1+1", "-5", "\t=x"),
        ("+49 170 1", "+1.5e3", "\r@x"),
        ("'=1", "-", None),
        ("'a", "-1-2", "a,b"),
    ]
    path = tmp_path / "out.csv"
    write(kept(rows, ["=cmd()", "b", "c"]), path, "csv", ["=cmd()", "b", "c"], {}, None)
    assert path.read_bytes().decode() == (
        "'=cmd(),b,c\n'=1+1,-5,'\t'=x\n'+49 170 1,+1.5e3,\"'\r'@x\"\n''=1,'-,\n'a,'-1-2,\"a,b\"\n"
    )


@pytest.mark.parametrize("form", ["parquet", "xlsx"])
def test_other_formats_need_no_guard(kept: Keeper, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"out.{form}"
    write(kept(ROWS, NAMES), path, form, ["place"], {}, tuples_of(["place"], _known("=1+1")))
    if form == "parquet":
        assert pq.read_table(path).to_pylist() == [{"place": "=1+1"}]
        return
    (cell,) = openpyxl.load_workbook(path)["data"]["A2":"A2"][0]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def _known(value: str) -> dict[Row, tuple[bool, int]]:
    return {(row[2],): (row[2] == value, 1) for row in ROWS}


def test_numbers_of_excel_are_numbers_where_nothing_is_lost(kept: Keeper, tmp_path: Path) -> None:
    values = ["30", "-12", "0.5", "1.50", "+7", "1e3", "123456789012345678", "-0", "0"]
    path = tmp_path / "out.xlsx"
    write(kept([(each,) for each in values], ["n"]), path, "xlsx", ["n"], {}, None)
    cells = [cell.value for (cell,) in openpyxl.load_workbook(path)["data"]["A2":"A10"]]
    assert cells == [30, -12, 0.5, "1.50", "+7", "1e3", "123456789012345678", "-0", 0]
    assert reread(path, "xlsx")[1] == [(each,) for each in values]


CELLS = st.none() | st.sampled_from(
    ["", "=1", "'=1", "-1", "2020-01-01 00:00:00", "2020-01-01", "a,b", '"', "\n", "_x0041_"]
)
TEXTS = st.text(
    st.characters(exclude_characters="\0\ufffe\uffff", exclude_categories=("Cs",)), max_size=4
)


@pytest.mark.slow
@settings(max_examples=scaled(8))
@given(st.lists(st.tuples(CELLS | TEXTS, CELLS, st.just("x")), min_size=1, max_size=8))
def test_whatever_is_written_is_read_as_foretold(rows: list[Row]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = keep(Path(folder), rows, ["a", "b", "c"])
        for form in FORMATS:
            path = Path(folder) / f"out.{form}"
            write(table, path, form, ["a", "b", "c"], {}, None)
            assert reread(path, form) == as_read(form, ["a", "b", "c"], rows)
        table.close()


@given(st.text("=+-@'\t\r\n1.,;eE x", max_size=8))
def test_a_guard_can_be_taken_back(text: str) -> None:
    guarded = escape_formula(text)
    first = re.sub(r"\A'('*[=+\-@\t\r\n])", r"\1", guarded)
    assert re.sub(r"([;,\t\r\n])'('*[=+\-@])", r"\1\2", first) == text


def sheet_names(path: Path) -> list[object]:
    rows = [[cell.value for cell in row] for row in openpyxl.load_workbook(path)["data"]]
    assert len(rows) == 1
    return rows[0]


@pytest.mark.parametrize(
    ("form", "names_in"),
    [
        ("csv", lambda path: path.read_text().removesuffix("\n").split(",")),
        ("parquet", lambda path: pq.read_table(path).column_names),
        ("xlsx", sheet_names),
    ],
)
def test_everything_suppressed_leaves_the_names(
    kept: Keeper, tmp_path: Path, form: str, names_in: Callable[[Path], list[object]]
) -> None:
    path = tmp_path / f"out.{form}"
    nothing = tuples_of(["Place"], dict.fromkeys(KEPT, (False, 1)))
    assert write(kept(ROWS, NAMES), path, form, ["Place"], {}, nothing) == 0
    assert names_in(path) == ["Place"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_that_is_all_missing(kept: Keeper, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"out.{form}"
    table = kept([(None, "x"), (None, "y")], ["gone", "b"])
    assert write(table, path, form, ["gone"], {}, None) == 2
    with_rows = connect(path, **output_format(form).options)
    assert with_rows.rows == 2
    with_rows.close()


def test_excel_says_what_it_cannot_hold(
    kept: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.xlsx"
    table = kept([(None, "x" * 32_768), ("1", "y")], ["a", "b"])
    with pytest.raises(DataError, match="32,767 characters, but one of these has 32,768"):
        write(table, path, "xlsx", ["b"], {}, None)
    with pytest.raises(DataError, match="no value in any published column"):
        write(table, path, "xlsx", ["a"], {}, None)
    monkeypatch.setattr("incrowd.engines.files.excel._ROWS", 2)
    with pytest.raises(DataError, match="room for 2 rows") as caught:
        write(table, path, "xlsx", ["a"], {}, None)
    assert caught.value.hint == "Choose CSV or Parquet instead."
    assert not path.exists()


@pytest.mark.slow
def test_a_long_table_keeps_its_order(tmp_path: Path) -> None:
    rows: list[Row] = [(str(n), str(n % 3)) for n in range(250_000)]
    table = keep(tmp_path, rows, ["n", "m"])
    kept = tuples_of(["m"], {("0",): (True, 1), ("1",): (False, 1), ("2",): (True, 1)})
    labels = Recoding(("0", "1", "2"), ("a", "b", "a"))
    for form in ("csv", "parquet"):
        write(table, tmp_path / f"out.{form}", form, ["n", "m"], {"m": labels}, kept)
    wanted = [n for n, m in rows if m != "1"]
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines == ["n,m", *(f"{n},a" for n in wanted)]
    numbers = pq.read_table(tmp_path / "out.parquet").column("n").to_pylist()
    assert numbers == list(map(int, wanted))
    table.close()


Wrong = Callable[[StoredTable, Path], object]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda table, path: write(table, path, "docx", NAMES, {}, None), UnknownName),
        (lambda table, path: write(table, path, "csv", [], {}, None), InvalidParameter),
        (lambda table, path: write(table, path, "csv", ["age", "age"], {}, None), InvalidParameter),
        (lambda table, path: write(table, path, "csv", ["aeg"], {}, None), UnknownAttribute),
        (lambda table, path: write(table, path / "x", "csv", NAMES, {}, None), DataError),
    ],
)
def test_what_cannot_be_written(
    kept: Keeper, tmp_path: Path, wrong: Wrong, error: type[Exception]
) -> None:
    table = kept(ROWS, NAMES)
    with pytest.raises(error):
        wrong(table, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["table0"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("stop", [Cancelled("stopped"), KeyboardInterrupt()], ids=repr)
def test_cancelling_leaves_nothing(
    kept: Keeper, tmp_path: Path, form: str, stop: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incrowd.engines.duckdb.session._POLL_SECONDS", 0.0)
    table = kept([(str(n), "x") for n in range(20_000)], ["a", "b"])

    def progress(step: str, done: float | None) -> None:
        raise stop

    with pytest.raises(type(stop)):
        write(table, tmp_path / "out", form, ["a", "b"], {}, None, progress)
    assert [path.name for path in tmp_path.iterdir()] == ["table0"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_progress_is_told(kept: Keeper, tmp_path: Path, form: str) -> None:
    told: list[float | None] = []
    table = kept([(str(n), "x") for n in range(30_000)], ["a", "b"])
    slow = KeptTuples(("b",), tuples_of(["b"], {("x",): (True, 1)}).table)
    write(table, tmp_path / "out", form, ["a"], {}, slow, lambda step, done: told.append(done))
    assert all(done is None or 0 <= done <= 1 for done in told)
    assert form == "csv" or told[-1] == 1.0


@pytest.mark.parametrize("form", FORMATS)
def test_a_full_disk_leaves_nothing(
    kept: Keeper, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flush(part: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    table = kept(ROWS, NAMES)
    monkeypatch.setattr(placing, "_flush", flush)
    with pytest.raises(DiskFull):
        write(table, tmp_path / "out", form, NAMES, {}, None)
    assert [path.name for path in tmp_path.iterdir()] == ["table0"]


def test_rows_that_get_lost_are_noticed(
    kept: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kept(ROWS, NAMES)
    monkeypatch.setattr(
        "incrowd.engines.stored.writing.where", lambda conditions: "WHERE d.row > 2"
    )
    for form in FORMATS:
        with pytest.raises(EngineError, match="5 rows should have been written, but 3 were"):
            write(table, tmp_path / "out", form, NAMES, {}, None)
    assert [path.name for path in tmp_path.iterdir()] == ["table0"]


@pytest.mark.parametrize("form", FORMATS)
def test_shuffled_rows_are_the_same_in_another_order(
    kept: Keeper, tmp_path: Path, form: str
) -> None:
    rows: list[Row] = [(str(number), "Ulm", "x", "y") for number in range(1000)]
    path = tmp_path / f"out.{form}"
    assert write(kept(rows, NAMES), path, form, NAMES, {}, None, seed="s") == len(rows)
    names, found = reread(path, form)
    assert names == NAMES
    assert found != rows
    assert sorted(found) == sorted(rows)
    again, other = tmp_path / f"again.{form}", tmp_path / f"other.{form}"
    write(kept(rows, NAMES), again, form, NAMES, {}, None, seed="s")
    write(kept(rows, NAMES), other, form, NAMES, {}, None, seed="t")
    assert reread(again, form)[1] == found
    assert reread(other, form)[1] != found


def test_shuffled_rows_stand_anywhere(kept: Keeper, tmp_path: Path) -> None:
    """Over many seeds each row comes first about as often as any other: no trace of its place."""
    rows: list[Row] = [(str(number),) for number in range(8)]
    table = kept(rows, ["n"])
    firsts = []
    for seed in range(160):
        write(table, tmp_path / "x.csv", "csv", ["n"], {}, None, seed=str(seed))
        firsts.append((tmp_path / "x.csv").read_text().splitlines()[1])
    assert {row: firsts.count(row) > 5 for (row,) in rows} == {row: True for (row,) in rows}
