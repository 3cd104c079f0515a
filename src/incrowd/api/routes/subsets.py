"""Which columns betray people: `GET /api/v1/datasets/{id}/subsets?threshold=5`."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.responses import Response

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.subsets import (
    Remedy,
    RemedyRequest,
    StandOuts,
    StandOutsFile,
    StandOutsQuestion,
    StandOutsRequest,
    Subsets,
    SubsetsRequest,
)
from incrowd.api.results import ResultRoute
from incrowd.service.decisions.remedies import find_remedy, find_row_remedy
from incrowd.service.subsets.standouts import (
    seek_standouts,
    standouts_csv,
    tell_all_standouts,
    tell_standouts,
)
from incrowd.service.subsets.subsets import offered_measures, tell_subsets
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)

_FILE: Final = {
    "description": "The file",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/StandOuts"}},
        "text/csv": {"schema": {"type": "string"}},
    },
}


@router.get("/subsets")
def get_subsets(
    dataset_id: str, request: Annotated[SubsetsRequest, Query()], server: Server, user: Asker
) -> Subsets:
    """The matrix of all pairs, the tree, and what can be released together at a threshold."""
    with server.sessions.open(user, dataset_id) as opened:
        result = tell_subsets(opened, request.threshold, request.linkage, request.measure)
        return Subsets.of(result, offered_measures(opened))


@router.get("/standouts", responses=documented(404))
def get_standouts(
    dataset_id: str, request: Annotated[StandOutsRequest, Query()], server: Server, user: Asker
) -> StandOuts:
    """Who stands out by which smallest combination, and which attributes and values do it."""
    with server.sessions.open(user, dataset_id) as opened:
        result = tell_standouts(opened, request.k, request.max_size, request.offset, request.limit)
        return StandOuts.of(result)


@router.post("/standouts", status_code=202, responses=documented(404, 503))
def seek(dataset_id: str, request: StandOutsQuestion, server: Server, user: Asker) -> JobStarted:
    """Look for who stands out; a job tells how far it is, and how many rows there are."""
    user.check(server.workspace.record(dataset_id))

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            return JobResult(rows=seek_standouts(opened, request.k, request.max_size, progress))

    return server.start(user, work)


@router.get("/standouts/file", responses={200: _FILE}, response_class=Response)
def get_standouts_file(
    dataset_id: str, request: Annotated[StandOutsFile, Query()], server: Server, user: Asker
) -> Response:
    """All who stand out, in one file."""
    with server.sessions.open(user, dataset_id) as opened:
        result = tell_all_standouts(opened, request.k, request.max_size)
    if request.format == "json":
        text, kind = StandOuts.of(result).model_dump_json(indent=2), "application/json"
    else:
        text, kind = standouts_csv(result), "text/csv; charset=utf-8"
    name = f'attachment; filename="standouts.{request.format}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": name})


@router.get("/remedy", responses=documented(404, 409))
def get_remedy(
    dataset_id: str, request: Annotated[RemedyRequest, Query()], server: Server, user: Asker
) -> Remedy:
    """The smallest steps after which no group of some attributes, or of a row, is too small."""
    with server.sessions.open(user, dataset_id) as opened:
        if request.row is None:
            remedy = find_remedy(opened, request.attributes, request.threshold)
        else:
            remedy = find_row_remedy(opened, request.row, request.threshold, request.max_size)
        return Remedy.model_validate(remedy)
