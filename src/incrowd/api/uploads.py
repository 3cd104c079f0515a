"""Files on their way in: streamed to the disk piece by piece, never held in memory.

Whatever goes wrong (too large, disk full, the sender is gone), nothing of the file remains. One
further part can be asked for by its name, such as a JSON text that says what to do with the file.
"""

import errno
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from incrowd.errors import DiskFull, TooLarge, UsageError
from incrowd.language import say
from incrowd.workspace.folder import display_name, new_id

FILE: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}
"""How an upload is described in the OpenAPI file."""
PIECE: Final = 1 << 20
OVERHEAD: Final = 1 << 16
"""Bytes around the file itself: boundaries, and the names of parts."""
MOST_PARTS: Final = 20
"""Parts of an upload; one is the file, and nobody needs more than a few others."""
MOST_HEADERS: Final = 1 << 14
"""Bytes of the names and values that describe a part."""
PATIENCE: Final = 30.0
"""Seconds in which the rest of an upload that is too large is read and thrown away: a browser shows
an answer only after it has sent everything."""


@dataclass(frozen=True)
class TextPart:
    """A part beside the file, and how many bytes it may have."""

    name: str
    most: int


@dataclass
class _Parts:
    """Finds the part called `file` in a multipart body, and a text beside it if asked for."""

    beside: TextPart | None = None
    text: bytearray | None = None
    in_text: bool = False
    names: dict[bytes, bytes] = field(default_factory=dict)
    header: tuple[bytes, bytes] = (b"", b"")
    filename: str | None = None
    inside: bool = False
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0
    parts: int = 0
    described: int = 0
    """Bytes that describe the part at hand."""
    other: int = 0
    """Bytes in parts that are not the file."""

    def parser(self, boundary: bytes) -> MultipartParser:
        """A parser that tells us what it finds."""
        return MultipartParser(
            boundary,
            {
                "on_part_begin": self.begin,
                "on_header_field": self.on_name,
                "on_header_value": self.on_value,
                "on_header_end": self.on_header,
                "on_headers_finished": self.on_headers,
                "on_part_data": self.on_data,
                "on_part_end": self.end,
            },
        )

    def begin(self) -> None:
        self.names, self.header, self.described = {}, (b"", b""), 0
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise _too_much()

    def on_name(self, data: bytes, start: int, end: int) -> None:
        self.count_description(end - start)
        self.header = (self.header[0] + data[start:end], self.header[1])

    def on_value(self, data: bytes, start: int, end: int) -> None:
        self.count_description(end - start)
        self.header = (self.header[0], self.header[1] + data[start:end])

    def count_description(self, size: int) -> None:
        self.described += size
        if self.described > MOST_HEADERS:
            raise _too_much()

    def on_header(self) -> None:
        self.count_description(1)  # empty ones count, too
        self.names[self.header[0].lower()] = self.header[1]
        self.header = (b"", b"")

    def on_headers(self) -> None:
        _, options = parse_options_header(self.names.get(b"content-disposition", b""))
        if options.get(b"name") == b"file" and self.filename is None:
            self.filename = options.get(b"filename", b"").decode("utf-8", "replace")
            self.inside = True
        elif self.beside is not None and options.get(b"name") == self.beside.name.encode():
            if self.text is not None:
                raise _twice(self.beside)
            self.text, self.in_text = bytearray(), True

    def on_data(self, data: bytes, start: int, end: int) -> None:
        if self.inside:
            self.pieces.append(data[start:end])
            self.size += end - start
            return
        if self.in_text and self.text is not None and self.beside is not None:
            self.text += data[start:end]
            if len(self.text) > self.beside.most:
                raise _too_long(self.beside)
            return
        self.other += end - start
        if self.other > OVERHEAD:
            raise _too_much()

    def end(self) -> None:
        self.inside = self.in_text = False


async def receive(request: Request, folder: Path, most: int) -> Path:
    """Write the uploaded file into a folder of its own below `folder`, and tell where it is."""
    path, _ = await receive_with(request, folder, most)
    return path


async def receive_with(
    request: Request, folder: Path, most: int, beside: TextPart | None = None
) -> tuple[Path, bytes | None]:
    """The same, and the text of another part; None where that part did not come."""
    allowed = most + OVERHEAD + (beside.most if beside else 0)
    _check_announced(request, folder, most, allowed)
    place = folder / new_id()
    try:
        place.mkdir(mode=0o700)
        parts = _Parts(beside)
        path = await _streamed(request, place, parts, most, allowed)
        return path, None if parts.text is None else bytes(parts.text)
    except (TooLarge, OSError):  # whoever still sends would not hear why
        shutil.rmtree(place, ignore_errors=True)
        await _drain(request)
        raise
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


async def _streamed(request: Request, place: Path, parts: _Parts, most: int, allowed: int) -> Path:
    parser = parts.parser(_boundary(request))
    path = place / "arriving"
    with _create(path) as file:
        pending, received = 0, 0
        async for chunk in request.stream():
            received += len(chunk)
            _feed(parser, chunk)
            if parts.size > most or received > allowed:
                raise too_large(most)
            pending += len(chunk)
            if pending >= PIECE:
                await run_in_threadpool(_write, file, parts)
                pending = 0
        await run_in_threadpool(_write, file, parts)
    if parts.filename is None or parts.inside or parts.in_text:
        raise UsageError(
            say("The upload has no complete part 'file'."), say("Send one file as form data.")
        )
    return path.rename(place / display_name(parts.filename))


def too_large(most: int) -> TooLarge:
    """The error of an upload above the limit."""
    return TooLarge(
        say("The file is larger than this server accepts ({most:,} bytes).", most=most),
        say("Ask whoever started the server to let it take larger files."),
    )


def _too_much() -> TooLarge:
    return TooLarge(
        say("The upload contains more than this server accepts besides its file."),
        say("Send the file alone, as one part called 'file'."),
    )


def _too_long(part: TextPart) -> TooLarge:
    return TooLarge(
        say("The part '{name}' is larger than {most} MiB.", name=part.name, most=part.most >> 20),
        say("Send hierarchies with fewer values, or choose them on the page."),
    )


def _twice(part: TextPart) -> UsageError:
    return UsageError(
        say("The upload has the part '{name}' twice.", name=part.name), say("Send it once.")
    )


def _check_announced(request: Request, folder: Path, most: int, allowed: int) -> None:
    announced = request.headers.get("content-length", "")
    if not announced.isdecimal():
        return
    if int(announced) > allowed:
        raise too_large(most)
    if int(announced) > shutil.disk_usage(folder).free:
        raise _full()


def _boundary(request: Request) -> bytes:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not boundary:
        raise UsageError(
            say("This is not an upload."), say("Send the file as multipart/form-data.")
        )
    return boundary


def _feed(parser: MultipartParser, chunk: bytes) -> None:
    try:
        parser.write(chunk)
    except MultipartParseError as error:
        raise UsageError(
            say("The upload is malformed."), say("Send it as multipart/form-data.")
        ) from error


def _create(path: Path) -> IO[bytes]:
    return path.open("xb")


def _write(file: IO[bytes], parts: _Parts) -> None:
    pieces, parts.pieces = parts.pieces, []
    try:
        file.writelines(pieces)
        file.flush()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full() from error
        raise


def _full() -> DiskFull:
    return DiskFull(
        say("The disk of the server is full."), say("Free some space, or delete data sets.")
    )


async def _drain(request: Request) -> None:
    until = time.monotonic() + PATIENCE
    async for _ in request.stream():
        if time.monotonic() > until:
            return
