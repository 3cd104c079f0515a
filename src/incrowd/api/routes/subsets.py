"""Which columns betray people: `GET /api/v1/datasets/{id}/subsets?threshold=5`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.models.subsets import StandOuts, StandOutsAsked, Subsets, SubsetsAsked
from incrowd.api.problems import documented
from incrowd.service.standing_out import tell_standouts
from incrowd.service.subsetting import tell_subsets

router = APIRouter(prefix="/datasets/{dataset_id}", responses=documented(404))


@router.get("/subsets")
def get_subsets(
    dataset_id: str, asked: Annotated[SubsetsAsked, Query()], server: Server, user: Asker
) -> Subsets:
    """The matrix of all pairs, the tree, and what can be released together at a threshold."""
    with server.sessions.using(user, dataset_id) as opened:
        found = tell_subsets(opened, asked.threshold, asked.linkage, asked.measure)
        return Subsets.of(found)


@router.get("/standouts", responses=documented(404))
def get_standouts(
    dataset_id: str, asked: Annotated[StandOutsAsked, Query()], server: Server, user: Asker
) -> StandOuts:
    """Who stands out by which smallest combination, and which attributes and values do it."""
    with server.sessions.using(user, dataset_id) as opened:
        found = tell_standouts(opened, asked.k, asked.max_size, asked.offset, asked.limit)
        return StandOuts.of(found)
