"""Look at a data set from all sides; nothing is changed: `GET /api/v1/datasets/{id}/preview`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import ColumnView, Comparison, History, RiskyRow, RowsPage
from incrowd.api.models.filters import PreviewRequest, RowsRequest
from incrowd.api.models.risk import Preview, Recommendations, Risk, recommendations
from incrowd.service.datasets.columns import list_columns
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.rows import MOST_ROWS, browse, list_risky
from incrowd.service.decisions.history import tell_history

router = APIRouter(prefix="/datasets/{dataset_id}", responses=documented(404))


@router.get("/columns")
def get_columns(dataset_id: str, server: Server, user: Asker) -> list[ColumnView]:
    """Every column with its guessed role, the reason, examples and a histogram."""
    with server.sessions.open(user, dataset_id) as opened:
        return [ColumnView.model_validate(column) for column in list_columns(opened)]


@router.get("/rows")
def get_rows(
    dataset_id: str, asked: Annotated[RowsRequest, Query()], server: Server, user: Asker
) -> RowsPage:
    """Some rows as they are in the current state; sorted and filtered in the engine."""
    with server.sessions.open(user, dataset_id) as opened:
        page = browse(
            opened,
            asked.offset,
            asked.limit,
            asked.sort,
            descending=asked.descending,
            filters=[item.condition() for item in asked.filter],
            suppressed=asked.suppressed,
        )
        return RowsPage.model_validate(page)


@router.get("/risky-rows")
def get_risky_rows(
    dataset_id: str,
    server: Server,
    user: Asker,
    limit: Annotated[int, Query(ge=0, le=MOST_ROWS)] = 50,
) -> list[RiskyRow]:
    """The published rows in the smallest classes, and what gives each away."""
    with server.sessions.open(user, dataset_id) as opened:
        return [RiskyRow.model_validate(item) for item in list_risky(opened, limit)]


@router.get("/preview")
def preview(
    dataset_id: str, asked: Annotated[PreviewRequest, Query()], server: Server, user: Asker
) -> Preview:
    """The figures of any state; attributes and k that are not named stay as they are."""
    with server.sessions.open(user, dataset_id) as opened:
        return Preview(risk=Risk.of(opened.snapshot().trying(asked.levels, asked.k)))


@router.get("/recommendations")
def get_recommendations(dataset_id: str, server: Server, user: Asker) -> Recommendations:
    """Every next step with its exact effect, best first."""
    with server.sessions.open(user, dataset_id) as opened:
        return recommendations(opened.snapshot().advice.to_dict())


@router.get("/compare")
def get_comparison(dataset_id: str, server: Server, user: Asker) -> Comparison:
    """Before and after."""
    with server.sessions.open(user, dataset_id) as opened:
        return Comparison.of(compare(opened))


@router.get("/history")
def get_history(dataset_id: str, server: Server, user: Asker) -> History:
    """What happened, and the states visited."""
    with server.sessions.open(user, dataset_id) as opened:
        return History.model_validate(tell_history(opened))
