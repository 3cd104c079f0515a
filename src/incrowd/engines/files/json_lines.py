"""Read JSON: one object a line, or one array of objects.

    {"age": 39, "tags": ["a"]}      ->  age = 39, tags = ["a"]

Numbers are kept as they are written, nested values become JSON text, a key that an object lacks is
missing, and so is null. Columns come in the order in which keys first appear.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

from incrowd.engines.duckdb.relation import Relation, batch_rows, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined.preparing import Told
from incrowd.engines.files.confined.texts import read_texts, write_texts
from incrowd.engines.files.format import Format, ReadRequest, TextTable
from incrowd.engines.files.text import encoding as encodings
from incrowd.errors import MalformedData
from incrowd.language import say

_BLANK: Final = " \t\r\n"
_SAMPLE: Final = 1 << 16


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


def read(request: ReadRequest, session: Session) -> Relation:
    """Bring a JSON file into the working table."""
    return read_texts(request, session, prepare)


def prepare(request: ReadRequest, target: Path) -> Told:
    """Hand the objects over, from the process that reads them; twice, first for their keys."""
    keys: dict[str, None] = {}
    for record in _records(request):
        keys.update(dict.fromkeys(record))
    if not keys:
        raise MalformedData(
            say("'{name}' has no objects with keys.", name=request.name),
            say("Write one JSON object per line."),
        )
    names = check_names(list(keys), request.name)
    rows = ([_text(record.get(name)) for name in names] for record in _records(request))
    return write_texts(TextTable(request.name, names, batch_rows(rows)), request, target)


def _records(request: ReadRequest) -> Iterator[dict[str, Any]]:
    """The objects of the file, each of them checked."""
    lines = ((number, line) for number, line in enumerate(_lines(request), 1) if line.strip(_BLANK))
    first = next(lines, None)
    if first is None:
        return
    if first[1].lstrip(_BLANK).startswith("["):
        # an array is held in memory as a whole; what is larger is better written in lines
        rest = "".join(line for _, line in lines)
        result = _elements(first[1] + rest, first[0])
    else:
        result = ((number, _DECODER.decode(line)) for number, line in chain([first], lines))
    place = first[0]
    try:
        for number, record in result:
            place = number
            yield _check_record(record, place, request.name)
    except (ValueError, RecursionError) as error:
        raise MalformedData(
            say(
                "'{name}' has no valid JSON after line {place}: {error}.",
                name=request.name,
                place=place,
                error=error,
            ),
            say("Write one JSON object per line, or one array of objects."),
        ) from error


def _check_record(record: object, line: int, source: str) -> dict[str, Any]:
    if isinstance(record, dict):
        return record
    raise MalformedData(
        say(
            "Line {line} of '{source}' contains something that is not a JSON object.",
            line=line,
            source=source,
        ),
        say('Write one object per line: {{"age": 39, "sex": "f"}}.'),
    )


def _elements(text: str, line: int) -> Iterator[tuple[int, object]]:
    """The elements of an array one by one, with the line on which each begins."""
    place = text.index("[") + 1
    before = 0
    closing = _skip(text, place)
    while text[closing : closing + 1] != "]":
        place = _skip(text, place)
        line, before = line + text.count("\n", before, place), place
        element, end = _DECODER.raw_decode(text, place)
        yield line, element
        closing = _skip(text, end)
        if text[closing : closing + 1] not in (",", "]"):
            raise ValueError("a comma or the end of the array is missing")
        place = closing + 1
    if text[closing + 1 :].strip(_BLANK):
        raise ValueError("something follows the end of the array")


def _skip(text: str, place: int) -> int:
    while text[place : place + 1] and text[place] in _BLANK:
        place += 1
    return place


def _lines(request: ReadRequest) -> Iterator[str]:
    """The lines of the file, their ends kept."""
    head, _ = request.beginning(_SAMPLE)
    declared = request.options.encoding
    encoding = encodings.find_codec(declared, head) if declared else encodings.guess_encoding(head)
    rest: list[bytes] = []
    for piece in encodings.convert_to_utf8(request.stream(), encoding, request.name):
        *lines, last = piece.split(b"\n")
        for line in lines:
            yield b"".join([*rest, line]).decode() + "\n"
            rest = []
        rest.append(last)
    yield b"".join(rest).decode()


def _to_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key occurs twice in one object")
    return result


def _text(value: object) -> str | None:
    """A value as text; only strings lose their quotes."""
    if value is None:
        return None
    return str(value) if isinstance(value, str) else _to_json(value)


def _to_json(value: object) -> str:
    """A value as JSON, with its numbers as they were."""
    if isinstance(value, _Number):
        return str(value)
    if isinstance(value, dict):
        pairs = (
            f"{json.dumps(key, ensure_ascii=False)}: {_to_json(each)}"
            for key, each in value.items()
        )
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_to_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


_DECODER: Final = json.JSONDecoder(
    parse_float=_Number, parse_int=_Number, parse_constant=_Number, object_pairs_hook=_to_object
)


FORMAT: Final = Format(
    "json",
    "JSON lines",
    read,
    ("jsonl", "ndjson", "json"),
    options=("encoding",),
    is_text=True,
)
