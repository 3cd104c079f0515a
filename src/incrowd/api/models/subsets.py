"""What is asked about attribute subsets, and about who stands out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from incrowd.api.models.shape import RequestModel
from incrowd.service.subsets.standouts import MOST_ROWS


class SubsetsRequest(RequestModel):
    """The threshold at which the tree is cut, how it is built, and what the cells show."""

    threshold: int = Field(default=5, ge=1, le=10**15)
    linkage: Literal["union", "average", "single", "complete"] = "union"
    measure: str = Field(
        default="k",
        description="k, uniques, average_risk, highest_risk, below_k, or another measure of risk "
        "or privacy",
    )


class RemedyRequest(RequestModel):
    """A leak: attributes whose groups are too small, or a row that stands out."""

    attributes: list[str] = Field(default_factory=list, max_length=1000)
    row: int | None = Field(default=None, ge=1, description="then the attributes do not matter")
    threshold: int = Field(default=5, ge=2, le=10**15)
    max_size: int = Field(default=3, ge=1, le=1000)


class StandOutsQuestion(RequestModel):
    """How small groups must be to stand out, and how many attributes are combined."""

    k: int = Field(default=2, ge=2, le=10**15)
    max_size: int = Field(default=3, ge=1, le=1000)


class StandOutsFile(StandOutsQuestion):
    """All stand-outs, as a file of some kind."""

    format: Literal["json", "csv"] = "json"


class StandOutsRequest(StandOutsQuestion):
    """How small groups must be to stand out, how many attributes are combined, and which rows."""

    offset: int = Field(default=0, ge=0, le=10**15)
    limit: int = Field(default=100, ge=0, le=MOST_ROWS)
