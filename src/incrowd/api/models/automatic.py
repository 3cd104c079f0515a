"""Automatic anonymisation: what is asked for, and what was found."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.risk import Risk
from incrowd.api.models.shape import RequestModel, ResponseModel
from incrowd.service.automatic.anonymize import (
    DEFAULT_LIMIT,
    AnonymizationRequest,
    MethodName,
    ObjectiveName,
)
from incrowd.service.automatic.runs import RunView
from incrowd.service.automatic.trade_off import TradeOff

Level = Annotated[int, Field(ge=0)]


class AutomaticRequest(RequestModel):
    """What every published row must hold, and what matters in getting there."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"k": 5, "method": "priority", "priority": [["age"], ["sex", "race"]]}]
        },
    )
    k: Annotated[int, Field(ge=1)]
    l: Annotated[int | None, Field(ge=1)] = None
    diversity: Literal["distinct", "entropy", "recursive"] = "distinct"
    t: Annotated[float | None, Field(ge=0, le=1)] = None
    method: MethodName = "optimal"
    priority: Annotated[
        list[list[str]],
        Field(description="Groups of attributes, the most important first; equals in one group."),
    ] = Field(default_factory=list)
    max_suppression: Annotated[float, Field(ge=0, le=1)] = DEFAULT_LIMIT
    utility: ObjectiveName = "loss"
    weights: dict[str, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    lowest: dict[str, Level] = Field(default_factory=dict)
    highest: dict[str, Level] = Field(default_factory=dict)
    suppression: Literal["strict", "published"] = "strict"

    def wish(self) -> AnonymizationRequest:
        """What is asked for."""
        result = self.model_dump(exclude={"priority"})
        return AnonymizationRequest(
            **result, priority=tuple(tuple(group) for group in self.priority if group)
        )


class WishTold(ResponseModel):
    """What was asked for."""

    k: int
    l: int | None
    diversity: Literal["distinct", "entropy", "recursive"]
    t: float | None
    method: MethodName
    priority: list[list[str]]
    max_suppression: float
    utility: ObjectiveName
    suppression: Literal["strict", "published"]


class SplitBar(ResponseModel):
    """Rows that share a value, those in classes of at least k rows apart from the others."""

    label: str
    safe: int
    at_risk: int


class JudgedAttribute(ResponseModel):
    """What is left of an attribute, from 0 to 1, and its values before and after."""

    name: str
    rank: int
    quality: float
    level: int | None
    before: list[SplitBar]
    after: list[SplitBar]


class Anonymized(ResponseModel):
    """The keys of `incrowd anonymize --json`."""

    method: MethodName
    rows: int
    suppressed_rows: int
    classes: int
    k: int | None
    l: int | None
    t: float | None
    state: dict[str, int] | None
    score: float
    bound: float
    exact: bool
    utility: dict[str, float]
    entropy_per_attribute: dict[str, float]
    entropy_weighted: float
    exposed_people: int
    before: Risk
    after: Risk
    seconds: float


class Held(ResponseModel):
    """A protection of a sensitive attribute, and what the worst published class reaches."""

    attribute: str
    model: str
    threshold: float
    reached: float | None


class AutomaticRun(ResponseModel):
    """A result that waits to be adopted or discarded."""

    id: str
    at: str
    current: bool
    wish: WishTold
    result: Anonymized
    attributes: list[JudgedAttribute]
    held: list[Held]

    @classmethod
    def of(cls, view: RunView) -> AutomaticRun:
        """Serialise a run."""
        return cls(
            id=view.id,
            at=view.at,
            current=view.current,
            wish=WishTold.model_validate(view.wish),
            result=Anonymized.model_validate(view.result.to_dict()),
            attributes=[JudgedAttribute.model_validate(attribute) for attribute in view.attributes],
            held=[Held.model_validate(item) for item in view.held],
        )


class PairedRow(ResponseModel):
    """A row as it was and as it would be published."""

    row: int
    suppressed: bool
    size: int | None
    before: list[str | None]
    after: list[str | None]
    changed: list[bool]


class PairedRows(ResponseModel):
    """Some rows of a run, and how many there are in all."""

    total: int
    offset: int
    columns: list[str]
    rows: list[PairedRow]


class Adopt(RequestModel):
    """Make decisions of a run."""

    revision: int | None = None


class StateRequest(RequestModel):
    """Go to a state: each attribute that differs, and k, becomes a decision of its own."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"levels": {"age": 2}, "k": 5}]}
    )
    levels: dict[str, Level]
    k: Annotated[int, Field(ge=1)] = 1
    revision: int | None = None


class FrontPoint(ResponseModel):
    """A state with the classes below k left out; risks and loss in percent."""

    levels: dict[str, int]
    k: int
    average_risk: float
    highest_risk: float
    utility_loss: float
    suppressed_rows: int
    classes: int
    smallest: int


class Front(ResponseModel):
    """Points that no other point beats in risk, loss and rows left out, by loss."""

    rows: int
    states: int
    guarded: bool
    points: list[FrontPoint]

    @classmethod
    def of(cls, found: TradeOff) -> Front:
        """Serialise a front."""
        points = [
            FrontPoint.model_validate(
                {**vars(point), "levels": dict(zip(found.names, point.levels, strict=True))}
            )
            for point in found.points
        ]
        return cls(rows=found.rows, states=found.states, guarded=found.guarded, points=points)
