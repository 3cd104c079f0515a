"""Errors as answers: the one error shape with the status that fits."""

import json
import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from incrowd import errors
from incrowd.answers import serialise
from incrowd.api.hidden_paths import tell
from incrowd.api.models.shape import no_unicode
from incrowd.api.results import model_of
from incrowd.language import say
from incrowd.workspace.jobs import unexpected

log = logging.getLogger("incrowd.api")

STATUS: Final[dict[type[errors.IncrowdError], int]] = {
    errors.Unauthorized: 401,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.TooLarge: 413,
    errors.TooMany: 429,
    errors.TooMuchMemory: 413,
    errors.LimitExceeded: 400,
    errors.DamagedJournal: 500,
    errors.CrowdTooLarge: 400,
    errors.CrowdNeeded: 400,
    errors.EngineError: 500,
    errors.Busy: 503,
    errors.DiskFull: 507,
    errors.DiskNotWritable: 507,
}
"""Everything else that is raised on purpose is a bad request."""

CLOSED: Final = 499
"""Nobody is there any more to be answered; the number is a habit of servers."""

_DESCRIBED: Final = {
    400: "The request or its data is wrong",
    401: "No valid token",
    403: "Not yours, or the request comes from another site",
    404: "Not there",
    409: "Somebody changed the data set in the meantime",
    413: "Too large",
    429: "Too many requests or jobs of one person at the same time",
    500: "A fault of the server",
    503: "Too much is going on",
    507: "The disk is full, or cannot be written to",
}


def documented(*more: int) -> dict[int | str, dict[str, Any]]:
    """The errors of an operation for the OpenAPI file."""
    return {
        status: {"model": model_of(errors.ErrorReport), "description": _DESCRIBED[status]}
        for status in sorted({400, 401, 403, 413, 429, 500, 507, *more})
    }


def status_of(error: errors.IncrowdError) -> int:
    """The HTTP status of an error.

    >>> status_of(errors.Conflict("…")), status_of(errors.UsageError("…"))
    (409, 400)
    """
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)


def answer(error: errors.IncrowdError, status: int | None = None) -> Response:
    """An error as an answer; written in ASCII, so that any text can be told."""
    headers = {"WWW-Authenticate": "Bearer"} if isinstance(error, errors.Unauthorized) else {}
    return Response(
        json.dumps(serialise(error.report, tell)),
        status or status_of(error),
        headers,
        "application/json",
    )


def install(app: FastAPI) -> None:
    """Let every error leave in the one shape."""
    app.add_exception_handler(errors.IncrowdError, _on_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(UnicodeEncodeError, _on_text)
    app.add_exception_handler(OSError, _on_fault)  # as a fault it would end the connection
    app.add_exception_handler(ClientDisconnect, _on_gone)
    app.add_exception_handler(Exception, _on_fault)


async def _on_error(request: Request, error: Exception) -> Response:
    return (
        answer(error) if isinstance(error, errors.IncrowdError) else await _on_fault(request, error)
    )


async def _on_gone(request: Request, error: Exception) -> Response:
    """Whoever closed the tab hears no answer; it is no fault of ours either."""
    return Response(status_code=CLOSED)


async def _on_invalid(request: Request, error: Exception) -> Response:
    result = error.errors() if isinstance(error, RequestValidationError) else []
    outcome = [f"{'.'.join(map(str, error['loc'][1:]))}: {error['msg']}" for error in result]
    hint = say("Compare it with the description in /api/v1/openapi.json.")
    return answer(
        errors.UsageError(say("The request does not have the expected form."), hint, outcome)
    )


async def _on_http(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return await _on_fault(request, error)
    if isinstance(error.__cause__, errors.IncrowdError):  # raised while the body was read
        return answer(error.__cause__)
    if error.status_code == 404:
        return answer(
            errors.NotFound(say("There is nothing at this address."), say("Check the path."))
        )
    usage_error = errors.UsageError(
        say("{detail}.", detail=error.detail), say("Check the method and the body of the request.")
    )
    response = answer(usage_error, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _on_text(request: Request, error: Exception) -> Response:
    return answer(no_unicode())


async def _on_fault(request: Request, error: Exception) -> Response:
    """Tell and log a fault of ours by its kind and place alone: nothing of the data in logs."""
    result = unexpected(error)
    log.error("%s %s", request.method, result.message)
    return answer(result, 500 if type(result) is errors.IncrowdError else None)
