"""Run the server on a socket: `serve(context, listen("127.0.0.1", None))`."""

import os
import signal
import socket
import sys
from threading import Thread, Timer
from types import FrameType
from typing import Final

import uvicorn

from incrowd.api.app import create_app
from incrowd.api.connections import BACKLOG, BoundedConnection
from incrowd.api.context import Context
from incrowd.api.logs import configure_logs
from incrowd.api.security import is_everywhere
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.service.warm_up import warm

PORT: Final = 8765
"""Where the server listens unless that port is taken."""
_FAREWELL: Final = 2
"""Seconds that open connections have when the server stops."""
_LAST_RESORT: Final = 15.0
"""Seconds after which a server ends that was told to stop, whatever still runs in it."""
_LONGEST_HEAD: Final = 64 << 10
"""Bytes of a request before its body."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for; where none was, on the usual one or else on a free one."""
    wanted = [PORT, 0] if port is None else [port]
    failure: OSError | None = None
    for candidate in wanted:
        try:
            return _bound(host, candidate)
        except OverflowError as error:
            raise InvalidParameter(
                say("There is no port {port}.", port=candidate), say("Choose 0 to 65535.")
            ) from error
        except OSError as error:
            failure = error
    why = failure.strerror if failure else ""
    raise InvalidParameter(
        say(
            "The server cannot listen on {host}, port {port}: {why}.",
            host=host,
            port=wanted[-1],
            why=why,
        ),
        say("Choose another --host or --port."),
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    # with its protocol named, so that asyncio sends answers without delay
    result = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind((host, port))
        result.listen(BACKLOG)
    except BaseException:
        result.close()
        raise
    return result


def address(host: str, port: int, token: str, path: str = "/") -> str:
    """What a person opens in the browser.

    >>> address("127.0.0.1", 8765, "secret")
    'http://127.0.0.1:8765/?token=secret'
    """
    reachable = "localhost" if is_everywhere(host) else host
    name = f"[{reachable}]" if ":" in reachable else reachable
    return f"http://{name}:{port}{path}?token={token}"


def serve(context: Context, place: socket.socket) -> None:
    """Serve until stopped; kernels are loaded meanwhile, requests are not logged."""
    # uvicorn dies of the signal that stopped it; this way everything is cleaned up before
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    Thread(target=warm, daemon=True).start()
    configure_logs()
    config = uvicorn.Config(
        create_app(context),
        loop="asyncio",
        http=BoundedConnection,
        ws="none",
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        backlog=BACKLOG,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_FAREWELL,
    )
    _Server(config).run(sockets=[place])


class _Server(uvicorn.Server):
    """A server that ends when told to."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order, and in any case soon: temporary folders are cleared by the next start."""
        timer = Timer(_LAST_RESORT, os._exit, [128 + sig])
        timer.daemon = True
        timer.start()
        super().handle_exit(sig, frame)
