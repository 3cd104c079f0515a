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
from incrowd.service.automatic.compare import ResultComparison, compare_results
from incrowd.service.datasets.rows import MOST_ROWS
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.decisions.decide import move_to
from incrowd.workspace.jobs import JobProgress, JobResult, JobStarted
from incrowd.workspace.users import Right

Level = Annotated[int, Field(ge=0)]


class AutomaticRequest(RequestModel):
    """What every published row must meet, and what should stay exact."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"k": 5, "method": "priority", "priority": [["age"], ["sex", "race"]]},
                {"preset": "public", "method": "priority"},
                {"promises": ["average_risk=0.05"]},
            ]
        },
    )
    preset: Annotated[
        str | None,
        Field(
            max_length=64,
            description="Who gets the file. Roles, protections and k follow from the preset, and "
            "the result passes all its checks. k is then the smallest one to try.",
        ),
    ] = None
    k: Annotated[
        int | None, Field(ge=1, description="Required without a preset and without promises.")
    ] = None
    l: Annotated[int | None, Field(ge=1)] = None
    diversity: DiversityName = "distinct"
    t: Annotated[float | None, Field(ge=0, le=1)] = None
    method: MethodName = "optimal"
    priority: Annotated[
        list[list[str]],
        Field(description="Groups of attributes, the most important first. Equals share a group."),
    ] = Field(default_factory=list)
    max_suppression: Annotated[float, Field(ge=0, le=1)] = DEFAULT_LIMIT
    utility: Annotated[
        ObjectiveName | None,
        Field(description="The measure of detail to preserve; null means the method's default."),
    ] = None
    strength: Annotated[
        StrengthName | None,
        Field(description="How much a rank counts; null means the method's default."),
    ] = None
    weights: dict[str, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    lowest: dict[str, Level] = Field(default_factory=dict)
    highest: dict[str, Level] = Field(default_factory=dict)
    suppression: Literal["strict", "published"] = "strict"
    aggregate: Annotated[
        dict[str, Literal["mean", "median", "mode"]],
        Field(
            description="Columns of numbers or dates in which each group shows one number: its "
            "mean, its median, or its most frequent value (`mode`)."
        ),
    ] = Field(default_factory=dict)
    promises: Annotated[
        list[Annotated[str, Field(max_length=500)]],
        Field(
            max_length=100,
            description="More promises, as on the command line: `average_risk=0.05` of the whole "
            "release, `income:beta_basic=2` of a sensitive attribute.",
        ),
    ] = Field(default_factory=list)
    population_size: Annotated[
        int | None,
        Field(
            ge=1,
            le=10**12,
            description="People in the population that the rows were drawn from. Needed for "
            "promises about who is unique in the population.",
        ),
    ] = None
    attack_gain: Annotated[
        float | None,
        Field(
            gt=0,
            le=1e12,
            description="What somebody gains who finds a person, for promises about the profit of "
            "an attack; null means 300.",
        ),
    ] = None
    attack_cost: Annotated[
        float | None,
        Field(
            gt=0,
            le=1e12,
            description="What an attempt to find a person costs; null means 4.",
        ),
    ] = None
    seconds: Annotated[
        float | None,
        Field(
            ge=0,
            le=86_400,
            description="How long to search for a better result; null means 30 for local recoding, "
            "and otherwise as long as the method needs.",
        ),
    ] = None

    epsilon: Annotated[
        float | None,
        Field(
            description="For `safepub`: how much the file may depend on one person. Null means 1."
        ),
    ] = None
    delta: Annotated[
        float | None,
        Field(
            description="For `safepub`: the probability by which that may fail. Null means "
            "0.000001."
        ),
    ] = None

    def to_request(self) -> AnonymizationRequest:
        """The same as the service has it."""
        plain = self.model_dump(exclude={"priority", "preset", "promises", "aggregate"})
        if self.k is None:
            if self.preset is None and not self.promises and self.method != "safepub":
                raise InvalidParameter(
                    say("Neither k nor a preset is given."),
                    say("Say how many rows must look alike, or who the data is for."),
                )
            plain["k"] = 1
        return AnonymizationRequest(
            **plain,
            priority=tuple(tuple(group) for group in self.priority if group),
            aggregate=tuple(self.aggregate.items()),
            promises=tuple(self.promises),
        )


class Adopt(RequestModel):
    """Turn a run into decisions."""

    revision: int | None = None


class Naming(RequestModel):
    """What a result is called."""

    name: Annotated[
        str | None,
        Field(max_length=80, description="Without one, a result is called by its settings."),
    ]


class StateRequest(RequestModel):
    """Go to a state. Each attribute that differs, and k, becomes a separate decision."""

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
    """Search for the best way to publish the table. A job shows the progress."""
    user.check(server.workspace.record(dataset_id), Right.WORK)
    wanted = request.to_request()
    purpose = None if request.preset is None else server.presets.find(request.preset)

    def work(progress: JobProgress) -> JobResult:
        with server.sessions.open(user, dataset_id, Right.WORK) as opened:
            found = runs.run(opened, wanted, progress, progress.show, purpose, progress.enough)
            return JobResult(run=found)

    return server.start(user, work, about=runs.Asked(dataset_id, wanted))


@router.get("/automatic")
def list_runs(dataset_id: str, server: Server, user: Asker) -> list[runs.AutomaticRun]:
    """All results that nobody has discarded, the oldest first."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.list_runs(opened)


