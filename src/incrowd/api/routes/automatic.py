"""Anonymise automatically: `POST /api/v1/datasets/{id}/automatic` starts a run."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.service.automatic import runs
from incrowd.service.automatic.anonymize import (
    DEFAULT_LIMIT,
    AnonymizationRequest,
    DiversityName,
    MethodName,
    ObjectiveName,
    StrengthName,
)
from incrowd.service.automatic.trade_off import TradeOff, trade_off
from incrowd.service.datasets.rows import MOST_ROWS
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.decisions.decide import move_to
from incrowd.workspace.jobs import JobProgress, JobResult, JobStarted

Level = Annotated[int, Field(ge=0)]


class AutomaticRequest(RequestModel):
    """What every published row must hold, and what matters in getting there."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"k": 5, "method": "priority", "priority": [["age"], ["sex", "race"]]},
                {"preset": "public", "method": "priority"},
            ]
        },
    )
    preset: Annotated[
        str | None,
        Field(
            max_length=64,
            description="For whom it is meant: roles, protections and k follow from the preset, "
            "and every check of it passes. k is then the least that is tried.",
        ),
    ] = None
    k: Annotated[int | None, Field(ge=1, description="Needed where there is no preset.")] = None
    l: Annotated[int | None, Field(ge=1)] = None
    diversity: DiversityName = "distinct"
    t: Annotated[float | None, Field(ge=0, le=1)] = None
    method: MethodName = "optimal"
    priority: Annotated[
        list[list[str]],
        Field(description="Groups of attributes, the most important first; equals in one group."),
    ] = Field(default_factory=list)
    max_suppression: Annotated[float, Field(ge=0, le=1)] = DEFAULT_LIMIT
    utility: Annotated[
        ObjectiveName | None,
        Field(description="What to lose as little of as possible; null as the method has it."),
    ] = None
    strength: Annotated[
        StrengthName | None,
        Field(description="How much a rank counts; null as the method has it."),
    ] = None
    weights: dict[str, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    lowest: dict[str, Level] = Field(default_factory=dict)
    highest: dict[str, Level] = Field(default_factory=dict)
    suppression: Literal["strict", "published"] = "strict"

    def to_request(self) -> AnonymizationRequest:
        """The same as the service has it."""
        plain = self.model_dump(exclude={"priority", "preset"})
        if self.k is None:
            if self.preset is None:
                raise InvalidParameter(
                    say("Neither k nor a preset is given."),
                    say("Say how many rows must look alike, or for whom the data is meant."),
                )
            plain["k"] = 1
        return AnonymizationRequest(
            **plain, priority=tuple(tuple(group) for group in self.priority if group)
        )


class Adopt(RequestModel):
    """Make decisions of a run."""

    revision: int | None = None


class StateRequest(RequestModel):
    """Go to a state: each attribute that differs, and k, becomes a decision of its own."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"levels": {"age": 2}, "k": 5}]}
    )
    levels: dict[str, Level]
    k: Annotated[int, Field(ge=1)] = 1
    revision: int | None = None


router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.post("/automatic", status_code=202, responses=documented(404, 503))
def start_run(
    dataset_id: str, request: AutomaticRequest, server: Server, user: Asker
) -> JobStarted:
    """Look for the best way to publish the table; a job tells how far it is."""
    user.check(server.workspace.record(dataset_id))
    wanted = request.to_request()
    purpose = None if request.preset is None else server.presets.find(request.preset)

    def work(progress: JobProgress) -> JobResult:
        with server.sessions.open(user, dataset_id) as opened:
            return JobResult(run=runs.run(opened, wanted, progress, progress.show, purpose))

    return server.start(user, work)


@router.get("/automatic")
def list_runs(dataset_id: str, server: Server, user: Asker) -> list[runs.AutomaticRun]:
    """The latest results, the oldest first."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.list_runs(opened)


@router.get("/automatic/{run_id}")
def get_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> runs.AutomaticRun:
    """A result: figures before and after, and what is left of each attribute."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.look_at(opened, run_id)


@router.get("/automatic/{run_id}/rows")
def get_run_rows(
    dataset_id: str,
    run_id: str,
    server: Server,
    user: Asker,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=0, le=MOST_ROWS)] = 100,
) -> runs.PairedRows:
    """Rows as they were beside what would be published."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.pair_rows(opened, run_id, offset, limit)


@router.post("/automatic/{run_id}/adopt", responses=documented(404, 409, 507))
def adopt_run(
    dataset_id: str, run_id: str, server: Server, user: Asker, request: Adopt | None = None
) -> DatasetView:
    """Make decisions of a result; they can be undone like any other."""
    with server.sessions.open(user, dataset_id) as opened:
        runs.adopt(opened, run_id, request.revision if request else None)
        return view(opened)


@router.delete("/automatic/{run_id}", status_code=204)
def discard_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> None:
    """Forget a result."""
    with server.sessions.open(user, dataset_id) as opened:
        runs.discard(opened, run_id)


@router.post("/state", responses=documented(404, 409, 507))
def go_to_state(dataset_id: str, request: StateRequest, server: Server, user: Asker) -> DatasetView:
    """Go to a state at once, for example a point of the front; each step can be undone alone."""
    with server.sessions.open(user, dataset_id) as opened:
        move_to(opened, request.levels, request.k, request.revision)
        return view(opened)


@router.get("/front")
def get_front(dataset_id: str, server: Server, user: Asker) -> TradeOff:
    """The trade-off between risk and loss: every state that no other one beats."""
    with server.sessions.open(user, dataset_id) as opened:
        return trade_off(opened)
