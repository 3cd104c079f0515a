"""Which data sets are linked and how, and what is asked of them."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.analysis import MOST_ROWS
from incrowd.service.linked.proposal import ProposedRange
from incrowd.service.linked.sessions import MOST_SOURCES, LinkQuestion

JoinKind = Literal["inner", "left", "right", "full", "cross"]
Condition = Literal["equal", "overlaps", "covers"]
DatasetIds = Annotated[list[str], Field(min_length=2, max_length=MOST_SOURCES)]
Name = Annotated[str, Field(min_length=1, max_length=1000)]
Value = Annotated[str, Field(max_length=10_000)]
Threshold = Annotated[float, Field(gt=0, le=1)]


class RangeRequest(RequestModel):
    """Two columns of a source that are the ends of a range. Sources are numbered from 1."""

    source: Annotated[int, Field(ge=1, le=MOST_SOURCES)]
    name: Name
    low: Name
    high: Name

    def proposed(self) -> ProposedRange:
        """The same as the service has it."""
        return ProposedRange(self.source, self.name, self.low, self.high)


class OnRequest(RequestModel):
    """Two columns that mean the same, such as `1.zip` and `2.zip`."""

    left: Name
    right: Name
    condition: Condition = "equal"


class TaxonomyRequest(RequestModel):
    """What the words of a column stand for: CSV (`French;European;*`) or rules."""

    column: Name
    text: Annotated[str, Field(min_length=1, max_length=500_000)]


Taxonomies = Annotated[list[TaxonomyRequest], Field(max_length=20)]


class ProposalRequest(RequestModel):
    """The data sets to link. incrowd guesses what is sensitive and which columns are ranges."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"datasets": ["0123456789abcdef", "fedcba9876543210"]}]},
    )
    datasets: DatasetIds
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] | None = None
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] | None = None
    taxonomies: Taxonomies = Field(default_factory=list)


class LinkRequest(RequestModel):
    """How to link data sets. Write columns that several of them have as `1.zip`, `2.zip`."""

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
        description="By default inner, or every row with every row where values must differ and "
        "there is nothing to join on.",
    )
    joins: Annotated[list[JoinKind], Field(max_length=MOST_SOURCES)] | None = Field(
        default=None, description="Instead of `join`: one for each data set except the first."
    )
    on: Annotated[list[OnRequest], Field(max_length=100)] | None = None
    ranges: Annotated[list[RangeRequest], Field(max_length=50)] = Field(default_factory=list)
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] = Field(default_factory=list)
    different: bool = False
    known: Annotated[list[Name], Field(max_length=200)] | None = None
    person: Annotated[list[Name], Field(max_length=MOST_SOURCES)] | None = Field(
        default=None,
        description="Person keys, such as `1.patient_id`; `none` or `1.none` counts rows. By "
        "default those of the data sets.",
    )
    taxonomies: Taxonomies = Field(default_factory=list)

    def question(self) -> LinkQuestion:
        """What is asked."""
        pairs = None
        if self.on is not None:
            pairs = tuple((pair.left, pair.right, pair.condition) for pair in self.on)
        return LinkQuestion(
            datasets=tuple(self.datasets),
            sensitive=tuple(self.sensitive),
            on=pairs,
            ranges=tuple(range_.proposed().assignment for range_ in self.ranges),
            different=self.different,
            join=self.join if self.joins is None else tuple(self.joins),
            known=None if self.known is None else tuple(self.known),
            person=None if self.person is None else tuple(self.person),
            taxonomies=tuple((taxonomy.column, taxonomy.text) for taxonomy in self.taxonomies),
        )


class WhatIfRequest(LinkRequest):
    """Facts that somebody knows, and the share from which a value counts as given away."""

    know: Annotated[dict[Name, Value], Field(max_length=100)] = Field(default_factory=dict)
    threshold: Threshold = 0.5


class JoinedRowsRequest(LinkRequest):
    """Which joined rows to show. Rows that match the known facts come first."""

    know: Annotated[dict[Name, Value], Field(max_length=100)] = Field(default_factory=dict)
    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100


class RowsLeftOutRequest(WhatIfRequest):
    """The data set, numbered from 1, from which to remove the rows of a leak."""

    source: Annotated[int, Field(ge=1, le=MOST_SOURCES)]


class ScanRequest(LinkRequest):
    """The most facts to combine."""

    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Threshold = 0.5


class LinkCheckRequest(LinkRequest):
    """What every group must meet, in a source by its number or in the joined rows."""

    source: Annotated[int | None, Field(ge=1, le=MOST_SOURCES)] = None
    k: Annotated[int, Field(ge=1, le=10**9)] = 2
    l: Annotated[int | None, Field(ge=1, le=10**9)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None

    def promise(self) -> Promise:
        """What must hold."""
        return Promise(self.k, self.l, self.t)


class AdviceRequest(LinkRequest):
    """The share from which a value counts as given away."""

    threshold: Threshold = 0.5
