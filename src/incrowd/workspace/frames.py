"""Pages of one data set inside another platform: a link that works once begins a session.

frames = Frames(lambda hashed: True)
session = frames.begin(frames.issue_ticket("d1", Right.WORK, hashed))

A session is no person: it reaches its data set and nothing else of whoever asked for the link, and
it ends with their token, after some hours, or with the server.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from incrowd.workspace.tickets import Tickets, hash_secret
from incrowd.workspace.users import Right, User

LASTS: Final = 12 * 3600
"""Seconds that a session lasts."""
MOST: Final = 10_000
"""Sessions at the same time; the oldest go first."""


@dataclass(frozen=True)
class FrameSession:
    """What a page sends with its requests instead of a person's token."""

    token: str
    dataset: str
    """The one data set that it reaches."""
    seconds: int
    """How long it lasts."""


@dataclass(frozen=True)
class _Pass:
    """A right to a data set, and the token of whoever gave it, as a hash."""

    dataset: str
    right: Right
    giver: str


class Frames:
    """The sessions of one server; only hashes are kept, and only in memory."""

    def __init__(self, is_token: Callable[[str], bool]) -> None:
        self._is_token = is_token
        """Whether a hash is that of a token which is still valid."""
        self._tickets = Tickets[_Pass]()
        self._sessions: dict[str, tuple[float, User, str]] = {}

    def issue_ticket(self, dataset_id: str, right: Right, giver: str) -> str:
        """A ticket for a page of a data set, by the hash of the token that asks for it."""
        return self._tickets.issue(_Pass(dataset_id, right, giver))

    def begin(self, ticket: str) -> FrameSession | None:
        """The session for a ticket, which is worth nothing afterwards; None without one."""
        given = self._tickets.redeem(ticket)
        if given is None or not self._is_token(given.giver):
            return None
        token = secrets.token_urlsafe(32)
        # a name that nobody else has, so that it owns nothing
        user = User(f"frame {secrets.token_hex(8)}", {given.dataset: given.right}, given.dataset)
        self._forget()
        self._sessions[hash_secret(token)] = monotonic() + LASTS, user, given.giver
        return FrameSession(token, given.dataset, LASTS)

    def find(self, hashed: str) -> User | None:
        """Who has a session with this hash, as long as it lasts."""
        until, user, giver = self._sessions.get(hashed, (0.0, None, ""))
        return user if monotonic() < until and self._is_token(giver) else None

    def _forget(self) -> None:
        now = monotonic()
        over = [key for key, (until, _, _) in list(self._sessions.items()) if until < now]
        surplus = list(self._sessions)[: max(0, len(self._sessions) - MOST + 1)]
        for key in (*over, *surplus):
            self._sessions.pop(key, None)
