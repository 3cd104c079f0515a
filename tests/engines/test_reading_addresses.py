"""Addresses, requests, packed pieces and the small parts of SQL."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import zstandard
from engine_rows import Opener, Writer, rows_of
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines.address import Address, parse_address
from incrowd.engines.duckdb.relation import TableColumn, batch_rows, check_names
from incrowd.engines.duckdb.statements import call, create, identifier, literal, select
from incrowd.engines.files.format import ReadOptions, ReadRequest, pick_part
from incrowd.engines.files.formats import BUILT_IN, find_by_extension
from incrowd.engines.files.text.byte_stream import GZIP, ZSTANDARD, find_compression, read_pieces
from incrowd.errors import InvalidParameter, MalformedData, SourceNotFound, SourceNotReadable
from incrowd.table import Kind


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("people.csv", Address(Path("people.csv"))),
        ("/data/people.xlsx#Sheet 1", Address(Path("/data/people.xlsx"), part="Sheet 1")),
        ("#odd", Address(Path("#odd"))),
        ("sqlite:///people.db", Address(Path("people.db"), "sqlite")),
        ("sqlite:////data/people.db#t", Address(Path("/data/people.db"), "sqlite", "t")),
        ("duckdb:///my%20file.db#a%23b", Address(Path("my file.db"), "duckdb", "a#b")),
        ("DuckDB:///f.db#", Address(Path("f.db"), "duckdb")),
        ("C:\\data\\people.csv", Address(Path("C:\\data\\people.csv"))),
    ],
)
def test_addresses_are_taken_apart(text: str, address: Address) -> None:
    assert parse_address(text) == address


def test_a_file_whose_name_has_a_hash(opened: Opener, written: Writer) -> None:
    path = written("a,b\nx,1\n", "report #2.csv")
    assert rows_of(opened(str(path))) == {("x", "1"): 1}


def test_a_table_is_named_once(opened: Opener, written: Writer) -> None:
    path = written("", "f.db")
    duckdb_file = path.with_suffix(".duckdb")
    with duckdb.connect(str(duckdb_file)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 5 AS a")
    assert rows_of(opened(f"{duckdb_file}#t", table="t")) == {("5",): 1}
    with pytest.raises(InvalidParameter, match="names 't', the option table 'u'"):
        opened(f"{duckdb_file}#t", table="u")


def test_a_file_in_use_by_another_program(opened: Opener, tmp_path: Path) -> None:
    import subprocess
    import sys

    path = tmp_path / "f.duckdb"
    script = (
        "import duckdb, sys; connection = duckdb.connect(sys.argv[1])\n"
        "connection.execute('CREATE TABLE t AS SELECT 5 AS a'); connection.execute('CHECKPOINT')\n"
        "print('ready', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(SourceNotReadable, match="in use by another program"):
            opened(path)
        other.communicate()
    assert rows_of(opened(path)) == {("5",): 1}


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("f.csv", "delimited"),
        ("F.CSV.GZ", "delimited"),
        ("f.tsv.zst", "delimited"),
        ("2020.01.people.txt", "delimited"),
        ("f.jsonl.gz", "json"),
        ("f.pq", "parquet"),
        ("f.ods", "excel"),
        ("f.sas7bdat", "statistical"),
        ("f.ddb", "duckdb"),
        ("f.sqlite3", "sqlite"),
        ("f.db", None),
        ("f", None),
        (".csv", None),
        ("f.gz", None),
    ],
)
def test_formats_by_ending(name: str, format_name: str | None) -> None:
    found = find_by_extension(Path(name))
    assert (found and found.name) == format_name


def test_options_are_known_to_some_format() -> None:
    understood = {option for each in BUILT_IN for option in each.options}
    assert understood == set(ReadOptions.__dataclass_fields__)
    assert ReadOptions.of({"table": "t", "sheet": None}).given == ["table"]


def test_picking_a_table() -> None:
    assert pick_part("b", ["a", "b"], "table", "f.db") == "b"
    assert pick_part(None, ["a"], "table", "f.db") == "a"
    with pytest.raises(SourceNotFound, match="has no table"):
        pick_part(None, [], "table", "f.db")
    with pytest.raises(SourceNotFound, match="several tables: a, b") as caught:
        pick_part(None, ["a", "b"], "table", "f.db")
    assert "f.db#a" in caught.value.hint
    assert caught.value.errors == ("a", "b")
    many = [f"t{place}" for place in range(50)]
    with pytest.raises(SourceNotFound, match="t19, …"):
        pick_part(None, many, "table", "f.db")


def test_the_beginning_of_a_file(written: Writer) -> None:
    request = ReadRequest(written(b"0123456789"))
    assert request.beginning(4) == (b"0123", False)
    assert request.beginning(10) == (b"0123456789", True)
    assert request.beginning(99) == (b"0123456789", True)
    assert request.name == "people.csv"


@given(content=st.binary(max_size=300), parts=st.integers(1, 3))
def test_what_is_packed_is_unpacked(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, parts: int
) -> None:
    path = tmp_path_factory.mktemp("packed") / "f"
    for compression, pack in (
        (GZIP, gzip.compress),
        (ZSTANDARD, zstandard.ZstdCompressor().compress),
    ):
        path.write_bytes(pack(content) * parts)
        assert find_compression(path.read_bytes()) == compression
        assert b"".join(read_pieces(path, compression)) == content * parts


def test_padding_after_an_archive_is_no_content(written: Writer) -> None:
    path = written(gzip.compress(b"abc") + b"\0" * 512)
    assert b"".join(read_pieces(path, GZIP)) == b"abc"


@pytest.mark.parametrize("compression", [GZIP, ZSTANDARD])
def test_an_archive_that_is_cut_off(written: Writer, compression: str) -> None:
    pack = gzip.compress if compression == GZIP else zstandard.ZstdCompressor().compress
    packed = pack(b"abcdefgh" * 50)
    for length in range(4, len(packed)):
        with pytest.raises(SourceNotReadable, match="ends too early"):
            list(read_pieces(written(packed[:length]), compression))


@pytest.mark.parametrize(
    ("kind", "native", "text"),
    [
        ("VARCHAR", None, "c3"),
        ("BOOLEAN", Kind.BOOLEAN, "CAST(c3 AS VARCHAR)"),
        ("UINTEGER", Kind.INTEGER, "CAST(c3 AS VARCHAR)"),
        ("HUGEINT", Kind.INTEGER, "CAST(c3 AS VARCHAR)"),
        ("DECIMAL(18,0)", Kind.INTEGER, "CAST(c3 AS VARCHAR)"),
        ("DECIMAL(18,3)", Kind.DECIMAL, "CAST(c3 AS VARCHAR)"),
        ("DOUBLE", Kind.DECIMAL, "CAST(c3 AS VARCHAR)"),
        ("DATE", Kind.DATE, "CAST(c3 AS VARCHAR)"),
        ("TIMESTAMP_NS", Kind.TIMESTAMP, "CAST(c3 AS VARCHAR)"),
        ("TIMESTAMP WITH TIME ZONE", Kind.TIMESTAMP, "CAST(c3 AS VARCHAR)"),
        ("TIME", None, "CAST(c3 AS VARCHAR)"),
        ("UUID", None, "CAST(c3 AS VARCHAR)"),
        ("BLOB", None, "lower(hex(c3))"),
        ("VARCHAR[]", None, "CAST(to_json(c3) AS VARCHAR)"),
        ("STRUCT(a INTEGER)", None, "CAST(to_json(c3) AS VARCHAR)"),
        ("MAP(VARCHAR, INTEGER)", None, "CAST(to_json(c3) AS VARCHAR)"),
    ],
)
def test_types_of_duckdb(kind: str, native: Kind | None, text: str) -> None:
    column = TableColumn(3, "x", kind)
    assert (column.native, column.text) == (native, text)


def test_names_are_checked() -> None:
    assert check_names(["a", "A", " b"], "f") == ("a", "A", " b")
    with pytest.raises(MalformedData, match=r"column 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …"):
        check_names([None] * 11, "f")
    with pytest.raises(MalformedData, match="'x': columns 2, 3"):
        check_names(["a", "x", "x"], "f")


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


@pytest.mark.slow
@given(name=NAMES, value=NAMES)
def test_quoted_parts_are_safe(database: duckdb.DuckDBPyConnection, name: str, value: str) -> None:
    cursor = database.execute(
        select(["*"], f"({select([f'{literal(value)} AS {identifier(name)}'], '(VALUES (1))')})")
    )
    assert cursor.description[0][0] == name
    assert cursor.fetchall() == [(value,)]


def test_statements() -> None:
    assert create("VIEW", "v", select(["a"], "t")) == "CREATE OR REPLACE VIEW v AS SELECT a FROM t"
    assert call("f", "1", x="2") == "f(1, x=2)"


def test_rows_are_gathered_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incrowd.engines.duckdb.relation.BATCH", 2)
    rows = [("a", "1"), ("b", None), ("c", "3")]
    assert list(batch_rows(rows)) == [[("a", "b"), ("1", None)], [("c",), ("3",)]]
    assert list(batch_rows([])) == []
