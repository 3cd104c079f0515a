"""How much of the server one person has at the same time: `async with gate.place("ana", path):`.

Requests beyond that wait without a thread, and beyond what may wait they are refused; so nobody
else notices. How far a job is, stopping one and the status need no place: they never wait.
"""

from asyncio import Semaphore
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from incrowd.errors import TooMany
from incrowd.language import say

AT_ONCE: Final = 8
"""Requests of one person that are worked on at the same time, each in a thread."""
WAITING: Final = 200
"""Requests of one person that wait for their turn."""
THREADS: Final = 80
"""Requests of all people that are worked on at the same time."""
UPLOADS: Final = frozenset({"/api/v1/datasets", "/api/v1/dashboards", "/api/v1/sources/files"})
"""Where files come in, up to a limit of their own."""


@dataclass(frozen=True)
class _Room:
    """How many requests of a kind one person may have."""

    at_once: int
    waiting: int


_ROOMS: Final = {
    "thread": _Room(AT_ONCE, WAITING),
    "upload": _Room(16, WAITING),
    "stream": _Room(100, 0),
}


class _Line:
    """Requests of one person that wait for each other."""

    def __init__(self, room: _Room) -> None:
        self.places = Semaphore(room.at_once)
        self.most = room.at_once + room.waiting
        self.inside = 0


class Gate:
    """The places of every person with requests at this moment."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], _Line] = {}

    @asynccontextmanager
    async def place(self, person: str, method: str, path: str) -> AsyncIterator[None]:
        """Have a place, as soon as one of this person is free; needs none for what never waits."""
        kind = kind_of(method, path)
        if kind == "light":
            yield
            return
        line = self._lines.setdefault((person, kind), _Line(_ROOMS[kind]))
        if line.inside >= line.most:
            raise TooMany(
                say("You have {count} requests running at the same time.", count=line.inside),
                say("Wait until some are answered, and send fewer at once."),
            )
        line.inside += 1
        try:
            async with line.places:
                yield
        finally:
            line.inside -= 1
            if not line.inside:
                self._lines.pop((person, kind), None)


def kind_of(method: str, path: str) -> str:
    """What a request takes: a thread, a connection on which a file comes or news go, or nothing.

    >>> kind_of("GET", "/api/v1/jobs/1"), kind_of("GET", "/api/v1/jobs/1/events")
    ('light', 'stream')
    >>> kind_of("POST", "/api/v1/datasets"), kind_of("GET", "/api/v1/datasets")
    ('upload', 'thread')
    """
    if path.startswith("/api/v1/jobs/"):
        return "stream" if path.endswith("/events") else "light"
    if path == "/api/v1/status":
        return "light"
    return "upload" if method == "POST" and path in UPLOADS else "thread"
