"""Which release is attacked with which list of known people."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.linked import RangeRequest, Taxonomies
from incrowd.api.models.shape import RequestModel
from incrowd.service.attacks import MOST_ROWS, AttackQuestion

Name = Annotated[str, Field(max_length=1000)]


class PairRequest(RequestModel):
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
    on: Annotated[list[PairRequest], Field(min_length=1, max_length=100)] | None = None
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
            tuple(range_.proposed().assignment for range_ in self.ranges),
            self.k,
            tuple((taxonomy.column, taxonomy.text) for taxonomy in self.taxonomies),
        )


class PeopleRequest(RequestModel):
    """Which people of the list; who is easiest to find comes first."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100
    found: Literal["certain", "probable", "unmatched"] | None = None


class RowsAboutRequest(RequestModel):
    """Which of the rows that may be about somebody."""

    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100
