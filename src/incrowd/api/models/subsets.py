"""Attribute subsets and stand-outs, with the keys of `incrowd subsets` and `standouts --json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.service.subsets.results import Subsets as SubsetsResult
from incrowd.service.subsets.standouts import MOST_ROWS
from incrowd.service.subsets.standouts import StandoutList as StandingResult


class SubsetsRequest(RequestModel):
    """The threshold at which the tree is cut, how it is built, and what the cells show."""

    threshold: int = Field(default=5, ge=1, le=10**15)
    linkage: Literal["union", "average", "single", "complete"] = "union"
    measure: str = Field(
        default="k",
        description="k, uniques, average_risk, highest_risk, below_k, or another measure of risk "
        "or privacy",
    )


class Pair(ResponseModel):
    """Two attributes, and the smallest class of both together."""

    a: str
    b: str
    k: int


class ShownMeasure(ResponseModel):
    """What the cells show; attributes in column order, each of them on the diagonal."""

    name: str
    title: Words
    unit: str
    better: Literal["lower", "higher"]
    whole: float | None
    cells: list[list[float | None]]


class Merge(ResponseModel):
    """A node of the tree."""

    members: list[str]
    k: int
    left: list[str]
    right: list[str]
    linkage: float


class SmallGroup(ResponseModel):
    """Published values that too few rows share."""

    values: dict[str, str]
    rows: int


class NextMerge(ResponseModel):
    """What the next merge would add, and what breaks it."""

    members: list[str]
    added: list[str]
    k: int
    groups: int
    rows: int
    examples: list[SmallGroup]


class Releasable(ResponseModel):
    """Attributes that can be released together, and why not more."""

    members: list[str]
    k: int
    next: NextMerge | None


class MaximalSubset(ResponseModel):
    """Attributes that can be released together, but with none besides."""

    members: list[str]
    k: int
    in_tree: bool


class Subsets(ResponseModel):
    """Matrix, tree and release guide."""

    attributes: list[str]
    left_out: list[str]
    rows: int
    k: int
    threshold: int
    linkage: str
    single: dict[str, int]
    pairs: list[Pair]
    measure: ShownMeasure
    measures: list[str] = Field(description="what cells can show with what is known of the data")
    merges: list[Merge]
    order: list[str]
    releasable: list[list[str]]
    guide: list[Releasable]
    maximal: list[MaximalSubset]
    complete: bool
    explanation: list[Words]

    @classmethod
    def of(cls, found: SubsetsResult, offered: Sequence[str]) -> Subsets:
        """The same keys as on the command line, and the measures to choose from."""
        return cls.model_validate({**found.to_dict(), "measures": list(offered)})


class RemedyRequest(RequestModel):
    """A leak: attributes whose groups are too small, or a row that stands out."""

    attributes: list[str] = Field(default_factory=list, max_length=1000)
    row: int | None = Field(default=None, ge=1, description="then the attributes do not matter")
    threshold: int = Field(default=5, ge=2, le=10**15)
    max_size: int = Field(default=3, ge=1, le=1000)


class RemedyStep(ResponseModel):
    """An attribute, the level to raise it to, and what that is called."""

    attribute: str
    level: int
    label: Words


class Remedy(ResponseModel):
    """Steps after which a leak is gone; k is then the smallest group of the attributes."""

    outlook: Literal["helps", "needless", "none", "unknown"]
    steps: list[RemedyStep]
    k: int | None


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


class StandingRow(ResponseModel):
    """A row with the smallest combinations that give it away."""

    row: int
    combinations: list[list[str]]
    score: float
    values: dict[str, str]
    reason: Words


class ValueShare(ResponseModel):
    """A published value and its share of all score, in percent."""

    attribute: str
    value: str
    rows: int
    share: float


class StandOuts(ResponseModel):
    """Who stands out, highest score first, and what does it."""

    k: int
    max_size: int
    total: int
    offset: int
    published: int
    rows: list[StandingRow]
    attributes: dict[str, float]
    values: list[ValueShare]
    counts: dict[str, int]
    smallest: dict[str, int]
    explanation: list[Words]

    @classmethod
    def of(cls, found: StandingResult) -> StandOuts:
        """The same keys as on the command line."""
        return cls.model_validate(found.to_dict())
