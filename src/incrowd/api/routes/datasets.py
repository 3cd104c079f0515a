"""Data sets come, are listed, looked at and deleted: `GET /api/v1/datasets`."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request

from incrowd.api.context import Asker, Context, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import SampleChoice
from incrowd.api.models.reading import UploadOptions
from incrowd.api.results import ResultRoute
from incrowd.api.uploads import FILE, receive
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.samples import sample_path
from incrowd.workspace.jobs import JobResult, JobStarted, Progress, Work
from incrowd.workspace.sessions import DatasetSummary
from incrowd.workspace.users import User

router = APIRouter(prefix="/datasets", route_class=ResultRoute, responses=documented())


@router.get("")
def list_datasets(server: Server, user: Asker) -> list[DatasetSummary]:
    """The data sets that your token lets you see, the newest first."""
    return server.sessions.listed(user)


@router.post("", status_code=202, responses=documented(503, 507), openapi_extra=FILE)
async def upload_dataset(
    request: Request,
    server: Server,
    user: Asker,
    options: Annotated[UploadOptions, Query()],
) -> JobStarted:
    """Upload a file in any format that incrowd reads. A job reads it."""
    path = await receive(request, server.workspace.uploads, server.max_upload)
    return server.start(user, _reading(server, user, path, options.options()), path)


@router.post("/sample", status_code=202, responses=documented(503))
def add_sample(choice: SampleChoice, server: Server, user: Asker) -> JobStarted:
    """Add a sample to the workspace. A job reads it."""
    sample_path(choice.name)

    def work(progress: Progress) -> JobResult:
        return JobResult(dataset=server.sessions.add_sample(user, choice.name, progress).id)

    return server.start(user, work)


@router.get("/{dataset_id}", responses=documented(404))
def get_dataset(dataset_id: str, server: Server, user: Asker) -> DatasetView:
    """The data set with its decisions applied."""
    with server.sessions.open(user, dataset_id) as opened:
        return view(opened, user)


@router.delete("/{dataset_id}", status_code=204, responses=documented(404))
def delete_dataset(dataset_id: str, server: Server, user: Asker) -> None:
    """Delete the data set and everything that belongs to it."""
    server.sessions.delete(user, dataset_id)


def _reading(server: Context, user: User, path: Path, options: dict[str, str]) -> Work:
    def work(progress: Progress) -> JobResult:
        record = server.sessions.add(user, path, path.name, progress, **options)
        return JobResult(dataset=record.id)

    return work
