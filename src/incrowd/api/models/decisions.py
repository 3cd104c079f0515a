"""Decisions as they are sent: one model per kind, told apart by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.risk import RoleName
from incrowd.api.models.shape import RequestModel
from incrowd.service.decisions.decide import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Generalize,
    Protect,
    Suppress,
)

Revision = Annotated[
    int | None,
    Field(description="The revision that the sender sees; another one is refused with 409."),
]


class RoleDecision(RequestModel):
    """Give an attribute a role."""

    kind: Literal["role"]
    attribute: str
    role: RoleName
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        return AssignRole(self.attribute, self.role)


class HierarchyDecision(RequestModel):
    """Give an attribute a hierarchy: of a builder, or as CSV."""

    kind: Literal["hierarchy"]
    attribute: str
    builder: str | None = None
    csv: str | None = None
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        return ChooseHierarchy(self.attribute, self.builder, self.csv)


class GeneralizeDecision(RequestModel):
    """Publish an attribute at a level."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"kind": "generalize", "attribute": "age", "level": 2}]},
    )
    kind: Literal["generalize"]
    attribute: str
    level: int
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        return Generalize(self.attribute, self.level)


class SuppressDecision(RequestModel):
    """Leave out the rows of classes smaller than k."""

    kind: Literal["suppress"]
    k: int
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        return Suppress(self.k)


class ProtectDecision(RequestModel):
    """Protect a sensitive attribute by a privacy model, or by none."""

    kind: Literal["protect"]
    attribute: str
    model: str | None = None
    threshold: float | None = None
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        return Protect(self.attribute, self.model, self.threshold)


DecisionRequest = Annotated[
    RoleDecision | HierarchyDecision | GeneralizeDecision | SuppressDecision | ProtectDecision,
    Field(discriminator="kind"),
]


class Redo(RequestModel):
    """Bring a decision back."""

    revision: Revision = None


class Jump(RequestModel):
    """Go to the decisions that were in force after so many events."""

    revision_of_state: int
    revision: Revision = None
