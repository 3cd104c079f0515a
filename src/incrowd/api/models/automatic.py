"""What an automatic anonymisation is asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel
from incrowd.service.automatic.anonymize import (
    DEFAULT_LIMIT,
    AnonymizationRequest,
    MethodName,
    ObjectiveName,
)

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

    def to_request(self) -> AnonymizationRequest:
        """The same as the service has it."""
        plain = self.model_dump(exclude={"priority"})
        return AnonymizationRequest(
            **plain, priority=tuple(tuple(group) for group in self.priority if group)
        )


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
