"""Read SPSS, Stata and SAS files: codes are shown by their labels, days as ISO dates.

A column's labels are used where every code that occurs has a label of its own; otherwise the codes
are kept. What the file's author declared as missing (9 = "no answer") is a value; only what is
truly absent is missing.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time
from math import isnan
from pathlib import Path
from typing import Any, Final

from incrowd.engines.duckdb.relation import BATCH, Batch, Relation, check_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.files.confined.preparing import Told
from incrowd.engines.files.confined.texts import read_texts, write_texts
from incrowd.engines.files.format import Format, ReadRequest, TextTable
from incrowd.errors import MalformedData
from incrowd.language import say

_READERS: Final = {
    "sav": "read_sav",
    "zsav": "read_sav",
    "por": "read_por",
    "dta": "read_dta",
    "sas7bdat": "read_sas7bdat",
    "xpt": "read_xport",
}
_MAGIC: Final = {
    b"$FL2": "sav",
    b"$FL3": "zsav",
    b"<stata_dta>": "dta",
    b"HEADER RECORD*******LIB": "xpt",
    b"\0" * 12 + b"\xc2\xea\x81\x60": "sas7bdat",
}
"""How the files begin; old Stata and portable SPSS files have no such mark."""

_WITH_USER_MISSING: Final = ("sav", "zsav", "dta", "sas7bdat")
Reader = Callable[..., tuple[dict[str, Any], Any]]
Labels = Mapping[str, Mapping[Any, str]]


def read(request: ReadRequest, session: Session) -> Relation:
    """Bring a statistical file into the working table."""
    return read_texts(request, session, prepare)


def prepare(request: ReadRequest, target: Path) -> Told:
    """Hand a statistical file over, from the process that reads it."""
    return write_texts(_extract(request), request, target)


def _extract(request: ReadRequest) -> TextTable:
    import pyreadstat

    kind = _find_kind(request)
    reader = getattr(pyreadstat, _READERS[kind])
    options: dict[str, Any] = {"output_format": "dict"}
    if request.options.encoding is not None:
        options["encoding"] = request.options.encoding
    if kind in _WITH_USER_MISSING:
        options["user_missing"] = True
    _, metadata = reader(str(request.path), metadataonly=True, **options)
    names = check_names(metadata.column_names, request.name)
    labels = _usable_labels(reader, request, options, metadata.variable_value_labels)
    batches = _batches(reader, request, options, labels)
    return TextTable(request.name, names, _counted(batches, request, metadata.number_rows))


def _counted(
    batches: Iterator[Batch], request: ReadRequest, promised: int | None
) -> Iterator[Batch]:
    """All batches; refuse a file that has another number of rows than it says."""
    rows = 0
    for batch in batches:
        rows += len(batch[0])
        yield batch
    if rows and promised not in (None, rows):
        raise MalformedData(
            say(
                "'{name}' announces {promised} rows, but has {rows}.",
                name=request.name,
                promised=promised,
                rows=rows,
            ),
            say("The file is damaged: get it again."),
        )


def _chunks(
    reader: Reader, request: ReadRequest, options: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    offset = 0
    while True:
        chunk, _ = reader(str(request.path), row_offset=offset, row_limit=BATCH, **options)
        rows = len(next(iter(chunk.values()), ()))
        if rows:
            yield chunk
        if rows < BATCH:
            return
        offset += rows


def _batches(
    reader: Reader, request: ReadRequest, options: Mapping[str, Any], labels: Labels
) -> Iterator[Batch]:
    for chunk in _chunks(reader, request, options):
        yield [
            [_text(value, labels.get(name, {})) for value in values]
            for name, values in chunk.items()
        ]


def _usable_labels(
    reader: Reader, request: ReadRequest, options: Mapping[str, Any], labels: Labels
) -> Labels:
    """The labels of the columns in which every code that occurs has one of its own."""
    if not labels:
        return {}
    codes: dict[str, set[Any]] = {name: set() for name in labels}
    for chunk in _chunks(reader, request, {**options, "usecols": list(labels)}):
        for name, values in chunk.items():
            codes[name].update(value for value in values if not _is_missing(value))
    return {name: known for name, known in labels.items() if _covers(known, codes[name])}


def _covers(labels: Mapping[Any, str], codes: set[Any]) -> bool:
    used = [labels.get(code) for code in codes]
    return all(used) and len(set(used)) == len(used)


def _is_missing(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, float) and isnan(value))


def _text(value: object, labels: Mapping[Any, str]) -> str | None:
    """A value as text: 3.0 -> 3, a day in ISO form, a code by its label."""
    if _is_missing(value):
        return None
    if labels:
        return labels[value]
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def _find_kind(request: ReadRequest) -> str:
    """Which of the formats it is: by the name, or else by how the file begins."""
    suffix = request.path.suffix.lower().lstrip(".")
    if suffix in _READERS:
        return suffix
    head, _ = request.beginning(32)
    return next(kind for magic, kind in _MAGIC.items() if head.startswith(magic))


FORMAT: Final = Format(
    "statistical",
    "SPSS, Stata or SAS",
    read,
    ("sav", "zsav", "por", "dta", "sas7bdat", "xpt"),
    tuple((0, mark) for mark in _MAGIC),
    always_marked=False,
    options=("encoding",),
)
