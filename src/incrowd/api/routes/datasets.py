"""Data sets come, are listed, looked at and deleted: `GET /api/v1/datasets`."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request

from incrowd.api.context import Asker, Context, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import SampleChoice
from incrowd.api.results import ResultRoute
from incrowd.api.uploads import FILE, receive
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.samples import sample_path
from incrowd.workspace.jobs import JobResult, JobStarted, Progress, Work
from incrowd.workspace.sessions import DatasetSummary
from incrowd.workspace.tokens import User

router = APIRouter(prefix="/datasets", route_class=ResultRoute, responses=documented())

Option = Annotated[str | None, Query(description="What would otherwise be found out")]


@router.get("")
def list_datasets(server: Server, user: Asker) -> list[DatasetSummary]:
    """The data sets that the token allows, the newest first."""
    return server.sessions.listed(user)


@router.post("", status_code=202, responses=documented(503, 507), openapi_extra=FILE)
async def upload_dataset(
    request: Request,
    server: Server,
    user: Asker,
    encoding: Option = None,
    delimiter: Option = None,
    quote: Option = None,
    sheet: Option = None,
    table: Option = None,
) -> JobStarted:
    """Upload a file of any format that incrowd reads; a job reads it."""
    path = await receive(request, server.workspace.uploads, server.max_upload)
    named = {
        "encoding": encoding,
        "delimiter": delimiter,
        "quote": quote,
        "sheet": sheet,
        "table": table,
    }
    options = {name: value for name, value in named.items() if value is not None}
    return server.start(user, _reading(server, user, path, options), path)


@router.post("/sample", status_code=202, responses=documented(503))
def add_sample(choice: SampleChoice, server: Server, user: Asker) -> JobStarted:
    """Put a bundled sample into the workspace; a job reads it."""
    sample_path(choice.name)

    def work(progress: Progress) -> JobResult:
        return JobResult(dataset=server.sessions.add_sample(user, choice.name, progress).id)

    return server.start(user, work)


@router.get("/{dataset_id}", responses=documented(404))
def get_dataset(dataset_id: str, server: Server, user: Asker) -> DatasetView:
    """The data set where its decisions lead."""
    with server.sessions.open(user, dataset_id) as opened:
        return view(opened)


@router.delete("/{dataset_id}", status_code=204, responses=documented(404))
def delete_dataset(dataset_id: str, server: Server, user: Asker) -> None:
    """Remove the data set and everything of it."""
    server.sessions.delete(user, dataset_id)


def _reading(server: Context, user: User, path: Path, options: dict[str, str]) -> Work:
    def work(progress: Progress) -> JobResult:
        record = server.sessions.add(user, path, path.name, progress, **options)
        return JobResult(dataset=record.id)

    return work
