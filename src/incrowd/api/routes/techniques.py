"""Sampling and noise: `POST /api/v1/datasets/{id}/techniques/preview` tells the effect first."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.technique_effects import TechniqueEffects
from incrowd.service.decisions import changed_copies
from incrowd.workspace.jobs import JobResult, JobStarted, Progress
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}/techniques",
    route_class=ResultRoute,
    responses=documented(404, 409),
)


class TechniquesRequest(RequestModel):
    """Techniques in their order, and what they draw by."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"techniques": ["income:round=1000", "sample=0.5"]}]},
    )
    techniques: Annotated[
        list[Annotated[str, Field(max_length=500)]],
        Field(
            min_length=1,
            max_length=50,
            description="As on the command line: `sample=0.1`, or `income:rank_swap=5` for a "
            "column. The catalogue lists all.",
        ),
    ]
    seed: Annotated[
        str | None,
        Field(
            max_length=200,
            description="The same seed repeats the same answer. Without one, a secret one is "
            "drawn, and the answer tells it.",
        ),
    ] = None


@router.post("/preview")
def preview_techniques(
    dataset_id: str, request: TechniquesRequest, server: Server, user: Asker
) -> TechniqueEffects:
    """What techniques would do to values and risks. Nothing is changed."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        return changed_copies.try_techniques(opened, request.techniques, request.seed)


@router.post("", status_code=202, responses=documented(503, 507))
def start_changed_copy(
    dataset_id: str, request: TechniquesRequest, server: Server, user: Asker
) -> JobStarted:
    """Copy a data set and its decisions with its values changed. A job makes the copy."""
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: Progress) -> JobResult:
        copy = changed_copies.copy_changed(
            server.sessions, user, dataset_id, request.techniques, request.seed, progress
        )
        return JobResult(dataset=copy.id)

    return server.start(user, work)
