"""Attack a release with a list of known people: `POST /api/v1/attacks`."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.attacks import (
    AttackAnswer,
    AttackRequest,
    FoundPeople,
    PeopleRequest,
    RowsAboutPerson,
    RowsAboutRequest,
)
from incrowd.api.models.jobs import Job, JobStarted
from incrowd.workspace.jobs import Progress

router = APIRouter(prefix="/attacks", responses=documented(404))

_FILE: Final = {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}


@router.post("", status_code=202, responses=documented(404, 503))
def start_attack(asked: AttackRequest, server: Server, user: Asker) -> JobStarted:
    """Link a release with people whom an attacker knows; a job tells how far it is."""
    question = asked.question()
    server.attacks.check(user, question)

    def work(progress: Progress) -> dict[str, Any]:
        return {"attack": server.attacks.run(user, question, progress)}

    return JobStarted(job=Job.of(server.jobs.start(user.name, work)))


@router.get("/{attack_id}")
def get_attack(attack_id: str, server: Server, user: Asker) -> AttackAnswer:
    """Who is found for certain, who with which probability, and the risk in all."""
    return AttackAnswer.of(server.attacks.get(user, attack_id))


@router.get("/{attack_id}/people")
def get_found_people(
    attack_id: str, asked: Annotated[PeopleRequest, Query()], server: Server, user: Asker
) -> FoundPeople:
    """Some people of the list with what was found about each, the easiest to find first."""
    people = server.attacks.get(user, attack_id).people
    return FoundPeople.model_validate(people.page(asked.offset, asked.limit, asked.found))


@router.get("/{attack_id}/people/{person}/rows")
def get_rows_about(
    attack_id: str,
    person: int,
    asked: Annotated[RowsAboutRequest, Query()],
    server: Server,
    user: Asker,
) -> RowsAboutPerson:
    """The published rows that may be about somebody: what an attacker then learns."""
    people = server.attacks.get(user, attack_id).people
    return RowsAboutPerson.model_validate(people.rows(person, asked.offset, asked.limit))


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
