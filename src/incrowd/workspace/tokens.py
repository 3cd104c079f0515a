"""Who may see which data sets: a token per person, of which only the hash is kept.

`tokens.issue("ana")` gives Ana a token; she sees the data sets that she made.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from incrowd.errors import InvalidParameter, NotAllowed, WorkspaceError
from incrowd.language import say
from incrowd.workspace.folder import Record

HOUSE: Final = "owner"
_TICKET_SECONDS: Final = 300
"""Who started the server."""


@dataclass(frozen=True)
class User:
    """Somebody with a token; `datasets` is None where all may be seen."""

    name: str
    datasets: frozenset[str] | None = frozenset()

    def may_see(self, record: Record) -> bool:
        """Whether a data set is theirs or was shared with them."""
        return self.datasets is None or record.owner == self.name or record.id in self.datasets

    def check(self, record: Record) -> Record:
        """Return the record if they may see the data set."""
        if self.may_see(record):
            return record
        raise NotAllowed(
            say("This data set belongs to somebody else."),
            say("Ask them, or the owner of the server."),
        )

    def check_own(self, record: Record) -> None:
        """Refuse whoever may only look at a data set, not act in the name of its owner."""
        if self.datasets is not None and record.owner != self.name:
            raise NotAllowed(
                say("Only whoever opened this data set can write into its database."),
                say("Export a file, or ask them."),
            )


def owner() -> User:
    """Who works at the computer itself and sees everything."""
    return User(HOUSE, None)


class Tokens:
    """The tokens of a workspace; the file is read anew when it has changed."""

    def __init__(self, folder: Path, house_token: str | None = None) -> None:
        self._path = folder / "tokens.json"
        self.house_token = house_token or _read_or_create(folder / "token")
        self._tickets: dict[str, float] = {}
        self._read_at: int | None = None
        self._known: dict[str, User] = {}

    def find(self, token: str) -> User | None:
        """Who has this token; every known one is compared, so that time tells nothing."""
        hashed = _hash(token)
        if hmac.compare_digest(_hash(self.house_token), hashed):
            return owner()  # whatever became of the file of the others
        result = None
        for known, user in self._current().items():
            if hmac.compare_digest(known, hashed):
                result = user
        return result

    def issue_ticket(self) -> str:
        """A word that lets the owner in once, soon: other users see a browser's command line."""
        ticket = secrets.token_urlsafe(32)
        self._tickets[_hash(ticket)] = monotonic() + _TICKET_SECONDS
        return ticket

    def redeem(self, ticket: str) -> str | None:
        """The owner's token for a ticket, which is worth nothing afterwards; None without one."""
        until = self._tickets.pop(_hash(ticket), None)
        return None if until is None or monotonic() > until else self.house_token

    def issue(self, name: str, datasets: Iterable[str] | None = ()) -> str:
        """Give a person a token; it is shown only now. None lets them see all data sets."""
        if not name.strip() or name == HOUSE:
            raise InvalidParameter(
                say("'{name}' cannot be the name of a user.", name=name), say("Choose another.")
            )
        token = secrets.token_urlsafe(32)
        kept = {} if not self._path.exists() else self._load()
        shared = "all" if datasets is None else sorted(datasets)
        kept[_hash(token)] = {"user": name, "datasets": shared}
        write_private(self._path, json.dumps(kept, indent=2))
        return token

    def _current(self) -> Mapping[str, User]:
        try:
            changed = self._path.stat().st_mtime_ns
        except FileNotFoundError:
            return {}
        if changed != self._read_at:
            self._known = {hashed: _user(entry) for hashed, entry in self._load().items()}
            self._read_at = changed
        return self._known

    def _load(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self._path.read_text("utf-8"))
            for entry in loaded.values():
                _user(entry)
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            raise WorkspaceError(
                say("The file '{path}' cannot be read.", path=self._path),
                say("Repair it, or delete it."),
            ) from error
        return dict(loaded)


def _user(kept: Mapping[str, Any]) -> User:
    shared = kept["datasets"]
    return User(str(kept["user"]), None if shared == "all" else frozenset(map(str, shared)))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _read_or_create(path: Path) -> str:
    """The token of the one who starts the server stays, so that an open page survives a restart."""
    if path.exists() and (token := path.read_text("utf-8").strip()):
        return token
    token = secrets.token_urlsafe(32)
    write_private(path, token)
    return token


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, as a whole or not at all."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
