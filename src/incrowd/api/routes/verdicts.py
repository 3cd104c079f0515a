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

router = APIRouter(route_class=ResultRoute, responses=documented())


@router.get("/presets")
def list_presets(server: Server, user: Asker) -> list[Preset]:
    """The purposes with their limits, each with its source: built-in ones, then one's own."""
    return list(presets.list_presets(server.presets))


@router.put("/presets/{name}")
def save_preset(name: str, request: PresetRequest, server: Server, user: Asker) -> Preset:
    """Keep a preset of one's own, in the place of an earlier one of that name."""
    return presets.save_preset(server.presets, request.fields(name))


@router.delete("/presets/{name}", status_code=204, responses=documented(404))
def delete_preset(name: str, server: Server, user: Asker) -> None:
    """Delete a preset of one's own; data that was meant for it is then for public release."""
    presets.delete_preset(server.presets, server.workspace, name)


@router.get("/datasets/{dataset_id}/verdict", responses=documented(404))
def get_verdict(
    dataset_id: str,
    server: Server,
    user: Asker,
    preset: Annotated[
        str | None, Query(max_length=64, description="That of the data set where it is left out")
    ] = None,
    keep_order: Annotated[bool, Query(description="As if the rows kept their order")] = False,
) -> Verdict:
    """What the checks say of the data as it would be written now."""
    with server.sessions.open(user, dataset_id) as opened:
        chosen = presets.dataset_preset(opened, server.presets, preset)
        return presets.judge_dataset(opened, chosen, keep_order=keep_order)


@router.put("/datasets/{dataset_id}/preset", responses=documented(404))
def choose_preset(
    dataset_id: str, choice: PresetChoice, server: Server, user: Asker
) -> DatasetView:
    """Keep with the data set for whom it is meant."""
    with server.sessions.open(user, dataset_id) as opened:
        presets.choose_purpose(opened, server.presets, choice.preset)
        return view(opened)
