"""Databases that data is taken from: kept by name and address, looked into step by step.

    sources.add(user, "clinic", "postgresql://ann@db.example/clinic")

Addresses are kept in the workspace, passwords never: one that is given stays in memory until the
server stops. Those who see everything may also use what the environment and the keyring know;
others use only what they gave. A file `sources.toml` in the workspace names further sources, files
among them, which is up to whoever owns the computer. The command line keeps its sources beside
those of the page, also while a server runs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from incrowd import errors
from incrowd.engines.address import check_place, parse_address
from incrowd.engines.catalogue import Catalogue, CatalogueColumn, check_database, open_catalogue
from incrowd.engines.servers.address import check_remote
from incrowd.engines.servers.passwords import GivenPasswordOnly, Password
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.workspace.folder import Record, display_name, hiding, new_id
from incrowd.workspace.remote_data import RemoteData
from incrowd.workspace.source_file import CONFIG, KeptSource, SourceFile
from incrowd.workspace.users import HOUSE, User

if TYPE_CHECKING:
    from incrowd.workspace.sessions import Sessions

__all__ = ["CONFIG", "CatalogueColumn", "KeptSource", "Sources"]

MOST: Final = 100
"""Sources that one person may keep."""


class Sources:
    """The sources of a workspace, which is known by its folder."""

    def __init__(self, folder: Path) -> None:
        self._file = SourceFile(folder)
        self._lock = Lock()
        self._passwords: dict[tuple[str, str], str] = {}

    def listed(self, user: User) -> list[KeptSource]:
        """The sources that somebody may use: their own, and those of the settings."""
        kept = [
            source for source in self._file.read() if user.is_owner or source.owner == user.name
        ]
        return [*(self._file.read_settings() if user.is_owner else []), *kept]

    def get(self, user: User, source_id: str) -> KeptSource:
        """A source that somebody may use."""
        for source in self.listed(user):
            if source.id == source_id:
                return source
        raise errors.NotFound(say("There is no such source."), say("It may have been removed."))

    def named(self, user: User, name: str) -> KeptSource:
        """The source of that name."""
        known = self.listed(user)
        matches = [source for source in known if source.name == name]
        if not known:
            raise errors.UnknownName(
                say("There is no source '{name}'.", name=name),
                say("There are none yet. Add one: incrowd source add NAME URL."),
            )
        if not matches:
            raise errors.UnknownName.among("source", name, [source.name for source in known])
        if len(matches) > 1:
            raise errors.InvalidParameter(
                say("{count} sources are called '{name}'.", count=len(matches), name=name),
                say("Remove one, or give it another name."),
            )
        return matches[0]

    def add(self, user: User, name: str, url: str) -> KeptSource:
        """Keep the address of a database server; files are uploaded, or named in the settings."""
        server = parse_address(url).server
        if server is None:
            raise errors.InvalidParameter(
                say("Only a database server can be added here."),
                say("Choose a file of DuckDB or SQLite, or open any other file as a data set."),
            )
        if not user.is_owner:
            check_remote(server)
        return self._add(KeptSource(new_id(), display_name(name), url, user.name))

    def add_own(self, user: User, name: str, url: str, password_env: str | None) -> KeptSource:
        """Keep the address of a server or a file, for whoever works at the computer itself."""
        if name != display_name(name) or name in (source.name for source in self.listed(user)):
            raise errors.InvalidParameter(
                say("A source cannot be called '{name}'.", name=name),
                say("Choose a name that no other source has, without slashes."),
            )
        address = parse_address(url)
        if address.part is not None:
            raise errors.InvalidParameter(
                say("A source is a whole database or file."),
                say(
                    "Leave '#{name}' out here; name it where the source is used.", name=address.part
                ),
            )
        if address.server is None:
            if password_env is not None:
                raise errors.InvalidParameter(
                    say("A file has no password."), say("Leave --password-env out.")
                )
            check_place(address.path)
            path = address.path.absolute()
            url = f"{address.scheme}:///{quote(str(path))}" if address.scheme else str(path)
        return self._add(
            KeptSource(new_id(), name, url, user.name, password_env=password_env), create=True
        )

    def add_file(self, user: User, name: str, path: Path, progress: Progress) -> KeptSource:
        """Take a file of DuckDB or SQLite into the workspace, if it is one and is whole."""
        kind = check_database(path, progress)
        source = KeptSource(new_id(), display_name(name), "", user.name, uploaded=True)
        self._file.check(source)
        folder = self._file.upload(source)
        self._file.uploads.mkdir(exist_ok=True, mode=0o700)
        path.parent.rename(folder)  # on the same disk, so it is there as a whole or not at all
        source = replace(source, url=f"{kind}:///{quote(path.name)}")
        try:
            return self._file.locate(self._add(source))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def tidy(self) -> None:
        """Remove files that no source is about, which a killed process left behind."""
        self._file.tidy()

    def _add(self, source: KeptSource, *, create: bool = False) -> KeptSource:
        if create:
            self._file.create()
        with self._file.alone():
            kept = self._file.read()
            if sum(other.owner == source.owner for other in kept) >= MOST:
                raise errors.InvalidParameter(
                    say("You have {most} sources already.", most=MOST), say("Remove some first.")
                )
            self._file.write([*kept, source])
        return source

    def remove(self, user: User, source_id: str) -> None:
        """Forget a source; data sets that were read from it stay."""
        source = self.get(user, source_id)
        if source.configured:
            raise errors.NotAllowed(
                say("This source is named in the settings."),
                say("Remove it from {config} there.", config=CONFIG),
            )
        with self._file.alone():
            self._file.write([other for other in self._file.read() if other.id != source_id])
        with self._lock:
            for key in [key for key in self._passwords if key[1] == source_id]:
                del self._passwords[key]
        if source.uploaded:
            self._file.remove_upload(source)

    def unlock(self, user: User, source_id: str, password: str) -> None:
        """Keep a password in memory, for the one who gave it, if the server accepts it."""
        source = self.get(user, source_id)
        given = password if _trusted(user, source) else GivenPasswordOnly(password)
        with open_catalogue(source.url, given) as catalogue:
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

    def all_tables(self, user: User, source_id: str) -> dict[str, list[str]]:
        """The tables of every schema, asked for at once."""
        with self._looking(user, source_id) as catalogue:
            return {schema: catalogue.tables(schema) for schema in catalogue.schemas()}

    def columns(self, user: User, source_id: str, schema: str, table: str) -> list[CatalogueColumn]:
        """The columns of a table."""
        with self._looking(user, source_id) as catalogue:
            return catalogue.columns(schema, table)

    def address(self, user: User, source_id: str, schema: str, table: str) -> str:
        """Where a table of a source is read from."""
        part = f"{schema}.{table}" if schema else table
        return self.place(self.get(user, source_id), part)

    def place(self, source: KeptSource, part: str) -> str:
        """Where a part of a source is read from; without one, the source itself."""
        self._file.check(source)
        address = parse_address(source.url)
        if not part or (address.server is None and part == address.path.name):
            return source.url
        if "://" not in source.url:  # a path, behind which a name stands as it is
            return f"{address.path}#{part}"
        return f"{source.url.partition('#')[0]}#{quote(part)}"

    def password(self, user: User, source_id: str) -> Password:
        """The password of a source as far as it is known here, and whether others may be used."""
        source = self.get(user, source_id)
        with self._lock:
            given = self._passwords.get((user.name, source_id))
        if not _trusted(user, source):
            return GivenPasswordOnly(given)
        if given is None and source.password_env is not None:
            return os.environ.get(source.password_env)
        return given

    @contextmanager
    def reading(
        self, user: User, source_id: str, schema: str, table: str
    ) -> Iterator[tuple[str, Password]]:
        """Where a table is read from and with which password; no error tells where a file lies."""
        source = self.get(user, source_id)
        address = self.address(user, source_id, schema, table)
        try:
            with hiding(self._file.upload(source)):
                yield address, self.password(user, source_id)
        except errors.PasswordNeeded as error:
            error.source = source_id
            raise

    def import_table(
        self,
        sessions: Sessions,
        user: User,
        source_id: str,
        part: tuple[str, str],
        name: str,
        progress: Progress,
    ) -> Record:
        """Open a table, named by its schema and itself, as a data set.

        A table of a server stays there; one of a file is read into the workspace.
        """
        with self.reading(user, source_id, *part) as (address, password):
            if parse_address(address).server is None:
                return sessions.add(user, address, name or part[1], progress, password=password)
            remote = RemoteData(address, source_id)
            return sessions.add_remote(user, remote, name or part[1], progress, password)

    @contextmanager
    def _looking(self, user: User, source_id: str) -> Iterator[Catalogue]:
        source = self.get(user, source_id)
        self._file.check(source)
        try:
            password = self.password(user, source_id)
            with (
                hiding(self._file.upload(source)),
                open_catalogue(source.url, password) as catalogue,
            ):
                yield catalogue
        except errors.PasswordNeeded:
            with self._lock:  # it was changed at the server
                self._passwords.pop((user.name, source_id), None)
            raise


def _trusted(user: User, source: KeptSource) -> bool:
    """Whether passwords of the computer may be sent to a source.

    Its address must be the choice of somebody who may use them: of the person who asks, or of
    whoever owns the computer. Else a stranger's server would be told them.
    """
    chosen = source.configured or source.owner in (user.name, HOUSE)
    return user.is_owner and chosen
