"""Which files may be written: never the data itself, only formats that exist."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_tables import open_rows

from incrowd.dataset.open_table import OpenTable, Origin
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.release.target import Target


@pytest.fixture
def table(tmp_path: Path) -> OpenTable:
    """A table that was read from people.csv."""
    data = tmp_path / "people.csv"
    data.write_text("age\n30\n")
    return open_rows([("30",)], ["age"], ["age"], origin=Origin(data))


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("safe.csv", "csv"),
        ("safe.CSV", "csv"),
        ("safe.parquet", "parquet"),
        ("safe.tsv", "csv"),
        ("a.b.xlsx", "xlsx"),
    ],
)
def test_the_name_says_the_format(table: OpenTable, tmp_path: Path, name: str, form: str) -> None:
    assert Target.check(tmp_path / name, table).format == form


@pytest.mark.parametrize(
    ("name", "wrong", "hint"),
    [
        ("safe.xls", ".xls", "Did you mean '.xlsx'?"),
        ("safe.parqet", ".parqet", "Did you mean '.parquet'?"),
        ("safe", "safe", ""),
        ("safe.csv.gz", ".gz", ""),
    ],
)
def test_a_format_that_cannot_be_written_is_named(
    table: OpenTable, tmp_path: Path, name: str, wrong: str, hint: str
) -> None:
    with pytest.raises(UnknownName, match=f"no format '{wrong}'") as refusal:
        Target.check(tmp_path / name, table)
    assert refusal.value.hint.startswith(hint)


@pytest.mark.parametrize("way", ["people.csv", "./people.csv", "link.csv"])
def test_the_data_is_never_overwritten(table: OpenTable, tmp_path: Path, way: str) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "people.csv")
    with pytest.raises(InvalidParameter, match="is the data itself") as refusal:
        Target.check(tmp_path / way, table)
    assert refusal.value.hint == "Write to another file."
    assert (tmp_path / "people.csv").read_text() == "age\n30\n"


def test_a_table_without_an_origin_may_be_written_anywhere(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("x")
    table = open_rows([("30",)], ["age"], ["age"])
    assert Target.check(tmp_path / "old.csv", table).path == tmp_path / "old.csv"


def test_folders_are_no_files(table: OpenTable, tmp_path: Path) -> None:
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(InvalidParameter, match="is a folder") as refusal:
        Target.check(tmp_path / "out.csv", table)
    assert refusal.value.hint == "Name a file."
    with pytest.raises(InvalidParameter, match=r"There is no folder '.*nowhere'") as missing:
        Target.check(tmp_path / "nowhere" / "out.csv", table)
    assert missing.value.hint == "Make it, or name another one."
