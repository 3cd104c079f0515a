"""Other sites that whoever started the server named: which may call it, and which may frame it.

    >>> parse_origin("https://portal.example.org:443", "--allow-origin")
    'https://portal.example.org'

A site that may call sends a token with every request; cookies never count for it, so that no page
can act in somebody's name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from incrowd.errors import InvalidParameter
from incrowd.language import say

EMBEDDED: Final = "/embed"
"""Below this address are the pages for frames."""
_PORTS: Final = {"http": 80, "https": 443}
_ORIGIN: Final = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept-Language",
    "Access-Control-Max-Age": "600",
}


@dataclass(frozen=True)
class NamedOrigins:
    """The sites that were named; nobody unless somebody was."""

    callers: frozenset[str] = frozenset()
    """Their pages may call the REST API and read its answers."""
    framers: tuple[str, ...] = ()
    """Their pages may show the embedded dashboard in a frame."""

    @classmethod
    def parse(cls, callers: Sequence[str], framers: Sequence[str]) -> "NamedOrigins":
        """Read what stands after --allow-origin and --allow-frame."""
        calling = frozenset(parse_origin(text, "--allow-origin") for text in callers)
        framing = tuple(_frameable(parse_origin(text, "--allow-frame")) for text in framers)
        return cls(calling, framing)

    def is_caller(self, origin: str | None, path: str) -> bool:
        """Whether a request comes from a page that may call the API."""
        return origin is not None and path.startswith("/api/") and origin.lower() in self.callers

    def ancestors(self, path: str) -> str | None:
        """Who may frame a page, as a policy says it; None where nobody may."""
        inside = path == EMBEDDED or path.startswith(f"{EMBEDDED}/")
        return " ".join(self.framers) if inside and self.framers else None


def parse_origin(text: str, option: str) -> str:
    """An origin as browsers send it; whatever is no single site is refused."""
    match = _ORIGIN.fullmatch(text.lower())
    try:
        port = urlsplit(text.lower()).port if match else None
    except ValueError:
        match = None
    if match is None:
        raise InvalidParameter(
            say("'{text}' is not the address of one site.", text=text),
            say(
                "Write scheme, host and port and nothing else, as in {option} "
                "https://portal.example.org or {option} http://127.0.0.1:3000.",
                option=option,
            ),
        )
    scheme, host = match[1], match[2]
    return f"{scheme}://{host}" + ("" if port in (None, _PORTS[scheme]) else f":{port}")


def _frameable(origin: str) -> str:
    if "[" in origin:
        raise InvalidParameter(
            say("'{text}' cannot be allowed to frame pages.", text=origin),
            say("Browsers know no IPv6 address here: use a name or an IPv4 address."),
        )
    return origin


def answer_headers(origin: str) -> dict[str, str]:
    """What lets a page of a named site read an answer."""
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": "Content-Disposition",
        "Vary": "Origin",
    }


def preflight_headers(origin: str) -> dict[str, str]:
    """What lets a page of a named site send a request; its cookies are not asked for."""
    return {**answer_headers(origin), **_PREFLIGHT}
