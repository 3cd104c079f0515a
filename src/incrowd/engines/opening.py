"""Open a source: find out what it is and let its reader fill the working table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from incrowd.engines import frames
from incrowd.engines.address import Address, check_file, parse_address
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import Relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.files.format import ReadOptions, ReadRequest
from incrowd.engines.files.formats import find_format, recognise
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.passwords import Password
from incrowd.engines.servers.tables import read_server_table
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress

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
) -> DuckDBSource:
    """Open a path or a URL; `ordered` keeps every row in its place."""
    address = parse_address(place) if isinstance(place, str) else Address(place)
    with translate_errors(address.shown):
        options = _with_table(ReadOptions.of(given), address)
        if address.server is not None:
            session = _session_for(address.server, options, progress, ordered)
            server = address.server
            return _open_source(
                session, lambda: read_server_table(session, server, options.table, password)
            )
        check_file(address.path)
        declared = find_format(address.scheme) if address.scheme else None
        chosen, request = recognise(address.path, declared, options, progress)
        request = replace(request, ordered=ordered)
        session = Session(progress, on_disk=_is_large(request), ordered=ordered)
        return _open_source(session, lambda: chosen.read(request, session))


def open_frame(
    frame: object, progress: Progress, given: Mapping[str, Any], *, ordered: bool = False
) -> DuckDBSource:
    """Open a frame in memory."""
    if not frames.is_frame(frame):
        raise frames.unreadable_frame(frame)
    with translate_errors(frames.NAME):
        for name in ReadOptions.of(given).given:
            raise InvalidParameter(
                say("The option '{name}' has no meaning for a frame.", name=name),
                say("Leave it out."),
            )
        session = Session(progress, ordered=ordered)
        return _open_source(session, lambda: frames.read_frame(frame, session))


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
