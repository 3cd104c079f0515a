"""Hand out the table as it stands: `POST /api/v1/datasets/{id}/export`."""

from typing import Final

from fastapi import APIRouter
from starlette.responses import FileResponse

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.datasets import ExportChoice
from incrowd.api.results import ResultRoute
from incrowd.service.datasets.presets import dataset_preset
from incrowd.service.exports.export import (
    TYPES,
    HandedTable,
    find_export,
    hand_out,
    hand_out_table,
    media_type,
)
from incrowd.workspace.jobs import JobResult, JobStarted, Progress
from incrowd.workspace.users import Right

router = APIRouter(route_class=ResultRoute, responses=documented(404))

_FILE: Final = {
    "description": "The file",
    "content": {
        kind.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}}
        for kind in TYPES.values()
    },
}


@router.post("/datasets/{dataset_id}/export", status_code=202, responses=documented(404, 503))
def export_dataset(
    dataset_id: str, choice: ExportChoice, server: Server, user: Asker
) -> JobStarted:
    """Write the published rows. A job writes them, reads them again and verifies them.

    They become a file, or a new table in the database in which the data stays.
    """
    record = server.workspace.record(dataset_id)
    needed = Right.WORK if choice.table is None else Right.OWN
    user.check(record, needed)

    def work(progress: Progress) -> JobResult:
        with server.sessions.open(user, dataset_id, needed) as opened:
            if choice.table is not None:
                preset = dataset_preset(opened, server.presets, choice.preset)
                return _told(hand_out_table(opened, choice.table, progress, preset))
            done = hand_out(
                server.workspace,
                opened,
                choice.format,
                progress,
                keep_order=choice.keep_order,
                preset=dataset_preset(opened, server.presets, choice.preset),
                typed=choice.typed,
            )
        return JobResult(
            download=f"/api/v1/exports/{done.export_id}/file",
            rows=done.rows,
            k=done.k,
            l=done.l,
            t=done.t,
            verified=done.verified,
            held=done.held,
            warnings=done.warnings or None,
            verdict=done.verdict,
        )

    return server.start(user, work)


def _told(done: HandedTable) -> JobResult:
    released = done.released
    return JobResult(
        table=done.table,
        rows=released.rows,
        k=released.k,
        l=released.l,
        t=released.t,
        verified=released.verified,
        held=released.held,
        warnings=released.warnings or None,
        verdict=done.verdict,
    )


@router.get("/exports/{export_id}/file", responses={200: _FILE}, response_class=FileResponse)
def download_export(export_id: str, server: Server, user: Asker) -> FileResponse:
    """Download the file."""
    path = find_export(server.workspace, user, export_id)
    return FileResponse(path, filename=path.name, media_type=media_type(path))
