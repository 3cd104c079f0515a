"""Linked data sets: what is asked, with the keys of `incrowd link --json` in the answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import Answered, Asked, Words
from incrowd.service.checking import Promise
from incrowd.service.link_checking import PrivacyCheck as CheckResult
from incrowd.service.link_grid import MOST_ROWS
from incrowd.service.link_proposing import LinkProposal, ProposedRange
from incrowd.service.link_results import Scanned, WhatIf
from incrowd.service.link_workspace import MOST_SOURCES, LinkQuestion

Condition = Literal["equal", "overlaps", "covers"]
DatasetIds = Annotated[list[str], Field(min_length=2, max_length=MOST_SOURCES)]
Name = Annotated[str, Field(min_length=1, max_length=1000)]
Threshold = Annotated[float, Field(gt=0, le=1)]


class RangeAsked(Asked):
    """Two columns of a source that are the ends of a range; sources are counted from 1."""

    source: Annotated[int, Field(ge=1, le=MOST_SOURCES)]
    name: Name
    low: Name
    high: Name

    def proposed(self) -> ProposedRange:
        """The same as the service has it."""
        return ProposedRange(self.source, self.name, self.low, self.high)


class OnAsked(Asked):
    """Two columns that belong together, as `1.zip` and `2.zip`."""

    left: Name
    right: Name
    condition: Condition = "equal"


class ProposalAsked(Asked):
    """The data sets to be linked; what is sensitive and which ranges there are is guessed."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"datasets": ["0123456789abcdef", "fedcba9876543210"]}]},
    )
    datasets: DatasetIds
    ranges: Annotated[list[RangeAsked], Field(max_length=50)] | None = None
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] | None = None


class LinkAsked(Asked):
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
    join: Literal["inner", "left", "right", "full", "cross"] = "inner"
    on: Annotated[list[OnAsked], Field(max_length=100)] | None = None
    ranges: Annotated[list[RangeAsked], Field(max_length=50)] = Field(default_factory=list)
    sensitive: Annotated[list[Name], Field(max_length=MOST_SOURCES)] = Field(default_factory=list)
    different: bool = False
    known: Annotated[list[Name], Field(max_length=200)] | None = None

    def question(self) -> LinkQuestion:
        """What is asked."""
        pairs = None
        if self.on is not None:
            pairs = tuple(f"{one.left}={one.right}:{one.condition}" for one in self.on)
        return LinkQuestion(
            datasets=tuple(self.datasets),
            sensitive=tuple(self.sensitive),
            on=pairs,
            ranges=tuple(one.proposed().text for one in self.ranges),
            different=self.different,
            join=self.join,
            known=None if self.known is None else tuple(self.known),
        )


class WhatIfAsked(LinkAsked):
    """Facts that are known together, and the share from which on a value counts as given away."""

    know: Annotated[dict[str, str], Field(max_length=100)] = Field(default_factory=dict)
    threshold: Threshold = 0.5


class JoinedRowsAsked(LinkAsked):
    """Which joined rows; those that match what is known come first."""

    know: Annotated[dict[str, str], Field(max_length=100)] = Field(default_factory=dict)
    offset: Annotated[int, Field(ge=0, le=10**15)] = 0
    limit: Annotated[int, Field(ge=0, le=MOST_ROWS)] = 100


class ScanAsked(LinkAsked):
    """How many facts are combined at most."""

    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Threshold = 0.5


class LinkCheckAsked(LinkAsked):
    """What every class must hold: of a source by its number, or of what was joined."""

    source: Annotated[int | None, Field(ge=1, le=MOST_SOURCES)] = None
    k: Annotated[int, Field(ge=1, le=10**9)] = 2
    l: Annotated[int | None, Field(ge=1, le=10**9)] = None
    t: Annotated[float | None, Field(ge=0, le=1)] = None

    def promise(self) -> Promise:
        """What must hold."""
        return Promise(self.k, self.l, self.t)


class LinkableColumn(Answered):
    """A column, by the label that tells it from those of other sources."""

    label: str
    name: str
    source: int
    role: Literal["identifier", "quasi", "sensitive", "insensitive"]
    kind: Literal["integer", "decimal", "date", "timestamp", "boolean", "text", "range"]
    distinct: int
    values: list[str]


class LinkableDataset(Answered):
    """A data set; `changed` if it is linked as its decisions leave it."""

    number: int
    dataset: str
    name: str
    rows: int
    changed: bool
    columns: list[LinkableColumn]


class LinkRange(Answered):
    """Two columns that are the ends of a range."""

    source: int
    name: str
    low: str
    high: str


class LinkPair(Answered):
    """Two columns that seem to tell the same."""

    left: str
    right: str
    condition: Condition
    reason: Words


class Proposal(Answered):
    """What could be linked, and how."""

    sources: list[LinkableDataset]
    sensitive: list[str]
    ranges: list[LinkRange]
    pairs: list[LinkPair]

    @classmethod
    def of(cls, found: LinkProposal) -> Proposal:
        """Serialise a proposal."""
        return cls.model_validate(found)


