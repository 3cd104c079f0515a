"""Who may see which data sets: a token per person, of which only the hash is kept.

`tokens.issue("ana")` gives Ana a token; she sees the data sets that she made.
"""

import hmac
import json
import os
import secrets
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from incrowd.errors import InvalidParameter, NotFound, WorkspaceError
from incrowd.language import say
from incrowd.strict_json import parse_json
from incrowd.workspace.folder import read_own
from incrowd.workspace.frames import Frames
from incrowd.workspace.tickets import Tickets, hash_secret
from incrowd.workspace.users import ALL, HOUSE, Right, Rights, User, owner


class Tokens:
    """The tokens of a workspace; the file is read anew when it has changed."""

    def __init__(self, folder: Path, house_token: str | None = None) -> None:
        self.folder = folder
        self._path = folder / "tokens.json"
        self.house_token = house_token or _read_or_create(folder / "token")
        self._tickets = Tickets[str]()
        self.frames = Frames(self._is_token)
        """Pages of one data set inside another platform."""
        self._read_at: tuple[int, int, int] | None = None
        self._known: dict[str, User] = {}

    def find(self, token: str) -> User | None:
        """Who has this token; every known one is compared, so that time tells nothing."""
        hashed = hash_secret(token)
        return self._person(hashed) or self.frames.find(hashed)

    def _person(self, hashed: str) -> User | None:
        if hmac.compare_digest(hash_secret(self.house_token), hashed):
            return owner()  # whatever became of the file of the others
        result = None
        for known, user in self._current().items():
            if hmac.compare_digest(known, hashed):
                result = user
        return result

    def _is_token(self, hashed: str) -> bool:
        return self._person(hashed) is not None

    def issue_ticket(self) -> str:
        """A word that lets the owner in once, soon: other users see a browser's command line."""
        return self._tickets.issue(self.house_token)

    def redeem(self, ticket: str) -> str | None:
        """The owner's token for a ticket, which is worth nothing afterwards; None without one."""
        return self._tickets.redeem(ticket)

    def issue(self, name: str, rights: Rights | None = None, *, renew: bool = False) -> str:
        """Give a person a token, which is shown only now; a new one ends those they had before."""
        if not name.strip() or _fold(name) == HOUSE:
            raise InvalidParameter(
                say("'{name}' cannot be the name of a user.", name=name), say("Choose another.")
            )
        kept = self._kept()
        known = _theirs(kept, name)
        if known and not renew:
            raise InvalidParameter(
                say("'{name}' has a token already.", name=kept[known[0]]["user"]),
                say(
                    "Choose another name for another person. For the same one, --renew gives a new "
                    "token and ends the old one."
                ),
            )
        token = secrets.token_urlsafe(32)
        kept = {hashed: entry for hashed, entry in kept.items() if hashed not in known}
        kept[hash_secret(token)] = {"user": name, "datasets": _written(rights or {})}
        write_private(self._path, json.dumps(kept, indent=2))
        return token

    def revoke(self, name: str) -> None:
        """Let the tokens of a person be worth nothing; their data sets stay."""
        kept = self._kept()
        known = _theirs(kept, name)
        if not known:
            raise NotFound(
                say("'{name}' has no token.", name=name), say("Check how the name is written.")
            )
        left = {hashed: entry for hashed, entry in kept.items() if hashed not in known}
        write_private(self._path, json.dumps(left, indent=2))

    def _current(self) -> Mapping[str, User]:
        try:
            found = self._path.lstat()
        except FileNotFoundError:
            return {}
        changed = (found.st_mtime_ns, found.st_ino, found.st_size)  # a clock may go back
        if changed != self._read_at:
            self._known = {hashed: _user(entry) for hashed, entry in self._load().items()}
            self._read_at = changed
        return self._known

    def _kept(self) -> dict[str, Any]:
        """What the file says; nothing before the first token."""
        return self._load() if os.path.lexists(self._path) else {}

    def _load(self) -> dict[str, Any]:
        try:
            loaded = parse_json(read_own(self._path))
            for hashed, entry in loaded.items():
                _check_entry(hashed, entry)
        except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
            raise WorkspaceError(
                say("The file '{path}' cannot be read.", path=self._path),
                say("Repair it or delete it."),
            ) from error
        return dict(loaded)


def _check_entry(hashed: str, kept: Mapping[str, Any]) -> None:
    """Refuse an entry that no token could be compared with, or that says nothing of a person."""
    if not hashed.isascii() or not isinstance(kept["user"], str):
        raise ValueError(hashed)
    _user(kept)


def _user(kept: Mapping[str, Any]) -> User:
    """Who an entry is about; lists of data sets are as old as when sharing let people work."""
    shared = kept["datasets"]
    if shared == "all":
        return User(str(kept["user"]), {ALL: Right.OWN})
    rights = shared if isinstance(shared, dict) else dict.fromkeys(shared, Right.WORK)
    return User(str(kept["user"]), {str(name): Right(right) for name, right in rights.items()})


def _written(rights: Rights) -> dict[str, str]:
    return {name: right.value for name, right in sorted(rights.items())}


def _theirs(kept: Mapping[str, Any], name: str) -> list[str]:
    """The entries of a person, however their name is written."""
    return [hashed for hashed, entry in kept.items() if _fold(entry["user"]) == _fold(name)]


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _read_or_create(path: Path) -> str:
    """The token of the one who starts the server stays, so that an open page survives a restart."""
    if os.path.lexists(path) and (token := read_own(path).decode().strip()):
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
