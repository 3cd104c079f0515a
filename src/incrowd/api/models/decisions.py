"""Decisions as they are sent, one model per `kind`, and hierarchies to be tried before."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel, RoleName
from incrowd.service.decisions.decide import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Generalize,
    Protect,
    Suppress,
)
from incrowd.service.decisions.hierarchies import Edit

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


class FurtherModel(RequestModel):
    """A privacy model with its threshold."""

    model: str
    threshold: float


class ProtectDecision(RequestModel):
    """Protect a sensitive attribute by a privacy model, or by none."""

    kind: Literal["protect"]
    attribute: str
    model: str | None = None
    threshold: float | None = None
    beside: list[FurtherModel] = Field(
        default_factory=list, description="Further models, which must hold as well"
    )
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        further = tuple((each.model, each.threshold) for each in self.beside)
        return Protect(self.attribute, self.model, self.threshold, further)


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


class HierarchyEdit(RequestModel):
    """One change by hand.

    Merge `labels` to one group called `to`, rename `label`, add a copy of a level above it, or drop
    a level. Groups that lie in different groups above are merged only with `parents`, which merges
    these, too; without it the error `parents_differ` says which ones.
    """

    edit: Literal["merge", "rename", "add_level", "drop_level"]
    level: int
    labels: list[str] = Field(default_factory=list)
    label: str | None = None
    to: str | None = None
    parents: bool | None = Field(
        default=None, description="Merge the groups above, too, if they differ"
    )

    def change(self) -> Edit:
        """What is to be changed."""
        return Edit(
            self.edit, self.level, tuple(self.labels), self.label, self.to, bool(self.parents)
        )


class HierarchyTrial(RequestModel):
    """A builder, a CSV text or rules, or none for the present hierarchy, and edits on top."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"builder": "interval"}]}
    )
    builder: str | None = None
    csv: str | None = None
    rules: str | None = Field(default=None, description="Level by level: {a, b} => c")
    edits: list[HierarchyEdit] = Field(default_factory=list)
