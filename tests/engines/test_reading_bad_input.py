"""Bad input: each ends in an error of ours that says where and what to do, and leaves nothing."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path

import duckdb
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from engine_rows import Opener, Writer, names_of, profile_of, rows_of

from incrowd.errors import (
    IncrowdError,
    InvalidParameter,
    MalformedData,
    NothingToMeasure,
    SourceNotFound,
    SourceNotReadable,
    UnknownName,
    UsageError,
)
from incrowd.table import Kind


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"", MalformedData, "is empty"),
        (b"\n \n\n", MalformedData, "is empty"),
        (b"age,sex\n", NothingToMeasure, "no rows"),
        (b"age,sex", NothingToMeasure, "no rows"),
        (b"age\n", NothingToMeasure, "no rows"),
        (b"age,sex,age\n1,2,3\n", MalformedData, "several columns called 'age': columns 1, 3"),
        (b",, \n1,2,3\n", MalformedData, "without a name: column 1, 2, 3"),
        (b"incrowd_rows,b\nx,y\n", MalformedData, "needed for counting"),
        (b"a,b\n1,x\x00y\n", MalformedData, "Line 2 of 'people.csv' contains a NUL byte"),
        (b'a,b\nx,y\nx,"y\nx,y\n', MalformedData, "Line 3 of 'people.csv' opens a quote"),
        (b'a,b\nx,"y\nx,y"z\nx,y\n', MalformedData, "Line 2 of 'people.csv' has a quoted cell"),
        (b'a,b\nx,"y" \nx,y\n', MalformedData, "Line 2 of 'people.csv' has a quoted cell"),
        (b'a,b\nx,y\nx, "y, z"\n', MalformedData, "Line 3 of 'people.csv' has spaces before"),
        (b"a,b,c\nx,y,z\nx,y\n", MalformedData, "Line 3 of 'people.csv' has 2 cells, .* has 3"),
        (b"a,b\nx,y\n\nx,y,z\n", MalformedData, "Line 4 of 'people.csv' has 3 cells"),
        (b'a,b\n"x\n1",y\nx\n', MalformedData, "Line 4 of 'people.csv' has 1 cell,"),
        (b"39,50.5\n50,13\n38,7\n", MalformedData, "looks like data"),
        (b"17\n18\n19\n", MalformedData, "looks like data"),
        (b"2020-01-31,5\n2020-02-01,6\n", MalformedData, "looks like data"),
        ("a,b\nñ,ü\n".encode() + b"\xff,y\n", SourceNotReadable, r"offset 10 \(line 3\)"),
        (bytes(range(256)) * 20, MalformedData, "people.csv"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 90, MalformedData, "NUL byte|empty|name"),
    ],
)
def test_malformed_text(
    opened: Opener, written: Writer, content: bytes, error: type[IncrowdError], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        opened(written(content))
    assert caught.value.hint


def test_the_line_is_found_in_a_file_that_duckdb_reads_in_parts(
    opened: Opener, written: Writer
) -> None:
    with pytest.raises(MalformedData, match=r"Line 900002 .* has 1 cell"):
        opened(written(b"age,sex\n" + b"abcdefgh,f\n" * 900_000 + b"oops\n" + b"x,y\n" * 9))


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        ("ascii", r"not in the encoding ascii: the byte at offset 9 \(line 3\)"),
        ("utf-8", r"not in the encoding utf-8: the byte at offset 9 \(line 3\)"),
        ("utf-32", "not in the encoding utf-32-le"),
    ],
)
def test_a_wrong_encoding_is_declared(
    opened: Opener, written: Writer, encoding: str, message: str
) -> None:
    with pytest.raises(SourceNotReadable, match=message):
        opened(written(b"a,b\nx,y\ng\xe9,z\n"), encoding=encoding)


@pytest.mark.slow
def test_a_wrong_byte_far_behind_is_named(opened: Opener, written: Writer) -> None:
    content = b"a,b\n" + b"x,y\n" * 1_200_000 + b"\xe9,y\n"
    with pytest.raises(SourceNotReadable, match=r"offset 4800004 \(line 1200002\)"):
        opened(written(content), encoding="utf-8")


def test_an_odd_byte_at_the_end_of_utf_16(opened: Opener, written: Writer) -> None:
    with pytest.raises(SourceNotReadable, match="utf-16-le"):
        opened(written(b"\xff\xfe" + "a,b\nx,y\n".encode("utf-16-le") + b"z"))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"encoding": "utf-9"}, InvalidParameter, "no encoding 'utf-9'"),
        ({"encoding": "hex"}, InvalidParameter, "no encoding 'hex'"),
        ({"delimiter": ";;"}, InvalidParameter, "delimiter ';;' is not a single character"),
        ({"delimiter": "\n"}, InvalidParameter, "not a single character"),
        ({"quote": "«"}, InvalidParameter, "quote '«'"),
        ({"sheet": "x"}, InvalidParameter, "no meaning for delimited text"),
        ({"delimitr": ";"}, UnknownName, "no option 'delimitr'"),
        ({"delimiter": 5}, InvalidParameter, "must be text"),
    ],
)
def test_bad_options(
    opened: Opener,
    written: Writer,
    options: dict[str, str],
    error: type[IncrowdError],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        opened(written("a,b\nx,y\n"), **options)


def test_tables_of_odd_shapes_are_read(opened: Opener, written: Writer) -> None:
    assert rows_of(opened(written("age,sex\n39,f\n"))) == {("39", "f"): 1}
    assert rows_of(opened(written("sex\nf\nm\nf"))) == {("f",): 2, ("m",): 1}
    assert rows_of(opened(written("a,b\n,\n,\n"))) == {(None, None): 2}
    mixed = opened(written("a,b\n1,x\ntwo,x\n3.5,x\n"))
    assert profile_of(mixed, "a").kind is Kind.TEXT


@pytest.mark.slow
def test_two_thousand_columns(opened: Opener, written: Writer) -> None:
    names = [f"column {place}" for place in range(2_000)]
    row = ",".join(str(place) for place in range(2_000))
    source = opened(written(",".join(names) + f"\n{row}\n{row}\n{row}\n"))
    tally = source.tally(names)
    assert tally.column_names == [*names, "incrowd_rows"]
    assert tally.column("incrowd_rows").to_pylist() == [3]
    assert tally.column("column 1999").to_pylist() == ["1999"]


@pytest.mark.parametrize("rows", [1, 40, 1_500])
def test_profiles_of_a_wide_table_are_those_of_a_narrow_one(
    opened: Opener, written: Writer, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    cells = ["{n}", "{n}.5", "2024-01-0{d}", "ü{d}", "", "{d}", "true", "NA", "id {n}"]
    names = ",".join(f"column {place}" for place in range(9))
    lines = [",".join(cells).format(n=row, d=row % 7) for row in range(rows)]
    path = written("\n".join([names, *lines]) + "\n")
    narrow = opened(path).profiles()
    monkeypatch.setattr("incrowd.engines.duckdb.source._WIDE", 1)
    monkeypatch.setattr("incrowd.engines.duckdb.source._AT_A_TIME", 4)
    assert opened(path).profiles() == narrow
    assert opened(path, ordered=True).profiles() == narrow


@pytest.mark.slow
def test_five_thousand_columns_open_in_seconds(opened: Opener, written: Writer) -> None:
    names = ",".join(f"c{place}" for place in range(5_000))
    source = opened(written(f"{names}\n{','.join(map(str, range(5_000)))}\n"))
    begun = time.process_time()
    assert len(source.profiles()) == 5_000
    assert time.process_time() - begun < 20  # seconds of a slow machine; it was 80


@pytest.mark.slow
def test_profiles_of_many_columns(opened: Opener, written: Writer) -> None:
    names = [f"column {place}" for place in range(300)]
    source = opened(written(",".join(names) + "\n" + ",".join(map(str, range(300))) + "\n"))
    assert names_of(source) == names
    assert profile_of(source, "column 7").kind is Kind.INTEGER


@pytest.mark.slow
@pytest.mark.parametrize("quoted", [True, False])
def test_ten_megabytes_in_one_cell(opened: Opener, written: Writer, quoted: bool) -> None:
    cell = "x" * 10_000_000
    text = f'a,b\n1,"{cell}"\n2,y\n' if quoted else f"a,b\n1,{cell}\n2,y\n"
    source = opened(written(text))
    assert source.rows == 2
    assert profile_of(source, "b").longest == 10_000_000


def test_a_missing_file_a_folder_and_what_is_no_file(opened: Opener, written: Writer) -> None:
    path = written("a,b\nx,y\n")
    with pytest.raises(SourceNotFound, match="no file") as caught:
        opened(path.with_name("poeple.csv"))
    assert "people.csv" in caught.value.hint
    with pytest.raises(SourceNotFound, match="in the folder") as caught:
        opened(path.parent)
    assert "people.csv" in caught.value.hint
    with pytest.raises(SourceNotFound, match="no file"):
        opened("/no/such/folder/x.csv")
    with pytest.raises(SourceNotFound, match="NUL"):
        opened("a\0b.csv")
    pipe = path.with_name("pipe.csv")
    os.mkfifo(pipe)
    with pytest.raises(SourceNotReadable, match="not a regular file"):
        opened(pipe)
    with pytest.raises(IncrowdError):
        opened("x" * 5_000 + ".csv")


def test_no_permission(opened: Opener, written: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("a,b\nx,y\n")

    def refuse(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SourceNotReadable, match="may not read") as caught:
        opened(path)
    assert "permission" in caught.value.hint


@pytest.mark.parametrize(
    ("url", "error", "message"),
    [
        ("postgresql://me:secret@host/db#t", InvalidParameter, "must not contain a password"),
        ("postgre://me:secret@host/db", UnknownName, "no engine 'postgre'"),
        ("sqlit:///f.db", UnknownName, "no engine 'sqlit'"),
    ],
)
def test_engines_that_are_not_there(
    opened: Opener, url: str, error: type[IncrowdError], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        opened(url)
    assert "secret" not in str(caught.value.to_dict())


def _parquet(path: Path) -> bytes:
    pq.write_table(pa.table({"a": list(range(5_000))}), path)
    return path.read_bytes()


def _excel(path: Path) -> bytes:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["a", "b"])
    book.worksheets[0].append([1, 2])
    book.save(path)
    return path.read_bytes()


def _duckdb(path: Path) -> bytes:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT range AS a FROM range(200000)")
    return path.read_bytes()


@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
@pytest.mark.parametrize("name", ["f.csv.gz", "f.csv.zst", "f.parquet", "f.xlsx", "f.duckdb"])
def test_files_that_are_cut_off(
    opened: Opener, written: Writer, tmp_path: Path, name: str, share: float
) -> None:
    text = b"age,sex\n" + os.urandom(3_000).hex().encode() + b",f\n" + b"39,f\n" * 50_000
    whole = {
        "f.csv.gz": lambda: gzip.compress(text),
        "f.csv.zst": lambda: zstandard.ZstdCompressor().compress(text),
        "f.parquet": lambda: _parquet(tmp_path / "whole.parquet"),
        "f.xlsx": lambda: _excel(tmp_path / "whole.xlsx"),
        "f.duckdb": lambda: _duckdb(tmp_path / "whole.duckdb"),
    }[name]()
    with pytest.raises(IncrowdError, match=r"f\.|empty"):
        opened(written(whole[: int(len(whole) * share)], name)).profiles()


def test_names_and_contents_that_disagree(opened: Opener, written: Writer, tmp_path: Path) -> None:
    parquet = _parquet(tmp_path / "x.parquet")
    with pytest.raises(SourceNotReadable, match="is a file of Parquet") as caught:
        opened(written(parquet, "f.csv"))
    assert ".parquet" in caught.value.hint
    with pytest.raises(SourceNotReadable, match="does not begin the way files of Parquet"):
        opened(written("a,b\nx,y\n", "f.parquet"))
    with pytest.raises(SourceNotReadable, match="does not begin the way files of Excel"):
        opened(written("a,b\nx,y\n", "f.xlsx"))
    with pytest.raises(SourceNotReadable, match="is compressed"):
        opened(written(gzip.compress(b"a,b\nx,y\n"), "f.csv"))
    with pytest.raises(SourceNotReadable, match="not compressed"):
        opened(written(b"a,b\nx,y\n", "f.csv.gz"))
    with pytest.raises(SourceNotReadable, match="for text files only"):
        opened(written(gzip.compress(parquet), "f.parquet.gz"))


@pytest.mark.parametrize("ending", ["sav", "zsav", "por", "dta", "sas7bdat", "xpt"])
def test_statistical_files_that_are_none(opened: Opener, written: Writer, ending: str) -> None:
    with pytest.raises(SourceNotReadable, match=f"f.{ending}"):
        opened(written("a,b\nx,y\n", f"f.{ending}"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1}\n{"a": \n', "no valid JSON after line 1"),
        ('{"a": 1}\n[1]\n', "Line 2 .* not a JSON object"),
        ('{"a": 1, "a": 2}\n', "occurs twice"),
        ('[{"a": 1} {"a": 2}]', "comma or the end"),
        ('[{"a": 1}, {"a": 2}', "comma or the end"),
        ('[{"a": 1}] x', "follows the end"),
        ("[]", "no objects"),
        ("{}\n{}\n", "no objects"),
        ('{"": 1}\n', "without a name"),
        ("\n\n", "no objects"),
        ("[" * 200_000, "f.json"),
        ('{"a": ' + "[" * 200_000, "f.json"),
        ('{"a": "\\ud800"}', "f.json"),
    ],
)
def test_json_that_is_none(opened: Opener, written: Writer, text: str, message: str) -> None:
    with pytest.raises((MalformedData, SourceNotReadable), match=message):
        opened(written(text, "f.json"))


def test_things_that_are_no_tables(opened: Opener) -> None:
    with pytest.raises(UsageError, match="cannot be read as a table"):
        opened(42)
    with pytest.raises(UsageError, match="cannot be read as a table"):
        opened(None)
    with pytest.raises(InvalidParameter, match="no meaning for a frame"):
        opened(pa.table({"a": [1]}), delimiter=";")
    with pytest.raises(NothingToMeasure, match="no rows"):
        opened(pa.table({"a": pa.array([], pa.string())}))
    with pytest.raises(MalformedData, match="several columns called 'a'"):
        opened(pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]))
