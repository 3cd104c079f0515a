"""Hierarchies to look at and to try: `GET /api/v1/datasets/{id}/hierarchies/{attribute}`."""

from fastapi import APIRouter

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.decisions import HierarchyTrial, LevelQuestion
from incrowd.api.results import ResultRoute
from incrowd.service.decisions import hierarchies, hierarchy_risk

router = APIRouter(
    prefix="/datasets/{dataset_id}/hierarchies", route_class=ResultRoute, responses=documented(404)
)


@router.post("/{attribute:path}/preview")
def try_hierarchy(
    dataset_id: str, attribute: str, trial: HierarchyTrial, server: Server, user: Asker
) -> hierarchies.HierarchyView:
    """What another hierarchy, or an edited one, would look like. Nothing is applied."""
    edits = [edit.change() for edit in trial.edits]
    with server.sessions.open(user, dataset_id) as opened:
        return hierarchies.preview_hierarchy(
            opened, attribute, trial.builder, trial.csv, edits, trial.rules
        )


@router.post("/{attribute:path}/risk")
def judge_level(
    dataset_id: str, attribute: str, question: LevelQuestion, server: Server, user: Asker
) -> hierarchy_risk.LevelRisk:
    """Which rows of each value would be in groups below k at a level; nothing is applied."""
    edits = [edit.change() for edit in question.edits]
    tried = (question.builder, question.csv, edits, question.rules)
    with server.sessions.open(user, dataset_id) as opened:
        return hierarchy_risk.judge_level(opened, attribute, question.level, question.k, *tried)


@router.get("/{attribute:path}")
def get_hierarchy(
    dataset_id: str, attribute: str, server: Server, user: Asker
) -> hierarchies.HierarchyView:
    """The hierarchy of an attribute, and others that would fit."""
    with server.sessions.open(user, dataset_id) as opened:
        return hierarchies.show_hierarchy(opened, attribute)
