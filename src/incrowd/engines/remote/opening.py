"""Open a table of a server where it is: `open_remote(parse_address("postgresql://…#people"))`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from incrowd.engines.address import Address
from incrowd.engines.contract import MOST_TUPLES, Connection, RowSource
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.remote.table import RemoteTable
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.passwords import Password
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress, silent

BUILT_IN: Final = {
    "postgresql": "postgresql",
    "mysql": "mysql",
    "trino": "trino",
    "mongodb": "mongodb",
    "spark": "spark",
    "spark+local": "spark",
    "spark+master": "spark",
}
"""The file of each engine, by the name of its kind of server."""


def connect_server(
    server: Server, password: Password = None, progress: Progress = silent
) -> Connection:
    """Connect to a server; its driver is loaded only now."""
    connection: Connection = _module(server).Connection(server, password, progress)
    return connection


def _module(server: Server) -> ModuleType:
    """The file of an engine; one that does not speak SQL has a `Table` of its own."""
    return import_module(f"incrowd.engines.remote.{BUILT_IN[server.kind.name]}")


def open_remote(
    address: Address,
    progress: Progress,
    options: Mapping[str, Any],
    password: Password = None,
    most_tuples: int = MOST_TUPLES,
) -> RowSource:
    """Open the table that an address names; nothing of it is copied."""
    server = address.server
    assert server is not None  # noqa: S101 - whoever calls has looked
    table = _table_option(server, options, address.part)
    with translate_errors(address.shown):
        connection = connect_server(server, password, progress)
        try:
            kind: type[RemoteTable] = getattr(_module(server), "Table", RemoteTable)
            found = kind(connection, connection.find(table), progress, most_tuples=most_tuples)
            _ = found.rows  # a table without rows is refused at once
        except BaseException:
            connection.close()
            raise
        return found


def _table_option(server: Server, options: Mapping[str, Any], part: str | None) -> str | None:
    """What follows `#` in the address is the table; no other option has a meaning."""
    given = {name: value for name, value in options.items() if value is not None}
    table = given.pop("table", None)
    for name in given:
        raise InvalidParameter(
            say(
                "The option '{name}' has no meaning for {title}.",
                name=name,
                title=server.kind.title,
            ),
            say("Leave it out."),
        )
    if part is not None and table not in (None, part):
        raise InvalidParameter(
            say("The address names '{name}', the option table '{table}'.", name=part, table=table),
            say("Name the table once."),
        )
    return part or table
