"""Hang up on a database server that keeps us waiting, whose library would wait forever.

    before = open_lines("db.example", 3306)
    with hang_up_after(10.0, lambda: open_lines("db.example", 3306) - before):
        ...  # connect; a server that falls silent on the way is an error after ten seconds

Libraries of databases have no time limits, or none that can be set from here; but the network
connections of a process are its own, and one that is shut down ends whoever waits for it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final

_OPEN_FILES: Final = "/dev/fd"


@dataclass(frozen=True)
class Line:
    """A network connection of this process: its number, and its address on our side."""

    number: int
    address: tuple[object, ...]


def open_lines(host: str, port: int) -> frozenset[Line]:
    """The network connections of this process to a server; none where they cannot be listed."""
    try:
        numbers = [int(path.name) for path in Path(_OPEN_FILES).iterdir()]
        places = {entry[4][0] for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError:
        return frozenset()
    found = set()
    for number in numbers:
        with suppress(OSError), _opened(number) as line:
            place = line.getpeername()
            if isinstance(place, tuple) and place[1] == port and place[0] in places:
                found.add(Line(number, line.getsockname()))
    return frozenset(found)


def hang_up(lines: frozenset[Line]) -> None:
    """Shut down network connections, if they are still the same."""
    for known in lines:
        with suppress(OSError), _opened(known.number) as line:
            if line.getsockname() == known.address:
                line.shutdown(socket.SHUT_RDWR)


@contextmanager
def hang_up_after(seconds: float, lines: Callable[[], frozenset[Line]]) -> Iterator[Event]:
    """Shut down network connections if the block takes longer; the event says whether it did."""
    done, late = Event(), Event()

    def watch() -> None:
        if not done.wait(seconds):
            late.set()
            hang_up(lines())

    watching = Thread(target=watch, daemon=True, name="incrowd-deadline")
    watching.start()
    try:
        yield late
    finally:
        done.set()
        watching.join()


@contextmanager
def _opened(number: int) -> Iterator[socket.socket]:
    """A network connection by its number, if it is one; closing it leaves the original open."""
    copy = os.dup(number)
    try:
        line = socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise
    with line:
        yield line
