"""The file formats there are, which of them a file has, and which of them can be written.

A new format is one file that describes it, `FORMAT = Format(…)`, and one line in `BUILT_IN`.
Formats import their drivers when they are used.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from incrowd.engines.duckdb.relation import FileStyle
from incrowd.engines.files import (
    delimited,
    duckdb_file,
    excel,
    json_lines,
    parquet,
    sqlite_file,
    statistical,
)
from incrowd.engines.files.format import Format, OutputFormat, ReadOptions, ReadRequest
from incrowd.engines.files.text.byte_stream import find_compression, read_pieces
from incrowd.errors import InvalidParameter, MalformedData, SourceNotReadable, UnknownName
from incrowd.language import say
from incrowd.progress import Progress

BUILT_IN: Final[tuple[Format, ...]] = (
    delimited.FORMAT,
    json_lines.FORMAT,
    parquet.FORMAT,
    excel.FORMAT,
    statistical.FORMAT,
    duckdb_file.FORMAT,
    sqlite_file.FORMAT,
)


def writable_formats() -> tuple[OutputFormat, ...]:
    """The formats that can be written, in the order in which they are offered.

    >>> [output.name for output in writable_formats()]
    ['csv', 'parquet', 'xlsx']
    """
    return tuple(format.output for format in BUILT_IN if format.output is not None)


if TYPE_CHECKING:
    OutputFormatName = str
else:  # so that the REST API can list the names and refuse all others
    OutputFormatName = Literal[tuple(output.name for output in writable_formats())]


def output_format(name: str, style: FileStyle | None = None) -> OutputFormat:
    """A format that can be written, by its name, in the style of another file where it has one.

    >>> output_format("xslx")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no format 'xslx'.
    """
    known = {output.name: output for output in writable_formats()}
    if name not in known:
        raise UnknownName.among("format", name, known)
    output = known[name]
    return output if style is None or output.styled is None else output.styled(style)


def find_format(name: str) -> Format:
    """The format of a name."""
    return next(each for each in BUILT_IN if each.name == name)


def find_by_extension(path: Path) -> Format | None:
    """Find the format by the extension of a file, also before .gz and .zst."""
    endings = [ending.lstrip(".").lower() for ending in path.suffixes[-2:]]
    packed = bool(endings) and endings[-1] in ("gz", "zst")
    ending = "".join(endings[:-1] if packed else endings[-1:])
    return next((each for each in BUILT_IN if ending in each.extensions), None)


def recognise(
    path: Path, declared: Format | None, options: ReadOptions, progress: Progress
) -> tuple[Format, ReadRequest]:
    """Find out what a file is, and refuse it if its name and its content disagree."""
    head = next(read_pieces(path), b"")[:64]
    if not head:
        raise MalformedData(
            say("'{name}' is empty.", name=path.name), say("Check that this is the file you meant.")
        )
    compression = find_compression(head)
    named = declared or find_by_extension(path)
    seen = next((each for each in BUILT_IN if each.begins(head)), None)
    chosen = named or seen or _guess_by_text(path, compression)
    _check_content(path, chosen, seen, compression)
    _check_options(chosen, options)
    return chosen, ReadRequest(path, compression, options, progress)


def _guess_by_text(path: Path, compression: str | None) -> Format:
    head = next(filter(None, read_pieces(path, compression)), b"")
    return find_format("json" if head.lstrip()[:1] in (b"{", b"[") else "delimited")


def _check_content(
    path: Path, chosen: Format, seen: Format | None, compression: str | None
) -> None:
    if seen is not None and seen is not chosen:
        raise SourceNotReadable(
            say(
                "'{name}' is a file of {format}, not of {other} as its name says.",
                name=path.name,
                format=seen.title,
                other=chosen.title,
            ),
            say("Rename it to end in .{extension}.", extension=seen.extensions[0]),
        )
    packed = path.suffix.lower() in (".gz", ".zst")
    if compression is not None and not chosen.is_text:
        raise SourceNotReadable(
            say("'{name}' is compressed, which works for text files only.", name=path.name),
            say("Unpack it first."),
        )
    if packed != (compression is not None) and find_by_extension(path) is not None:
        named_wrong = say("'{name}' is not compressed, though its name says so.", name=path.name)
        compressed = say("'{name}' is compressed.", name=path.name)
        raise SourceNotReadable(
            named_wrong if packed else compressed,
            say("Rename it: .gz or .zst is for compressed files."),
        )
    if chosen.magic and chosen.always_marked and seen is None:
        raise SourceNotReadable(
            say(
                "'{name}' does not begin the way files of {title} do.",
                name=path.name,
                title=chosen.title,
            ),
            say("It is damaged, or its format is not the one its name says."),
        )


def _check_options(chosen: Format, options: ReadOptions) -> None:
    for name in options.given:
        if name not in chosen.options:
            raise InvalidParameter(
                say(
                    "The option '{name}' has no meaning for {title}.", name=name, title=chosen.title
                ),
                say(
                    "It understands: {options}.",
                    options=", ".join(chosen.options) or say("no options"),
                ),
            )
