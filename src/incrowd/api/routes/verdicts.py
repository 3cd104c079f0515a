"""Verdicts and presets: `GET /api/v1/datasets/{id}/verdict?preset=public`."""

from typing import Annotated

from fastapi import APIRouter, Query

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.presets import PresetChoice, PresetRequest
from incrowd.api.results import ResultRoute
from incrowd.service.datasets import presets
from incrowd.service.datasets.presets import Preset, Verdict
from incrowd.service.datasets.view import DatasetView, view
from incrowd.workspace.users import Right

router = APIRouter(route_class=ResultRoute, responses=documented())


@router.get("/presets")
def list_presets(server: Server, user: Asker) -> list[Preset]:
    """The presets with their limits and the source of each: built-in ones, then your own."""
    return list(presets.list_presets(server.presets))


@router.put("/presets/{name}")
def save_preset(name: str, request: PresetRequest, server: Server, user: Asker) -> Preset:
    """Save a preset. Only the owner of the server may change an existing one."""
    return presets.save_preset(server.presets, user, request.fields(name))


@router.delete("/presets/{name}", status_code=204, responses=documented(404))
def delete_preset(name: str, server: Server, user: Asker) -> None:
    """Delete a preset (owner of the server only). Its data sets are then checked as public."""
    presets.delete_preset(server.presets, user, server.workspace, name)


@router.get("/datasets/{dataset_id}/verdict", responses=documented(404))
def get_verdict(
    dataset_id: str,
    server: Server,
    user: Asker,
    preset: Annotated[
        str | None, Query(max_length=64, description="By default the one of the data set")
    ] = None,
    keep_order: Annotated[bool, Query(description="Check as if the rows kept their order")] = False,
) -> Verdict:
    """What the checks say about the data as it would be written now, and what to do next."""
    with server.sessions.open(user, dataset_id) as opened:
        chosen = presets.dataset_preset(opened, server.presets, preset)
        return presets.judge_and_advise(opened, chosen, keep_order=keep_order)


@router.put("/datasets/{dataset_id}/preset", responses=documented(404))
def choose_preset(
    dataset_id: str, choice: PresetChoice, server: Server, user: Asker
) -> DatasetView:
    """Save who gets a data set."""
    with server.sessions.open(user, dataset_id, Right.WORK) as opened:
        presets.choose_purpose(opened, server.presets, choice.preset)
        return view(opened, user)
