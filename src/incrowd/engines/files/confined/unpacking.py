"""Unpack a text in a process of its own: people.csv.gz -> people.csv.gz, as plain text.

request = unpack(request, session)       # reads a file of the session from now on
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined.caps import MOST_RECORD, too_long
from incrowd.engines.files.confined.preparing import Told, handed_over, prepare
from incrowd.engines.files.format import ReadRequest
from incrowd.engines.files.text.byte_stream import read_pieces
from incrowd.language import say

_TELL_BYTES: Final = 1 << 24
_LONGEST_LINE: Final = 4 * MOST_RECORD
"""In the encoding with the most bytes."""


def unpack(request: ReadRequest, session: Session) -> ReadRequest:
    """Ask for the same text where it is not packed; it keeps its name."""
    prepare(request, session, unpack_file)
    folder = session.folder.path("unpacked")
    folder.mkdir(mode=0o700)
    plain = handed_over(session).rename(folder / request.name)
    return replace(request, path=plain, compression=None)


def unpack_file(request: ReadRequest, target: Path) -> Told:
    """Write the unpacked text, in the confined process."""
    step, written, told, line = say("unpacking {name}", name=request.name), 0, 0, 0
    with target.open("wb") as file:
        for piece in read_pieces(request.path, request.compression):
            written += file.write(piece)
            end = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
            line = line + len(piece) if end < 0 else len(piece) - end
            if line > _LONGEST_LINE:  # only a bomb goes on like that, so it is not unpacked
                raise too_long(request.name)
            if written - told > _TELL_BYTES:
                told = written
                request.progress(step, None)
    return {"bytes": written}
