"""How much a single file may take, and why: `reader_limits(Path("people.xlsx")).memory`."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Final

from incrowd.errors import InvalidParameter, MalformedData
from incrowd.language import say
from incrowd.sandbox.limits import Limits

MOST_COLUMNS: Final = 20_000
"""Above what Excel has (16,384); each column is profiled and shown, so more help nobody."""
MOST_RECORD: Final = 64 << 20
"""Bytes of a cell, or of a line of text: the database holds twice that in memory at a time, and no
value that people share is as long."""

MEMORY: Final = "INCROWD_READER_MEMORY"
"""The environment variable that says how much memory reading a file may take."""
SECONDS: Final = "INCROWD_READER_SECONDS"
"""The environment variable that says how long reading a file may take."""

_LEAST_MEMORY: Final = 1 << 30
_MOST_MEMORY: Final = 8 << 30
_SHARE: Final = 4
"""As many files are read at once by a server, so that together they never have all memory."""
_SECONDS: Final = 120.0
_SECONDS_PER_BYTE: Final = 4 / (1 << 20)
"""The slowest reader, of Excel, takes half a second for a packed megabyte."""
_MOST_UNPACKED: Final = 256 << 30
_UNITS: Final = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def reader_limits(path: Path, folder: Path) -> Limits:
    """What the reader of a file may take; what it writes must leave room in the folder."""
    size = path.stat().st_size if path.is_file() else _size_of_files(path)
    room = shutil.disk_usage(folder).free // 2
    seconds = _asked_seconds() or _SECONDS + size * _SECONDS_PER_BYTE
    return Limits(_asked_memory() or _usual_memory(), seconds, min(room, _MOST_UNPACKED))


def check_width(columns: int, source: str) -> None:
    """Refuse a table of more columns than anybody can look at."""
    if columns > MOST_COLUMNS:
        raise MalformedData(
            say(
                "'{source}' has {columns:,} columns; at most {most:,} are read.",
                source=source,
                columns=columns,
                most=MOST_COLUMNS,
            ),
            say("Keep the columns that are needed, or turn columns into rows."),
        )


def too_long(source: str) -> MalformedData:
    """The error of a value, or of a line, that is longer than any that is meant."""
    return MalformedData(
        say(
            "'{source}' has a value or a line of more than {most:,} bytes.",
            source=source,
            most=MOST_RECORD,
        ),
        say("Remove that column, or shorten its values; check the quotes of a text."),
    )


def _usual_memory() -> int:
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 2 * _LEAST_MEMORY
    return min(max(memory // _SHARE, _LEAST_MEMORY), _MOST_MEMORY)


def _asked_memory() -> int | None:
    asked = os.environ.get(MEMORY, "").strip()
    if not asked:
        return None
    match = re.fullmatch(r"([0-9]+(?:[.][0-9]+)?) ?([KMGT])(i?)B", asked, re.IGNORECASE)
    if match is None:
        raise InvalidParameter(
            say("{name}={size} is not an amount of memory.", name=MEMORY, size=asked),
            say("Write it with its unit: {name}=8GB.", name=MEMORY),
        )
    unit = match[2].upper()
    return int(
        float(match[1]) * (1 << (10 * "KMGT".index(unit) + 10) if match[3] else _UNITS[unit])
    )


def _asked_seconds() -> float | None:
    asked = os.environ.get(SECONDS, "").strip()
    if not asked:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", asked) or not int(asked):
        raise InvalidParameter(
            say("{name}={value} is not a number of seconds.", name=SECONDS, value=asked),
            say("Write a whole number: {name}=600.", name=SECONDS),
        )
    return float(asked)


def _size_of_files(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
