"""Attack a release with a list of known people: `POST /api/v1/attacks`."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.attacks import AttackRequest, PeopleRequest, RowsAboutRequest
from incrowd.api.results import ResultRoute
from incrowd.service.attacks import AttackOutcome, CandidateRows, PeoplePage
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

router = APIRouter(prefix="/attacks", route_class=ResultRoute, responses=documented(404))

_FILE: Final = {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}


@router.post("", status_code=202, responses=documented(404, 503))
def start_attack(request: AttackRequest, server: Server, user: Asker) -> JobStarted:
    """Link a release with people whom an attacker knows; a job tells how far it is."""
    question = request.question()
    server.attacks.check(user, question)

    def work(progress: Progress) -> JobResult:
        return JobResult(attack=server.attacks.run(user, question, progress))

    return server.start(user, work)


@router.get("/{attack_id}")
def get_attack(attack_id: str, server: Server, user: Asker) -> AttackOutcome:
    """Who is found for certain, who with which probability, and the risk in all."""
    return server.attacks.get(user, attack_id)


@router.get("/{attack_id}/people")
def get_found_people(
    attack_id: str, request: Annotated[PeopleRequest, Query()], server: Server, user: Asker
) -> PeoplePage:
    """Some people of the list with what was found about each, the easiest to find first."""
    people = server.attacks.get(user, attack_id).people
    return people.page(request.offset, request.limit, request.found)


@router.get("/{attack_id}/people/{person}/rows")
def get_rows_about(
    attack_id: str,
    person: int,
    request: Annotated[RowsAboutRequest, Query()],
    server: Server,
    user: Asker,
) -> CandidateRows:
    """The published rows that may be about somebody: what an attacker then learns."""
    people = server.attacks.get(user, attack_id).people
    return people.rows(person, request.offset, request.limit)


@router.get("/{attack_id}/file", responses={200: _FILE}, response_class=StreamingResponse)
def get_attack_file(attack_id: str, server: Server, user: Asker) -> StreamingResponse:
    """Everybody on the list with what was found about them, as CSV."""
    people = server.attacks.get(user, attack_id).people
    name = 'attachment; filename="attack.csv"'
    return StreamingResponse(
        people.csv(),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": name},
    )
