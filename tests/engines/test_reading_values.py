"""How values of other tools become text, cell by cell."""

from __future__ import annotations

import datetime as dt
import math
import sqlite3
from pathlib import Path

import openpyxl
import pandas as pd
import pyarrow as pa
import pyreadstat
import pytest
from engine_rows import Opener, Writer, names_of, profile_of, rows_of

from incrowd.engines.files.excel import _restore_digits, _shorten_dates
from incrowd.engines.files.json_lines import _elements
from incrowd.engines.files.statistical import _covers, _text
from incrowd.errors import IncrowdError, MalformedData, NothingToMeasure, SourceNotFound
from incrowd.table import Kind


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        (["2020-01-31 00:00:00", None], ["2020-01-31", None]),
        (["2020-01-31 00:00:00", "x"], ["2020-01-31", "x"]),
        (
            ["2020-01-31 00:00:00", "2020-01-31 10:00:00"],
            ["2020-01-31 00:00:00", "2020-01-31 10:00:00"],
        ),
        (["1899-12-31 10:05:00", "1899-12-30 01:00:00"], ["10:05:00", "01:00:00"]),
        (["007", "5", ""], ["007", "5", ""]),
        ([], []),
    ],
)
def test_days_and_times_of_excel(column: list[str | None], wanted: list[str | None]) -> None:
    assert _shorten_dates(column) == wanted


@pytest.mark.parametrize(
    ("text", "number", "wanted"),
    [
        ("0.333333333", 1 / 3, repr(1 / 3)),
        ("0.123456789", 0.123456789, "0.123456789"),
        ("0", 1e-12, "1e-12"),
        ("0", 0.0, "0"),
        ("0", None, "0"),
        ("007", 7.0, "007"),
        ("3", 3.0, "3"),
        ("x", None, "x"),
        ("", None, None),
        (None, None, None),
    ],
)
def test_numbers_of_excel_keep_all_their_digits(
    text: str | None, number: float | None, wanted: str | None
) -> None:
    assert _restore_digits(pa.array([text], pa.string()), pa.array([number], pa.float64())) == [
        wanted
    ]


def _workbook(path: Path, rows: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([], MalformedData, "is empty"),
        ([["a", "b"]], NothingToMeasure, "no rows"),
        ([["a", None, "c"], [1, 2, 3]], MalformedData, "without a name: column 2"),
        ([["a", "a"], [1, 2]], MalformedData, "several columns called 'a'"),
    ],
)
def test_sheets_that_are_no_tables(
    opened: Opener,
    tmp_path: Path,
    rows: list[list[object]],
    error: type[IncrowdError],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        opened(_workbook(tmp_path / "f.xlsx", rows))


def test_a_merged_header_has_empty_names(opened: Opener, tmp_path: Path) -> None:
    path = _workbook(tmp_path / "f.xlsx", [["name", "", "age"], ["a", "b", 5]])
    book = openpyxl.load_workbook(path)
    book.worksheets[0].merge_cells("A1:B1")
    book.save(path)
    with pytest.raises(MalformedData, match="without a name: column 2") as caught:
        opened(path)
    assert "do not merge" in caught.value.hint


def test_a_table_that_begins_further_down(opened: Opener, tmp_path: Path) -> None:
    rows: list[list[object]] = [
        [None, None],
        [None, "sex", "age"],
        [None, "f", 39],
        [None, "m", 40],
    ]
    source = opened(_workbook(tmp_path / "f.xlsx", rows))
    assert names_of(source) == ["sex", "age"]
    assert rows_of(source) == {("f", "39"): 1, ("m", "40"): 1}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-0.5, "-0.5"),
        (0.1, "0.1"),
        (1e300, str(int(1e300))),
        (7, "7"),
        (math.nan, None),
        (None, None),
        ("", None),
        (" ", " "),
        ("007", "007"),
        (dt.date(1990, 2, 3), "1990-02-03"),
        (dt.datetime(1990, 2, 3, 4, 5), "1990-02-03 04:05:00"),
        (dt.time(4, 5), "04:05:00"),
    ],
)
def test_values_of_statistical_files(value: object, text: str | None) -> None:
    assert _text(value, {}) == text


@pytest.mark.parametrize(
    ("labels", "codes", "cover"),
    [
        ({1: "f", 2: "m"}, {1.0, 2.0}, True),
        ({1: "f", 2: "m", 3: "x"}, {1.0}, True),
        ({1: "f", 2: "m"}, {1.0, 9.0}, False),
        ({1: "f", 2: "f"}, {1.0, 2.0}, False),
        ({1: "f", 2: ""}, {1.0, 2.0}, False),
        ({"a": "yes"}, {"a"}, True),
        ({1: "f"}, set(), True),
    ],
)
def test_labels_are_used_where_each_code_has_its_own(
    labels: dict[object, str], codes: set[object], cover: bool
) -> None:
    assert _covers(labels, codes) is cover


def test_labels_in_a_file(opened: Opener, tmp_path: Path) -> None:
    frame = pd.DataFrame({"same": [1.0, 2.0], "none": [1.0, None], "text": ["a", "b"]})
    labels = {"same": {1: "x", 2: "x"}, "none": {1: "one"}, "text": {"a": "first", "b": "second"}}
    pyreadstat.write_sav(frame, str(tmp_path / "f.sav"), variable_value_labels=labels)
    source = opened(tmp_path / "f.sav")
    assert rows_of(source) == {("1", "one", "first"): 1, ("2", None, "second"): 1}


