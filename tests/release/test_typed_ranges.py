"""Ranges as numbers and dates: read off the labels alone, written, and proved on the file."""

from __future__ import annotations

import csv
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import incrowd as ic
from incrowd.engines.stored import writing
from incrowd.errors import BrokenPromise, InvalidParameter, UnknownName
from incrowd.release.typed_columns import check_typed, derive_columns, warn_of_open_ends
from incrowd.table import Kind, Profile

QUASI = ["age", "pay", "born"]


def texts(kind: Kind, labels: list[str | None], typed: str) -> dict[str, dict[str, str | None]]:
    profile = Profile("x", kind, 9, 0, 9)
    derived = derive_columns({"x": labels}, [profile], check_typed(typed), ["x"])
    return {each.profile.name: dict(each.texts) for each in derived}


@pytest.mark.parametrize(
    ("kind", "label", "low", "high", "middle"),
    [
        (Kind.INTEGER, "20-29", "20", "29", "24.5"),
        (Kind.INTEGER, "[17, 27[", "17", "26", "21.5"),
        (Kind.DECIMAL, "[0, 500[", "0", "500", "250"),
        (Kind.DECIMAL, "[0.5, 1.5]", "0.5", "1.5", "1"),
        (Kind.DATE, "1930s", "1930-01-01", "1939-12-31", "1934-12-31"),
        (Kind.DATE, "1931-Q2", "1931-04-01", "1931-06-30", "1931-05-16"),
        (Kind.DATE, "2024-02", "2024-02-01", "2024-02-29", "2024-02-15"),
        (Kind.DATE, "2005", "2005-01-01", "2005-12-31", "2005-07-02"),
    ],
)
def test_the_ends_and_the_middle_of_a_label(kind, label, low, high, middle) -> None:
    ends = texts(kind, [label, "*", None, "*missing*"], "ranges")
    assert ends == {"x_from": {label: low}, "x_to": {label: high}}
    assert texts(kind, [label, "*"], "midpoints") == {"x": {label: middle}}


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (Kind.INTEGER, ["{1, 2}", "3-4"]),
        (Kind.INTEGER, ["12**"]),
        (Kind.TEXT, ["20-29"]),
        (Kind.DATE, ["2020-13"]),
        (Kind.DATE, ["spring"]),
    ],
)
def test_what_is_no_range_stays_text(kind, labels) -> None:
    assert texts(kind, labels, "ranges") == {}


def test_an_end_without_a_number_is_empty_and_has_no_middle() -> None:
    assert texts(Kind.INTEGER, ["65+", "0-64"], "ranges")["x_to"] == {"65+": None, "0-64": "64"}
    assert texts(Kind.INTEGER, ["65+", "0-64"], "midpoints") == {}


def test_single_values_stay_one_column() -> None:
    assert texts(Kind.INTEGER, ["07", "8", "*"], "ranges") == {"x": {"07": "07", "8": "8"}}
    assert texts(Kind.INTEGER, ["*"], "ranges") == {"x": {}}


def test_an_end_that_is_not_part_of_the_range_is_said() -> None:
    pay = Profile("pay", Kind.DECIMAL, 9, 0, 9)
    derived = derive_columns({"pay": ["[0, 500["]}, [pay], "ranges", ["pay"])
    assert len(warn_of_open_ends(derived)) == 1
    closed = derive_columns({"pay": ["[0, 500]"]}, [pay], "ranges", ["pay"])
    assert warn_of_open_ends(closed) == ()


def test_names_that_collide_and_ways_that_do_not_exist_are_refused() -> None:
    age = Profile("age", Kind.INTEGER, 9, 0, 9)
    with pytest.raises(InvalidParameter, match="two columns 'age_to'"):
        derive_columns({"age": ["1-2"]}, [age], "ranges", ["age", "age_to"])
    with pytest.raises(UnknownName, match="middles"):
        check_typed("middles")


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    lines = [
        f"{18 + 7 * n % 60 if n % 10 else ''};{(37 * n) % 900 + 0.5};"
        f"{date(1950, 1, 1) + timedelta(days=(311 * n) % 15000)};"
        f"{'flu' if n % 3 else 'hiv'};{n % 2}"
        for n in range(150)
    ]
    path.write_text("age;pay;born;ill;smokes\n" + "\n".join(lines) + "\n")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("method", ["optimal", "priority"])
@pytest.mark.parametrize("typed", ["ranges", "midpoints"])
@pytest.mark.parametrize("form", ["csv", "parquet", "xlsx"])
def test_a_typed_file_still_holds_its_promise(people, tmp_path, method, typed, form) -> None:
    with ic.open(people, quasi=QUASI, sensitive=["ill"]) as table:
        outcome = table.anonymize(5, method=method, max_suppression=0.2)
        released = outcome.write(tmp_path / f"safe.{form}", typed=typed)
    assert released.verified
    assert released.k >= 5
    if form != "csv":
        return
    with (tmp_path / "safe.csv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    names = [name for name in rows[0] if name.partition("_")[0] in QUASI]
    sizes = Counter(tuple(row[name] for name in names) for row in rows)
    assert min(sizes.values()) == released.k
    assert not any("*" in row[name] for row in rows for name in names)


@pytest.mark.slow
def test_numbers_and_dates_are_typed_in_parquet(people, tmp_path) -> None:
    for name, kind in (("age", "int64"), ("born", "date32[day]")):
        with ic.open(people, quasi=[name], sensitive=["ill"]) as table:
            outcome = table.anonymize(8, method="priority")
            outcome.write(tmp_path / "safe.parquet", typed="ranges")
        kinds = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "safe.parquet")}
        assert kinds[f"{name}_from"] == kinds[f"{name}_to"] == kind


@pytest.mark.slow
def test_a_wrong_end_is_found_when_the_file_is_read_again(people, tmp_path, monkeypatch) -> None:
    """The texts that are written are not those that are meant."""
    honest = writing.DerivedColumn.written.fget

    def lie(column: writing.DerivedColumn) -> str:
        return "'7'" if column.name == "age_to" else honest(column)

    monkeypatch.setattr(writing.DerivedColumn, "written", property(lie))
    with ic.open(people, quasi=["age"], sensitive=["ill"]) as table:
        outcome = table.anonymize(5, method="priority")
        with pytest.raises(BrokenPromise):
            outcome.write(tmp_path / "safe.csv", typed="ranges")
    assert not (tmp_path / "safe.csv").exists()
