"""The sources that a workspace keeps, as they stand on the disk: `SourceFile(folder).read()`.

Those that people add stand in `sources.json`; `sources.toml` names further ones, which is up to
whoever owns the computer.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final
from urllib.parse import quote, unquote

from incrowd.answers import part, shape
from incrowd.engines.address import parse_address
from incrowd.errors import IncrowdError, UsageError, WorkspaceError
from incrowd.language import say
from incrowd.strict_json import parse_json
from incrowd.workspace.folder import UNLINK, has_link, locked, read_own, remove
from incrowd.workspace.tokens import write_private

_KEPT: Final = "sources.json"
CONFIG: Final = "sources.toml"


@dataclass(frozen=True)
class KeptSource:
    """A database by name and address."""

    id: str
    name: str
    url: str = field(metadata=shape(hidden=True))
    owner: str = field(metadata=shape(hidden=True))
    configured: bool = False
    """Whether the file of settings names it, so that it cannot be removed here."""
    password_env: str | None = field(default=None, metadata=shape(hidden=True))
    """The environment variable with its password, if the owner of the computer named one."""
    uploaded: bool = False
    """Whether it is a file that lies in the workspace, and goes with the source."""

    @property
    @part("url")
    def shown(self) -> str:
        """Its address; of a file that lies in the workspace the name alone."""
        return unquote(self.url.rpartition("/")[2]) if self.uploaded else self.url

    @property
    @part()
    def kind(self) -> str:
        """The kind of source."""
        try:
            address = parse_address(self.url)
        except UsageError:  # kept by a version that refused less; it can still be removed
            return self.url.partition("://")[0]
        return address.scheme or "file" if address.server is None else address.server.kind.name


class SourceFile:
    """The list of sources in the folder of a workspace, and the files that were uploaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    @property
    def uploads(self) -> Path:
        """Where uploaded files lie, each in the folder of its source."""
        return self._folder / "sources"

    def upload(self, source: KeptSource) -> Path:
        """The folder of an uploaded file."""
        return self.uploads / source.id

    def check(self, source: KeptSource) -> None:
        """Refuse an uploaded file in whose place is a link: what that leads to is not ours."""
        if source.uploaded and (self.uploads.is_symlink() or has_link(self.upload(source))):
            raise WorkspaceError(
                say(
                    "The source '{name}' is a link to another place, or contains one.",
                    name=source.name,
                ),
                UNLINK,
            )

    def remove_upload(self, source: KeptSource) -> None:
        """Remove an uploaded file, or the link in its place."""
        if not self.uploads.is_symlink():
            remove(self.upload(source))

    def create(self) -> None:
        """Make the folder if it is not there yet."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While sources are changed neither a thread nor another process changes them, too."""
        with self._lock, locked(self._folder / f".{_KEPT}.lock"):
            yield

    def read(self) -> list[KeptSource]:
        """The sources that people added, in their order."""
        path = self._folder / _KEPT
        if not os.path.lexists(path):
            return []
        try:
            sources = [_checked(KeptSource(**each)) for each in parse_json(read_own(path))]
            return [self.locate(source) if source.uploaded else source for source in sources]
        except WorkspaceError:
            raise
        except (OSError, ValueError, TypeError, IncrowdError) as error:
            raise WorkspaceError(
                say("The file '{path}' cannot be read.", path=path), say("Repair it or delete it.")
            ) from error

    def locate(self, source: KeptSource) -> KeptSource:
        """An uploaded file by where it lies now: the workspace may have been moved."""
        address = parse_address(source.url)
        path = self.upload(source) / address.path.name
        return replace(source, url=f"{address.scheme}:///{quote(str(path))}")

    def write(self, sources: list[KeptSource]) -> None:
        """Write all sources anew."""
        text = json.dumps([asdict(source) for source in sources], indent=2)
        write_private(self._folder / _KEPT, text)

    def tidy(self) -> None:
        """Remove files that no source is about, which a killed process left behind."""
        with self.alone():
            known = {source.id for source in self.read()}
            own = self.uploads.is_dir() and not self.uploads.is_symlink()
            for folder in self.uploads.iterdir() if own else ():
                if folder.name not in known:
                    remove(folder)

    def read_settings(self) -> list[KeptSource]:
        """The sources of the file of settings, in their order."""
        path = self._folder / CONFIG
        if not path.exists():
            return []
        try:
            written = tomllib.loads(path.read_text("utf-8")).get("source", [])
            return [_from_settings(source) for source in written]
        except (
            *(OSError, ValueError, RecursionError),
            *(KeyError, TypeError, AttributeError),
        ) as error:
            raise WorkspaceError(
                say("The settings '{path}' cannot be read.", path=path),
                say(
                    'Write [[source]] with name = "…", url = "…" and, if need be, '
                    'password_env = "…".'
                ),
            ) from error
        except IncrowdError as error:  # an address that cannot be one
            raise WorkspaceError(
                say("The settings '{path}' cannot be read.", path=path), error.hint, [error.message]
            ) from error


def _checked(source: KeptSource) -> KeptSource:
    """A source as it was written: its files lie in a folder that is called by its id."""
    texts = (source.name, source.url, source.owner, source.password_env or "")
    if not all(isinstance(text, str) for text in (source.id, *texts)) or not source.id.isalnum():
        raise ValueError(source.id)
    return source


def _from_settings(written: dict[str, Any]) -> KeptSource:
    """The name and the address are who a source is, wherever it stands in the file."""
    name, url = str(written["name"]), str(written["url"])
    parse_address(url)
    environment = written.get("password_env")
    return KeptSource(
        hashlib.sha256(f"{name}{url}".encode()).hexdigest()[:16],
        name,
        url,
        "",
        configured=True,
        password_env=None if environment is None else str(environment),
    )
