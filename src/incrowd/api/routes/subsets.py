"""Which columns give people away: `GET /api/v1/datasets/{id}/subsets?threshold=5`."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute, write_json
from incrowd.service.decisions import copies, remedies
from incrowd.service.subsets import standouts, subsets
from incrowd.service.subsets.standouts import MOST_ROWS
from incrowd.workspace.jobs import JobResult, JobStarted, Progress
from incrowd.workspace.users import Right


class SubsetsRequest(RequestModel):
    """The threshold at which the tree is cut, how it is built, and what the cells show."""

    threshold: int = Field(default=5, ge=1, le=10**15)
    linkage: Literal["union", "average", "single", "complete"] = "union"
    measure: str = Field(
        default="k",
        description="k, uniques, average_risk, highest_risk, below_k, or another measure of risk "
        "or privacy",
    )
    include: list[Literal["sensitive", "insensitive"]] = Field(
        default_factory=list,
        max_length=2,
        description="Columns of these roles are compared, too, as if they were known",
    )


class RemedyRequest(RequestModel):
    """A leak: attributes whose groups are too small, or a row that stands out."""

    attributes: list[str] = Field(default_factory=list, max_length=1000)
    row: int | None = Field(
        default=None, ge=1, description="A row; the attributes are then ignored"
    )
    threshold: int = Field(default=5, ge=2, le=10**15)
    max_size: int = Field(default=3, ge=1, le=1000)


class CopyRequest(RequestModel):
    """The row that a copy goes without, or whose person it goes without."""

    without_row: int = Field(ge=1, description="The number of the row, from 1")


class StandOutsQuestion(RequestModel):
    """How small a group must be to stand out, and how many attributes to combine."""

    k: int = Field(default=2, ge=2, le=10**15)
    max_size: int = Field(default=3, ge=1, le=1000)


class StandOutsFile(StandOutsQuestion):
    """All stand-outs, as a file of some kind."""

    format: Literal["json", "csv"] = "json"


class StandOutsRequest(StandOutsQuestion):
    """How small a group must be to stand out, how many attributes to combine, and which rows."""

    offset: int = Field(default=0, ge=0, le=10**15)
    limit: int = Field(default=100, ge=0, le=MOST_ROWS)


router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)

_FILE: Final = {
    "description": "The file",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/StandoutList"}},
        "text/csv": {"schema": {"type": "string"}},
    },
}


@router.get("/subsets")
def get_subsets(
    dataset_id: str, request: Annotated[SubsetsRequest, Query()], server: Server, user: Asker
) -> subsets.MeasurableSubsets:
    """The matrix of all pairs, the tree, and which columns can be released together."""
    with server.sessions.open(user, dataset_id) as opened:
        return subsets.tell_measurable_subsets(
            opened, request.threshold, request.linkage, request.measure, request.include
        )


@router.get("/standouts", responses=documented(404))
def get_standouts(
    dataset_id: str, request: Annotated[StandOutsRequest, Query()], server: Server, user: Asker
) -> standouts.StandoutList:
    """Who stands out, by which smallest combination, and which attributes and values cause it."""
    with server.sessions.open(user, dataset_id) as opened:
        return standouts.tell_standouts(
            opened, request.k, request.max_size, request.offset, request.limit
        )


@router.post("/standouts", status_code=202, responses=documented(404, 503))
def seek(dataset_id: str, request: StandOutsQuestion, server: Server, user: Asker) -> JobStarted:
    """Search for people who stand out. A job shows the progress and the number of rows."""
    user.check(server.workspace.record(dataset_id))

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            return JobResult(
                rows=standouts.seek_standouts(opened, request.k, request.max_size, progress)
            )

    return server.start(user, work)


@router.get("/standouts/file", responses={200: _FILE}, response_class=Response)
def get_standouts_file(
    dataset_id: str, request: Annotated[StandOutsFile, Query()], server: Server, user: Asker
) -> Response:
    """Everybody who stands out, in one file."""
    with server.sessions.open(user, dataset_id) as opened:
        result = standouts.tell_all_standouts(opened, request.k, request.max_size)
    if request.format == "json":
        text, kind = write_json(result, indent=2).decode(), "application/json"
    else:
        text, kind = standouts.standouts_csv(result), "text/csv; charset=utf-8"
    name = f'attachment; filename="standouts.{request.format}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": name})


@router.get("/remedy", responses=documented(404, 409))
def get_remedy(
    dataset_id: str, request: Annotated[RemedyRequest, Query()], server: Server, user: Asker
) -> remedies.Remedy:
    """The smallest steps after which no group of some attributes, or of a row, is too small."""
    with server.sessions.open(user, dataset_id) as opened:
        if request.row is None:
            return remedies.find_remedy(opened, request.attributes, request.threshold)
        return remedies.find_row_remedy(opened, request.row, request.threshold, request.max_size)


@router.post("/copies", status_code=202, responses=documented(404, 409, 503, 507))
def start_copy(dataset_id: str, request: CopyRequest, server: Server, user: Asker) -> JobStarted:
    """Copy a data set and its decisions without one row or person. A job makes the copy."""
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: Progress) -> JobResult:
        row = request.without_row
        copy = copies.copy_without_row(server.sessions, user, dataset_id, row, progress)
        return JobResult(dataset=copy.id)

    return server.start(user, work)
