"""Who may talk to the server: only pages that it served itself, under its own name.

A foreign page can make a browser send requests here, and a foreign name can be made to point here;
so Host and Origin are looked at before anything else.
"""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incrowd.api.context import COOKIE, unknown_sender
from incrowd.api.errors import answer
from incrowd.errors import IncrowdError, NotAllowed, TooLarge
from incrowd.language import choose_language, say, set_language
from incrowd.workspace.tokens import Tokens

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MOST_JSON: Final = 64 << 20
"""Bytes of a request that is no upload."""
UPLOADS: Final = frozenset({"/api/v1/datasets", "/api/v1/sources/files"})
"""Where files come in, up to a limit of their own."""


@dataclass(frozen=True)
class Guard:
    """Refuses requests from elsewhere, bounds bodies, and sends the headers that browsers obey."""

    app: ASGIApp
    host: str
    tokens: Tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        set_language(_language(scope))
        try:
            headers = Headers(scope=scope)
            check(headers, self.host, scope["scheme"])
            if scope["path"].startswith("/api/") and _has_body(headers):
                self._check_sender(headers)
            bounded = receive if scope["path"] in UPLOADS else _bounded(scope, receive)
        except IncrowdError as error:
            await answer(error)(scope, receive, sending)
            return
        await self.app(scope, bounded, sending)

    def _check_sender(self, headers: Headers) -> None:
        """Refuse a body from nobody before any of it is read."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        known = scheme.lower() == "bearer" and bearer.strip()
        token = known or cookie_parser(headers.get("cookie", "")).get(COOKIE)
        if not token or self.tokens.find(token) is None:
            raise unknown_sender()


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _language(scope: Scope) -> str:
    """What the page asks for; streams of events cannot send headers, so the address may say it."""
    chosen = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])[0]
    return choose_language(chosen or Headers(scope=scope).get("accept-language", ""))


def check(headers: Headers, bound: str, scheme: str) -> None:
    """Refuse a foreign Host or Origin."""
    host = headers.get("host", "")
    if not is_ours(_name(host), bound):
        raise NotAllowed(
            say("This server does not go by that name."),
            say("Use the address that 'incrowd serve' has printed."),
        )
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scheme}://{host}".lower():
        raise NotAllowed(
            say("The request comes from another site."), say("Open the dashboard itself.")
        )


def is_ours(name: str, bound: str) -> bool:
    """Whether a name is one of this server.

    A server bound to all addresses is reached by any of them, but by no name except the machine's:
    a name could be made to point here by somebody else.

    >>> is_ours("localhost", "127.0.0.1"), is_ours("evil.example", "127.0.0.1")
    (True, False)
    >>> is_ours("192.168.1.5", "0.0.0.0"), is_ours("evil.example", "0.0.0.0")
    (True, False)
    """
    name = name.lower().rstrip(".")
    if name in ("localhost", bound.lower()) or _loopback(name):
        return True
    if not is_everywhere(bound):
        return False
    machine = socket.gethostname().lower()
    return _address(name) is not None or name in (machine, f"{machine}.local")


def is_everywhere(bound: str) -> bool:
    """Whether a server that is bound to this address listens on all of the machine's."""
    address = _address(bound)
    return address is not None and address.is_unspecified


def _name(host: str) -> str:
    """The name in a Host header, without port and brackets; empty where it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return ""
    return parts.hostname or "" if parts.netloc == host and "@" not in host else ""


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _loopback(name: str) -> bool:
    address = _address(name)
    return address is not None and address.is_loopback


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """Refuse bodies that are too large, whether they say so or not."""
    too_large = TooLarge(
        say("The request is too large."), say("Send at most {most} MiB.", most=MOST_JSON >> 20)
    )
    declared = Headers(scope=scope).get("content-length", "0")
    if declared.isdecimal() and int(declared) > MOST_JSON:
        raise too_large
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_JSON:
            raise too_large
        return message

    return receiving
