"""Connections that cannot be held for nothing: `uvicorn.Config(app, http=BoundedConnection)`.

Whoever opens one has to send a request in time, and to read the answer. There are only so many: for
one too many, the one goes that has kept the server waiting for longest.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from itertools import count
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 20.0
"""Seconds until a request has come, from the start or from the answer before."""
READING_SECONDS: Final = 60.0
"""Seconds in which something of an answer has to be read."""
MOST: Final = 512
BACKLOG: Final = 128
"""Connections that the system keeps for us, and that are taken at a time."""

log = logging.getLogger("incrowd.api")
_numbers = count()


class BoundedConnection(H11Protocol):
    """A connection that is closed when it keeps the server waiting."""

    number = 0
    _timers: dict[str, asyncio.TimerHandle]

    @property
    def waiting(self) -> bool:
        """Whether nothing is asked of the server, or nobody reads what it answers."""
        idle = self.cycle is None or self.cycle.response_complete
        return idle or self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request, and make room if there are too many connections."""
        super().connection_made(transport)
        self._timers = {}
        self.number = next(_numbers)
        self._expect("request", REQUEST_SECONDS)
        if len(self.connections) > most_connections():
            log.warning("There are too many connections; the longest idle one was closed.")
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Expect another request."""
        self._expect("request", REQUEST_SECONDS)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Expect that somebody reads the answer."""
        self._expect("reading", READING_SECONDS)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Somebody reads."""
        self._forget("reading")
        super().resume_writing()

    def _expect(self, what: str, seconds: float) -> None:
        self._forget(what)
        self._timers[what] = self.loop.call_later(seconds, self._give_up)

    def _forget(self, what: str) -> None:
        if what in self._timers:
            self._timers.pop(what).cancel()

    def _give_up(self) -> None:
        if self.waiting:
            self.transport.abort()

    def _make_room(self) -> None:
        known: set[Any] = self.connections
        idle = (each for each in known if isinstance(each, BoundedConnection) and each.waiting)
        oldest = min(idle, key=lambda each: each.number, default=self)
        self.connections.discard(oldest)  # at once: its end is noticed only after some others came
        oldest.transport.abort()


def most_connections() -> int:
    """So many that there are still files to be opened."""
    if sys.platform == "win32":
        return MOST
    import resource

    return max(16, min(MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - BACKLOG))
