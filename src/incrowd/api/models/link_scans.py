"""Who is exposed by facts that nobody named, with the keys of `incrowd link --scan --json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from incrowd.api.models.linked import LinkRequest, Threshold
from incrowd.api.models.shape import ResponseModel, Words
from incrowd.service.linked.analysis import ScanResult


class ScanRequest(LinkRequest):
    """How many facts are combined at most."""

    facts: Annotated[int, Field(ge=1, le=4)] = 2
    threshold: Threshold = 0.5


class SourceExposure(ResponseModel):
    """Distinct rows of a source."""

    source: int
    rows: int
    share: float


class Exposure(ResponseModel):
    """Joined rows, and the distinct rows of every source."""

    joined_rows: int
    share: float
    sources: list[SourceExposure]


class GrowthStep(ResponseModel):
    """Who is exposed by so many facts, and who of them for certain."""

    facts: int
    exposed: Exposure
    certain: Exposure


class LearnedColumn(ResponseModel):
    """What knowing a column does; several if they were joined."""

    columns: list[str]
    alone: Exposure
    certain: Exposure
    taking_part: Exposure
    without: Exposure


class Finding(ResponseModel):
    """A combination of facts that gives somebody away."""

    know: dict[str, str]
    n: int
    v: int
    p: float
    rule: Literal[1, 2]
    facts: int
    news: bool
    about: str


class ScannedSource(ResponseModel):
    """A source that was scanned."""

    number: int
    name: str
    rows: int


class ScanAnswer(ResponseModel):
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
    def of(cls, found: ScanResult) -> ScanAnswer:
        """Serialise a scan; of the findings those of which no part tells as much."""
        news = [finding for finding in found.findings() if finding["news"]][:200]
        result: dict[str, Any] = {
            **found.to_dict(),
            "sources": found.sources,
            "joined_rows": found.joined_rows,
            "findings": news,
        }
        return cls.model_validate(result)
