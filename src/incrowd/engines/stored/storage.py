"""Keep a table of any source as one Parquet file: every value as text, every row in its place.

    store("people.csv", Path("data.parquet"))       # 1,000,000

Column i is called ci whatever its real name, `row` counts from 1. What the columns really are, as
found on the source, stands beside it in data.parquet.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import FileStyle
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import copy, literal, select
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.engines.opening import open_file, open_frame
from incrowd.engines.servers.passwords import Password
from incrowd.errors import MalformedData, SourceNotReadable
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.strict_json import parse_json
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    import pyarrow as pa

    from incrowd.engines.stored.page import Recoding

ROW: Final = "row"
"""The column that numbers the rows."""


def store(
    data: str | Path | object,
    target: Path,
    progress: Progress = silent,
    *,
    password: Password = None,
    **options: str,
) -> int:
    """Keep all that `connect` can read, in the order of its rows, and return their number.

    `Cancelled` or Ctrl-C from `progress` stops it; then, as after any failure, nothing is left.
    """
    with closing(_open_ordered(data, progress, options, password)) as source:
        return store_source(source, target)


def store_raised(
    data: str | Path | object,
    target: Path,
    recodings: Mapping[str, Recoding],
    progress: Progress = silent,
    **options: str,
) -> int:
    """The same with some columns as the labels that stand for their values."""
    with closing(_open_ordered(data, progress, options, None)) as source:
        return store_source(source.raised(recodings), target)


def store_source(source: DuckDBSource, target: Path) -> int:
    """Keep the rows of a source that is open with every row in its place; their number."""
    with translate_errors(source.name):
        profiles = source.profiles()
        # the notes are in place before the file that they are about
        with write_atomically(target) as part, write_atomically(notes_path(target)) as notes:
            _copy(source, part)
            style = source.relation.style
            described = describe(source.name, source.rows, profiles, style)
            notes.write_text(json.dumps(described), "utf-8")
        return source.rows


def store_texts(
    batches: Iterable[pa.RecordBatch], name: str, profiles: Sequence[Profile], target: Path
) -> int:
    """Keep rows of texts that came from elsewhere, always in the same order, as a stored table."""
    import pyarrow as pa

    texts = [f"c{position}" for position in range(len(profiles))]
    schema = pa.schema([(text, pa.string()) for text in texts])
    renamed = (pa.record_batch(batch.columns, schema=schema) for batch in batches)
    with (
        closing(Session(silent, on_disk=True)) as session,
        write_atomically(target) as part,
        write_atomically(notes_path(target)) as notes,
    ):
        session.connection.register("incoming", pa.RecordBatchReader.from_batches(schema, renamed))
        numbered = f"row_number() OVER (ORDER BY {', '.join(texts)}) AS {ROW}"
        query = select([*texts, numbered], "incoming")
        statement = copy(query, str(part.absolute()), format="parquet", compression="zstd")
        ((rows,),) = session.run(statement, f"storing {name}")
        known = [replace(profile, rows=rows) for profile in profiles]
        notes.write_text(json.dumps(describe(name, rows, known, None)), "utf-8")
    return int(rows)


def _open_ordered(
    data: object, progress: Progress, options: Mapping[str, str], password: Password
) -> DuckDBSource:
    if isinstance(data, (str, Path)):
        return open_file(data, progress, options, ordered=True, password=password)
    return open_frame(data, progress, options, ordered=True)


def _copy(source: DuckDBSource, part: Path) -> None:
    texts = [f"{column.text} AS {column.sql}" for column in source.relation.columns]
    query = select([*texts, f"{_row_number(source)} AS {ROW}"], source.relation.table)
    statement = copy(query, str(part.absolute()), format="parquet", compression="zstd")
    ((rows,),) = source.session.run(statement, f"storing {source.name}")
    if rows != source.rows:
        raise MalformedData(
            say(
                "'{name}' has {rows} rows, but {stored} could be stored.",
                name=source.name,
                rows=source.rows,
                stored=rows,
            ),
            say("The source changed while it was read: try again."),
        )


def _row_number(source: DuckDBSource) -> str:
    """How rows are numbered: a table knows their places, which spares counting in one thread."""
    ours = "database_name IN (current_database(), 'temp')"
    known = f"WHERE table_name = {literal(source.relation.table)} AND {ours}"
    is_table = source.session.rows(select(["count(*)"], "duckdb_tables()", known))[0][0]
    return "rowid + 1" if is_table else "row_number() OVER ()"


def notes_path(target: Path) -> Path:
    """Where the names and profiles of a stored table stand.

    >>> notes_path(Path("d/data.parquet")).name
    'data.parquet.json'
    """
    return target.with_name(f"{target.name}.json")


def describe(
    name: str, rows: int, profiles: Sequence[Profile], style: FileStyle | None
) -> dict[str, Any]:
    """The notes of a stored table, as `read_notes` reads them."""
    return {
        "name": name,
        "rows": rows,
        "profiles": [asdict(profile) for profile in profiles],
        "style": style and asdict(style),
    }


@dataclass(frozen=True)
class Notes:
    """What is known of a stored table beside its rows."""

    name: str
    profiles: tuple[Profile, ...]
    style: FileStyle | None
    """How the file was written that it came from."""


def read_notes(target: Path) -> Notes:
    """The name and the columns of a stored table, and what its file was like."""
    try:
        answer = parse_json(notes_path(target).read_bytes())
        name, profiles = str(answer["name"]), tuple(map(_profile, answer["profiles"]))
        style = answer.get("style")  # tables that were stored before have none
        return Notes(name, profiles, None if style is None else _style(style))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SourceNotReadable(
            say("The stored information about '{name}' is lost or damaged.", name=target.name),
            say("Import the data again."),
        ) from error


def _style(told: Mapping[str, Any]) -> FileStyle:
    return FileStyle(**{**told, "unnamed": tuple(told.get("unnamed", ()))})


def _profile(told: Mapping[str, Any]) -> Profile:
    return Profile(
        **{
            **told,
            "kind": Kind(told["kind"]),
            "markers": tuple(told["markers"]),
            "common": tuple((value, rows) for value, rows in told["common"]),
        }
    )
