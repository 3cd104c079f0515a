"""Where data lives: a path, or a URL: sqlite:///people.db#patients, postgresql://ann@host/db#t.

Three slashes begin a relative path and four an absolute one, as in other tools. What follows `#`
names the table or sheet; it works behind a plain path, too.
"""

import os
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from incrowd.engines.servers import address as servers
from incrowd.engines.servers.address import Server, parse_server
from incrowd.errors import SourceNotFound, SourceNotReadable, UnknownName
from incrowd.language import Message, say

FILE_SCHEMES: Final = ("duckdb", "sqlite")


@dataclass(frozen=True)
class Address:
    """A file, the format that was named with it, and a table in it; or a server and a table."""

    path: Path
    scheme: str | None = None
    part: str | None = None
    server: Server | None = None

    @property
    def shown(self) -> str:
        """How messages name the place."""
        return str(self.path) if self.server is None else self.server.url


def parse_address(text: str) -> Address:
    """Take an address apart.

    >>> parse_address("sqlite:///people.db#patients").part
    'patients'
    """
    scheme, separator, rest = text.partition("://")
    if separator and scheme.lower() in servers.SCHEMES:
        server, part = parse_server(text)
        return Address(Path(server.database), part=part, server=server)
    if separator and scheme.isidentifier():
        return _from_url(scheme.lower(), rest)
    path, mark, part = text.rpartition("#")
    if mark and path and not os.path.lexists(text):
        return Address(Path(path), part=part)
    return Address(Path(text))


def _from_url(scheme: str, rest: str) -> Address:
    if scheme not in FILE_SCHEMES:
        raise UnknownName.among("engine", scheme, [*FILE_SCHEMES, *servers.SCHEMES])
    place, _, part = rest.partition("#")
    return Address(Path(unquote(place.removeprefix("/"))), scheme, unquote(part) or None)


def check_file(path: Path) -> None:
    """Refuse what is not there or is no file."""
    if "\0" in str(path):
        raise SourceNotFound(say("A path cannot contain a NUL character."), say("Check the path."))
    if path.is_dir():
        raise SourceNotFound(
            say("'{path}' is a folder, not a file.", path=path),
            _list_files(path),
        )
    if not path.exists():
        raise SourceNotFound(say("There is no file '{path}'.", path=path), _suggest_file(path))
    if not path.is_file():
        raise SourceNotReadable(
            say("'{path}' is not a regular file.", path=path), say("Copy the data to a file first.")
        )


def check_folder(address: Address) -> None:
    """Refuse a folder that is said to be a database file."""
    if address.scheme:
        raise SourceNotFound(
            say("'{path}' is a folder, not a file.", path=address.path), _list_files(address.path)
        )


def check_place(path: Path) -> None:
    """Refuse what is neither a file nor a folder."""
    if not path.is_dir():
        check_file(path)


def _list_files(folder: Path) -> Message:
    names = sorted(each.name for each in folder.iterdir() if each.is_file())[:5]
    if not names:
        return say("Name a file in it.")
    return say("Name a file in it. It contains: {names}.", names=", ".join(names))


def _suggest_file(path: Path) -> Message:
    """The file in the same folder that was probably meant."""
    if not path.parent.is_dir():
        return say("There is no folder '{folder}' either.", folder=path.parent)
    names = {each.name.lower(): each.name for each in path.parent.iterdir() if each.is_file()}
    close = get_close_matches(path.name.lower(), list(names), n=1, cutoff=0.6)
    if not close:
        return say("Check the path.")
    return say("Did you mean '{name}'?", name=path.parent / names[close[0]])
