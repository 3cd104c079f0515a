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
from incrowd.errors import SourceNotReadable
from incrowd.language import Message, as_message, say
from incrowd.progress import Progress, silent

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
        return RemoteData(**json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError) as error:
        raise SourceNotReadable(
            say("It is not known any more where this data lies."),
            say("Delete the data set, and open the table again."),
        ) from error


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
