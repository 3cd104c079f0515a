"""Anonymise automatically: `POST /api/v1/datasets/{id}/automatic` starts a run."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.automatic import (
    Adopt,
    AutomaticRequest,
    AutomaticRun,
    Front,
    PairedRows,
    StateRequest,
)
from incrowd.api.models.datasets import DatasetView
from incrowd.api.models.jobs import Job, JobStarted
from incrowd.service.automatic import runs as automatic
from incrowd.service.automatic.trade_off import trade_off
from incrowd.service.datasets.rows import MOST_ROWS
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import move_to
from incrowd.workspace.jobs import JobProgress

router = APIRouter(prefix="/datasets/{dataset_id}", responses=documented(404))


@router.post("/automatic", status_code=202, responses=documented(404, 503))
def start_run(dataset_id: str, asked: AutomaticRequest, server: Server, user: Asker) -> JobStarted:
    """Look for the best way to publish the table; a job tells how far it is."""
    user.check(server.workspace.record(dataset_id))
    wish = asked.wish()

    def work(telling: JobProgress) -> dict[str, Any]:
        with server.sessions.open(user, dataset_id) as opened:
            return {"run": automatic.run(opened, wish, telling, telling.show)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/automatic")
def list_runs(dataset_id: str, server: Server, user: Asker) -> list[AutomaticRun]:
    """The latest results, the oldest first."""
    with server.sessions.open(user, dataset_id) as opened:
        return [AutomaticRun.of(run) for run in automatic.list_runs(opened)]


@router.get("/automatic/{run_id}")
def get_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> AutomaticRun:
    """A result: figures before and after, and what is left of each attribute."""
    with server.sessions.open(user, dataset_id) as opened:
        return AutomaticRun.of(automatic.look_at(opened, run_id))


@router.get("/automatic/{run_id}/rows")
def get_run_rows(
    dataset_id: str,
    run_id: str,
    server: Server,
    user: Asker,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=0, le=MOST_ROWS)] = 100,
) -> PairedRows:
    """Rows as they were beside what would be published."""
    with server.sessions.open(user, dataset_id) as opened:
        return PairedRows.model_validate(automatic.pair_rows(opened, run_id, offset, limit))


@router.post("/automatic/{run_id}/adopt", responses=documented(404, 409, 507))
def adopt_run(
    dataset_id: str, run_id: str, server: Server, user: Asker, wanted: Adopt | None = None
) -> DatasetView:
    """Make decisions of a result; they can be undone like any other."""
    with server.sessions.open(user, dataset_id) as opened:
        automatic.adopt(opened, run_id, wanted.revision if wanted else None)
        return DatasetView.of(view(opened))


@router.delete("/automatic/{run_id}", status_code=204)
def discard_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> None:
    """Forget a result."""
    with server.sessions.open(user, dataset_id) as opened:
        automatic.discard(opened, run_id)


@router.post("/state", responses=documented(404, 409, 507))
def go_to_state(dataset_id: str, wanted: StateRequest, server: Server, user: Asker) -> DatasetView:
    """Go to a state at once, for example a point of the front; each step can be undone alone."""
    with server.sessions.open(user, dataset_id) as opened:
        move_to(opened, wanted.levels, wanted.k, wanted.revision)
        return DatasetView.of(view(opened))


@router.get("/front")
def get_front(dataset_id: str, server: Server, user: Asker) -> Front:
    """The trade-off between risk and loss: every state that no other one beats."""
    with server.sessions.open(user, dataset_id) as opened:
        return Front.of(trade_off(opened))
