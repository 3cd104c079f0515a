"""The server and what describes itself: `GET /api/v1/catalogue`."""

from dataclasses import dataclass

from fastapi import APIRouter

from incrowd import __version__
from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import RiskQuestion
from incrowd.api.results import ResultRoute
from incrowd.dataset.results import Risk
from incrowd.service.catalogue import Catalogue, SampleInfo, catalogue, list_samples
from incrowd.service.datasets.one_request import ask_risk

router = APIRouter(route_class=ResultRoute, responses=documented())


@dataclass(frozen=True)
class Status:
    """The server and who asks."""

    version: str
    workspace: str
    max_upload_bytes: int
    user: str


@router.get("/status")
def get_status(server: Server, user: Asker) -> Status:
    """The version, the limits, and who asks."""
    return Status(
        version=__version__,
        workspace=str(server.workspace.folder),
        max_upload_bytes=server.max_upload,
        user=user.name,
    )


@router.get("/catalogue")
def get_catalogue(server: Server, user: Asker) -> Catalogue:
    """Measures, hierarchy builders, presets, checks and bands, each explained."""
    return catalogue(server.presets.listed())


@router.get("/samples")
def list_all_samples(user: Asker) -> list[SampleInfo]:
    """The bundled samples."""
    return list_samples()


@router.post("/risk")
def compute_risk(question: RiskQuestion, user: Asker) -> Risk:
    """The risk of a table that comes with the request; nothing is kept."""
    columns = question.table()
    return ask_risk(columns, question.roles, question.hierarchies, question.levels, question.k)
