"""Count one choice of levels in the database: `POST /datasets/{id}/states`."""

from fastapi import APIRouter
from pydantic import Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.counted_states import (
    CountedStates,
    count_state,
    seek_state_levels,
    tell_states,
)
from incrowd.workspace.jobs import JobResult, JobStarted, Progress


class StateChoice(RequestModel):
    """The level of each quasi-identifier, 0 if not given. Groups smaller than k are removed."""

    levels: dict[str, int] = Field(default_factory=dict, max_length=1000)
    k: int = Field(1, ge=1)


router = APIRouter(
    prefix="/datasets/{dataset_id}/states",
    route_class=ResultRoute,
    responses=documented(404),
)


@router.get("")
def get_counted_states(dataset_id: str, server: Server, user: Asker) -> CountedStates:
    """The levels to choose from, once the values were read, and the last choice counted."""
    with server.sessions.open(user, dataset_id) as opened:
        return tell_states(opened)


@router.post("/levels", status_code=202, responses=documented(503))
def seek_levels_of_states(dataset_id: str, server: Server, user: Asker) -> JobStarted:
    """Read the values of every quasi-identifier. A job asks the database."""
    user.check(server.workspace.record(dataset_id))

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            seek_state_levels(opened, progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)


@router.post("", status_code=202, responses=documented(503))
def count_one_state(
    dataset_id: str, choice: StateChoice, server: Server, user: Asker
) -> JobStarted:
    """Count the risk of one choice of levels and of every next step inside the database."""
    user.check(server.workspace.record(dataset_id))

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            count_state(opened, choice.levels, choice.k, progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)
