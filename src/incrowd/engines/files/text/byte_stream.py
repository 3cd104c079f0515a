"""The bytes of a file in pieces, unpacked on the way: people.csv.gz -> b"age,sex…", b"…"."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from incrowd.errors import SourceNotReadable
from incrowd.language import say

PIECE: Final = 1 << 22
"""How many bytes are handled at a time."""

_PACKED_PIECES: Final = {"gz": 1 << 14, "zst": 1 << 12}
"""Small, because a packed byte may become a thousand in one format, and 32,768 in the other."""

GZIP: Final = "gz"
ZSTANDARD: Final = "zst"
MAGIC: Final = {b"\x1f\x8b": GZIP, b"\x28\xb5\x2f\xfd": ZSTANDARD}


def find_compression(head: bytes) -> str | None:
    """How the bytes are packed, by how they begin.

    >>> find_compression(b"age,sex") is None
    True
    """
    return next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)


def read_pieces(path: Path, compression: str | None = None) -> Iterator[bytes]:
    """The content of a file, piece by piece."""
    if compression == GZIP:
        return _unpack_gzip(_read_plain(path, _PACKED_PIECES[compression]), path.name)
    if compression == ZSTANDARD:
        return _unpack_zstandard(_read_plain(path, _PACKED_PIECES[compression]), path.name)
    return _read_plain(path, PIECE)


def _read_plain(path: Path, size: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(size):
            yield piece


def _unpack_gzip(packed: Iterator[bytes], name: str) -> Iterator[bytes]:
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for piece in packed:
        rest = piece
        while rest:
            if stream.eof:
                # archives one after the other are one archive; zeros at the end are padding
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
            yield stream.decompress(rest)
            rest = stream.unused_data
    if not stream.eof:
        raise _cut_off(name)


def _unpack_zstandard(packed: Iterator[bytes], name: str) -> Iterator[bytes]:
    import zstandard

    stream = zstandard.ZstdDecompressor().decompressobj()
    for piece in packed:
        rest = piece
        while rest:
            if stream.eof:
                stream = zstandard.ZstdDecompressor().decompressobj()
            yield stream.decompress(rest)
            rest = stream.unused_data
    if not stream.eof:
        raise _cut_off(name)


def _cut_off(name: str) -> SourceNotReadable:
    return SourceNotReadable(
        say("The compressed file '{name}' ends too early.", name=name),
        say("It is incomplete: get it again."),
    )
