"""A dashboard for another platform, by one request: `POST /api/v1/dashboards`."""

import asyncio
import shutil
from typing import Final

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError

from incrowd.api.context import Asker, Context, GivenToken, Server
from incrowd.api.errors import documented
from incrowd.api.models.dashboards import EXAMPLE, DashboardLink, LinkRequest, SetupRequest
from incrowd.api.origins import EMBEDDED
from incrowd.api.results import ResultRoute
from incrowd.api.security import MOST_JSON
from incrowd.api.uploads import TextPart, receive_with
from incrowd.errors import IncrowdError, Unauthorized
from incrowd.language import say
from incrowd.service.dashboards import StepName, first_step, make_dashboard
from incrowd.workspace.frames import FrameSession
from incrowd.workspace.jobs import Job, JobResult, Progress
from incrowd.workspace.tickets import SECONDS, hash_secret
from incrowd.workspace.users import Right, User

router = APIRouter(route_class=ResultRoute, responses=documented())

_PAUSE: Final = 0.05
_SETUP: Final = TextPart("setup", MOST_JSON)
_FORM: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "setup": {
                            "type": "string",
                            "contentMediaType": "application/json",
                            "description": "JSON with roles, hierarchies, person, goal, reading "
                            f"and step, such as {EXAMPLE}",
                        },
                    },
                }
            }
        },
    }
}


@router.post(
    "/dashboards", status_code=201, responses=documented(404, 503, 507), openapi_extra=_FORM
)
async def create_dashboard(
    request: Request, server: Server, user: Asker, token: GivenToken
) -> DashboardLink:
    """Send a file with roles, hierarchies and goal, and get a link to its dashboard.

    The answer comes when everything is read and counted. Where anything is wrong, nothing remains.
    """
    path, text = await receive_with(request, server.workspace.uploads, server.max_upload, _SETUP)
    try:
        asked = SetupRequest.parse(text)
    except (IncrowdError, RequestValidationError):
        shutil.rmtree(path.parent, ignore_errors=True)
        raise

    def work(progress: Progress) -> JobResult:
        made = make_dashboard(server.sessions, server.presets, user, path, asked.setup(), progress)
        return JobResult(dataset=made)

    job = await _end_of(server, request, server.start(user, work, path).job)
    if job.error is not None:
        raise job.error
    dataset_id = (job.result or JobResult()).dataset or ""
    return await asyncio.to_thread(_link, request, server, user, token, dataset_id, asked.step)


@router.post("/datasets/{dataset_id}/link", status_code=201, responses=documented(404))
def link_dashboard(
    dataset_id: str,
    request: Request,
    server: Server,
    user: Asker,
    token: GivenToken,
    wanted: LinkRequest | None = None,
) -> DashboardLink:
    """Get another link to the dashboard of a data set: each can be opened once."""
    step = (wanted or LinkRequest()).step
    return _link(request, server, user, token, dataset_id, step)


@router.post("/frames", status_code=201)
async def begin_frame(server: Server, ticket: GivenToken) -> FrameSession:
    """Begin the session of a page, with the ticket of its link in place of a token.

    The token that is answered reaches this one data set, to look at it, work on it and export it.
    """
    session = server.tokens.frames.begin(ticket)
    if session is None:
        raise Unauthorized(
            say("This link was opened before, or is too old."),
            say("Go back to where you got it, and open it again from there."),
        )
    return session


async def _end_of(server: Context, request: Request, job: Job) -> Job:
    """A job that has ended; it is stopped if whoever asked for it is gone."""
    while job.ended is None:
        await asyncio.sleep(_PAUSE)
        if await request.is_disconnected():
            server.jobs.cancel(job.id)
        job = server.jobs.get(job.id)
    return job


def _link(
    request: Request, server: Context, user: User, token: str, dataset_id: str, step: StepName
) -> DashboardLink:
    with server.sessions.open(user, dataset_id) as opened:
        right = user.right_to(opened.record) or Right.VIEW
        given = Right.WORK if right.covers(Right.WORK) else Right.VIEW
        place = first_step(opened, step)
    ticket = server.tokens.frames.issue_ticket(dataset_id, given, hash_secret(token))
    path = f"{EMBEDDED}/datasets/{dataset_id}/{place}#ticket={ticket}"
    host = f"{request.url.scheme}://{request.headers['host']}"
    return DashboardLink(dataset_id, f"{host}{path}", path, int(SECONDS))