@router.get("/automatic/running")
def list_searches(dataset_id: str, server: Server, user: Asker) -> list[runs.Search]:
    """Your searches that have not ended yet, the oldest first."""
    user.check(server.workspace.record(dataset_id))
    going = server.jobs.running(user.name, runs.Asked)
    return [runs.Search(job, asked.wish) for job, asked in going if asked.dataset == dataset_id]


@router.get("/automatic/notes")
def get_notes(dataset_id: str, server: Server, user: Asker) -> runs.ResultNotes:
    """What happened to results that are gone: damaged on the disk, or too many."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.tell_notes(opened)


@router.get("/automatic/{run_id}")
def get_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> runs.AutomaticRun:
    """A result: figures before and after, and how much each attribute keeps."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.look_at(opened, run_id)


@router.patch("/automatic/{run_id}")
def name_run(
    dataset_id: str, run_id: str, request: Naming, server: Server, user: Asker
) -> runs.AutomaticRun:
    """Give a result a name, or take its name away."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        return runs.give_name(opened, run_id, request.name)


@router.get("/automatic/{run_id}/compare/{other_id}")
def compare_runs(
    dataset_id: str,
    run_id: str,
    other_id: str,
    server: Server,
    user: Asker,
    by: Annotated[
        str | None,
        Query(description="Group rows by this column: a quasi-identifier, or a sensitive column."),
    ] = None,
) -> ResultComparison:
    """Two results side by side. `now` in place of an id is the table as it is now."""
    with server.sessions.open(user, dataset_id) as opened:
        return compare_results(opened, run_id, other_id, by)


@router.get("/automatic/{run_id}/rows")
def get_run_rows(
    dataset_id: str,
    run_id: str,
    server: Server,
    user: Asker,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=0, le=MOST_ROWS)] = 100,
) -> runs.PairedRows:
    """Original rows beside what would be published."""
    with server.sessions.open(user, dataset_id) as opened:
        return runs.pair_rows(opened, run_id, offset, limit)


@router.post("/automatic/{run_id}/adopt", responses=documented(404, 409, 507))
def adopt_run(
    dataset_id: str, run_id: str, server: Server, user: Asker, request: Adopt | None = None
) -> DatasetView:
    """Use a result. It becomes decisions, which you can undo like any other."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        runs.adopt(opened, run_id, request.revision if request else None)
        return view(opened, user)


@router.delete("/automatic/{run_id}", status_code=204)
def discard_run(dataset_id: str, run_id: str, server: Server, user: Asker) -> None:
    """Discard a result."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        runs.discard(opened, run_id)


@router.post("/state", responses=documented(404, 409, 507))
def go_to_state(dataset_id: str, request: StateRequest, server: Server, user: Asker) -> DatasetView:
    """Go to a state, for example a point of the front. You can undo each step on its own."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        move_to(opened, request.levels, request.k, request.revision)
        return view(opened, user)
