"""Something between us and MongoDB that passes commands on until one is to fail.

    with mongo_proxy(mongodb.port) as proxy:
        proxy.fail = lambda command: Fault(code=14031) if "$out" in str(command) else None

The server that tests start keeps all in memory and knows no rights. So a full disk and lost rights
are answers of this proxy, with the numbers that a MongoDB gives them; the command itself is
carried out first where a real server would have begun it. A lost connection is a real one.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

Command = dict[str, Any]
_HEAD = struct.Struct("<iiii")
_MESSAGE = 2013
"""The operation of all commands and answers; its body comes behind four bytes of flags."""
_BODY = 21


@dataclass(frozen=True)
class Fault:
    """What becomes of a command."""

    code: int | None = None
    """The number of the error in the answer; the connection ends without one."""
    done: bool = True
    """Whether the server carries the command out all the same."""


@dataclass
class MongoProxy:
    """A port that leads to a server."""

    server: int
    port: int = 0
    fail: Callable[[Command], Fault | None] = lambda _: None

    def serve(self, listening: socket.socket) -> None:
        """Take connections until there is no port any more."""
        while True:
            try:
                client, _ = listening.accept()
            except OSError:  # closed: the test is over
                return
            threading.Thread(target=self._talk, args=[client], daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        place = ("127.0.0.1", self.server)
        with closing(client), socket.create_connection(place) as server, suppress(OSError):
            while asked := _read(client):
                answer = self._answer(asked, server)
                if not answer:
                    return
                client.sendall(answer)

    def _answer(self, asked: bytes, server: socket.socket) -> bytes:
        """What the client gets; nothing where the connection is to end."""
        fault = self._find_fault(asked)
        answer = b""
        if fault is None or fault.done:
            server.sendall(asked)
            answer = _read(server)
        if fault is None:
            return answer
        return b"" if fault.code is None else _refuse(asked, fault.code)

    def _find_fault(self, asked: bytes) -> Fault | None:
        from bson import decode

        operation = _HEAD.unpack(asked[: _HEAD.size])[3]
        return self.fail(decode(asked[_BODY:])) if operation == _MESSAGE else None


def _read(place: socket.socket) -> bytes:
    """A whole message; empty where the other side has gone."""
    size = _receive(place, 4)
    return size and size + _receive(place, struct.unpack("<i", size)[0] - 4)


def _receive(place: socket.socket, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = place.recv(size - len(parts))
        if not part:
            return b""
        parts += part
    return parts


def _refuse(asked: bytes, code: int) -> bytes:
    from bson import encode

    number = _HEAD.unpack(asked[: _HEAD.size])[1]
    document = encode({"ok": 0.0, "code": code, "errmsg": "refused by the tests"})
    head = _HEAD.pack(_BODY + len(document), number + 1, number, _MESSAGE)
    return head + struct.pack("<ib", 0, 0) + document


@contextmanager
def mongo_proxy(server: int) -> Iterator[MongoProxy]:
    """A proxy on a port of its own."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        proxy = MongoProxy(server, listening.getsockname()[1])
        thread = threading.Thread(target=proxy.serve, args=[listening])
        thread.start()
        try:
            yield proxy
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()
