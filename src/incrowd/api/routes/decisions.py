"""Decide, undo, redo, jump: `POST /api/v1/datasets/{id}/decisions`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.decisions import DecisionRequest, Jump, Redo, Revision
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.decisions import decide as deciding

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404, 409, 507)
)


@router.post("/decisions")
def decide(dataset_id: str, request: DecisionRequest, server: Server, user: Asker) -> DatasetView:
    """Take a decision; it is on the disk before this answers."""
    with server.sessions.open(user, dataset_id) as opened:
        deciding.decide(opened, request.decision(), request.revision)
        return view(opened)


@router.delete("/decisions/{decision_id}")
def undo(
    dataset_id: str,
    decision_id: str,
    server: Server,
    user: Asker,
    revision: int | None = None,
) -> DatasetView:
    """Take one decision back, whichever it is, and keep the others."""
    with server.sessions.open(user, dataset_id) as opened:
        deciding.undo(opened, decision_id, revision)
        return view(opened)


@router.post("/decisions/{decision_id}/redo")
def redo(
    dataset_id: str,
    decision_id: str,
    server: Server,
    user: Asker,
    request: Redo | None = None,
) -> DatasetView:
    """Bring a decision back."""
    revision: Revision = request.revision if request else None
    with server.sessions.open(user, dataset_id) as opened:
        deciding.redo(opened, decision_id, revision)
        return view(opened)


@router.post("/jump")
def jump(dataset_id: str, request: Jump, server: Server, user: Asker) -> DatasetView:
    """Undo and redo until those decisions are in force that were at some revision."""
    with server.sessions.open(user, dataset_id) as opened:
        deciding.jump(opened, request.revision_of_state, request.revision)
        return view(opened)
