r"""Count and check the records of a delimited text: "a,b\n1,2\n" -> two records of two cells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from incrowd.engines.files.text import record_scan as scan
from incrowd.errors import MalformedData
from incrowd.language import Message, say


@dataclass(frozen=True)
class Dialect:
    """How cells are separated and quoted."""

    delimiter: str = ","
    quote: str = '"'
    """Empty where quotes have no meaning."""
    backslash: bool = False
    """Whether a quote within quotes is written \\" and not only doubled."""


@dataclass(frozen=True)
class TextFacts:
    """What was found out about a text by reading all of it."""

    records: int
    """The header and all rows, without blank lines."""
    width: int
    """Cells of the first record."""
    matching: int
    """Records after the first with as many cells as the first."""
    longest: int
    """Bytes of the longest record."""
    content: int
    """Bytes of all cells but the header's, without what delimits, quotes and escapes them."""
    one_line_end: bool
    returns: bool
    """Whether most lines end in a carriage return and a line feed, as in Windows."""
    blank_lines_first: bool
    quotes: int
    """Cells that begin with a quote."""
    problem: int = 0
    line: int = 0
    cells: int = 0
    """Cells of the record that is wrong."""

    @property
    def rows(self) -> int:
        """The records but the header."""
        return max(self.records - 1, 0)


class Scanner:
    """Takes a text in pieces, and knows about all it was given."""

    def __init__(self, dialect: Dialect, *, strict: bool = True) -> None:
        self._kinds = _classify_bytes(dialect)
        self._quote = ord(dialect.quote) if dialect.quote else 256
        self._table = scan.transitions()
        self._strict = strict
        self._state = scan.initial_state()
        self._nowhere = np.empty(0, np.uint8)

    @property
    def failed(self) -> bool:
        """Whether something is wrong."""
        return bool(self._state[scan.PROBLEM])

    @property
    def longest(self) -> int:
        """Bytes of the longest record by now, also of one that has not ended yet."""
        return int(max(self._state[scan.LONGEST], self._state[scan.LENGTH]))

    def feed(self, piece: bytes) -> None:
        """Read a piece."""
        self._scan(piece, self._nowhere)

    def rewrite(self, piece: bytes) -> bytes:
        """Read a piece, and give the rows back in plain form."""
        out = np.empty(2 * len(piece) + 2, np.uint8)
        self._scan(piece, out)
        return out[: self._state[scan.WRITTEN]].tobytes()

    def finish(self) -> bytes:
        """Say that the text is over; the last record need not end its line."""
        mode = self._state[scan.MODE]
        if mode in (scan.QUOTED, scan.ESCAPED):
            self._state[scan.PROBLEM] = self._state[scan.PROBLEM] or scan.LONE_QUOTE
            self._state[scan.PROBLEM_LINE] = (
                self._state[scan.PROBLEM_LINE] or self._state[scan.OPENED]
            )
        elif mode not in (scan.RECORD, scan.RETURN):
            before = self._ends()
            rest = self.rewrite(b"\n")
            self._state[[scan.LINE_FEEDS, scan.RETURNS, scan.PAIRS]] = before
            return rest
        return b""

    def facts(self) -> TextFacts:
        """What is known by now."""
        state = [int(number) for number in self._state]
        feeds, returns, pairs = self._ends()
        return TextFacts(
            records=state[scan.RECORDS],
            width=state[scan.WIDTH],
            matching=state[scan.MATCHING],
            longest=self.longest,
            content=state[scan.CONTENT],
            one_line_end=sum(count > 0 for count in (feeds, returns - pairs, pairs)) <= 1,
            returns=pairs > feeds,
            blank_lines_first=state[scan.LEADING_BLANK] > 0,
            quotes=state[scan.QUOTES],
            problem=state[scan.PROBLEM],
            line=state[scan.PROBLEM_LINE],
            cells=state[scan.PROBLEM_CELLS],
        )

    def _ends(self) -> list[int]:
        return [int(self._state[slot]) for slot in (scan.LINE_FEEDS, scan.RETURNS, scan.PAIRS)]

    def _scan(self, piece: bytes, out: scan.Bytes) -> None:
        data = np.frombuffer(piece, np.uint8)
        scan.scan(data, self._kinds, self._table, self._quote, self._strict, self._state, out)


