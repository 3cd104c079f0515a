"""Which data sets are linked and how: what is asked, and what is proposed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.service.linked.proposal import LinkProposal, ProposedRange
from incrowd.service.linked.sessions import MOST_SOURCES, LinkQuestion

JoinKind = Literal["inner", "left", "right", "full", "cross"]
Condition = Literal["equal", "overlaps", "covers"]
DatasetIds = Annotated[list[str], Field(min_length=2, max_length=MOST_SOURCES)]
Name = Annotated[str, Field(min_length=1, max_length=1000)]
Value = Annotated[str, Field(max_length=10_000)]
Threshold = Annotated[float, Field(gt=0, le=1)]


class RangeRequest(RequestModel):
    """Two columns of a source that are the ends of a range; sources are counted from 1."""

    source: Annotated[int, Field(ge=1, le=MOST_SOURCES)]
    name: Name
    low: Name
    high: Name

    def proposed(self) -> ProposedRange:
        """The same as the service has it."""
        return ProposedRange(self.source, self.name, self.low, self.high)


class OnRequest(RequestModel):
    """Two columns that belong together, as `1.zip` and `2.zip`."""

    left: Name
    right: Name
    condition: Condition = "equal"


class TaxonomyRequest(RequestModel):
    """What the words of a column stand for: CSV (`French;European;*`) or rules."""

    column: Name
    text: Annotated[str, Field(min_length=1, max_length=500_000)]


Taxonomies = Annotated[list[TaxonomyRequest], Field(max_length=20)]


class ProposalRequest(RequestModel):
    """The data sets to be linked; what is sensitive and which ranges there are is guessed."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"datasets": ["0123456789abcdef", "fedcba9876543210"]}]},
    )
    datasets: DatasetIds
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] | None = None
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] | None = None
    taxonomies: Taxonomies = Field(default_factory=list)


class LinkRequest(RequestModel):
    """How data sets are linked; columns that several of them have are written `1.zip`, `2.zip`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "datasets": ["0123456789abcdef", "fedcba9876543210"],
                    "sensitive": ["disease"],
                    "on": [{"left": "1.zip", "right": "2.zip", "condition": "overlaps"}],
                }
            ]
        },
    )
    datasets: DatasetIds
    join: JoinKind | None = Field(
        default=None,
        description="Left out: inner, or every row with every row where values have to differ and "
        "nothing is joined on.",
    )
    joins: Annotated[list[JoinKind], Field(max_length=MOST_SOURCES)] | None = Field(
        default=None, description="One for each data set but the first, instead of `join`."
    )
    on: Annotated[list[OnRequest], Field(max_length=100)] | None = None
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] = Field(default_factory=list)
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] = Field(default_factory=list)
    different: bool = False
    known: Annotated[list[Name], Field(max_length=200)] | None = None
    taxonomies: Taxonomies = Field(default_factory=list)

    def question(self) -> LinkQuestion:
        """What is asked."""
        pairs = None
        if self.on is not None:
            pairs = tuple((item.left, item.right, item.condition) for item in self.on)
        return LinkQuestion(
            datasets=tuple(self.datasets),
            sensitive=tuple(self.sensitive),
            on=pairs,
            ranges=tuple(range_.proposed().asked for range_ in self.ranges),
            different=self.different,
            join=self.join if self.joins is None else tuple(self.joins),
            known=None if self.known is None else tuple(self.known),
            taxonomies=tuple((taxonomy.column, taxonomy.text) for taxonomy in self.taxonomies),
        )


class LinkableColumn(ResponseModel):
    """A column, by the label that tells it from those of other sources."""

    label: str
    name: str
    source: int
    role: Literal["identifier", "quasi", "sensitive", "insensitive"]
    kind: Literal["integer", "decimal", "date", "timestamp", "boolean", "text", "range"]
    distinct: int
    values: list[str]


class LinkableDataset(ResponseModel):
    """A data set; `changed` if it is linked as its decisions leave it."""

    number: int
    dataset: str
    name: str
    rows: int
    changed: bool
    columns: list[LinkableColumn]


class LinkRange(ResponseModel):
    """Two columns that are the ends of a range."""

    source: int
    name: str
    low: str
    high: str


class LinkPair(ResponseModel):
    """Two columns that seem to tell the same."""

    left: str
    right: str
    condition: Condition
    reason: Words


class KnownWords(ResponseModel):
    """A column of which it is known what its words stand for: `label` for the values, and more."""

    column: str
    given: bool
    label: str
    values: list[str]


class Proposal(ResponseModel):
    """What could be linked, and how."""

    sources: list[LinkableDataset]
    sensitive: list[str]
    ranges: list[LinkRange]
    pairs: list[LinkPair]
    words: list[KnownWords]

    @classmethod
    def of(cls, found: LinkProposal) -> Proposal:
        """Serialise a proposal."""
        return cls.model_validate(found)
