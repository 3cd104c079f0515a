"""Columns without a name are called by their place, and so are all where a file has no header."""

from __future__ import annotations

from pathlib import Path

import pytest

import incrowd
from incrowd.errors import MalformedData, UnknownName


def write(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "people.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("age,sex,", ["age", "sex", "column_3"]),
        (",sex,note", ["column_1", "sex", "note"]),
        ("column_3,sex,", ["column_3", "sex", "column_3_"]),
    ],
)
def test_a_column_without_a_name_is_called_by_its_place(tmp_path, header, names) -> None:
    with incrowd.open(write(tmp_path, f"{header}\n1,f,x\n2,m,y\n")) as table:
        assert table.table.names == names
        assert table.table.rows == 2


def test_a_header_without_any_name_is_refused(tmp_path) -> None:
    with pytest.raises(MalformedData, match="without a name"):
        incrowd.open(write(tmp_path, ",,\n1,f,x\n"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_without_a_header(tmp_path, encoding) -> None:
    path = write(tmp_path, "30;Björn\n40;Ana\n50;\n", encoding)
    with incrowd.open(path, header="no", ordered=True) as table:
        assert table.table.names == ["column_1", "column_2"]
        assert table.table.rows == 3
        with table.rows() as rows:
            names = [profile.common for profile in rows.profiles()]
    assert ("Björn", 1) in names[1]


def test_what_looks_like_data_can_be_said_to_be_names(tmp_path) -> None:
    path = write(tmp_path, "30,5\n40,6\n50,7\n")
    with pytest.raises(MalformedData, match="looks like data") as refused:
        incrowd.open(path)
    assert "header=no" in refused.value.hint
    with incrowd.open(path, header="yes") as table:
        assert (table.table.names, table.table.rows) == (["30", "5"], 2)
    with incrowd.open(path, header="no") as table:
        assert table.table.rows == 3
    with pytest.raises(UnknownName):
        incrowd.open(path, header="perhaps")