def scan_text(
    text: bytes, dialect: Dialect, *, strict: bool = True, whole: bool = True
) -> TextFacts:
    r"""Read a text that is at hand; a sample that is cut off is not `whole`.

    >>> scan_text(b"a,b\n1,2\n3,4", Dialect()).rows
    2
    """
    scanner = Scanner(dialect, strict=strict)
    scanner.feed(text)
    if whole:
        scanner.finish()
    return scanner.facts()


def rewrite(stream: Iterable[bytes], scanner: Scanner) -> Iterator[bytes]:
    """The rows of a text in plain form; stops where something is wrong."""
    for piece in stream:
        yield scanner.rewrite(piece)
        if scanner.failed:
            return
    yield scanner.finish()


def raise_problem(facts: TextFacts, source: str, dialect: Dialect) -> NoReturn:
    """Raise what is wrong with a text, with its line."""
    where = say("Line {line} of '{source}'", line=facts.line, source=source)
    if facts.problem == scan.RAGGED:
        raise MalformedData(
            say(
                "{where} has {cells}, but the header has {width}.",
                where=where,
                cells=_cells(facts.cells),
                width=facts.width,
            ),
            say(
                "Correct the line: a cell that contains the delimiter ({delimiter!r}) "
                "must stand in quotes. If the delimiter is another one, name it: "
                "delimiter=';'.",
                delimiter=dialect.delimiter,
            ),
        )
    if facts.problem == scan.NUL_BYTE:
        raise MalformedData(
            say(
                "{where} contains a NUL byte: this is not text, or not in this encoding.",
                where=where,
            ),
            say(
                "Open CSV or another delimited text, Excel, Parquet, JSON lines, SPSS, "
                "Stata or SAS. A text in an unusual encoding is read once it is saved "
                "as UTF-8."
            ),
        )
    raise _misused_quote(facts.problem, where, dialect)


def _misused_quote(problem: int, where: Message, dialect: Dialect) -> MalformedData:
    """Explain a quote that stands where none is expected, or is never closed."""
    quote = dialect.quote
    sure = say(
        "If quotes have no meaning in this file, read it with quote=''. "
        "The delimiter was taken to be {delimiter!r}.",
        delimiter=dialect.delimiter,
    )
    if problem == scan.LONE_QUOTE:
        return MalformedData(
            say("{where} opens a quote ({quote}) that is never closed.", where=where, quote=quote),
            sure,
        )
    if problem == scan.SPACED_QUOTE:
        return MalformedData(
            say(
                "{where} has spaces before an opening quote ({quote}): do they and the "
                "quote belong to the value?",
                where=where,
                quote=quote,
            ),
            say("Remove the spaces. {sure}", sure=sure),
        )
    return MalformedData(
        say(
            "{where} has a quoted cell that goes on after its closing quote ({quote}).",
            where=where,
            quote=quote,
        ),
        say("Double the quotes within a quoted cell. {sure}", sure=sure),
    )


def _cells(count: int) -> Message:
    return say("1 cell") if count == 1 else say("{count} cells", count=count)


def _classify_bytes(dialect: Dialect) -> scan.Bytes:
    kinds = np.zeros(256, np.uint8)
    kinds[0] = scan.NUL
    kinds[ord(" ")] = scan.SPACE
    kinds[ord("\r")] = scan.CARRIAGE_RETURN
    kinds[ord("\n")] = scan.LINE_FEED
    if dialect.backslash:
        kinds[ord("\\")] = scan.BACKSLASH
    if dialect.quote:
        kinds[ord(dialect.quote)] = scan.QUOTE
    kinds[ord(dialect.delimiter)] = scan.DELIMITER
    return kinds
