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
    Field(description="The revision that you see. If it is not the latest, the answer is 409."),
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
    """Give an attribute a hierarchy, from a builder or as CSV."""

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
    """Remove the rows of groups smaller than k."""

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
    """Protect a sensitive attribute with a privacy model, or with none.

    With an empty attribute the models are promised of the whole release.
    """

    kind: Literal["protect"]
    attribute: str
    model: str | None = None
    threshold: float | None = None
    beside: list[FurtherModel] = Field(
        default_factory=list, description="More models that must hold as well"
    )
    people: int | None = Field(
        default=None, ge=1, le=10**12, description="Size of the population, where a model needs it"
    )
    parameters: dict[str, float] = Field(
        default_factory=dict,
        description="More numbers of models of the whole release, such as `m` of `k_subsets`",
    )
    revision: Revision = None

    def decision(self) -> Decision:
        """What was decided."""
        further = tuple((each.model, each.threshold) for each in self.beside)
        given = tuple(self.parameters.items())
        return Protect(self.attribute, self.model, self.threshold, further, self.people, given)


DecisionRequest = Annotated[
    RoleDecision | HierarchyDecision | GeneralizeDecision | SuppressDecision | ProtectDecision,
    Field(discriminator="kind"),
]


class Redo(RequestModel):
    """Redo a decision."""

    revision: Revision = None


class Jump(RequestModel):
    """Go back to the decisions that applied after this many events."""

    revision_of_state: int
    revision: Revision = None


class GoBack(RequestModel):
    """Undo every decision that was made after one that is in force."""

    decision: Annotated[str, Field(max_length=64)]
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
        default=None, description="If the groups above differ, merge them as well"
    )

    def change(self) -> Edit:
        """What is to be changed."""
        return Edit(
            self.edit, self.level, tuple(self.labels), self.label, self.to, bool(self.parents)
        )


class HierarchyTrial(RequestModel):
    """A builder, a CSV text or rules (none means the current hierarchy), and edits on top."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"builder": "interval"}]}
    )
    builder: str | None = None
    csv: str | None = None
    rules: str | None = Field(default=None, description="Level by level: {a, b} => c")
    edits: list[HierarchyEdit] = Field(default_factory=list)


class LevelQuestion(HierarchyTrial):
    """A level of a hierarchy that is tried, and the size that every group must have."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"level": 1, "k": 5}]}
    )
    level: int = Field(default=0, ge=0, le=1000)
    k: int = Field(default=5, ge=1, le=10**15)
