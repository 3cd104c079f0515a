r"""Find out how a delimited text separates and quotes its cells, from a sample.

    detect_dialect(b"name;age\nAnn;5\n")       # Dialect(delimiter=";", …)

The delimiter is the one that gives most records as many cells as the header. A text without any is
one column. Space counts only from three columns on, as names and addresses are full of it.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from incrowd.engines.duckdb.dates import list_formats
from incrowd.engines.files.text.character import check_character
from incrowd.engines.files.text.records import Dialect, TextFacts, scan_text
from incrowd.errors import MalformedData
from incrowd.language import say

NO_DELIMITER: Final = "\x1f"
"""Stands for the delimiter where there is one column only."""

_COMMON: Final = ",;\t|"
_RARE: Final = ":^~\x01\x1e !#&"
_SAMPLE: Final = 1 << 16
_ENOUGH: Final = 0.5
"""The share of records that must agree with the header for an unusual delimiter."""


def detect_dialect(
    sample: bytes, delimiter: str | None = None, quote: str | None = None
) -> Dialect:
    r"""The dialect of a text, as far as it was not declared.

    >>> detect_dialect(b"a\tb\n1\t2\n").delimiter
    '\t'
    """
    check_character(delimiter, "delimiter")
    check_character(quote, "quote")
    if re.search(rb"[\r\n]", sample[:_SAMPLE]):  # else the header alone is longer than that
        sample = sample[:_SAMPLE]
    known = (
        [delimiter] if delimiter else [each for each in _COMMON + _RARE if each.encode() in sample]
    )
    result = [_try_escapes(sample, each, quote) for each in known]
    ranked = sorted(
        ((_rank(facts, dialect), dialect) for dialect, facts in result), key=lambda r: r[0]
    )
    if delimiter or (ranked and ranked[-1][0][0]):
        return ranked[-1][1]
    return _try_escapes(sample, NO_DELIMITER, quote)[0]


def _rank(facts: TextFacts, dialect: Dialect) -> tuple[bool, bool, bool, float, int, int]:
    """How convincing a delimiter is: the larger, the better."""
    share = facts.matching / facts.rows if facts.rows else 1.0
    usual = dialect.delimiter in _COMMON
    columns = 3 if dialect.delimiter in " !#&" else 2
    # a comma in the header means columns even if no row agrees: better refused than misread
    likely = facts.width >= columns and (usual or share >= _ENOUGH)
    order = -(_COMMON + _RARE).find(dialect.delimiter)
    return (likely, share == 1.0 and not facts.problem, usual, share, facts.width, order)


def _try_escapes(sample: bytes, delimiter: str, quote: str | None) -> tuple[Dialect, TextFacts]:
    """Doubled quotes, unless only backslashes make sense of the sample."""
    mark = _detect_quote(sample, delimiter) if quote is None else quote
    doubled = Dialect(delimiter, mark)
    facts = scan_text(sample, doubled, strict=False, whole=False)
    if mark and b"\\" in sample and (facts.problem or facts.matching < facts.rows):
        escaped = Dialect(delimiter, mark, backslash=True)
        other = scan_text(sample, escaped, strict=False, whole=False)
        if not other.problem and other.matching >= facts.matching:
            return escaped, other
    return doubled, facts


def _detect_quote(sample: bytes, delimiter: str) -> str:
    r"""The double quote, unless single ones clearly take its place.

    >>> _detect_quote(b"a,b\n'x','y'\n", ",")
    "'"
    """
    cut = re.escape(delimiter.encode())
    before, after = rb"(?:^|(?<=[\n\r]|" + cut + rb"))", rb"(?=$|[\r\n]|" + cut + rb")"
    opened = len(re.findall(before + rb"'", sample))
    closed = len(re.findall(before + rb"'(?:[^'\r\n]|'')*'" + after, sample))
    double = re.search(before + rb'"', sample)
    lines = sample.count(b"\n") or sample.count(b"\r")
    return "'" if opened and opened == closed >= lines and not double else '"'


_SAMPLED: Final = 2_000
_FEW: Final = 50
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?")
_YEAR: Final = re.compile(r"(?:1[89]|20)[0-9]{2}")


def read_sample(sample: bytes, dialect: Dialect, *, whole: bool) -> list[list[str]]:
    """The header and the first rows; of a sample that is cut off, the last record is left out."""
    lines = io.StringIO(sample.decode("utf-8", "replace"), newline="")
    records: list[list[str]] = []
    try:
        for record in _reader(lines, dialect):
            if record:
                records.append(record)
            if len(records) > _SAMPLED:
                break
        else:
            records = records if whole or len(records) < 2 else records[:-1]
    except csv.Error:
        # the records up to here are enough; the scan of the whole file names what is wrong
        return records
    return records


def _reader(lines: io.StringIO, dialect: Dialect) -> Iterator[list[str]]:
    if not dialect.quote:
        return csv.reader(lines, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE)
    return csv.reader(
        lines,
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        doublequote=True,
        escapechar="\\" if dialect.backslash else None,
    )


def check_header(records: Sequence[Sequence[str]], source: str) -> None:
    """Refuse a first record that is data: numbers and dates only, and so are the rows below.

    Names that count (0, 1, 2 …) or that are years in order are believed to be names.
    """
    first, below = records[0], records[1 : _FEW + 1]
    if not below or not all(map(_is_data, first)) or _is_sequence(first):
        return
    if all(_is_data(cell) or not cell for record in below for cell in record):
        raise MalformedData(
            say(
                "The first line of '{source}' looks like data, not like the names of "
                "columns: {names}.",
                source=source,
                names=", ".join(first[:5]) + (" …" if len(first) > 5 else ""),
            ),
            say(
                "If it is data, say so with header=no, and columns are called by their place. If "
                "it has the names, say header=yes."
            ),
        )


def _is_data(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell.strip()) or list_formats(cell.strip()))


def _is_sequence(cells: Sequence[str]) -> bool:
    """Whether cells can be the names 0, 1, 2 … or 2019, 2020, 2022."""
    if len(cells) < 2 or not all(cell.isascii() and cell.isdigit() for cell in cells):
        return False
    numbers = list(map(int, cells))
    if all(_YEAR.fullmatch(cell) for cell in cells):
        return numbers == sorted(set(numbers))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def has_repeated_rows(records: Sequence[Sequence[str]]) -> bool:
    """Whether the rows are likely to be few distinct ones: no column is nearly unique.

    >>> has_repeated_rows([["id", "sex"], ["1", "m"], ["2", "f"], ["3", "f"], ["4", "m"]])
    False
    """
    rows = records[1:]
    if len(rows) < 4 or len(records[0]) > _FEW:
        return False
    return all(2 * len(set(cells)) <= len(rows) for cells in zip(*rows, strict=False))
