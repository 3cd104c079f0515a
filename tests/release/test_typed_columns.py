"""Numbers and dates that are published as they are have their type in files that know types."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from release_tables import Maker, Row, case_of

import incrowd as ic
from incrowd.crowd.crowd import State
from incrowd.engines.duckdb.column_types import certain_type
from incrowd.release.export import export
from incrowd.table import Kind, Profile

COLUMNS = {
    "age": ("30", "31", int, pa.int64()),
    "size": ("1.50", "+2", float, pa.float64()),
    "weight": ("1,5", "70", None, pa.float64()),
    "born": ("31.1.2020", "01.12.1999", None, pa.date32()),
    "seen": ("2020-01-31 10:05:59", "2021-07-01 00:00:00", None, pa.timestamp("us")),
    "ok": ("true", "False", None, pa.bool_()),
    "zip": ("01067", "99999", None, pa.string()),
    "when": ("05/01/2020", "06/01/2020", None, pa.string()),
    "year": ("1.2.19", "31.12.18", None, pa.string()),
    "score": ("5", "NA", None, pa.string()),
    "huge": ("1e999", "1.5", None, pa.string()),
    "none": (None, "7", None, pa.int64()),
}
ROWS: list[Row] = [tuple(column[place % 2] for column in COLUMNS.values()) for place in range(8)]
FIRST = {
    "age": 30,
    "size": 1.5,
    "weight": 1.5,
    "born": date(2020, 1, 31),
    "seen": datetime(2020, 1, 31, 10, 5, 59),
    "ok": True,
    "zip": "01067",
    "when": "05/01/2020",
    "year": "1.2.19",
    "score": "5",
    "huge": "1e999",
    "none": None,
}
"""The first row; what is ambiguous or no number throughout stays text."""


@pytest.mark.parametrize("roles", ["q", "s", "o"])
def test_parquet_has_types(made: Maker, tmp_path: Path, roles: str) -> None:
    """Whatever the role: what has to be verified is verified as it is read."""
    case = made(ROWS, list(COLUMNS), "q" + roles * (len(COLUMNS) - 1))
    state = State((0,) * len(case.crowd.domains), 4)
    path = tmp_path / "x.parquet"
    done = export(case.source, case.table, case.crowd, state, path, "parquet", keep_order=True)
    assert (done.rows, done.k) == (8, 4)
    table = pq.read_table(path)
    assert dict(zip(table.column_names, table.schema.types, strict=True)) == {
        name: column[3] for name, column in COLUMNS.items()
    }
    assert table.to_pylist()[0] == FIRST


@pytest.mark.parametrize("roles", ["q", "s", "o"])
def test_excel_has_numbers_and_dates(made: Maker, tmp_path: Path, roles: str) -> None:
    case = made(ROWS, list(COLUMNS), "q" + roles * (len(COLUMNS) - 1))
    state = State((0,) * len(case.crowd.domains), 4)
    path = tmp_path / "x.xlsx"
    done = export(case.source, case.table, case.crowd, state, path, "xlsx", keep_order=True)
    assert (done.rows, done.k) == (8, 4)
    header, first, *_ = openpyxl.load_workbook(path)["data"].iter_rows(values_only=True)
    assert header == tuple(COLUMNS)
    moments = {"born": datetime(2020, 1, 31)}
    assert dict(zip(header, first, strict=True)) == {**FIRST, **moments, "ok": "true", "score": 5}


def test_labels_are_text(made: Maker, tmp_path: Path) -> None:
    case = made([(str(20 + n % 4), str(n % 2)) for n in range(8)], ["age", "n"], "qq")
    path = tmp_path / "x.parquet"
    export(case.source, case.table, case.crowd, State((1, 0), 2), path, "parquet")
    assert pq.read_schema(path).types == [pa.string(), pa.int64()]


def test_old_dates_are_text_in_excel(made: Maker, tmp_path: Path) -> None:
    case = made([("1899-12-31",), ("2020-01-31",)] * 2, ["born"], "q")
    path = tmp_path / "x.xlsx"
    export(case.source, case.table, case.crowd, State((0,), 2), path, "xlsx", keep_order=True)
    assert openpyxl.load_workbook(path)["data"]["A2"].value == "1899-12-31"


def test_csv_stays_as_it_was_written(made: Maker, tmp_path: Path) -> None:
    case = made([("1.50", "31.1.2020"), ("+2", "01.12.1999")] * 2, ["n", "d"], "qq")
    path = tmp_path / "x.csv"
    export(case.source, case.table, case.crowd, State((0, 0), 2), path, "csv", keep_order=True)
    assert path.read_text().splitlines()[1:3] == ["1.50,31.1.2020", "+2,01.12.1999"]


def test_a_typed_file_stays_typed(tmp_path: Path) -> None:
    """From Parquet to Parquet: types as they came."""
    table = pa.table(
        {
            "age": pa.array([30, 31] * 4, pa.int64()),
            "pay": pa.array([0.1 + 0.2, 2.0] * 4, pa.float64()),
            "born": pa.array([date(2020, 1, 31), date(1850, 1, 1)] * 4, pa.date32()),
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    with ic.open(tmp_path / "a.parquet", quasi=["age", "born", "pay"], sensitive=[]) as opened:
        opened.anonymize(k=2).write(tmp_path / "b.parquet", keep_order=True)
    assert pq.read_table(tmp_path / "b.parquet").to_pylist() == table.to_pylist()


NUMBERS = st.one_of(
    st.integers(-(10**17), 10**17).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["-0", "0", "+7", "1.50", ".5", "5.", "1e-300", "-0.0", "1E5", None]),
)


@pytest.mark.slow
@settings(max_examples=scaled(15))
@given(st.lists(st.tuples(NUMBERS, st.dates().map(str)), min_size=1, max_size=12))
def test_any_numbers_and_dates_are_verified(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Row]
) -> None:
    """However a number is written: the file that says the same number is not refused."""
    folder = tmp_path_factory.mktemp("typed")
    case = case_of(folder, [(*row, "x") for row in rows], ["n", "d", "o"], "qqo")
    for form in ("parquet", "xlsx"):
        path = folder / f"x.{form}"
        done = export(case.source, case.table, case.crowd, State((0, 0)), path, form)
        assert done.rows == len(rows)
    case.source.close()


@pytest.mark.parametrize(
    ("profile", "known"),
    [
        (Profile("a", Kind.INTEGER, 2, 0, 2, longest=5), True),
        (Profile("a", Kind.INTEGER, 2, 0, 2, longest=25), False),
        (Profile("a", Kind.DECIMAL, 2, 0, 2, markers=("NA",)), False),
        (Profile("a", Kind.TEXT, 2, 0, 2), False),
        (Profile("a", Kind.DATE, 2, 0, 2), False),
        (Profile("a", Kind.TIMESTAMP, 2, 0, 2, date_format="%Y-%m-%dT%H:%MZ"), False),
        (Profile("a", Kind.TIMESTAMP, 2, 0, 2, date_format="%Y-%m-%d %H:%M%z"), False),
    ],
)
def test_only_what_is_certain_has_a_type(profile: Profile, known: bool) -> None:
    assert (certain_type(profile) is not None) == known
