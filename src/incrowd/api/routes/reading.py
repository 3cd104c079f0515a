"""How a file was read: `GET /api/v1/datasets/{id}/reading`, and `POST` to read it again."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.reading import ReadingRequest
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.reading import Reading, describe_reading, read_again
from incrowd.workspace.jobs import JobProgress, JobResult, JobStarted
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.get("/reading")
def get_reading(dataset_id: str, server: Server, user: Asker) -> Reading:
    """The delimiter, encoding, header, rows and missing values that incrowd found."""
    with server.sessions.open(user, dataset_id) as opened:
        return describe_reading(opened)


@router.post("/reading", status_code=202, responses=documented(404, 503))
def start_reading(
    dataset_id: str, request: ReadingRequest, server: Server, user: Asker
) -> JobStarted:
    """Read the file again in another way, as long as nothing was decided. The id stays the same."""
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: JobProgress) -> JobResult:
        read_again(server.sessions, user, dataset_id, request.options(), progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)