def test_moments_of_statistical_files(opened: Opener, tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {"seen": [dt.datetime(2020, 1, 31, 10, 5), None], "at": [dt.time(1, 2, 3), dt.time(4, 5)]}
    )
    pyreadstat.write_dta(frame, str(tmp_path / "f.dta"))
    source = opened(tmp_path / "f.dta")
    assert rows_of(source) == {("2020-01-31 10:05:00", "01:02:03"): 1, (None, "04:05:00"): 1}
    assert profile_of(source, "seen").date_format == "%Y-%m-%d %H:%M:%S"


def test_a_statistical_file_without_rows(opened: Opener, tmp_path: Path) -> None:
    pyreadstat.write_sav(pd.DataFrame({"a": pd.Series([], dtype=float)}), str(tmp_path / "f.sav"))
    with pytest.raises(NothingToMeasure, match="no rows"):
        opened(tmp_path / "f.sav")


def test_elements_of_an_array_know_their_lines() -> None:
    text = '[\n {"a": 1},\n\n {"a":\n 2}\n, {"a": 3}]\n'
    assert [(line, len(element)) for line, element in _elements(text, 1)] == [
        (2, 1),
        (4, 1),
        (6, 1),
    ]
    assert list(_elements(" [ ] ", 1)) == []


@pytest.mark.parametrize("text", ["[{}", "[{},", "[{}]]", "[,{}]", "[{},]", "[", "[1 2]"])
def test_arrays_that_are_broken(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        list(_elements(text, 1))


def test_json_values(opened: Opener, written: Writer) -> None:
    lines = [
        '{"v": 12345678901234567890}',
        '{"v": -0.0}',
        '{"v": "1.0"}',
        '{"v": NaN}',
        '{"v": {"b": [true, null, "\\u00e9\\n"], "a": 1.50}}',
        '{"v": "line\\nbreak"}',
        '{"w": 0}',
    ]
    source = opened(written("\n".join(lines), "f.ndjson"))
    assert set(rows_of(source)) == {
        ("12345678901234567890", None),
        ("-0.0", None),
        ("1.0", None),
        ("NaN", None),
        ('{"b": [true, null, "é\\n"], "a": 1.50}', None),
        ("line\nbreak", None),
        (None, "0"),
    }


def test_the_line_of_broken_json_is_told(opened: Opener, written: Writer) -> None:
    good = '{"a": 1}\n' * 2_000
    with pytest.raises(MalformedData, match="after line 2000"):
        opened(written(good + '{"a": 1\n' + good, "f.jsonl"))


def test_views_and_hidden_tables_of_sqlite(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, v)")
    connection.execute("INSERT INTO t (v) VALUES (1), ('1'), (1.0), (x'01'), (NULL)")
    connection.execute("CREATE VIEW big AS SELECT id FROM t WHERE id > 3")
    connection.commit()
    connection.close()
    with pytest.raises(SourceNotFound, match="several tables: big, t"):
        opened(path)
    assert rows_of(opened(path, table="big")) == {("4",): 1, ("5",): 1}
    values = opened(path, table="t").tally(["v"]).to_pydict()
    found = dict(zip(values["v"], values["incrowd_rows"], strict=True))
    assert found == {"1": 2, "1.0": 1, "01": 1, None: 1}


def test_a_sqlite_file_that_is_damaged(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (v)")
    connection.executemany("INSERT INTO t VALUES (?)", [("x" * 100,)] * 500)
    connection.commit()
    connection.close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 6] = b"\xaa" * (4096 * 4)
    path.write_bytes(content)
    with pytest.raises(IncrowdError, match=r"f\.sqlite"):
        opened(path)


def test_an_empty_database(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (v)")
    connection.execute("DROP TABLE t")
    connection.commit()
    connection.close()
    with pytest.raises(SourceNotFound, match="has no table"):
        opened(path)


def test_text_in_frames_is_read_for_what_it_is(opened: Opener) -> None:
    source = opened(pa.table({"n": ["1", "2"], "zip": ["01", "02"], "day": ["2020-01-31", None]}))
    kinds = [profile.kind for profile in source.profiles()]
    assert kinds == [Kind.INTEGER, Kind.TEXT, Kind.DATE]


def test_moments_with_zones_and_fractions(opened: Opener) -> None:
    moment = dt.datetime(2020, 1, 31, 10, 5, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    table = pa.table(
        {
            "zoned": pa.array([moment], pa.timestamp("us", "Europe/Madrid")),
            "exact": pa.array([1_580_465_100_123_456_789], pa.timestamp("ns")),
            "at": pa.array([dt.time(10, 5)], pa.time64("us")),
            "money": pa.array([__import__("decimal").Decimal("1.50")], pa.decimal128(10, 2)),
        }
    )
    source = opened(table)
    ((zoned, exact, at, money),) = rows_of(source)
    assert zoned is not None
    assert zoned.startswith("2020-01-31 09:05:00")
    assert (exact, at, money) == ("2020-01-31 10:05:00.123456789", "10:05:00", "1.50")
    kinds = [profile.kind for profile in source.profiles()]
    assert kinds == [Kind.TIMESTAMP, Kind.TIMESTAMP, Kind.TEXT, Kind.DECIMAL]


def test_a_pandas_frame_that_arrow_cannot_take(opened: Opener) -> None:
    with pytest.raises(MalformedData, match="cannot be read as a table"):
        opened(pd.DataFrame({"mixed": [1, "a", object()]}))


def test_a_lazy_frame_is_refused_with_advice(opened: Opener) -> None:
    import polars as pl

    with pytest.raises(IncrowdError, match="LazyFrame") as caught:
        opened(pl.LazyFrame({"a": [1]}))
    assert "collect()" in caught.value.hint
