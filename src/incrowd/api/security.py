"""Who may talk to the server: only pages that it served itself, under its own name, unless named.

A foreign page can make a browser send requests here, and a foreign name can be made to point here;
so Host and Origin are looked at before anything else.
"""

import asyncio
import ipaddress
import socket
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incrowd.api.context import COOKIE, unknown_sender
from incrowd.api.errors import answer
from incrowd.api.frame_paths import check_frame
from incrowd.api.gate import UPLOADS, Gate
from incrowd.api.hidden_paths import hide_paths_below
from incrowd.api.origins import NamedOrigins, answer_headers, preflight_headers
from incrowd.errors import IncrowdError, NotAllowed, TooLarge
from incrowd.language import choose_language, say, set_language
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import User

_POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
HEADERS: Final = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MOST_JSON: Final = 16 << 20
"""Bytes of a request that is no upload: nobody is answered while they are parsed."""
SILENCE: Final = 60.0
"""Seconds that the next piece of a body may take."""


@dataclass(frozen=True)
class Guard:
    """Refuses requests from elsewhere, bounds bodies, and sends the headers that browsers obey."""

    app: ASGIApp
    host: str
    tokens: Tokens
    gate: Gate = field(default_factory=Gate)
    named: NamedOrigins = field(default_factory=NamedOrigins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        told = self._headers(scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in told.items():
                    headers.setdefault(name, value)
            await send(message)

        set_language(_language(scope))
        hide_paths_below(self.tokens.folder)
        try:
            await self._admit(scope, receive, sending)
        except IncrowdError as error:
            await answer(error)(scope, receive, sending)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to where it belongs, if its sender may ask that."""
        headers, path = Headers(scope=scope), scope["path"]
        if self.named.is_caller(headers.get("origin"), path):
            check_host(headers, self.host)
            if scope["method"] == "OPTIONS":
                await _answer_preflight(headers["origin"])(scope, receive, send)
                return
            scope = {**scope, "headers": _without_cookies(scope)}
            headers = Headers(scope=scope)
        else:
            check(headers, self.host, scope["scheme"])
        user = self._sender(headers) if path.startswith("/api/") else None
        if user is None and path.startswith("/api/") and _has_body(headers):
            raise unknown_sender()  # before any of it is read
        receive = _patient(receive)
        bounded = receive if path in UPLOADS else _bounded(scope, receive)
        if user is None:
            await self.app(scope, bounded, send)
            return
        check_frame(user, scope["method"], path)
        async with self.gate.place(user.name, scope["method"], path):
            await self.app(scope, bounded, send)

    def _headers(self, scope: Scope) -> dict[str, str]:
        """What browsers are told about an answer."""
        told, path = dict(HEADERS), scope["path"]
        if (ancestors := self.named.ancestors(path)) is not None:
            told["Content-Security-Policy"] = _POLICY + ancestors
            del told["X-Frame-Options"]  # knows no list
        origin = Headers(scope=scope).get("origin")
        if origin is not None and self.named.is_caller(origin, path):
            told |= answer_headers(origin)
        if path.startswith("/api/"):
            told["Cache-Control"] = "no-store"
        return told

    def _sender(self, headers: Headers) -> User | None:
        """Who sent a request."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        known = scheme.lower() == "bearer" and bearer.strip()
        token = known or cookie_parser(headers.get("cookie", "")).get(COOKIE)
        return self.tokens.find(token) if token else None


def _answer_preflight(origin: str) -> Response:
    return Response(status_code=204, headers=preflight_headers(origin))


def _without_cookies(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a request from another site, in which no cookie counts."""
    return [(name, value) for name, value in scope["headers"] if name.lower() != b"cookie"]


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _language(scope: Scope) -> str:
    """What the page asks for; streams of events cannot send headers, so the address may say it."""
    chosen = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])[0]
    return choose_language(chosen or Headers(scope=scope).get("accept-language", ""))


def check(headers: Headers, bound: str, scheme: str) -> None:
    """Refuse a foreign Host or Origin."""
    host = check_host(headers, bound)
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scheme}://{host}".lower():
        raise NotAllowed(
            say("The request comes from another site."), say("Open the dashboard itself.")
        )


def check_host(headers: Headers, bound: str) -> str:
    """The Host of a request, which is one of this server."""
    host = headers.get("host", "")
    if not is_ours(_name(host), bound):
        raise NotAllowed(
            say("This server does not answer to that name."),
            say("Use the address that 'incrowd serve' printed."),
        )
    return host


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


def _patient(receive: Receive) -> Receive:
    """Take whoever stops sending in the middle of a body for gone."""
    complete = False

    async def receiving() -> Message:
        nonlocal complete
        if complete:  # from here on nothing comes but the news that the sender is gone
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), SILENCE)
        except TimeoutError:
            return {"type": "http.disconnect"}
        complete = not message.get("more_body", False)
        return message

    return receiving


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
