"""A folder as one table: Parquet files, also in partitions (`year=2024/…`), Delta Lake, Iceberg.

    read_folder(ReadRequest(Path("people/")), session)

The files are read where they lie. Every one of them is looked at first, so that a folder with a
damaged file, or with files of different columns, is refused in words.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from incrowd.engines.duckdb.extensions import check_extensions, load_extensions
from incrowd.engines.duckdb.relation import FileStyle, Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import call, literal, select
from incrowd.engines.files.confined import preparing as confined
from incrowd.engines.files.confined.rehearsal import rehearse
from incrowd.engines.files.format import ReadOptions, ReadRequest
from incrowd.errors import InvalidParameter, MalformedData, SourceNotFound, SourceNotReadable
from incrowd.language import say

if TYPE_CHECKING:
    import pyarrow as pa

_PARQUET: Final = (".parquet", ".pq")
_OTHER_DATA: Final = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx", ".orc", ".avro")
_METADATA: Final = ".metadata.json"
_SHOWN: Final = 5


@dataclass(frozen=True)
class FolderKind:
    """What sort of table a folder is."""

    name: str
    title: str
    read: Callable[[ReadRequest, Session], Relation]
    extensions: tuple[str, ...] = ()
    """What DuckDB needs to read it, each after those that it builds on."""


def check_folder_options(path: Path, options: ReadOptions) -> None:
    """Refuse options that only a single file has."""
    for name in options.given:
        raise InvalidParameter(
            say("The option '{name}' has no meaning for a folder.", name=name),
            say("Leave it out: '{path}' is read as one table.", path=path),
        )


def read_folder(request: ReadRequest, session: Session) -> Relation:
    """Make a folder known as the working table, once it has been read elsewhere."""
    kind = find_folder_kind(request.path)
    check_extensions(kind.title, kind.extensions)
    if not request.trusted:
        confined.prepare(request, session, prepare)
    return kind.read(request, session)


def prepare(request: ReadRequest, target: Path) -> confined.Told:
    """Read all of it, in the confined process."""
    with closing(Session(request.progress)) as session:
        relation = find_folder_kind(request.path).read(request, session)
        rehearse(relation, session, request)
    return {}


def find_folder_kind(folder: Path) -> FolderKind:
    """What a folder is, by what lies in it."""
    if (folder / "_delta_log").is_dir():
        return DELTA
    if any((folder / "metadata").glob(f"*{_METADATA}")):
        return ICEBERG
    return PARQUET


def _read_parquet(request: ReadRequest, session: Session) -> Relation:
    files = _find_files(request.path)
    first, rows = _check_files(files, request)
    keys = _check_partitions(files, request.path, first)
    paths = ", ".join(literal(_as_pattern(file)) for file in files)
    source = call(
        "read_parquet",
        f"[{paths}]",
        hive_partitioning="true" if keys else "false",
        hive_types_autocast="false",
        union_by_name="false",
    )
    # the engine puts partitions behind the columns of the files, in an order of its own
    described = [str(row[0]) for row in session.rows(f"DESCRIBE {select(['*'], source)}")]
    names = check_names([*first.names, *described[len(first.names) :]], request.name)
    if sorted(names[len(first.names) :]) != sorted(keys):
        raise MalformedData(
            say("The partitions of '{name}' cannot be told apart.", name=request.name),
            say("Give them names that differ in more than capitals."),
        )
    relation = create_view(session, request.name, source, names)
    if relation.rows != rows:
        raise MalformedData(
            say(
                "'{name}' announces {promised} rows, but has {rows}.",
                name=request.name,
                promised=rows,
                rows=relation.rows,
            ),
            say("Somebody is writing into the folder: wait until that is done."),
        )
    return relation


def _find_files(folder: Path) -> list[Path]:
    """All Parquet files but hidden ones and what Spark notes for itself; links are followed."""
    everything = sorted(_walk(folder, frozenset()))
    files = [path for path in everything if path.suffix.lower() in _PARQUET]
    others = [path.name for path in everything if path.suffix.lower() in _OTHER_DATA]
    if not files:
        listed = ", ".join(path.name for path in everything[:_SHOWN])
        raise SourceNotFound(
            say("There is no Parquet file in the folder '{path}'.", path=folder),
            say("Name a file in it. It contains: {names}.", names=listed)
            if listed
            else say("Check that this is the folder you meant: it is empty."),
        )
    if others:
        raise MalformedData(
            say(
                "The folder '{path}' holds files of other kinds beside Parquet: {names}.",
                path=folder,
                names=", ".join(others[:_SHOWN]),
            ),
            say("Move them elsewhere, so that no data is missed."),
        )
    return files


def _walk(folder: Path, above: frozenset[Path]) -> Iterator[Path]:
    real = folder.resolve()
    if real in above:  # a link to a folder in which it lies
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith((".", "_")):
                continue
            if entry.is_dir():
                yield from _walk(folder / entry.name, above | {real})
            else:
                yield folder / entry.name


def _check_files(files: list[Path], request: ReadRequest) -> tuple[pa.Schema, int]:
    """The columns that all files have, and how many rows they promise."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    first: pa.Schema | None = None
    rows = 0
    for done, file in enumerate(files):
        request.progress(
            say("looking at the files of {name}", name=request.name), done / len(files)
        )
        shown = str(file.relative_to(request.path))
        try:
            with pq.ParquetFile(file) as opened:
                schema, promised = opened.schema_arrow, opened.metadata.num_rows
        except (pa.ArrowException, OSError) as error:
            raise SourceNotReadable(
                say(
                    "'{file}' in the folder '{name}' cannot be read as Parquet.",
                    file=shown,
                    name=request.name,
                ),
                say("The file is damaged or cut off: get it again, or remove it."),
            ) from error
        rows += promised
        if first is None:
            first = schema
        else:
            _check_same(first, schema, str(files[0].relative_to(request.path)), shown)
    assert first is not None  # noqa: S101 - there is a file
    return first, rows


