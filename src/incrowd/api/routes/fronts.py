"""The trade-off between risk and detail: `GET /api/v1/datasets/{id}/front`, and row by row."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.api.routes.automatic import AutomaticRequest
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.service.automatic.local_trade_off import (
    MOST_KS,
    SECONDS,
    LocalFrontAsked,
    LocalQuestion,
    LocalTradeOff,
    find_local_trade_off,
    read_local_trade_off,
)
from incrowd.service.automatic.trade_off import TradeOff, trade_off
from incrowd.workspace.jobs import Job, JobProgress, JobResult, JobStarted
from incrowd.workspace.users import Right, User


class LocalFrontRequest(RequestModel):
    """Which points of the trade-off to look for row by row, and for how long."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"ks": [2, 5, 10], "wish": {"k": 2, "method": "local"}}]},
    )
    wish: Annotated[
        AutomaticRequest,
        Field(
            description="What every point is asked for, as for a run. `k`, `strength`, `seconds` "
            "do not matter. Where columns are ranked, every strength is tried."
        ),
    ] = Field(default_factory=lambda: AutomaticRequest(k=2, method="priority"))
    ks: Annotated[
        list[Annotated[int, Field(ge=2)]],
        Field(
            max_length=MOST_KS, description="Without any, incrowd chooses, fewer on large tables."
        ),
    ] = Field(default_factory=list)
    seconds: Annotated[float, Field(ge=0, le=86_400, description="For all points together.")] = (
        SECONDS
    )

    def to_question(self) -> LocalQuestion:
        """The same as the service has it."""
        if self.wish.preset is not None:
            raise InvalidParameter(
                say("A preset has one k, so there is no trade-off to look at."),
                say("Leave the preset out, and give several k."),
            )
        wish = self.wish.model_copy(update={"k": self.wish.k or 2})
        return LocalQuestion(wish.to_request(), tuple(self.ks), self.seconds)


router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.get("/front")
def get_front(dataset_id: str, server: Server, user: Asker) -> TradeOff:
    """The trade-off between risk and detail: every state that no other state beats."""
    with server.sessions.open(user, dataset_id) as opened:
        return trade_off(opened)


@router.post("/front/local", status_code=202, responses=documented(404, 503))
def start_local_front(
    dataset_id: str, server: Server, user: Asker, request: LocalFrontRequest | None = None
) -> JobStarted:
    """Look for results row by row at several k. Each is there as soon as it is found."""
    user.check(server.workspace.record(dataset_id), Right.WORK)
    question = (request or LocalFrontRequest()).to_question()
    for job, asked in server.jobs.running(user.name, LocalFrontAsked):
        if asked == LocalFrontAsked(dataset_id, question):
            return JobStarted(job)

    def work(progress: JobProgress) -> JobResult:
        with server.sessions.open(user, dataset_id, Right.WORK) as opened:
            find_local_trade_off(opened, question, progress, progress.enough)
            return JobResult()

    return server.start(user, work, about=LocalFrontAsked(dataset_id, question))


@router.get("/front/local")
def get_local_front(dataset_id: str, server: Server, user: Asker) -> LocalTradeOff:
    """The points row by row that are there so far, each a result that you can use."""
    with server.sessions.open(user, dataset_id) as opened:
        return read_local_trade_off(opened, _find_job(server, user, dataset_id))


def _find_job(server: Server, user: User, dataset_id: str) -> Job | None:
    going = server.jobs.running(user.name, LocalFrontAsked)
    return next((job for job, asked in reversed(going) if asked.dataset == dataset_id), None)
