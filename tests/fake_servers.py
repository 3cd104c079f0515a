"""Something on loopback that speaks like a database for a moment and notes what it is told."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_ENCRYPTION = (80877103, 80877104)
"""What a client sends first to ask for TLS or GSSAPI."""
PASSWORD, NOTHING = 3, 0
"""What the server asks for."""


@dataclass
class FakePostgreSQL:
    """Asks everybody for a password in clear, or for nothing at all."""

    asks: int
    port: int = 0
    connections: int = 0
    passwords: list[str] = field(default_factory=list)

    def url(self, user: str = "bob") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/d"

    def serve(self, listening: socket.socket) -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:  # closed: the test is over
                return
            self.connections += 1
            with client:
                self._talk(client)

    def _talk(self, client: socket.socket) -> None:
        while True:
            told = _message(client, client.recv(4))
            if struct.unpack("!I", told[:4])[0] not in _ENCRYPTION:
                break
            client.sendall(b"N")
        client.sendall(b"R" + struct.pack("!II", 8, self.asks))
        if self.asks == PASSWORD and client.recv(1) == b"p":
            self.passwords.append(_message(client, client.recv(4)).rstrip(b"\0").decode())


def _message(client: socket.socket, size: bytes) -> bytes:
    return client.recv(struct.unpack("!I", size)[0] - 4)


@contextmanager
def fake_postgresql(asks: int = PASSWORD) -> Iterator[FakePostgreSQL]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        found = FakePostgreSQL(asks, listening.getsockname()[1])
        thread = threading.Thread(target=found.serve, args=[listening])
        thread.start()
        try:
            yield found
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


_MYSQL_GREETING = (
    b"\x0a8.0.36\0"  # the protocol and the version
    + struct.pack("<I", 7)
    + b"12345678\0"  # the first half of the salt
    + struct.pack("<HBHH", 0xF7FF, 45, 2, 0x81FF)
    + b"\x15"
    + bytes(10)
    + b"123456789012\0mysql_native_password\0"
)


@contextmanager
def silent_mysql() -> Iterator[str]:
    """Something that greets like MySQL and falls silent; its address without a table."""
    clients: list[socket.socket] = []

    def serve(listening: socket.socket) -> None:
        while True:
            try:
                client, _ = listening.accept()
                clients.append(client)
                client.sendall(struct.pack("<I", len(_MYSQL_GREETING)) + _MYSQL_GREETING)
            except OSError:  # closed: the test is over
                return

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(200)
        thread = threading.Thread(target=serve, args=[listening])
        thread.start()
        try:
            yield f"mysql://ann@127.0.0.1:{listening.getsockname()[1]}/clinic"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()
            for client in clients:
                client.close()
