"""Attack a release with a list of known people: `POST /api/v1/attacks`."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import ConfigDict, Field

from incrowd.api.context import Asker, Server
from incrowd.api.errors import documented
from incrowd.api.models.linked import RangeRequest, Taxonomies
from incrowd.api.models.shape import RequestModel
from incrowd.api.results import ResultRoute
from incrowd.service import attacks
from incrowd.workspace.jobs import JobResult, JobStarted, Progress

Name = Annotated[str, Field(max_length=1000)]


class PairRequest(RequestModel):
    """A column of the release, and the column of the list that means the same."""

    release: Name
    people: Name


class AttackRequest(RequestModel):
    """The release and the list of people. Without `on`, incrowd proposes the columns."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "release": "0123456789abcdef",
                    "people": "fedcba9876543210",
                    "on": [{"release": "zip", "people": "postcode"}],
                }
            ]
        },
    )
    release: Annotated[str, Field(max_length=64)]
    people: Annotated[str, Field(max_length=64)]
    on: Annotated[list[PairRequest], Field(min_length=1, max_length=100)] | None = None
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] = Field(
        default_factory=list, description="Source 1 is the release, source 2 the list."
    )
    k: Annotated[int, Field(ge=1, le=10**9)] = 2
    taxonomies: Taxonomies = Field(
        default_factory=list,
        description="What the words in a column stand for: `1.origin` in the release, `2.origin` "
        "in the list.",
    )

    def question(self) -> attacks.AttackQuestion:
        """The question as the service has it."""
        return attacks.AttackQuestion(
            self.release,
            self.people,
            None if self.on is None else tuple((pair.release, pair.people) for pair in self.on),
            tuple(range_.proposed().assignment for range_ in self.ranges),
            self.k,
            tuple((taxonomy.column, taxonomy.text) for taxonomy in self.taxonomies),
        )


class PeopleRequest(RequestModel):
    """Which people of the list to show, the easiest to find first."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=attacks.MOST_ROWS)] = 100
    found: Literal["certain", "probable", "unmatched"] | None = None


class RowsAboutRequest(RequestModel):
    """Which of the rows that could be about a person to show."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=attacks.MOST_ROWS)] = 100


router = APIRouter(prefix="/attacks", route_class=ResultRoute, responses=documented(404))

_FILE: Final = {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}


@router.post("", status_code=202, responses=documented(404, 503))
def start_attack(request: AttackRequest, server: Server, user: Asker) -> JobStarted:
    """Search a release with a list of people. A job shows the progress."""
    question = request.question()
    server.attacks.check(user, question)

    def work(progress: Progress) -> JobResult:
        return JobResult(attack=server.attacks.run(user, question, progress))

    return server.start(user, work)


@router.get("/{attack_id}")
def get_attack(attack_id: str, server: Server, user: Asker) -> attacks.AttackOutcome:
    """Who is found for certain, who is found with which probability, and the overall risk."""
    return server.attacks.get(user, attack_id)


@router.get("/{attack_id}/people")
def get_found_people(
    attack_id: str, request: Annotated[PeopleRequest, Query()], server: Server, user: Asker
) -> attacks.PeoplePage:
    """Some people of the list, the easiest to find first, with what was found about each."""
    people = server.attacks.get(user, attack_id).people
    return people.page(request.offset, request.limit, request.found)


@router.get("/{attack_id}/people/{person}/rows")
def get_rows_about(
    attack_id: str,
    person: int,
    request: Annotated[RowsAboutRequest, Query()],
    server: Server,
    user: Asker,
) -> attacks.CandidateRows:
    """The published rows that could be about a person, and what somebody learns from them."""
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
