"""Open a source: find out what it is and let its reader fill the working table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.address import Address, check_file, check_folder, parse_address
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import FileStyle, Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.files.confined.unpacking import unpack
from incrowd.engines.files.folder import FOLDER_STYLE, check_folder_options, read_folder
from incrowd.engines.files.format import Format, ReadOptions, ReadRequest
from incrowd.engines.files.formats import find_format, recognise
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.passwords import Password
from incrowd.engines.servers.tables import read_server_table
from incrowd.errors import InvalidParameter, MalformedData, UsageError
from incrowd.language import say
from incrowd.progress import Progress

if TYPE_CHECKING:
    import pyarrow as pa


_FRAME = "frame"
FRAME_NAME = "frame"
"""What a table without a name is called."""


def is_frame(thing: object) -> bool:
    """Whether something can be read as a frame."""
    return (
        hasattr(thing, "__arrow_c_stream__")
        or hasattr(thing, "__arrow_c_array__")
        or _is_pandas(thing)
    )


def read_frame(frame: object, session: Session) -> Relation:
    """Make a frame known as the working table; nothing is copied that need not be."""
    table = _decode_columns(_to_arrow(frame))
    names = check_names(table.column_names, FRAME_NAME, say("Give every column a name of its own."))
    session.connection.register(
        _FRAME, table.rename_columns([f"c{position}" for position in range(len(names))])
    )
    return create_view(session, FRAME_NAME, _FRAME, names)


def unreadable_frame(thing: object) -> UsageError:
    """Say what can be read instead of this."""
    kind = type(thing)
    hint = say("Give a path, a URL, or a Polars, pandas or Arrow frame.")
    if kind.__name__ == "LazyFrame":
        hint = say("Call .collect() on it first.")
    return UsageError(
        say(
            "A {module}.{name} cannot be read as a table.",
            module=kind.__module__,
            name=kind.__qualname__,
        ),
        hint,
    )


def _to_arrow(frame: object) -> pa.Table:
    import pyarrow as pa

    try:
        if _is_pandas(frame):
            # an index with a name is a column like any other, one without only numbers the rows
            named = any(name is not None for name in attrgetter("index.names")(frame))
            return pa.Table.from_pandas(frame, preserve_index=named)
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise MalformedData(
            say("The frame cannot be read as a table: {error}.", error=str(error).splitlines()[0]),
            say("Give each column one type, or turn it into text."),
        ) from error


def _decode_columns(table: pa.Table) -> pa.Table:
    """Categories as the values they stand for, and types that DuckDB lacks as their like."""
    import pyarrow as pa

    for place, column in enumerate(table.schema):
        if pa.types.is_dictionary(column.type):
            wanted = column.type.value_type
        elif pa.types.is_null(column.type):
            wanted = pa.string()
        elif pa.types.is_float16(column.type):
            wanted = pa.float32()
        else:
            continue
        table = table.set_column(place, column.name, table.column(place).cast(wanted))
    return table


def _is_pandas(thing: object) -> bool:
    kind = type(thing)
    return kind.__module__.split(".")[0] == "pandas" and kind.__name__ == "DataFrame"


_LARGE: Final = 1 << 29
"""Bytes from which on the working table is kept on disk."""

_COMPRESSION_RATIO: Final = 8
"""So many times larger a compressed file is taken to be."""


def open_file(
    place: str | Path,
    progress: Progress,
    given: Mapping[str, Any],
    *,
    ordered: bool = False,
    password: Password = None,
    trusted: bool = False,
) -> DuckDBSource:
    """Open a path or a URL; `ordered` keeps every row in its place.

    A `trusted` file is one that we wrote ourselves, which need not be read elsewhere first.
    """
    address = parse_address(place) if isinstance(place, str) else Address(place)
    with translate_errors(address.shown):
        options = _with_table(ReadOptions.of(given), address)
        if address.server is not None:
            session = _session_for(address.server, options, progress, ordered)
            server = address.server
            return _open_source(
                session, lambda: read_server_table(session, server, options.table, password)
            )
        if address.path.is_dir():
            return _open_folder(address, options, progress, ordered)
        check_file(address.path)
        declared = find_format(address.scheme) if address.scheme else None
        chosen, request = recognise(address.path, declared, options, progress)
        request = replace(request, ordered=ordered, trusted=trusted)
        session = Session(progress, on_disk=_is_large(request), ordered=ordered)
        return _open_source(session, lambda: _read_file(chosen, request, session))


def _open_folder(
    address: Address, options: ReadOptions, progress: Progress, ordered: bool
) -> DuckDBSource:
    """Open a folder as one table."""
    check_folder(address)
    check_folder_options(address.path, options)
    request = ReadRequest(address.path, progress=progress, ordered=ordered)
    session = Session(progress, on_disk=True, ordered=ordered)
    return _open_source(session, lambda: replace(read_folder(request, session), style=FOLDER_STYLE))


def _read_file(chosen: Format, request: ReadRequest, session: Session) -> Relation:
    """Read a file, and know how to write one like it."""
    packed = request.compression is not None and chosen.streamed
    if packed:
        request = unpack(request, session)
    relation = chosen.read(request, session)
    if packed:
        request.path.unlink()
    if relation.style is not None or chosen.output is None:
        return relation
    return replace(relation, style=FileStyle(chosen.output.name))


def open_frame(
    frame: object, progress: Progress, given: Mapping[str, Any], *, ordered: bool = False
) -> DuckDBSource:
    """Open a frame in memory."""
    if not is_frame(frame):
        raise unreadable_frame(frame)
    with translate_errors(FRAME_NAME):
        for name in ReadOptions.of(given).given:
            raise InvalidParameter(
                say("The option '{name}' has no meaning for a frame.", name=name),
                say("Leave it out."),
            )
        session = Session(progress, ordered=ordered)
        return _open_source(session, lambda: read_frame(frame, session))


def _session_for(
    server: Server, options: ReadOptions, progress: Progress, ordered: bool
) -> Session:
    """A session for a table of a server; only the server knows how large it is, so on disk."""
    for name in options.given:
        if name != "table":
            raise InvalidParameter(
                say(
                    "The option '{name}' has no meaning for {title}.",
                    name=name,
                    title=server.kind.title,
                ),
                say("Leave it out."),
            )
    return Session(progress, on_disk=True, ordered=ordered)


def _open_source(session: Session, read: Callable[[], Relation]) -> DuckDBSource:
    try:
        return DuckDBSource(session, read())
    except BaseException:
        session.close()
        raise


def _with_table(options: ReadOptions, address: Address) -> ReadOptions:
    """What follows `#` in an address is the table."""
    if address.part is None:
        return options
    if options.table not in (None, address.part):
        raise InvalidParameter(
            say(
                "The address names '{name}', the option table '{table}'.",
                name=address.part,
                table=options.table,
            ),
            say("Name the table once."),
        )
    return replace(options, table=address.part)


def _is_large(request: ReadRequest) -> bool:
    size = request.path.stat().st_size * (_COMPRESSION_RATIO if request.compression else 1)
    return size > _LARGE
