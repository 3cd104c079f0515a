"""Hierarchies as they are shown, tried and edited."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.service.decisions.hierarchies import Edit


class HierarchyEdit(RequestModel):
    """One change by hand.

    Merge `labels` to one group called `to`, rename `label`, add a copy of a level above it, or drop
    a level.
    """

    edit: Literal["merge", "rename", "add_level", "drop_level"]
    level: int
    labels: list[str] = Field(default_factory=list)
    label: str | None = None
    to: str | None = None

    def change(self) -> Edit:
        """What is to be changed."""
        return Edit(self.edit, self.level, tuple(self.labels), self.label, self.to)


class HierarchyTrial(RequestModel):
    """A builder, a CSV text or rules, or none for the present hierarchy, and edits on top."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"builder": "interval"}]}
    )
    builder: str | None = None
    csv: str | None = None
    rules: str | None = Field(default=None, description="Level by level: {a, b} => c")
    edits: list[HierarchyEdit] = Field(default_factory=list)


class Group(ResponseModel):
    """A group of values."""

    label: str
    rows: int
    values: int


class HierarchyLevel(ResponseModel):
    """A level with its largest groups, and the number of those that are not shown."""

    level: int
    title: Words
    groups: list[Group]
    more: int


class Candidate(ResponseModel):
    """A builder that fits, and why."""

    builder: str
    title: Words
    reason: Words


class HierarchyView(ResponseModel):
    """A hierarchy as it is shown and edited."""

    attribute: str
    builder: str
    reason: Words
    height: int
    titles: list[Words]
    candidates: list[Candidate]
    levels: list[HierarchyLevel]
    csv: str
    rules: str
