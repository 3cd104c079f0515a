"""A release attacked with a list of known people."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.linked import RangeRequest, Taxonomies
from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.service.attacks.sessions import MOST_ROWS, AttackOutcome, AttackQuestion

Name = Annotated[str, Field(max_length=1000)]
FoundKind = Literal["certain", "probable", "unmatched"]


class AttackPair(RequestModel):
    """A column of the release, and the one of the list that tells the same."""

    release: Name
    people: Name


class AttackRequest(RequestModel):
    """Which data set is attacked with which list; without `on` the columns are proposed."""

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
    on: Annotated[list[AttackPair], Field(min_length=1, max_length=100)] | None = None
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] = Field(
        default_factory=list, description="Source 1 is the release, source 2 the list."
    )
    k: Annotated[int, Field(ge=1, le=10**9)] = 2
    taxonomies: Taxonomies = Field(
        default_factory=list,
        description="What words of a column stand for: `1.origin` of the release, `2.origin` of "
        "the list.",
    )

    def question(self) -> AttackQuestion:
        """The question as the service has it."""
        return AttackQuestion(
            self.release,
            self.people,
            None if self.on is None else tuple((item.release, item.people) for item in self.on),
            tuple(range_.proposed().asked for range_ in self.ranges),
            self.k,
            tuple((taxonomy.column, taxonomy.text) for taxonomy in self.taxonomies),
        )


class PeopleRequest(RequestModel):
    """Which people of the list; who is easiest to find comes first."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100
    found: FoundKind | None = None


class RowsAboutRequest(RequestModel):
    """Which of the rows that may be about somebody."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100


class CandidatesTold(ResponseModel):
    """People by the fewest who fit one of their rows, and the chance to find each of them."""

    candidates: int
    people: int
    probability: float


class MatchRiskTold(ResponseModel):
    """What is known to whoever knows that a person is in the release; percentages."""

    highest_risk: float
    average_risk: float
    certain: int
    exposed_people: int
    k: int


class AttackSide(ResponseModel):
    """One of the two data sets."""

    dataset: str
    name: str
    rows: int


class AttackAnswer(ResponseModel):
    """What linking a release with a list of people gives away."""

    release: AttackSide
    people: AttackSide
    on: list[AttackPair]
    matched: int
    certain: int
    probable: list[CandidatesTold]
    journalist_risk: float
    marketer_risk: float
    match: MatchRiskTold
    sentences: list[Words]

    @classmethod
    def of(cls, kept: AttackOutcome) -> AttackAnswer:
        """Serialise what was found."""
        result, question = kept.attack, kept.question
        return cls.model_validate(
            {
                **{name: getattr(result, name) for name in ("matched", "certain", "probable")},
                **{name: getattr(result, name) for name in ("journalist_risk", "marketer_risk")},
                "match": result.match,
                "release": _side(question.release, kept.names[0], result.rows),
                "people": _side(question.people, kept.names[1], result.people),
                "on": [{"release": item, "people": other} for item, other in result.on.items()],
                "sentences": kept.sentences,
            }
        )


def _side(dataset: str, name: str, rows: int) -> dict[str, str | int]:
    return {"dataset": dataset, "name": name, "rows": rows}


class FoundPerson(ResponseModel):
    """Somebody on the list; `candidates` is 0 where no published row fits."""

    person: int
    cells: list[str | None]
    candidates: int
    probability: float
    rows: int


class FoundPeople(ResponseModel):
    """Some people of the list."""

    columns: list[str]
    total: int
    offset: int
    people: list[FoundPerson]


class RowAboutPerson(ResponseModel):
    """A published row that may be about a person, and how many people it fits."""

    cells: list[str | None]
    people: int
    probability: float


class RowsAboutPerson(ResponseModel):
    """Some of the published rows that may be about a person."""

    columns: list[str]
    total: int
    offset: int
    rows: list[RowAboutPerson]
