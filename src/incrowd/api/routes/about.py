"""The server and what describes itself: `GET /api/v1/catalogue`."""

from dataclasses import dataclass

from fastapi import APIRouter

from incrowd import __version__
from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import RiskQuestion
from incrowd.api.results import ResultRoute
from incrowd.service.catalogue import Catalogue, SampleInfo, catalogue, list_samples
from incrowd.service.datasets.one_request import RiskAnswer, ask_risk

router = APIRouter(route_class=ResultRoute, responses=documented())


@dataclass(frozen=True)
class Status:
    """The server, and who sent the request."""

    version: str
    workspace: str
    """The name of its folder."""
    max_upload_bytes: int
    user: str


@router.get("/status")
async def get_status(server: Server, user: Asker) -> Status:
    """The version, the limits, and who sent the request."""
    return Status(
        version=__version__,
        workspace=server.workspace.folder.name,
        max_upload_bytes=server.max_upload,
        user=user.name,
    )


@router.get("/catalogue")
def get_catalogue(server: Server, user: Asker) -> Catalogue:
    """Measures, hierarchy builders, presets, checks and bands, each with an explanation."""
    return catalogue(server.presets.listed())


@router.get("/samples")
def list_all_samples(user: Asker) -> list[SampleInfo]:
    """The bundled samples."""
    return list_samples()


@router.post("/risk")
def compute_risk(question: RiskQuestion, user: Asker) -> RiskAnswer:
    """The risk of the table in the request, and the next steps. Nothing is saved."""
    columns = question.table()
    return ask_risk(columns, question.roles, question.hierarchies, question.levels, question.k)
