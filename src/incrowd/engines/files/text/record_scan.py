"""Read a delimited text byte by byte with a compiled automaton that counts and checks records.

It is what the number of rows that DuckDB returns is proven against, it knows the line of whatever
is wrong, and on request it writes the text in the plain form that DuckDB reads without any doubt:
one kind of line end, no blank lines, quotes doubled, no header.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

# Where in a record the automaton stands.
RECORD, FIELD, PLAIN, QUOTED, CLOSED, ESCAPED, SPACES, RETURN = range(8)

# What a byte is.
OTHER, DELIMITER, QUOTE, CARRIAGE_RETURN, LINE_FEED, NUL, SPACE, BACKSLASH = range(8)

# What happens on the way from one place to the next.
NOTHING, END_FIELD, END_RECORD, SECOND_HALF, OPEN = range(5)
CLOSE, NEW_LINE, ESCAPE, UNESCAPE, WRONG = range(5, 10)

# Slots of the memory that is kept between two pieces of a text.
(MODE, LINE, FIELDS, RECORDS, WIDTH, MATCHING, BLANK) = range(7)
(LINE_FEEDS, RETURNS, PAIRS, STARTED, OPENED, LENGTH, LONGEST) = range(7, 14)
(PROBLEM, PROBLEM_LINE, FOUND, WRITTEN, LEADING_BLANK, QUOTES) = range(14, 20)
(MARKS, CONTENT) = range(20, 22)
SLOTS: Final = 22

# What can be wrong.
LONE_QUOTE, JUNK, RAGGED, NUL_BYTE, SPACED_QUOTE = range(1, 6)


def transitions() -> NDArray[np.uint8]:
    """The automaton: for each place and byte, the next place and what happens."""
    table = np.zeros((8, 8, 2), np.uint8)
    for place in (RECORD, FIELD, RETURN, SPACES):
        table[place, :] = (PLAIN, NOTHING)
        table[place, SPACE] = (SPACES, NOTHING)
        table[place, QUOTE] = (QUOTED, OPEN)
    for place in (PLAIN, QUOTED):
        table[place, :] = (place, NOTHING)
    table[CLOSED, :] = (CLOSED, WRONG)
    for place in (RECORD, FIELD, RETURN, SPACES, PLAIN, CLOSED):
        table[place, DELIMITER] = (FIELD, END_FIELD)
        table[place, LINE_FEED] = (RECORD, END_RECORD)
        table[place, CARRIAGE_RETURN] = (RETURN, END_RECORD)
    table[SPACES, QUOTE] = (PLAIN, WRONG)
    table[RETURN, LINE_FEED] = (RECORD, SECOND_HALF)
    table[QUOTED, QUOTE] = (CLOSED, CLOSE)
    table[QUOTED, LINE_FEED] = (QUOTED, NEW_LINE)
    table[QUOTED, BACKSLASH] = (ESCAPED, ESCAPE)
    table[CLOSED, QUOTE] = (QUOTED, NOTHING)
    table[ESCAPED, :] = (QUOTED, UNESCAPE)
    table[:, NUL] = (PLAIN, WRONG)
    return table


def memory() -> Integers:
    """The memory before the first byte."""
    fresh = np.zeros(SLOTS, np.int64)
    fresh[LINE] = fresh[STARTED] = 1
    return fresh


@njit(nogil=True, cache=True)
def _report(kept: Integers, problem: int, line: int, found: int) -> None:
    if kept[PROBLEM] == 0:
        kept[PROBLEM] = problem
        kept[PROBLEM_LINE] = line
        kept[FOUND] = found


@njit(nogil=True, cache=True)
def _end_record(kept: Integers, empty: bool, length: int, strict: bool) -> bool:
    """Close a record and say whether it is one to be written: no header, no blank line."""
    started = kept[STARTED]
    kept[LINE] += 1
    kept[STARTED] = kept[LINE]
    if empty and kept[WIDTH] != 1:
        kept[BLANK] += 1
        kept[LEADING_BLANK] += kept[WIDTH] == 0
        return False
    fields, content = kept[FIELDS] + 1, length - kept[FIELDS] - 1 - kept[MARKS]
    kept[FIELDS], kept[MARKS] = 0, 0
    kept[RECORDS] += 1
    if kept[WIDTH] == 0:
        kept[WIDTH] = fields
        return False
    kept[CONTENT] += content
    if fields == kept[WIDTH]:
        kept[MATCHING] += 1
    elif strict:
        _report(kept, RAGGED, started, fields)
    return True


@njit(nogil=True, cache=True)
def _rare(kept: Integers, mode: int, kind: int, action: int, byte: int, quote: int) -> None:
    """What happens within a record, other than going on and ending a field."""
    if action == OPEN:
        kept[OPENED] = kept[LINE]
        kept[QUOTES] += 1
        kept[MARKS] += 1
    elif action == CLOSE:
        kept[MARKS] += 1
    elif action == NEW_LINE or (action == UNESCAPE and byte == 10):
        kept[LINE] += 1
    elif action == UNESCAPE and byte in (quote, 92):
        kept[MARKS] += 1
    elif action == WRONG and kind == NUL:
        _report(kept, NUL_BYTE, kept[LINE], 0)
    elif action == WRONG and mode == SPACES:
        _report(kept, SPACED_QUOTE, kept[LINE], 0)
    elif action == WRONG:
        _report(kept, JUNK, kept[OPENED], 0)


@njit(nogil=True, cache=True)
def _write(out: Bytes, place: int, byte: int, action: int, quote: int) -> int:
    """Write a byte of a record; what a backslash escapes is doubled if it is a quote."""
    if action == ESCAPE:
        return place
    if action == UNESCAPE and byte != 92:
        out[place] = quote if byte == quote else 92
        place += 1
    out[place] = byte
    return place + 1


@njit(nogil=True, cache=True)
def _count_ends(kept: Integers, kind: int) -> None:
    if kind == LINE_FEED:
        kept[LINE_FEEDS] += 1
    else:
        kept[RETURNS] += 1


@njit(nogil=True, cache=True)
def _plain_run(data: Bytes, start: int, kinds: Bytes, mode: int) -> tuple[int, int, int]:
    """Pass over cells without quotes, which is nearly all: where they end, how many, and how."""
    here, fields = start, 0
    inside = mode == PLAIN
    while here < data.size:
        kind = kinds[data[here]]
        if kind == OTHER:
            inside = True
        elif kind == DELIMITER:
            fields += 1
            inside = False
        elif kind != SPACE or not inside:
            break
        here += 1
    if here > start:
        mode = PLAIN if inside else FIELD
    return here, fields, mode


@njit(nogil=True, cache=True)
def _quoted_run(data: Bytes, start: int, kinds: Bytes) -> int:
    """Pass over what stands between quotes."""
    here = start
    while here < data.size and kinds[data[here]] in (OTHER, DELIMITER, SPACE):
        here += 1
    return here


@njit(nogil=True, cache=True)
def _run(data: Bytes, here: int, kinds: Bytes, mode: int, kept: Integers) -> tuple[int, int]:
    """Pass over all bytes at which nothing special happens."""
    if mode == QUOTED:
        return _quoted_run(data, here, kinds), mode
    if mode in (RECORD, FIELD, PLAIN, RETURN):
        here, fields, mode = _plain_run(data, here, kinds, mode)
        kept[FIELDS] += fields
    return here, mode


@njit(nogil=True, cache=True)
def scan(
    data: Bytes, kinds: Bytes, table: Bytes, quote: int, strict: bool, kept: Integers, out: Bytes
) -> None:
    """Read a piece of text; what is known afterwards is in `kept`, what is rewritten in `out`."""
    mode, length, place, here = kept[MODE], kept[LENGTH], 0, 0
    writing = out.size > 0 and kept[WIDTH] > 0
    while here < data.size:
        after, mode = _run(data, here, kinds, mode, kept)
        length += after - here
        if writing:
            out[place : place + after - here] = data[here:after]
            place += after - here
        here = after
        if here == data.size:
            break
        byte = data[here]
        kind = kinds[byte]
        action = table[mode, kind, 1]
        length += 1
        here += 1
        if action == END_RECORD:
            _count_ends(kept, kind)
            whole = _end_record(kept, mode in (RECORD, RETURN), length, strict)
            kept[LONGEST] = max(kept[LONGEST], length)
            length = 0
            if writing and whole:
                out[place] = 10
                place += 1
            writing = out.size > 0 and kept[WIDTH] > 0
        elif action == SECOND_HALF:
            kept[PAIRS] += 1
            length = 0
        else:
            if action == END_FIELD:
                kept[FIELDS] += 1
            elif action != NOTHING:
                _rare(kept, mode, kind, action, byte, quote)
            if writing:
                place = _write(out, place, byte, action, quote)
        mode = int(table[mode, kind, 0])
    kept[MODE], kept[LENGTH], kept[WRITTEN] = mode, length, place
