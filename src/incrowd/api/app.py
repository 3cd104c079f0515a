"""The server as an ASGI application: `create_app(Context.open(folder))`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from incrowd import __version__
from incrowd.api import errors
from incrowd.api.context import COOKIE, Context, context_of
from incrowd.api.routes import (
    about,
    attacks,
    automatic,
    datasets,
    decisions,
    exports,
    hierarchies,
    jobs,
    linked,
    queries,
    sources,
    subsets,
    views,
)
from incrowd.api.security import Guard
from incrowd.errors import NotFound
from incrowd.language import say

_dashboard = APIRouter(include_in_schema=False)

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


@_dashboard.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the dashboard, or its page, which finds its way by the address."""
    if path == "api" or path.startswith("api/"):
        raise NotFound(say("There is nothing at this address."), say("Check the path."))
    if "token" in request.query_params:
        return _enter(request)
    return _file(path) or _index()


def _enter(request: Request) -> Response:
    """Keep the token in a cookie that scripts cannot read, and take it out of the address."""
    token = request.query_params["token"]
    if context_of(request).tokens.find(token) is None:
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
        result = (STATIC / path).resolve()
        inside = result.is_relative_to(STATIC.resolve()) and result.is_file()
    except (ValueError, OSError):  # a NUL byte, or a name that is too long
        return None
    if not path or not inside:
        return None
    lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    return FileResponse(result, headers={"Cache-Control": lasting})


def _index() -> Response:
    index = STATIC / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(_PLAIN.format(body=_NOT_BUILT), headers={"Cache-Control": "no-cache"})


API = "/api/v1"
_ROUTERS = (
    about,
    datasets,
    views,
    decisions,
    hierarchies,
    automatic,
    subsets,
    linked,
    attacks,
    sources,
    queries,
    exports,
    jobs,
)


def create_app(context: Context | None = None) -> FastAPI:
    """Put the operations together; without a context only the description can be asked for."""
    app = FastAPI(
        title="incrowd",
        version=__version__,
        summary="See who stands out in your data, and hide them in the crowd.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        lifespan=_closing,
        redirect_slashes=False,
    )
    app.state.context = context
    errors.install(app)
    for routes in _ROUTERS:
        app.include_router(routes.router, prefix=API, tags=[routes.__name__.rpartition(".")[2]])
    app.include_router(_dashboard)
    _describe_without_422(app)
    if context is not None:
        app.add_middleware(Guard, host=context.host)
    return app


@asynccontextmanager
async def _closing(app: FastAPI) -> AsyncIterator[None]:
    yield
    context: Context | None = app.state.context
    if context is not None:
        context.close()


def _operation_id(route: APIRoute) -> str:
    return route.name


def _describe_without_422(app: FastAPI) -> None:
    """Requests of a wrong form are answered with 400 in the one shape, so say so."""
    described = app.openapi

    def openapi() -> dict[str, Any]:
        document = described()
        for path in document["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        for unused in ("HTTPValidationError", "ValidationError"):
            document["components"]["schemas"].pop(unused, None)
        return document

    app.__dict__["openapi"] = openapi