class ValueRows(Answered):
    """A sensitive value among the rows that match."""

    value: str
    rows: int
    share: float


class Composition(Answered):
    """N rows match, they have V values, the most frequent a share P."""

    about: str
    n: int
    v: int
    p: float | None
    rule: Literal[1, 2] | None
    breach: bool
    dominant: list[str]
    values: list[ValueRows]


class WhatIfAnswer(Answered):
    """What somebody learns; of values that differ there are several compositions."""

    know: dict[str, str]
    threshold: float
    n: int
    v: int
    p: float | None
    rule: Literal[1, 2] | None
    breach: bool
    without_value: int
    sentences: list[Words]
    compositions: list[Composition]

    @classmethod
    def of(cls, found: WhatIf) -> WhatIfAnswer:
        """Serialise what was found."""
        main = found.main
        told = [{"about": about, **vars(one)} for about, one in found.compositions.items()]
        return cls.model_validate(
            {
                **{"know": found.know, "threshold": found.threshold, "breach": found.breach},
                **{"n": main.n, "v": main.v, "p": main.p, "rule": main.rule},
                "without_value": found.without_value,
                "sentences": found.sentences,
                "compositions": told,
            }
        )


class RepairTold(Answered):
    """A change of one release, what it costs, and what is left of the leak."""

    kind: Literal["generalise", "suppress"]
    source: int
    column: str | None
    steps: int
    texts: dict[str, str]
    rows: int
    cost: float
    closes: bool
    n: int
    p: float | None
    sentence: Words


class RepairsTold(Answered):
    """What closes a leak, the cheapest first."""

    know: dict[str, str]
    repairs: list[RepairTold]


class RowsExposed(Answered):
    """Rows of all releases that are exposed, and certain."""

    exposed: int
    certain: int


class SharedColumnTold(Answered):
    """Columns that releases share; who is exposed without them, or a level up (null: no level)."""

    columns: list[str]
    dropped: RowsExposed
    raised: RowsExposed | None


class LinkAdviceTold(Answered):
    """Advice on releases that are linked, in words; `jointly` where they share most people."""

    facts: int
    now: RowsExposed
    shared: list[SharedColumnTold]
    jointly: bool
    sentences: list[Words]


class MarkedRow(Answered):
    """A joined row."""

    matches: bool
    cells: list[str | None]


class JoinedRows(Answered):
    """Some joined rows; `matching` is null where there are too many to count them first."""

    columns: list[str]
    total: int
    matching: int | None
    offset: int
    rows: list[MarkedRow]


class SourceExposure(Answered):
    """Distinct rows of a source."""

    source: int
    rows: int
    share: float


class Exposure(Answered):
    """Joined rows, and the distinct rows of every source."""

    joined_rows: int
    share: float
    sources: list[SourceExposure]


class GrowthStep(Answered):
    """Who is exposed by so many facts, and who of them for certain."""

    facts: int
    exposed: Exposure
    certain: Exposure


class LearnedColumn(Answered):
    """What knowing a column does; several if they were joined."""

    columns: list[str]
    alone: Exposure
    certain: Exposure
    taking_part: Exposure
    without: Exposure


class Finding(Answered):
    """A combination of facts that gives somebody away."""

    know: dict[str, str]
    n: int
    v: int
    p: float
    rule: Literal[1, 2]
    facts: int
    news: bool
    about: str


class ScannedSource(Answered):
    """A source that was scanned."""

    number: int
    name: str
    rows: int


class ScanAnswer(Answered):
    """Who is exposed by facts that nobody named."""

    facts: int
    tried: int
    breached: int
    certain: int
    sources: list[ScannedSource]
    joined_rows: int
    growth: list[GrowthStep]
    columns: list[LearnedColumn]
    sentences: list[Words]
    findings: list[Finding]

    @classmethod
    def of(cls, found: Scanned) -> ScanAnswer:
        """Serialise a scan; of the findings those of which no part tells as much."""
        news = [one for one in found.findings() if one["news"]][:200]
        told: dict[str, Any] = {
            **found.to_dict(),
            "sources": found.sources,
            "joined_rows": found.joined_rows,
            "findings": news,
        }
        return cls.model_validate(told)


class FailingGroup(Answered):
    """A class that fails."""

    values: dict[str, str]
    size: int
    l: int | None
    t: float | None


class SensitiveCheck(Answered):
    """One sensitive attribute."""

    attribute: str
    l: int
    t: float
    holds: bool
    failing_classes: int
    failing_rows: int


class LinkCheck(Answered):
    """Whether k, l and t hold."""

    holds: bool
    k: int
    l: int | None
    t: float | None
    classes: int
    rows: int
    failing_count: int
    failing_rows: int
    failing_classes: list[FailingGroup]
    attributes: list[SensitiveCheck]

    @classmethod
    def of(cls, found: CheckResult) -> LinkCheck:
        """Serialise a check."""
        told = {
            **vars(found.check),
            "classes": found.classes,
            "rows": found.rows,
            "attributes": found.attributes,
        }
        return cls.model_validate(told)
