"""Databases that data is taken from: `GET /api/v1/sources/{id}/tables?schema=public`."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.queries import ImportRequest, PasswordRequest, SourceRequest
from incrowd.api.results import ResultRoute
from incrowd.api.uploads import FILE, receive
from incrowd.workspace.folder import hiding
from incrowd.workspace.jobs import JobResult, JobStarted, Progress
from incrowd.workspace.sources import CatalogueColumn, KeptSource

router = APIRouter(prefix="/sources", route_class=ResultRoute, responses=documented())

Text = Annotated[str, Query(max_length=200)]


@router.get("")
def list_sources(server: Server, user: Asker) -> list[KeptSource]:
    """The sources that you may use: those of the settings first, then your own."""
    return server.sources.listed(user)


@router.post("", status_code=201)
def add_source(request: SourceRequest, server: Server, user: Asker) -> KeptSource:
    """Save the address of a database server. It must not contain a password."""
    return server.sources.add(user, request.name, request.url)


@router.post("/files", status_code=202, responses=documented(503, 507), openapi_extra=FILE)
async def add_source_file(
    request: Request,
    server: Server,
    user: Asker,
    name: Annotated[str, Query(max_length=100)] = "",
) -> JobStarted:
    """Upload a DuckDB or SQLite database file as a source. A job checks the whole file."""
    path = await receive(request, server.workspace.uploads, server.max_upload)

    def work(progress: Progress) -> JobResult:
        with hiding(path.parent):
            added = server.sources.add_file(user, name or path.name, path, progress)
            return JobResult(source=added.id)

    return server.start(user, work, path)


@router.delete("/{source_id}", status_code=204, responses=documented(404))
def remove_source(source_id: str, server: Server, user: Asker) -> None:
    """Remove a source, its password and its file. Data sets that were read from it stay."""
    server.sources.remove(user, source_id)


@router.post("/{source_id}/password", status_code=204, responses=documented(404, 500))
def unlock_source(source_id: str, request: PasswordRequest, server: Server, user: Asker) -> None:
    """Try a password. If it is right, it stays in memory until the server stops."""
    server.sources.unlock(user, source_id, request.password.get_secret_value())


@router.get("/{source_id}/schemas", responses=documented(404, 500))
def list_schemas(source_id: str, server: Server, user: Asker) -> list[str]:
    """The schemas of a source, or one without a name if it has none."""
    return server.sources.schemas(user, source_id)


@router.get("/{source_id}/tables", responses=documented(404, 500))
def list_source_tables(source_id: str, server: Server, user: Asker, schema: Text = "") -> list[str]:
    """The tables and views of a schema."""
    return server.sources.tables(user, source_id, schema)


@router.get("/{source_id}/columns", responses=documented(404, 500))
def list_source_columns(
    source_id: str, table: Text, server: Server, user: Asker, schema: Text = ""
) -> list[CatalogueColumn]:
    """The columns of a table."""
    return server.sources.columns(user, source_id, schema, table)


@router.post("/{source_id}/datasets", status_code=202, responses=documented(404, 503))
def import_table(source_id: str, request: ImportRequest, server: Server, user: Asker) -> JobStarted:
    """Read a table of a source into the workspace as a data set. A job reads it."""
    server.sources.get(user, source_id)
    part = (request.schema_, request.table)

    def work(progress: Progress) -> JobResult:
        made = server.sources.import_table(
            server.sessions, user, source_id, part, request.name, progress
        )
        return JobResult(dataset=made.id)

    return server.start(user, work)
