"""Long work: ask how far it is, listen to it, stop it: `GET /api/v1/jobs/{id}/events`."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from incrowd.api.context import Asker, Context, Server
from incrowd.api.errors import documented
from incrowd.api.results import ResultRoute, write_json
from incrowd.errors import NotAllowed
from incrowd.language import say
from incrowd.workspace.jobs import Job
from incrowd.workspace.users import User

router = APIRouter(prefix="/jobs/{job_id}", route_class=ResultRoute, responses=documented(404))

_PAUSE: Final = 0.1
_SILENCE: Final = 15.0
"""Seconds after which a comment shows that the connection is alive."""
_STREAM: Final = {
    "description": "The job each time something changes, as server-sent events",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}


@router.get("")
async def get_job(job_id: str, server: Server, user: Asker) -> Job:
    """The progress of a job."""
    return _find(server, user, job_id)


@router.delete("")
async def cancel_job(job_id: str, server: Server, user: Asker) -> Job:
    """Cancel a job. What it made so far is deleted."""
    _find(server, user, job_id)
    return server.jobs.cancel(job_id)


@router.post("/finish")
async def finish_job(job_id: str, server: Server, user: Asker) -> Job:
    """End a search with the best result so far. All other jobs go on as before."""
    _find(server, user, job_id)
    return server.jobs.finish(job_id)


@router.get("/events", responses={200: _STREAM}, response_class=StreamingResponse)
async def listen_to_job(job_id: str, server: Server, user: Asker) -> StreamingResponse:
    """Follow a job until it ends."""
    _find(server, user, job_id)
    return StreamingResponse(
        _events(server, job_id), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


def _find(server: Context, user: User, job_id: str) -> Job:
    job = server.jobs.get(job_id)
    if not user.is_owner and job.owner != user.name:
        raise NotAllowed(say("This is the work of somebody else."))
    return job


async def _events(server: Context, job_id: str) -> AsyncIterator[str]:
    last: Job | None = None
    silent = 0.0
    while last is None or last.ended is None:
        job = server.jobs.get(job_id)
        if job != last:
            last, silent = job, 0.0
            yield f"data: {write_json(job).decode()}\n\n"
        elif silent >= _SILENCE:
            silent = 0.0
            yield ": still there\n\n"
        else:
            await asyncio.sleep(_PAUSE)
            silent += _PAUSE
