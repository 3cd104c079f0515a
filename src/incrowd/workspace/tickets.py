"""Words that are worth something once, and only soon: `tickets.redeem(tickets.issue("ana"))`."""

import hashlib
import secrets
from time import monotonic
from typing import Final, Generic, TypeVar

SECONDS: Final = 300.0
"""How long a ticket is worth something."""
MOST: Final = 10_000
"""Tickets that can wait to be redeemed; the oldest go first."""

Worth = TypeVar("Worth")


class Tickets(Generic[Worth]):
    """Tickets that wait to be redeemed; only their hashes are kept, and only in memory."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[float, Worth]] = {}

    def issue(self, worth: Worth) -> str:
        """A ticket for something."""
        ticket = secrets.token_urlsafe(32)
        self._forget()
        self._waiting[hash_secret(ticket)] = monotonic() + SECONDS, worth
        return ticket

    def redeem(self, ticket: str) -> Worth | None:
        """What a ticket is for, which is worth nothing afterwards; None without one."""
        until, worth = self._waiting.pop(hash_secret(ticket), (0.0, None))
        return None if monotonic() > until else worth

    def _forget(self) -> None:
        """Drop what nobody redeemed in time, or what is too much."""
        now = monotonic()
        late = [key for key, (until, _) in list(self._waiting.items()) if until < now]
        surplus = list(self._waiting)[: max(0, len(self._waiting) - MOST + 1)]
        for key in (*late, *surplus):
            self._waiting.pop(key, None)


def hash_secret(secret: str) -> str:
    """What is kept of a token or ticket in its place."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
