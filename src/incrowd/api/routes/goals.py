"""What a data set is for: `PUT /api/v1/datasets/{id}/goal`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.goals import GoalRequest
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.goals import GoalReport, describe_goal, set_goal
from incrowd.service.datasets.view import DatasetView, view
from incrowd.workspace.users import Right

router = APIRouter(
    prefix="/datasets/{dataset_id}", route_class=ResultRoute, responses=documented(404)
)


@router.get("/goal")
def get_goal(dataset_id: str, server: Server, user: Asker) -> GoalReport:
    """Who gets the file, what matters, how it is used, and the limits that follow from that."""
    with server.sessions.open(user, dataset_id) as opened:
        return describe_goal(opened, server.presets)


@router.put("/goal")
def put_goal(dataset_id: str, request: GoalRequest, server: Server, user: Asker) -> DatasetView:
    """Save what a data set is for. Limits, k, ranks and objective follow from it."""
    important = request.important
    groups = None if important is None else tuple(tuple(group) for group in important)
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        set_goal(opened, server.presets, preset=request.preset, important=groups, use=request.use)
        return view(opened, user)
