"""Read a delimited text byte by byte with a compiled automaton that counts and checks records.

It is what the number of rows that DuckDB returns is proven against, it knows the line of whatever
is wrong, and on request it writes the text in the plain form that DuckDB reads without any doubt:
one kind of line end, no blank lines, quotes doubled, no header.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

_TEXT: Final = "Array(uint8, 1, 'C', True)"
"""The type of a piece of text: bytes that are only read."""

# Where in a record the automaton stands.
RECORD, FIELD, PLAIN, QUOTED, CLOSED, ESCAPED, SPACES, RETURN = range(8)

# What a byte is.
OTHER, DELIMITER, QUOTE, CARRIAGE_RETURN, LINE_FEED, NUL, SPACE, BACKSLASH = range(8)

# What happens on the way from one place to the next.
NOTHING, END_FIELD, END_RECORD, SECOND_HALF, OPEN = range(5)
CLOSE, NEW_LINE, ESCAPE, UNESCAPE, WRONG = range(5, 10)

# Places of the state that is carried from one piece of a text to the next.
(MODE, LINE, FIELDS, RECORDS, WIDTH, MATCHING, BLANK) = range(7)
(LINE_FEEDS, RETURNS, PAIRS, STARTED, OPENED, LENGTH, LONGEST) = range(7, 14)
(PROBLEM, PROBLEM_LINE, PROBLEM_CELLS, WRITTEN, LEADING_BLANK, QUOTES) = range(14, 20)
(MARKS, CONTENT) = range(20, 22)
STATE_SIZE: Final = 22

_NEW_LINE: Final = 10
_ODD: Final = 1 << 32
"""More than the fields that a record can have."""

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


def initial_state() -> Integers:
    """The state before the first byte."""
    state = np.zeros(STATE_SIZE, np.int64)
    state[LINE] = state[STARTED] = 1
    return state


@compiled("void(int64[::1], int64, int64, int64)")
def _report(state: Integers, problem: int, line: int, cells: int) -> None:
    if state[PROBLEM] == 0:
        state[PROBLEM] = problem
        state[PROBLEM_LINE] = line
        state[PROBLEM_CELLS] = cells


@compiled("boolean(int64[::1], boolean, int64, boolean)")
def _end_record(state: Integers, empty: bool, length: int, strict: bool) -> bool:
    """Close a record and say whether it is one to be written: no header, no blank line."""
    started = state[STARTED]
    state[LINE] += 1
    state[STARTED] = state[LINE]
    if empty and state[WIDTH] != 1:
        state[BLANK] += 1
        state[LEADING_BLANK] += state[WIDTH] == 0
        return False
    fields, content = state[FIELDS] + 1, length - state[FIELDS] - 1 - state[MARKS]
    state[FIELDS], state[MARKS] = 0, 0
    state[RECORDS] += 1
    if state[WIDTH] == 0:
        state[WIDTH] = fields
        return False
    state[CONTENT] += content
    if fields == state[WIDTH]:
        state[MATCHING] += 1
    elif strict:
        _report(state, RAGGED, started, fields)
    return True


@compiled("void(int64[::1], int64, int64, int64, int64, int64)")
def _act_within_record(
    state: Integers, mode: int, kind: int, action: int, byte: int, quote: int
) -> None:
    """What happens within a record, other than going on and ending a field."""
    if action == OPEN:
        state[OPENED] = state[LINE]
        state[QUOTES] += 1
        state[MARKS] += 1
    elif action == CLOSE:
        state[MARKS] += 1
    elif action == NEW_LINE or (action == UNESCAPE and byte == 10):
        state[LINE] += 1
    elif action == UNESCAPE and byte in (quote, 92):
        state[MARKS] += 1
    elif action == WRONG and kind == NUL:
        _report(state, NUL_BYTE, state[LINE], 0)
    elif action == WRONG and mode == SPACES:
        _report(state, SPACED_QUOTE, state[LINE], 0)
    elif action == WRONG:
        _report(state, JUNK, state[OPENED], 0)


@compiled("int64(uint8[::1], int64, int64, int64, int64)")
def _write(out: Bytes, place: int, byte: int, action: int, quote: int) -> int:
    """Write a byte of a record; what a backslash escapes is doubled if it is a quote."""
    if action == ESCAPE:
        return place
    if action == UNESCAPE and byte != 92:
        out[place] = quote if byte == quote else 92
        place += 1
    out[place] = byte
    return place + 1


@compiled("void(int64[::1], int64)")
def _count_ends(state: Integers, kind: int) -> None:
    if kind == LINE_FEED:
        state[LINE_FEEDS] += 1
    else:
        state[RETURNS] += 1


@compiled(f"UniTuple(int64, 3)({_TEXT}, int64, uint8[::1], int64)")
def _skip_unquoted(data: Bytes, start: int, kinds: Bytes, mode: int) -> tuple[int, int, int]:
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


@compiled(f"int64({_TEXT}, int64, uint8[::1])")
def _skip_quoted(data: Bytes, start: int, kinds: Bytes) -> int:
    """Pass over what stands between quotes."""
    here = start
    while here < data.size and kinds[data[here]] in (OTHER, DELIMITER, SPACE):
        here += 1
    return here


@compiled(f"UniTuple(int64, 2)({_TEXT}, int64, uint8[::1], int64, int64[::1])")
def _skip_plain(
    data: Bytes, here: int, kinds: Bytes, mode: int, state: Integers
) -> tuple[int, int]:
    """Pass over all bytes at which nothing special happens."""
    if mode == QUOTED:
        return _skip_quoted(data, here, kinds), mode
    if mode in (RECORD, FIELD, PLAIN, RETURN):
        here, fields, mode = _skip_unquoted(data, here, kinds, mode)
        state[FIELDS] += fields
    return here, mode


@compiled("int64[::1](uint8[::1])")
def _weigh_bytes(kinds: Bytes) -> Integers:
    """1 for what ends a field; so much that it shows in any sum for what asks for the automaton."""
    weights = np.zeros(kinds.size, np.int64)
    for byte in range(kinds.size):
        if kinds[byte] == DELIMITER:
            weights[byte] = 1
        elif kinds[byte] not in (OTHER, SPACE, LINE_FEED):
            weights[byte] = _ODD
    return weights


@compiled(f"int64({_TEXT}, int64, uint8[::1], int64[::1])")
def _skip_records(data: Bytes, start: int, kinds: Bytes, state: Integers) -> int:
    """Count whole records without quotes or carriage returns, as long as they are as they should.

    The sum of the weights of a line tells all that is asked of it, so that nothing has to be
    decided at each byte: in texts of short cells that is most of the time.
    """
    weights, wanted = _weigh_bytes(kinds), state[WIDTH] - 1
    records, content, longest = 0, 0, state[LONGEST]
    begin, total = start, 0
    for here in range(start, data.size):
        total += weights[data[here]]
        if data[here] == _NEW_LINE:
            if total != wanted or here == begin:
                break
            records += 1
            content += here - begin - wanted
            longest = max(longest, here - begin + 1)
            begin, total = here + 1, 0
    for slot in (RECORDS, MATCHING, LINE, LINE_FEEDS):
        state[slot] += records
    state[STARTED] = state[LINE]
    state[CONTENT] += content
    state[LONGEST] = longest
    return begin


@compiled(f"void({_TEXT}, uint8[::1], uint8[:, :, ::1], int64, boolean, int64[::1], uint8[::1])")
def scan(
    data: Bytes, kinds: Bytes, table: Bytes, quote: int, strict: bool, state: Integers, out: Bytes
) -> None:
    """Read a piece of text; what is known afterwards is in `state`, what is rewritten in `out`."""
    mode, length, place, here = state[MODE], state[LENGTH], 0, 0
    writing = out.size > 0 and state[WIDTH] > 0
    hopeful = out.size == 0
    while here < data.size:
        if hopeful and mode == RECORD and state[WIDTH] > 0:
            here = _skip_records(data, here, kinds, state)
            hopeful = False  # a text with one quote has more of them
        after, mode = _skip_plain(data, here, kinds, mode, state)
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
            _count_ends(state, kind)
            whole = _end_record(state, mode in (RECORD, RETURN), length, strict)
            state[LONGEST] = max(state[LONGEST], length)
            length = 0
            if writing and whole:
                out[place] = 10
                place += 1
            writing = out.size > 0 and state[WIDTH] > 0
        elif action == SECOND_HALF:
            state[PAIRS] += 1
            length = 0
        else:
            if action == END_FIELD:
                state[FIELDS] += 1
            elif action != NOTHING:
                _act_within_record(state, mode, kind, action, byte, quote)
            if writing:
                place = _write(out, place, byte, action, quote)
        mode = int(table[mode, kind, 0])
    state[MODE], state[LENGTH], state[WRITTEN] = mode, length, place
