"""The automaton that counts records, against a slow and obvious twin."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from incrowd.engines.files.text import record_scan as scan
from incrowd.engines.files.text.dialect import check_header, detect_dialect, read_sample
from incrowd.engines.files.text.records import Dialect, Scanner, TextFacts, raise_problem, scan_text
from incrowd.errors import MalformedData


@dataclass
class Twin:
    """Reads one character after the other, with nothing but ifs."""

    delimiter: str
    quote: str
    records: list[int] = field(default_factory=list)
    problem: int = 0
    line: int = 0

    def read(self, text: str) -> Twin:
        lines, cells, here, start = 1, 0, 0, 1
        while here < len(text) and not self.problem:
            here, passed = self._cell(text, here, lines)
            lines += passed
            if self.problem:
                break
            cells += 1
            if text[here : here + 1] == self.delimiter:
                here += 1
                if here < len(text):
                    continue
                cells += 1
            blank = cells == 1 and (here == 0 or text[here - 1] in "\r\n")
            self._end(cells, blank, start)
            here += 2 if text[here : here + 2] == "\r\n" else 1
            lines, cells = lines + 1, 0
            start = lines
        return self

    def _cell(self, text: str, here: int, line: int) -> tuple[int, int]:
        """Where a cell ends, and how many line feeds are in it."""
        if self.quote and text[here : here + 1] == self.quote:
            return self._quoted(text, here + 1, line)
        begin = here
        while here < len(text) and text[here] not in (self.delimiter, "\r", "\n"):
            if text[here] == "\0":
                self._wrong(scan.NUL_BYTE, line)
            if self.quote and text[here] == self.quote and text[begin:here].strip(" ") == "":
                self._wrong(scan.SPACED_QUOTE, line)
            here += 1
        return here, 0

    def _quoted(self, text: str, here: int, line: int) -> tuple[int, int]:
        begin = here
        while True:
            if here >= len(text):
                self._wrong(scan.LONE_QUOTE, line)
                return here, 0
            if text[here] == "\0":
                self._wrong(scan.NUL_BYTE, line + text.count("\n", begin, here))
            if text[here : here + 2] == self.quote * 2:
                here += 2
            elif text[here] == self.quote:
                break
            else:
                here += 1
        after = text[here + 1 : here + 2]
        if after == "\0":
            self._wrong(scan.NUL_BYTE, line + text.count("\n", begin, here))
        if after and after not in (self.delimiter, "\r", "\n"):
            self._wrong(scan.JUNK, line)
        return here + 1, text.count("\n", begin, here)

    def _end(self, cells: int, blank: bool, line: int) -> None:
        if blank and (not self.records or self.records[0] != 1):
            return
        if self.records and cells != self.records[0]:
            self._wrong(scan.RAGGED, line)
        self.records.append(cells)

    def _wrong(self, problem: int, line: int) -> None:
        if not self.problem:
            self.problem, self.line = problem, line


PARTS = st.sampled_from(
    [
        "a",
        "b c",
        ",",
        ",",
        '"',
        '""',
        "\n",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\0",
        "é",
        '","',
        '"\n',
        ',"x"',
    ]
)


@given(parts=st.lists(PARTS, max_size=25))
@example(parts=["a", ",", "\n", "a", ","])
@example(parts=["\n", "\n", "a", "\n", "\n"])
@example(parts=['"', "a", "\n", '"', ",", "\r\n", "a"])
def test_the_automaton_agrees_with_its_twin(parts: list[str]) -> None:
    text = "".join(parts)
    facts, twin = scan_text(text.encode(), Dialect()), Twin(",", '"').read(text)
    assert (facts.problem, facts.line) == (twin.problem, twin.line)
    if not twin.problem:
        assert facts.records == len(twin.records)
        assert facts.width == (twin.records[0] if twin.records else 0)
        assert facts.matching == facts.rows


@given(parts=st.lists(PARTS, max_size=25))
def test_without_quotes_nothing_but_nul_and_ragged_rows_is_wrong(parts: list[str]) -> None:
    text = "".join(parts)
    facts, twin = scan_text(text.encode(), Dialect(quote="")), Twin(",", "").read(text)
    assert facts.problem == twin.problem
    assert facts.problem in (0, scan.NUL_BYTE, scan.RAGGED)


ROWS = st.sampled_from(["a,b\n", "cd,\n", ",\n", " e, f\n", "é,g\n"])


@given(
    parts=st.lists(st.one_of(ROWS, ROWS, PARTS), max_size=25),
    cuts=st.lists(st.integers(0, 60), max_size=4),
)
@example(parts=["a,b\n", "a,b\n", "a\n", "a,b\n"], cuts=[])
@example(parts=["a,b\n", "a,b\n", "\n", 'a,"b"\n', "a,b\n"], cuts=[5])
def test_whole_records_are_counted_as_byte_by_byte(parts: list[str], cuts: list[int]) -> None:
    """A piece of one byte holds no whole record, so that the automaton reads all of them."""
    text = "".join(parts).encode()
    slow, fast = Scanner(Dialect()), Scanner(Dialect())
    for byte in text:
        slow.feed(bytes([byte]))
    edges = [0, *sorted(cuts), len(text)]
    for begin, end in pairwise(edges):
        fast.feed(text[begin:end])
    assert fast.facts() == slow.facts()
    assert (fast.finish(), fast.facts()) == (slow.finish(), slow.facts())


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (b"a\nb\n", True),
        (b"a\r\nb\r\n", True),
        (b"a\rb\r", True),
        (b"a\nb\r\n", False),
        (b"a\nb\rc\n", False),
        (b'a\n"x\r\ny"\n', True),
        (b"a\r\nb", True),
        (b"a\rb", True),
    ],
)
def test_kinds_of_line_ends(text: bytes, ends: bool) -> None:
    assert scan_text(text, Dialect()).one_line_end is ends


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (b"h,i\n1,2\n", b"1,2\n"),
        (b"\n\nh,i\r\n1,2\r\n\r\n3,4", b"1,2\n3,4\n"),
        (b'h,i\n"a\r\nb","c""d"\r', b'"a\r\nb","c""d"\n'),
        (b"h\n\n1\n", b"\n1\n"),
    ],
)
def test_rows_are_rewritten_plainly(text: bytes, plain: bytes) -> None:
    scanner = Scanner(Dialect())
    assert scanner.rewrite(text) + scanner.finish() == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (rb'"a \"b\" c","\\","\n"', rb'"a ""b"" c","\","\n"' + b"\n"),
        (rb'x\"y,"a""b",z', rb'x\"y,"a""b",z' + b"\n"),
    ],
)
def test_escapes_are_rewritten_as_doubled_quotes(text: bytes, plain: bytes) -> None:
    scanner = Scanner(Dialect(backslash=True))
    assert scanner.rewrite(b"a,b,c\n" + text) + scanner.finish() == plain


@pytest.mark.parametrize("problem", range(scan.LONE_QUOTE, scan.SPACED_QUOTE + 1))
def test_every_problem_is_told_with_its_line(problem: int) -> None:
    facts = TextFacts(3, 2, 1, 9, 5, True, False, False, 0, problem=problem, line=17, cells=5)
    with pytest.raises(MalformedData, match=r"Line 17 of 'f\.csv'") as caught:
        raise_problem(facts, "f.csv", Dialect())
    assert caught.value.hint


DIALECTS = st.tuples(st.sampled_from(",;\t|"), st.sampled_from(['"', "'"]))
WORD = st.text("abc xyz", min_size=1, max_size=6)


@given(
    dialect=DIALECTS,
    rows=st.lists(st.lists(WORD, min_size=3, max_size=3), min_size=2, max_size=8),
)
def test_a_quoted_table_shows_its_dialect(dialect: tuple[str, str], rows: list[list[str]]) -> None:
    delimiter, quote = dialect
    lines = [delimiter.join(f"{quote}{cell}{quote}" for cell in row) for row in rows]
    found = detect_dialect(("\n".join(lines) + "\n").encode())
    assert (found.delimiter, found.quote, found.backslash) == (delimiter, quote, False)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (b"a,b\nx,y\n", '"'),
        (b"a,b\n'tis,y\no'x,y\n", '"'),
        (b"a,b\n'x',y\nz,y\nz,y\n", '"'),
        (b"'a','b'\n'x','y'\n", "'"),
        (b"a,b\n'x','it''s'\n'y','z'\n", "'"),
        (b"a,b\n'x',\"y\"\n'z',\"y\"\n", '"'),
    ],
)
def test_which_quote_is_found(text: bytes, quote: str) -> None:
    assert detect_dialect(text).quote == quote


def test_backslashes_are_escapes_only_where_nothing_else_makes_sense() -> None:
    assert detect_dialect(b'a,b\n"x \\"y\\" z",1\n').backslash
    assert not detect_dialect(b'a,b\n"c:\\",1\n"d:\\",2\n').backslash
    assert not detect_dialect(b"a,b\nc:\\x,1\n").backslash


def test_the_sampled_records_leave_out_what_is_cut_off() -> None:
    dialect = Dialect()
    assert read_sample(b"a,b\n1,2\n3,", dialect, whole=True)[-1] == ["3", ""]
    assert read_sample(b"a,b\n1,2\n3,", dialect, whole=False)[-1] == ["1", "2"]
    assert read_sample(b"a,b", dialect, whole=False) == [["a", "b"]]
    assert len(read_sample(b"a\n" + b"1\n" * 5_000, dialect, whole=True)) == 2_001


@pytest.mark.parametrize(
    "records",
    [
        [["a", "b"], ["1", "2"]],
        [["1", "x"], ["1", "2"]],
        [["1", "5"]],
        [["0", "1"], ["5", "6"]],
        [["1990", "2000"], ["5", "6"]],
        [["39", "50"], ["x", "6"]],
        [["39", ""], ["1", "6"]],
    ],
)
def test_first_lines_that_are_names(records: list[list[str]]) -> None:
    check_header(records, "f.csv")


@pytest.mark.parametrize(
    "records",
    [
        [["39", "50"], ["1", "2"]],
        [["39", "50"], ["", "2"]],
        [["1.5", "2"], ["1", "2"]],
        [["31/12/1999", "7"], ["1/1/2000", "8"]],
        [["1990", "1980"], ["5", "6"]],
        [["17"], ["18"]],
    ],
)
def test_first_lines_that_are_data(records: list[list[str]]) -> None:
    with pytest.raises(MalformedData, match="looks like data") as caught:
        check_header(records, "f.csv")
    assert "header=no" in caught.value.hint
    assert "header=yes" in caught.value.hint
