"""Attack the own release: `POST /api/v1/datasets/{id}/own-attack`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.own_attack import (
    OwnAttackAnswer,
    find_own_attack,
    read_own_attack,
)
from incrowd.service.datasets.presets import dataset_preset
from incrowd.workspace.jobs import JobProgress, JobResult, JobStarted

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.post("/own-attack", status_code=202, responses=documented(404, 503))
def start_own_attack(dataset_id: str, server: Server, user: Asker) -> JobStarted:
    """Try to find everybody with the original table; a job tells how far it is.

    What was found for the same state and goal before is not looked for again.
    """
    user.check(server.workspace.record(dataset_id))

    def work(progress: JobProgress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            find_own_attack(opened, dataset_preset(opened, server.presets, None), progress)
        return JobResult(dataset=dataset_id)

    return server.start(user, work)


@router.get("/own-attack")
def get_own_attack(dataset_id: str, server: Server, user: Asker) -> OwnAttackAnswer:
    """Whom the attack found in what would be published now; null where it was not run yet."""
    with server.sessions.open(user, dataset_id) as opened:
        return read_own_attack(opened, dataset_preset(opened, server.presets, None))
