"""Look at a data set from all sides; nothing is changed: `GET /api/v1/datasets/{id}/preview`."""

from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import PopulationRequest, PreviewRequest, RowsRequest
from incrowd.api.results import ResultRoute
from incrowd.dataset.estimating import RiskEstimate
from incrowd.dataset.results import Advice
from incrowd.service.datasets import rows, view
from incrowd.service.datasets.columns import ColumnView, list_columns
from incrowd.service.datasets.comparison import Comparison, compare
from incrowd.service.datasets.population import PopulationRisk, estimate_population
from incrowd.service.decisions.history import History, tell_history

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.get("/columns")
def get_columns(dataset_id: str, server: Server, user: Asker) -> list[ColumnView]:
    """Every column with its guessed role, the reason, examples and a histogram."""
    with server.sessions.open(user, dataset_id) as opened:
        return list_columns(opened)


@router.get("/rows")
def get_rows(
    dataset_id: str, request: Annotated[RowsRequest, Query()], server: Server, user: Asker
) -> rows.RowsPage:
    """Some rows of the data as it is now, sorted and filtered in the engine."""
    with server.sessions.open(user, dataset_id) as opened:
        return rows.browse(
            opened,
            request.offset,
            request.limit,
            request.sort,
            descending=request.descending,
            filters=[filter_.condition() for filter_ in request.filter],
            suppressed=request.suppressed,
            risk=request.risk,
        )


@router.get("/risky-rows")
def get_risky_rows(
    dataset_id: str,
    server: Server,
    user: Asker,
    limit: Annotated[int, Query(ge=0, le=rows.MOST_ROWS)] = 50,
) -> list[rows.RiskyRow]:
    """The published rows in the smallest groups, and what gives each away."""
    with server.sessions.open(user, dataset_id) as opened:
        return rows.list_risky(opened, limit)


@router.get("/preview")
def preview(
    dataset_id: str, request: Annotated[PreviewRequest, Query()], server: Server, user: Asker
) -> view.Preview:
    """The figures of any state. Attributes and k that you do not give stay as they are."""
    with server.sessions.open(user, dataset_id) as opened:
        return view.preview(opened, request.levels, request.k)


@router.get("/estimate")
def get_estimate(dataset_id: str, server: Server, user: Asker) -> RiskEstimate | None:
    """Between which figures the risk of the exact data lies, long before it is counted.

    Null where its engine cannot draw classes by chance, and where people are counted.
    """
    with server.sessions.open(user, dataset_id) as opened:
        return opened.estimate()


@router.get("/population-risk")
def get_population_risk(
    dataset_id: str, request: Annotated[PopulationRequest, Query()], server: Server, user: Asker
) -> PopulationRisk:
    """How many would be unique in the population, by which model, and what strangers would find."""
    with ExitStack() as stack:
        opened = stack.enter_context(server.sessions.open(user, dataset_id))
        people = request.population
        return estimate_population(
            opened,
            population=stack.enter_context(server.sessions.open(user, people)) if people else None,
            population_size=request.population_size,
            sampling_fraction=request.sampling_fraction,
        )


@router.get("/recommendations")
def get_recommendations(dataset_id: str, server: Server, user: Asker) -> Advice:
    """Every next step with its exact effect, best first."""
    with server.sessions.open(user, dataset_id) as opened:
        return opened.snapshot().advice


@router.get("/compare")
def get_comparison(dataset_id: str, server: Server, user: Asker) -> Comparison:
    """The data before and after."""
    with server.sessions.open(user, dataset_id) as opened:
        return compare(opened)


@router.get("/history")
def get_history(dataset_id: str, server: Server, user: Asker) -> History:
    """What happened, and the states visited."""
    with server.sessions.open(user, dataset_id) as opened:
        return tell_history(opened)
