"""Long work: how far it is and what came out of it."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from incrowd.api.models.automatic import Held
from incrowd.api.models.shape import Problem, RequestModel, ResponseModel, Words
from incrowd.service.exports.formats import OutputFormatName
from incrowd.workspace.jobs import Job as ServiceJob


class JobResult(ResponseModel):
    """A data set that was made, a file that was written, or a result that was found."""

    dataset: str | None = None
    datasets: list[str] | None = None
    run: str | None = None
    query: str | None = None
    table: str | None = None
    source: str | None = None
    scan: str | None = None
    advice: str | None = None
    repairs: str | None = None
    attack: str | None = None
    download: str | None = None
    rows: int | None = None
    k: int | None = None
    l: int | None = None
    t: float | None = None
    verified: bool | None = None
    held: list[Held] | None = None


class Interim(ResponseModel):
    """What an automatic run has reached so far.

    Of one state, the best one and what it costs; otherwise how many rows already lie in classes of
    at least k.
    """

    rows_safe: int
    rows: int
    score: float | None
    levels: dict[str, int] | None
    suppressed_rows: int | None


class Job(ResponseModel):
    """How far some work is."""

    id: str
    state: Literal["running", "done", "failed", "cancelled"]
    step: Words
    progress: float | None
    interim: Interim | None
    result: JobResult | None
    error: Problem | None

    @classmethod
    def of(cls, job: ServiceJob) -> Job:
        """Serialise a job."""
        return cls(
            id=job.id,
            state=job.state,
            step=job.step,
            progress=job.progress,
            interim=None if job.interim is None else Interim.model_validate(job.interim),
            result=None if job.result is None else JobResult.model_validate(job.result),
            error=None if job.error is None else Problem.of(job.error),
        )


class JobStarted(ResponseModel):
    """Work that has begun."""

    job: Job


class ExportChoice(RequestModel):
    """The format of the file to be written."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"format": "csv"}]})
    format: OutputFormatName
