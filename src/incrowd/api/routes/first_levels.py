"""Count from higher levels on where there is too much: `POST /datasets/{id}/first-levels`."""

from fastapi import APIRouter
from pydantic import Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.first_levels import (
    FirstLevels,
    choose_first_levels,
    seek_first_levels,
    tell_first_levels,
)
from incrowd.workspace.jobs import JobResult, JobStarted, Progress
from incrowd.workspace.users import Right


class FirstLevelsChoice(RequestModel):
    """The level to which each column is made coarser before counting. None means exact values."""

    levels: dict[str, int] = Field(max_length=1000)


router = APIRouter(
    prefix="/datasets/{dataset_id}/first-levels",
    route_class=ResultRoute,
    responses=documented(404),
)


@router.get("")
def get_first_levels(dataset_id: str, server: Server, user: Asker) -> FirstLevels:
    """The levels at which the combinations fit into memory, once the search was run."""
    with server.sessions.open(user, dataset_id) as opened:
        return tell_first_levels(opened)


@router.post("/proposal", status_code=202, responses=documented(503))
def seek_levels(dataset_id: str, server: Server, user: Asker) -> JobStarted:
    """Search for levels at which the combinations fit into memory. A job asks the database."""
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id, Right.WORK) as opened:
            seek_first_levels(opened, progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)


@router.post("", status_code=202, responses=documented(503))
def choose_levels(
    dataset_id: str, choice: FirstLevelsChoice, server: Server, user: Asker
) -> JobStarted:
    """Let the database make columns coarser before it counts. A job counts; the choice is kept."""
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: Progress) -> JobResult:
        progress("counting who looks alike", None)
        choose_first_levels(server.sessions, user, dataset_id, choice.levels)
        with server.sessions.open(user, dataset_id, Right.WORK) as opened:
            opened.snapshot()
        return JobResult(dataset=dataset_id)

    return server.start(user, work)
