"""The dashboard's own files, and the way in with a token: `GET /?token=...`."""

from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from incrowd.api.context import COOKIE, context_of
from incrowd.errors import NotFound
from incrowd.language import say

router = APIRouter(include_in_schema=False)

STATIC: Final = Path(__file__).with_name("static")
_MONTH: Final = 30 * 24 * 3600
_PLAIN: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>incrowd</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}}
code{{background:#eee;padding:.1em .3em}}</style><h1>incrowd</h1>{body}</html>"""
_NOT_BUILT: Final = """<p>The server runs, but the dashboard is not built.</p>
<p>Build it with <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, then reload this
page; <code>make run</code> builds it before it starts the server. The REST API is at
<code>/api/v1</code>.</p>"""
_NO_ENTRY: Final = """<p>The token in this address is not valid.</p>
<p>Use the address that <code>incrowd serve</code> has printed last.</p>"""


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the dashboard, or its page, which finds its way by the address."""
    if path == "api" or path.startswith("api/"):
        raise NotFound(say("There is nothing at this address."), say("Check the path."))
    if "token" in request.query_params:
        return _enter(request)
    return _file(path) or _index()


def _enter(request: Request) -> Response:
    """Keep the token in a cookie that scripts cannot read, and take it out of the address."""
    tokens, token = context_of(request).tokens, request.query_params["token"]
    if request.method == "GET":
        token = tokens.redeem(token) or token
    if tokens.find(token) is None:
        return HTMLResponse(_PLAIN.format(body=_NO_ENTRY), 401)
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
    place = "/" + request.url.path.lstrip("/") + (f"?{urlencode(rest)}" if rest else "")
    response = RedirectResponse(place, 303)
    response.set_cookie(
        COOKIE,
        token,
        max_age=_MONTH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


def _file(path: str) -> Response | None:
    try:
        file = (STATIC / path).resolve()
        inside = file.is_relative_to(STATIC.resolve()) and file.is_file()
    except (ValueError, OSError):  # a NUL byte, or a name that is too long
        return None
    if not path or not inside:
        return None
    lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    return FileResponse(file, headers={"Cache-Control": lasting})


def _index() -> Response:
    index = STATIC / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(_PLAIN.format(body=_NOT_BUILT), headers={"Cache-Control": "no-cache"})
