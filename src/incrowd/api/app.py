"""The server as an ASGI application: `create_app(Context.open(folder))`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.routing import APIRoute

from incrowd import __version__
from incrowd.api import browsable, errors, page
from incrowd.api.context import Context
from incrowd.api.gate import THREADS
from incrowd.api.routes import (
    about,
    attacks,
    automatic,
    counted_states,
    dashboards,
    datasets,
    decisions,
    exports,
    first_levels,
    fronts,
    goals,
    hierarchies,
    jobs,
    linked,
    own_attacks,
    proposals,
    queries,
    reading,
    recipes,
    sources,
    subsets,
    techniques,
    verdicts,
    views,
)
from incrowd.api.security import Guard

API = "/api/v1"
_ROUTERS = (
    about,
    datasets,
    dashboards,
    views,
    counted_states,
    first_levels,
    decisions,
    hierarchies,
    automatic,
    fronts,
    subsets,
    techniques,
    linked,
    attacks,
    sources,
    queries,
    exports,
    recipes,
    jobs,
    verdicts,
    goals,
    own_attacks,
    proposals,
    reading,
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
    app.include_router(browsable.router)
    app.include_router(page.router)
    _describe_without_422(app)
    if context is not None:
        app.add_middleware(
            Guard, host=context.host, tokens=context.tokens, named=context.named_origins
        )
    return app


@asynccontextmanager
async def _closing(app: FastAPI) -> AsyncIterator[None]:
    current_default_thread_limiter().total_tokens = THREADS
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
