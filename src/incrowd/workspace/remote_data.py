"""Data that stays in a database: the workspace keeps its address, never its rows.

    keep_address(folder, RemoteData("postgresql://ann@host/clinic#public.people", source="3f…"))
    open_data(folder, "people", password)

A data set is either a stored table (`data.parquet`) or such an address (`remote.json`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from incrowd.engines.address import parse_address
from incrowd.engines.contract import MOST_TUPLES, RowSource
from incrowd.engines.remote.opening import open_remote
from incrowd.engines.servers.passwords import Password
from incrowd.engines.stored.table import open_stored
from incrowd.errors import SourceNotReadable, UsageError
from incrowd.language import Message, as_message, say
from incrowd.progress import Progress, silent
from incrowd.strict_json import parse_json

DATA: Final = "data.parquet"
_ADDRESS: Final = "remote.json"


@dataclass(frozen=True)
class RemoteData:
    """Where a table lies, and by which source it was opened."""

    url: str
    source: str

    @property
    def shown(self) -> Message:
        """How people are told where it lies.

        >>> RemoteData("postgresql://ann@db.example/clinic#public.people", "3f").shown
        'PostgreSQL at db.example:5432, public.people'
        """
        address = parse_address(self.url)
        server = address.server
        if server is None:
            return as_message(self.url)
        return say(
            "{title} at {host}:{port}, {table}",
            title=server.kind.title,
            host=server.host,
            port=str(server.port),
            table=address.part or "",
        )


def keep_address(folder: Path, data: RemoteData) -> None:
    """Keep where a table lies; there is no password in it."""
    (folder / _ADDRESS).write_text(json.dumps(asdict(data)), "utf-8")


def read_address(folder: Path) -> RemoteData | None:
    """Where the table of a data set lies; None where its rows are stored here."""
    path = folder / _ADDRESS
    if not path.exists():
        return None
    try:
        written = parse_json(path.read_bytes())
        remote = RemoteData(**{name: _text(value) for name, value in written.items()})
        parse_address(remote.url)
    except (OSError, ValueError, TypeError, AttributeError, UsageError) as error:
        raise SourceNotReadable(
            say("We no longer know where this data is."),
            say("Delete the data set, and open the table again."),
        ) from error
    return remote


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def open_data(
    folder: Path,
    name: str,
    password: Password = None,
    progress: Progress = silent,
    most_tuples: int = MOST_TUPLES,
) -> RowSource:
    """Open the rows of a data set, here or in their database."""
    remote = read_address(folder)
    if remote is None:
        stored = open_stored(folder / DATA, progress, name)
        stored.original.most_tuples = most_tuples
        return stored
    return open_remote(parse_address(remote.url), progress, {}, password, most_tuples)
