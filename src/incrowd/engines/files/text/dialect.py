r"""Find out how a delimited text separates and quotes its cells, from a sample.

    detect(b"name;age\nAnn;5\n")       # Dialect(delimiter=";", …)

The delimiter is the one that gives most records as many cells as the header. A text without any is
one column. Space counts only from three columns on, as names and addresses are full of it.
"""

from __future__ import annotations

import re
from typing import Final

from incrowd.engines.files.text.records import Dialect, Facts, facts_of
from incrowd.errors import InvalidParameter

NO_DELIMITER: Final = "\x1f"
"""Stands for the delimiter where there is one column only."""

_USUAL: Final = ",;\t|"
_UNUSUAL: Final = ":^~\x01\x1e !#&"
_SAMPLE: Final = 1 << 16
_ENOUGH: Final = 0.5
"""The share of records that must agree with the header for an unusual delimiter."""


def detect(sample: bytes, delimiter: str | None = None, quote: str | None = None) -> Dialect:
    r"""The dialect of a text, as far as it was not declared.

    >>> detect(b"a\tb\n1\t2\n").delimiter
    '\t'
    """
    _check(delimiter, "delimiter")
    _check(quote, "quote")
    sample = sample[:_SAMPLE]
    known = (
        [delimiter]
        if delimiter
        else [each for each in _USUAL + _UNUSUAL if each.encode() in sample]
    )
    found = [_with_escapes(sample, each, quote) for each in known]
    ranked = sorted(
        ((_rank(facts, dialect), dialect) for dialect, facts in found), key=lambda r: r[0]
    )
    if delimiter or (ranked and ranked[-1][0][0]):
        return ranked[-1][1]
    return _with_escapes(sample, NO_DELIMITER, quote)[0]


def _check(character: str | None, what: str) -> None:
    if character and (len(character) != 1 or not character.isascii() or character in "\r\n\0"):
        raise InvalidParameter(
            f"The {what} {character!r} is not a single character.",
            "Give one ASCII character, for example ';'.",
        )


def _rank(facts: Facts, dialect: Dialect) -> tuple[bool, bool, bool, float, int, int]:
    """How convincing a delimiter is: the larger, the better."""
    share = facts.matching / facts.rows if facts.rows else 1.0
    usual = dialect.delimiter in _USUAL
    columns = 3 if dialect.delimiter in " !#&" else 2
    # a comma in the header means columns even if no row agrees: better refused than misread
    likely = facts.width >= columns and (usual or share >= _ENOUGH)
    order = -(_USUAL + _UNUSUAL).find(dialect.delimiter)
    return (likely, share == 1.0 and not facts.problem, usual, share, facts.width, order)


def _with_escapes(sample: bytes, delimiter: str, quote: str | None) -> tuple[Dialect, Facts]:
    """Doubled quotes, unless only backslashes make sense of the sample."""
    mark = _quote(sample, delimiter) if quote is None else quote
    doubled = Dialect(delimiter, mark)
    facts = facts_of(sample, doubled, strict=False, whole=False)
    if mark and b"\\" in sample and (facts.problem or facts.matching < facts.rows):
        escaped = Dialect(delimiter, mark, backslash=True)
        other = facts_of(sample, escaped, strict=False, whole=False)
        if not other.problem and other.matching >= facts.matching:
            return escaped, other
    return doubled, facts


def _quote(sample: bytes, delimiter: str) -> str:
    r"""The double quote, unless single ones clearly take its place.

    >>> _quote(b"a,b\n'x','y'\n", ",")
    "'"
    """
    cut = re.escape(delimiter.encode())
    before, after = rb"(?:^|(?<=[\n\r]|" + cut + rb"))", rb"(?=$|[\r\n]|" + cut + rb")"
    opened = len(re.findall(before + rb"'", sample))
    closed = len(re.findall(before + rb"'(?:[^'\r\n]|'')*'" + after, sample))
    double = re.search(before + rb'"', sample)
    lines = sample.count(b"\n") or sample.count(b"\r")
    return "'" if opened and opened == closed >= lines and not double else '"'
