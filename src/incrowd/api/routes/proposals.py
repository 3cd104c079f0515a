"""Three ready proposals: `POST /api/v1/datasets/{id}/proposals` looks for them."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.results import ResultRoute
from incrowd.service.automatic.proposals import Proposals, find_proposals, read_proposals
from incrowd.service.datasets.presets import dataset_preset
from incrowd.workspace.jobs import JobProgress, JobResult, JobStarted
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.post("/proposals", status_code=202, responses=documented(404, 503))
def start_proposals(dataset_id: str, server: Server, user: Asker) -> JobStarted:
    """Search for three releases that pass every check of the goal. A job shows the progress.

    What was found for the same data and goal before is not looked for again.
    """
    user.check(server.workspace.record(dataset_id), Right.WORK)

    def work(progress: JobProgress) -> JobResult:
        with server.sessions.open(user, dataset_id, Right.WORK) as opened:
            find_proposals(opened, dataset_preset(opened, server.presets, None), progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)


@router.get("/proposals")
def get_proposals(dataset_id: str, server: Server, user: Asker) -> Proposals:
    """The proposals. Adopt one by its run with `POST …/automatic/{run}/adopt`."""
    with server.sessions.open(user, dataset_id) as opened:
        return read_proposals(opened, dataset_preset(opened, server.presets, None))
