"""Attribute subsets, with the keys of `incrowd subsets --json`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from incrowd.api.models.shape import Answered, Asked, Words
from incrowd.service.subset_results import Subsets as SubsetsResult


class SubsetsAsked(Asked):
    """The threshold at which the tree is cut, how it is built, and what the cells show."""

    threshold: int = Field(default=5, ge=1, le=10**15)
    linkage: Literal["union", "average", "single", "complete"] = "union"
    measure: str = Field(
        default="k",
        description="k, uniques, average_risk, highest_risk, below_k, or another measure of risk "
        "or privacy",
    )


class Pair(Answered):
    """Two attributes, and the smallest class of both together."""

    a: str
    b: str
    k: int


class ShownMeasure(Answered):
    """What the cells show; attributes in column order, each of them on the diagonal."""

    name: str
    title: Words
    unit: str
    better: Literal["lower", "higher"]
    whole: float | None
    cells: list[list[float | None]]


class Merge(Answered):
    """A node of the tree."""

    members: list[str]
    k: int
    left: list[str]
    right: list[str]
    linkage: float


class SmallGroup(Answered):
    """Published values that too few rows share."""

    values: dict[str, str]
    rows: int


class NextMerge(Answered):
    """What the next merge would add, and what breaks it."""

    members: list[str]
    added: list[str]
    k: int
    groups: int
    rows: int
    examples: list[SmallGroup]


class Releasable(Answered):
    """Attributes that can be released together, and why not more."""

    members: list[str]
    k: int
    next: NextMerge | None


class MaximalSubset(Answered):
    """Attributes that can be released together, but with none besides."""

    members: list[str]
    k: int
    in_tree: bool


class Subsets(Answered):
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
    merges: list[Merge]
    order: list[str]
    releasable: list[list[str]]
    guide: list[Releasable]
    maximal: list[MaximalSubset]
    complete: bool
    explanation: list[Words]

    @classmethod
    def of(cls, found: SubsetsResult) -> Subsets:
        """The same keys as on the command line."""
        return cls.model_validate(found.to_dict())
