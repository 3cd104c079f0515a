"""What is written reads back the same, whole or not at all, and never over another file unasked."""

from __future__ import annotations

import csv
import errno
import gzip
import io
from collections.abc import Callable
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from incrowd.errors import DataError, InvalidParameter
from incrowd.synthetic import generate, write
from incrowd.synthetic.writing import encoded_lines

DELIMITED = (".csv", ".tsv", ".csv.gz", ".tsv.gz")

cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
rows = st.lists(st.tuples(st.none() | cells, st.none() | cells), min_size=1, max_size=12)


def read_back(path: Path, schema: pa.Schema) -> pa.Table:
    """Read delimited text with Arrow's own reader, empty text told apart from missing."""
    delimiter = "\t" if ".tsv" in path.name else ","
    converting = arrow_csv.ConvertOptions(
        column_types=schema, strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    parsing = arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    return arrow_csv.read_csv(path, parse_options=parsing, convert_options=converting)


@pytest.mark.parametrize("name", ["census", "hospital"])
@pytest.mark.parametrize("ending", DELIMITED)
def test_delimited_files_read_back_the_same(name: str, ending: str, tmp_path: Path) -> None:
    table = generate(name, 700, 5)
    path = write(table, tmp_path / f"people{ending}")
    assert read_back(path, table.schema).equals(table)


def test_parquet_reads_back_the_same(tmp_path: Path) -> None:
    table = generate("hospital", 700, 5)
    path = write(table, tmp_path / "people.parquet")
    assert parquet.read_table(path).equals(table)


def test_endings_may_be_in_capitals(tmp_path: Path) -> None:
    path = write(generate("census", 5, 5), tmp_path / "PEOPLE.CSV")
    assert path.read_text(encoding="utf-8").startswith("person_id,age,")


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet"])
def test_the_same_table_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    table = generate("census", 300, 5)
    one, other = write(table, tmp_path / f"one{ending}"), write(table, tmp_path / f"other{ending}")
    assert one.read_bytes() == other.read_bytes()


def test_gzip_holds_the_plain_text(tmp_path: Path) -> None:
    table = generate("census", 300, 5)
    plain, packed = write(table, tmp_path / "a.csv"), write(table, tmp_path / "a.csv.gz")
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()


@given(rows)
def test_any_text_survives_another_reader(lines: list[tuple[str | None, str | None]]) -> None:
    first, second = zip(*lines, strict=True)
    table = pa.table(
        {"a": pa.array(first, pa.string()), 'b "quoted", too': pa.array(second, pa.string())}
    )
    for delimiter in (",", "\t"):
        written = b"".join(encoded_lines(table, delimiter)).decode()
        found = list(csv.reader(io.StringIO(written, newline=""), delimiter=delimiter, strict=True))
        assert found[0] == table.column_names
        assert found[1:] == [[cell or "" for cell in line] for line in lines]


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
)
def test_every_kind_of_text_is_quoted(kind: pa.DataType) -> None:
    table = pa.table(
        {"a": pa.array(["x,y", 'say "hi"', "two\nlines", " spaced ", "plain"]).cast(kind)}
    )
    written = b"".join(encoded_lines(table, ",")).decode()
    assert written == 'a\n"x,y"\n"say ""hi"""\n"two\nlines"\n" spaced "\nplain\n'


def test_missing_and_empty_are_told_apart() -> None:
    table = pa.table({"a": [None, "", "x"], "b": [1, None, 3]})
    assert b"".join(encoded_lines(table, ",")) == b'a,b\n,1\n"",\nx,3\n'


def test_a_lone_missing_value_is_still_a_row() -> None:
    table = pa.table({"a": pa.array([None, "x"], pa.string())})
    assert b"".join(encoded_lines(table, ",")) == b'a\n""\nx\n'


def test_no_rows_leave_the_header() -> None:
    assert b"".join(encoded_lines(pa.table({"a": pa.array([], pa.int64())}), ",")) == b"a\n"


@pytest.mark.slow
def test_many_rows_are_written_once_each(tmp_path: Path) -> None:
    table = generate("census", 70_000, 5)
    path = write(table, tmp_path / "many.csv")
    found = duckdb.sql(f"SELECT count(*), count(DISTINCT person_id) FROM '{path}'").fetchone()
    assert found == (70_000, 70_000)


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "kept.csv"
    path.write_text("precious")
    with pytest.raises(InvalidParameter, match=r"kept\.csv' exists already") as refusal:
        write(generate("census", 5, 5), path)
    assert "overwrite" in refusal.value.hint
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_overwriting_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_text("old")
    write(generate("census", 5, 5), path, overwrite=True)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 6


@pytest.mark.parametrize(
    "name", ["people", "people.xlsx", "people.csv.zst", ".csv", "people.csv.bak"]
)
def test_unknown_formats_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidParameter, match="which format") as refusal:
        write(generate("census", 5, 5), tmp_path / name)
    assert ".csv, .tsv, .parquet" in refusal.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InvalidParameter, match="is a folder"):
        write(generate("census", 5, 5), tmp_path / "folder.csv", overwrite=True)


def in_missing_folder(folder: Path) -> Path:
    return folder / "nowhere" / "people.csv"


def in_a_file(folder: Path) -> Path:
    (folder / "file").write_text("no folder")
    return folder / "file" / "people.csv"


def with_long_name(folder: Path) -> Path:
    return folder / ("x" * 300 + ".csv")


@pytest.mark.parametrize("place", [in_missing_folder, in_a_file, with_long_name])
def test_places_that_cannot_be_written_to(place: Callable[[Path], Path], tmp_path: Path) -> None:
    path = place(tmp_path)
    with pytest.raises(DataError, match="Cannot write") as refusal:
        write(generate("census", 5, 5), path)
    assert "folder" in refusal.value.hint


@pytest.mark.parametrize("ending", [*DELIMITED, ".parquet"])
@pytest.mark.parametrize("before", [None, b"before"])
def test_a_full_disk_leaves_no_part_behind(
    ending: str, before: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / f"people{ending}"
    if before:
        path.write_bytes(before)
    monkeypatch.setattr("incrowd.synthetic.writing.os.fsync", fail)
    with pytest.raises(DataError, match="No space left"):
        write(generate("census", 5, 5), path, overwrite=True)
    assert [found.read_bytes() for found in tmp_path.iterdir()] == ([before] if before else [])


def test_a_table_that_cannot_be_written_leaves_no_part_behind(tmp_path: Path) -> None:
    table = pa.table({"a": [{"nested": 1}]})
    with pytest.raises(pa.ArrowNotImplementedError):
        write(table, tmp_path / "people.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_link_keeps_pointing_to_its_file(tmp_path: Path) -> None:
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    write(generate("census", 5, 5), link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("person_id")
