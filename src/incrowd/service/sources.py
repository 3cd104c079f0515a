"""Databases that data is taken from: kept by name and address, looked into step by step.

    sources.add(user, "clinic", "postgresql://ann@db.example/clinic")

Addresses are kept in the workspace, passwords never: one that is given stays in memory until the
server stops, others come from the environment or the keyring. A file `sources.toml` in the
workspace names further sources, files among them, which is up to whoever owns the computer.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Final
from urllib.parse import quote

from incrowd.engines.address import parse
from incrowd.engines.catalogues import Catalogue, ListedColumn, catalogue_of
from incrowd.errors import (
    EngineError,
    InvalidParameter,
    NotAllowed,
    NotFound,
    PasswordNeeded,
    WorkspaceError,
)
from incrowd.service.tokens import User, write_private
from incrowd.service.workspace import Workspace, display_name, new_id

MOST: Final = 100
_KEPT: Final = "sources.json"
CONFIG: Final = "sources.toml"


@dataclass(frozen=True)
class KeptSource:
    """A database by name and address."""

    id: str
    name: str
    url: str
    owner: str
    configured: bool = False
    """Whether the file of settings names it, so that it cannot be removed here."""
    password_env: str | None = None
    """The environment variable with its password, if the file of settings names one."""

    @property
    def kind(self) -> str:
        """What sort of source it is."""
        address = parse(self.url)
        return address.scheme or "file" if address.server is None else address.server.kind.name


class Sources:
    """The sources of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._folder = workspace.folder
        self._lock = Lock()
        self._passwords: dict[tuple[str, str], str] = {}

    def listed(self, user: User) -> list[KeptSource]:
        """The sources that somebody may use: their own, and those of the settings."""
        kept = [one for one in self._kept() if user.datasets is None or one.owner == user.name]
        return [*(self._configured() if user.datasets is None else []), *kept]

    def get(self, user: User, source_id: str) -> KeptSource:
        """A source that somebody may use."""
        for one in self.listed(user):
            if one.id == source_id:
                return one
        raise NotFound("There is no such source.", "It may have been removed.")

    def add(self, user: User, name: str, url: str) -> KeptSource:
        """Keep the address of a database server; files are uploaded, or named in the settings."""
        try:
            address = parse(url)
        except EngineError as error:  # one that is known, but not built yet
            raise InvalidParameter(error.message, error.hint) from None
        if address.server is None:
            raise InvalidParameter(
                "Only a database server can be added here.",
                f"Upload a file as a data set, or name it in {CONFIG} in the workspace.",
            )
        source = KeptSource(new_id(), display_name(name), url, user.name)
        with self._lock:
            kept = self._kept()
            if len(kept) >= MOST:
                raise InvalidParameter(f"There are {MOST} sources already.", "Remove some first.")
            self._write([*kept, source])
        return source

    def remove(self, user: User, source_id: str) -> None:
        """Forget a source; data sets that were read from it stay."""
        if self.get(user, source_id).configured:
            raise NotAllowed(
                "This source is named in the settings.", f"Remove it from {CONFIG} there."
            )
        with self._lock:
            self._write([one for one in self._kept() if one.id != source_id])
            for key in [key for key in self._passwords if key[1] == source_id]:
                del self._passwords[key]

    def unlock(self, user: User, source_id: str, password: str) -> None:
        """Keep a password in memory, for the one who gave it, if the server accepts it."""
        source = self.get(user, source_id)
        with catalogue_of(source.url, password) as catalogue:
            catalogue.schemas()
        with self._lock:
            self._passwords[user.name, source_id] = password

    def schemas(self, user: User, source_id: str) -> list[str]:
        """The schemas of a source."""
        with self._looking(user, source_id) as catalogue:
            return catalogue.schemas()

    def tables(self, user: User, source_id: str, schema: str) -> list[str]:
        """The tables of a schema."""
        with self._looking(user, source_id) as catalogue:
            return catalogue.tables(schema)

    def columns(self, user: User, source_id: str, schema: str, table: str) -> list[ListedColumn]:
        """The columns of a table."""
        with self._looking(user, source_id) as catalogue:
            return catalogue.columns(schema, table)

    def address(self, user: User, source_id: str, schema: str, table: str) -> str:
        """Where a table of a source is read from."""
        source = self.get(user, source_id)
        address = parse(source.url)
        single = address.server is None and not schema and table == address.path.name
        if single:
            return source.url
        part = f"{schema}.{table}" if schema else table
        return f"{source.url.partition('#')[0]}#{quote(part)}"

    def password(self, user: User, source_id: str) -> str | None:
        """The password of a source as far as it is known here."""
        source = self.get(user, source_id)
        with self._lock:
            given = self._passwords.get((user.name, source_id))
        if given is None and source.password_env is not None:
            return os.environ.get(source.password_env)
        return given

    @contextmanager
    def _looking(self, user: User, source_id: str) -> Iterator[Catalogue]:
        source = self.get(user, source_id)
        try:
            with catalogue_of(source.url, self.password(user, source_id)) as catalogue:
                yield catalogue
        except PasswordNeeded:
            with self._lock:  # it was changed at the server
                self._passwords.pop((user.name, source_id), None)
            raise

    def _kept(self) -> list[KeptSource]:
        path = self._folder / _KEPT
        if not path.exists():
            return []
        try:
            return [KeptSource(**one) for one in json.loads(path.read_text("utf-8"))]
        except (ValueError, TypeError) as error:
            raise WorkspaceError(
                f"The file '{path}' cannot be read.", "Repair it, or delete it."
            ) from error

    def _write(self, sources: list[KeptSource]) -> None:
        told = json.dumps([asdict(one) for one in sources], indent=2)
        write_private(self._folder / _KEPT, told)

    def _configured(self) -> list[KeptSource]:
        """The sources of the file of settings, in their order."""
        path = self._folder / CONFIG
        if not path.exists():
            return []
        try:
            found = tomllib.loads(path.read_text("utf-8")).get("source", [])
            return [_from_settings(place, one) for place, one in enumerate(found)]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WorkspaceError(
                f"The settings '{path}' cannot be read.",
                'Write [[source]] with name = "…", url = "…" and, if need be, password_env = "…".',
            ) from error


def _from_settings(place: int, told: dict[str, Any]) -> KeptSource:
    url = str(told["url"])
    parse(url)
    environment = told.get("password_env")
    return KeptSource(
        f"{place:016x}",
        str(told["name"]),
        url,
        "",
        configured=True,
        password_env=None if environment is None else str(environment),
    )
