"""Fuzz the reader of delimited text: it agrees with Python's csv module, or refuses cleanly.

INCROWD_FUZZ_EXAMPLES=100000 runs as many examples of each test.
"""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from engine_rows import rows_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from incrowd.engines import connect
from incrowd.engines.files.text.records import Dialect, Scanner, scan_text
from incrowd.errors import IncrowdError

EXAMPLES = int(os.environ.get("INCROWD_FUZZ_EXAMPLES", "20"))
LONG = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

Row = tuple[str | None, ...]


def _read(content: bytes, **options: str) -> Counter[Row] | None:
    """The rows of a file, or None if it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.csv"
        path.write_bytes(content)
        try:
            source = connect(path, **options)
        except IncrowdError:
            return None
        try:
            return Counter(rows_of(source))
        finally:
            source.close()


def _by_hand(text: str, delimiter: str, quote: str) -> tuple[list[str], Counter[Row]] | None:
    """What the csv module finds: the slow and obvious twin."""
    options = {"quoting": csv.QUOTE_NONE} if not quote else {"quotechar": quote}
    try:
        found = list(
            csv.reader(
                io.StringIO(text, newline=""),
                delimiter=delimiter,
                strict=True,
                **options,
            )
        )
    except csv.Error:
        return None
    while found and not found[0]:
        found.pop(0)
    if not found:
        return None
    header, *rows = found
    rows = [row or [""] for row in rows if row or len(header) == 1]
    if any(len(row) != len(header) for row in rows):
        return None
    return header, Counter(tuple(cell or None for cell in row) for row in rows)


def _agrees(found: Counter[Row] | None, text: str, delimiter: str, quote: str) -> None:
    twin = _by_hand(text, delimiter, quote)
    if found is not None and twin is None:
        # only an escape that the twin was not told of makes sense of what it cannot read
        assert "\\" in text
    elif found is not None and twin is not None:
        assert found == twin[1]


ALPHABET = st.sampled_from(list("ab1 ,;\t|\"'\n\r\\é€") + ["\r\n", '""', "\n\n", '","', "x\n"])
TEXT = st.lists(ALPHABET, max_size=40).map("".join)


@pytest.mark.slow
@LONG
@given(body=TEXT, delimiter=st.sampled_from(",;\t| "), quote=st.sampled_from(['"', "'", ""]))
@example(body='"\r\n",x\n', delimiter=",", quote='"')
@example(body=' "a",b\n', delimiter=",", quote='"')
@example(body='a"b,c\n', delimiter=",", quote='"')
@example(body="a,b\rc,d\n", delimiter=",", quote='"')
@example(body='a,"b"\r\r\nc,d', delimiter=",", quote='"')
@example(body="a,b\n,\n\n", delimiter=",", quote="")
@example(body='|"\\","', delimiter="|", quote='"')
def test_a_text_is_read_as_csv_does_or_refused(body: str, delimiter: str, quote: str) -> None:
    text = f"h1{delimiter}h2\n{body}"
    found = _read(text.encode(), delimiter=delimiter, quote=quote)
    _agrees(found, text, delimiter, quote)


@pytest.mark.slow
@LONG
@given(body=TEXT)
@example(body="\n\n")
@example(body='""\n"\r"')
def test_a_single_column_is_read_as_csv_does_or_refused(body: str) -> None:
    text = f"h1\n{body}"
    found = _read(text.encode(), delimiter="~", quote='"')
    _agrees(found, text, "~", '"')


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=8)


@pytest.mark.slow
@LONG
@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=6),
    delimiter=st.sampled_from(",;\t|"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be"]),
    declared=st.booleans(),
)
@example(rows=[("\x1c", "", "")], delimiter=",", end="\n", encoding="utf-8", declared=False)
def test_what_csv_writes_is_read_back(
    rows: list[tuple[str, ...]], delimiter: str, end: str, encoding: str, declared: bool
) -> None:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerow(["first", "second", "third"])
    writer.writerows(rows)
    options = {"encoding": encoding} if declared else {}
    found = _read(file.getvalue().encode(encoding), **options)
    assert found == Counter(tuple(cell or None for cell in row) for row in rows)


CELLS = st.sampled_from(["a", "", "b,c", "d\ne", 'f"g', "h\r\ni", "é" * 9, "\n", "x" * 40, "1"])


@settings(LONG, max_examples=max(EXAMPLES // 4, 1))
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=9),
    times=st.integers(1, 60),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_a_file_that_is_read_in_many_parts_at_once(
    monkeypatch: pytest.MonkeyPatch, rows: list[tuple[str, ...]], times: int, end: str
) -> None:
    monkeypatch.setattr("incrowd.engines.files.delimited._LONG", 1_200)
    monkeypatch.setattr("incrowd.engines.files.delimited._BUFFER", 1_300)
    monkeypatch.setattr("incrowd.engines.files.text.byte_stream.PIECE", 700)
    file = io.StringIO(newline="")
    # the writer quotes a line break only if it is of the kind that ends lines
    quoting = csv.QUOTE_ALL if end == "\r" else csv.QUOTE_MINIMAL
    writer = csv.writer(file, lineterminator=end, quoting=quoting)
    writer.writerow(["first", "second", "third"])
    writer.writerows(rows * times)
    found = _read(file.getvalue().encode(), delimiter=",", quote='"')
    counts = Counter(tuple(cell or None for cell in row) for row in rows)
    assert found == Counter({row: count * times for row, count in counts.items()})


@pytest.mark.slow
@LONG
@given(content=st.binary(max_size=200))
@example(content=b"\xef\xbb\xbf\n")
@example(content=b"\xff\xfe")
@example(content=b"a\xff\n\xfe")
@example(content=b"PK\x03\x04")
@example(content=b"0,0\n0\n")
def test_arbitrary_bytes_are_counted_or_refused(content: bytes) -> None:
    found = _read(content)
    assert found is None or sum(found.values()) > 0


@settings(LONG, max_examples=max(EXAMPLES // 4, 1))
@given(content=st.binary(max_size=80))
@pytest.mark.parametrize(
    "name", ["f.json", "f.parquet", "f.xlsx", "f.sav", "f.dta", "f.xpt", "f.db"]
)
def test_arbitrary_bytes_in_other_formats_are_refused(name: str, content: bytes) -> None:
    marks = {"f.parquet": b"PAR1", "f.xlsx": b"PK\x03\x04", "f.db": b"SQLite format 3\0"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(marks.get(name, b"") + content)
        try:
            source = connect(path)
        except IncrowdError:
            return
        assert sum(rows_of(source).values()) == source.rows
        source.close()


@given(text=TEXT, cuts=st.lists(st.integers(0, 60), max_size=4))
def test_pieces_do_not_matter(text: str, cuts: list[int]) -> None:
    content = text.encode()
    whole = Scanner(Dialect())
    at_once = whole.rewrite(content) + whole.finish()
    pieced, written = Scanner(Dialect()), b""
    places = sorted({0, len(content), *(min(cut, len(content)) for cut in cuts)})
    for start, end in pairwise(places):
        written += pieced.rewrite(content[start:end])
    written += pieced.finish()
    assert pieced.facts() == whole.facts() == scan_text(content, Dialect())
    assert written == at_once


@given(text=TEXT)
def test_what_is_rewritten_says_the_same(text: str) -> None:
    scanner = Scanner(Dialect())
    plain = scanner.rewrite(text.encode()) + scanner.finish()
    if not scanner.failed:
        twin = _by_hand(text, ",", '"')
        again = _by_hand("x," * (scanner.facts().width - 1) + "x\n" + plain.decode(), ",", '"')
        assert (twin is None and again == (["x"], Counter())) or twin is None or again is not None
        if twin is not None and again is not None:
            assert again[1] == twin[1]
