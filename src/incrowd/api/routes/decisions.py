"""Decide, undo, redo, jump: `POST /api/v1/datasets/{id}/decisions`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.decisions import DecisionRequest, GoBack, Jump, Redo, Revision
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.view import DatasetView, view
from incrowd.service.decisions import decide as deciding
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404, 409, 507)
)


@router.post("/decisions")
def decide(dataset_id: str, request: DecisionRequest, server: Server, user: Asker) -> DatasetView:
    """Make a decision. It is saved on disk before the answer."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        deciding.decide(opened, request.decision(), request.revision)
        return view(opened, user)


@router.delete("/decisions/{decision_id}")
def undo(
    dataset_id: str,
    decision_id: str,
    server: Server,
    user: Asker,
    revision: int | None = None,
) -> DatasetView:
    """Undo any one decision and keep the others."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        deciding.undo(opened, decision_id, revision)
        return view(opened, user)


@router.post("/decisions/{decision_id}/redo")
def redo(
    dataset_id: str,
    decision_id: str,
    server: Server,
    user: Asker,
    request: Redo | None = None,
) -> DatasetView:
    """Redo a decision."""
    revision: Revision = request.revision if request else None
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        deciding.redo(opened, decision_id, revision)
        return view(opened, user)


@router.post("/jump")
def jump(dataset_id: str, request: Jump, server: Server, user: Asker) -> DatasetView:
    """Undo and redo until the decisions of a given revision apply again."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        deciding.jump(opened, request.revision_of_state, request.revision)
        return view(opened, user)


@router.post("/back")
def go_back(dataset_id: str, request: GoBack, server: Server, user: Asker) -> DatasetView:
    """Undo every decision that was made after one that is in force."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        deciding.go_back(opened, request.decision, request.revision)
        return view(opened, user)