def _check_same(first: pa.Schema, other: pa.Schema, here: str, there: str) -> None:
    if first.names != other.names:
        missing = [name for name in first.names if name not in other.names]
        more = [name for name in other.names if name not in first.names]
        different = ", ".join([*missing, *more][:_SHOWN]) or ", ".join(other.names[:_SHOWN])
        raise MalformedData(
            say(
                "The files '{here}' and '{there}' have different columns: {names}.",
                here=here,
                there=there,
                names=different,
            ),
            say("A folder is one table: give all files the same columns in the same order."),
        )
    for name, one, two in zip(first.names, first.types, other.types, strict=True):
        if one != two:
            raise MalformedData(
                say(
                    "'{name}' is of type {one} in '{here}', but {two} in '{there}'.",
                    name=name,
                    one=str(one),
                    two=str(two),
                    here=here,
                    there=there,
                ),
                say("A folder is one table: give the column the same type in all files."),
            )


def _check_partitions(files: list[Path], folder: Path, schema: pa.Schema) -> list[str]:
    """The columns that stand in the names of folders, the same for every file."""
    keys = _partition_keys(files[0], folder)
    for file in files:
        if _partition_keys(file, folder) != keys:
            raise MalformedData(
                say(
                    "The files '{here}' and '{there}' lie in partitions of different columns.",
                    here=files[0].relative_to(folder),
                    there=file.relative_to(folder),
                ),
                say("Partition all files by the same columns."),
            )
    for key in keys:
        if key in schema.names:
            raise MalformedData(
                say("'{name}' is a column of the files and of the partitions.", name=key),
                say("Leave it out of the files, or out of the names of the folders."),
            )
    return keys


def _partition_keys(file: Path, folder: Path) -> list[str]:
    """The columns of a file's folders.

    >>> _partition_keys(Path("people/year=2024/sex=f/1.parquet"), Path("people"))
    ['year', 'sex']
    """
    parts = file.relative_to(folder).parts[:-1]
    return [unquote(part.partition("=")[0]) for part in parts if "=" in part]


def _as_pattern(path: Path) -> str:
    """A path in which no sign stands for others."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(path.absolute()))


def _read_delta(request: ReadRequest, session: Session) -> Relation:
    load_extensions(session, DELTA.title, DELTA.extensions)
    return _read_described(
        call("delta_scan", literal(str(request.path.absolute()))), request, session
    )


def _read_iceberg(request: ReadRequest, session: Session) -> Relation:
    load_extensions(session, ICEBERG.title, ICEBERG.extensions)
    source = call(
        "iceberg_scan",
        literal(str(request.path.absolute())),
        version=literal(_newest(request.path / "metadata")),
        allow_moved_paths="true",
    )
    return _read_described(source, request, session)


def _newest(folder: Path) -> str:
    """The version of the table as it is now, of `00002-….metadata.json` or `v2.metadata.json`."""
    versions = [path.name.removesuffix(_METADATA) for path in folder.glob(f"*{_METADATA}")]

    def number(version: str) -> int:
        digits = version.removeprefix("v").partition("-")[0]
        return int(digits) if digits.isdecimal() else -1

    newest = max(versions, key=lambda version: (number(version), version))
    return newest.removeprefix("v") if newest[1:].isdecimal() else newest


def _read_described(source: str, request: ReadRequest, session: Session) -> Relation:
    """A table whose columns the engine knows."""
    described = session.rows(f"DESCRIBE {select(['*'], source)}")
    names = check_names([str(row[0]) for row in described], request.name)
    return create_view(session, request.name, source, names)


PARQUET: Final = FolderKind("parquet", "Parquet", _read_parquet)
DELTA: Final = FolderKind("delta", "Delta Lake", _read_delta, ("delta",))
ICEBERG: Final = FolderKind("iceberg", "Iceberg", _read_iceberg, ("avro", "iceberg"))
FOLDER_STYLE: Final = FileStyle("parquet")
"""A release of a folder is one Parquet file, unless another format is asked for."""
