r"""In which encoding a text file is: UTF-8, UTF-16 with or without mark, or one byte a character.

    guess_encoding(b"\xff\xfea\x00")      # "utf-16-le"

UTF-8 is taken for granted until a byte contradicts it, which may be gigabytes later; then, if the
file does not otherwise look like damaged UTF-8, it is Windows-1252, or Latin-1 where it has bytes
which Windows-1252 lacks.
"""

import codecs
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from incrowd.errors import InvalidParameter, SourceNotReadable, suggestion
from incrowd.language import say

UTF8: Final = "utf-8"
WINDOWS: Final = "cp1252"
LATIN: Final = "iso8859-1"
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KNOWN: Final = ("utf-8", "utf-16", "windows-1252", "latin-1", "iso-8859-15", "cp850", "mac-roman")


def web_name(encoding: str) -> str:
    """What browsers call an encoding.

    >>> web_name("cp1252"), web_name("iso8859-15"), web_name("utf-16-le"), web_name("utf-8-sig")
    ('windows-1252', 'iso-8859-15', 'utf-16', 'utf-8')
    """
    name = codecs.lookup(encoding).name
    if name.startswith("cp125"):
        return name.replace("cp", "windows-")
    if name.startswith("iso8859"):
        return name.replace("iso", "iso-")
    # a mark at the beginning says the rest
    return name.removesuffix("-sig").removesuffix("-le").removesuffix("-be")


def guess_encoding(head: bytes) -> str:
    """The encoding that the beginning of a file suggests.

    >>> guess_encoding("age;sex".encode("utf-16-be"))
    'utf-16-be'
    """
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    even, odd = head[0::2].count(0), head[1::2].count(0)
    # text of western scripts has a zero in every other byte; a stray NUL is no such text
    if odd > len(head) // 5 and even * 10 < odd:
        return "utf-16-le"
    if even > len(head) // 5 and odd * 10 < even:
        return "utf-16-be"
    return UTF8


def find_codec(name: str, head: bytes) -> str:
    """The codec of a declared encoding; plain UTF-16 gets its byte order from the file.

    >>> find_codec("Windows-1252", b"")
    'cp1252'
    """
    try:
        codec = codecs.lookup(name)
        "".encode(codec.name)
    except (LookupError, ValueError):
        raise InvalidParameter(
            say("There is no encoding '{name}'.", name=name), suggestion(name, _KNOWN)
        ) from None
    if codec.name in ("utf-16", "utf-32"):
        guessed = guess_encoding(head)
        return guessed if guessed.startswith(codec.name) else f"{codec.name}-le"
    return UTF8 if codec.name == "utf-8-sig" else codec.name


def convert_to_utf8(stream: Iterable[bytes], encoding: str, source: str) -> Iterator[bytes]:
    """The same text in UTF-8, without mark; a byte that cannot be read is named."""
    decoder = codecs.getincrementaldecoder(encoding)()
    offset, line, beginning = 0, 1, True
    for piece in _end_with_empty(stream):
        held = len(decoder.getstate()[0])
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(encoding, "replace").count("\n")
            place = offset - held + error.start
            raise UnreadableByte(source, encoding, place, line + before) from error
        offset += len(piece)
        line += text.count("\n")
        if text and beginning:
            text, beginning = text.removeprefix("\ufeff"), False
        yield text.encode(UTF8, "surrogatepass")


def check_utf8(open_stream: Callable[[], Iterable[bytes]], source: str) -> Iterator[bytes]:
    """The pieces of a text in UTF-8 as they are, without mark; a byte that is none is named."""
    decoder = codecs.getincrementaldecoder(UTF8)()
    offset = 0
    for piece in _end_with_empty(open_stream()):
        held = len(decoder.getstate()[0])
        if held or not piece.isascii():
            try:
                decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as error:
                place = offset - held + error.start
                line = _line_at(open_stream(), place)
                raise UnreadableByte(source, UTF8, place, line) from error
        yield piece if offset else piece.removeprefix(codecs.BOM_UTF8)
        offset += len(piece)


def _line_at(stream: Iterable[bytes], offset: int) -> int:
    """The line of a byte, counted only when it is needed."""
    line, done = 1, 0
    for piece in stream:
        line += piece[: max(offset - done, 0)].count(b"\n")
        done += len(piece)
    return line


class UnreadableByte(SourceNotReadable):
    """A byte that is not in the encoding expected."""

    def __init__(self, source: str, encoding: str, offset: int, line: int) -> None:
        super().__init__(
            say(
                "'{source}' is not in the encoding {encoding}: the byte at offset {offset} "
                "(line {line}) does not belong to it.",
                source=source,
                encoding=encoding,
                offset=offset,
                line=line,
            ),
            say(
                "Name the right encoding, for example encoding='windows-1252', or save it as UTF-8."
            ),
        )


def guess_one_byte_encoding(stream: Iterable[bytes]) -> str | None:
    """Windows-1252 or Latin-1 for what is not UTF-8; None if it looks like damaged UTF-8."""
    good = bad = 0
    lacking = False
    decoder = codecs.getincrementaldecoder(UTF8)("replace")
    for piece in stream:
        text = decoder.decode(piece)
        broken = text.count("\ufffd")
        good += len(text) - len(text.encode("ascii", "ignore")) - broken
        bad += broken
        lacking = lacking or any(byte in piece for byte in b"\x81\x8d\x8f\x90\x9d")
    if good > bad:
        return None
    return LATIN if lacking else WINDOWS


def _end_with_empty(stream: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces that hold something, then an empty one that says that it is over."""
    yield from filter(None, stream)
    yield b""


def decode_sample(head: bytes, encoding: str) -> bytes:
    """The beginning of a file in UTF-8, without mark; what is cut off or unreadable is replaced."""
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head)
    return text.removeprefix("\ufeff").encode(UTF8, "replace")
