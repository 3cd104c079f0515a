"""A data set as the page sees it, and what is known of its columns, rows and past."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.risk import Gauges, Risk, RoleName
from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.service.datasets.comparison import Comparison as ServiceComparison
from incrowd.service.datasets.view import View


class DatasetSummary(ResponseModel):
    """A data set in a list."""

    id: str
    name: str
    rows: int
    columns: int
    created: str
    revision: int


class SampleChoice(RequestModel):
    """The sample to be put into the workspace."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "census"}]})
    name: str


class AttributeView(ResponseModel):
    """An attribute where the data set stands; height 0 means that it is not generalised.

    The level is null where every row is recoded in its own way.
    """

    name: str
    role: RoleName
    kind: str
    level: int | None
    height: int
    title: Words


class DecisionView(ResponseModel):
    """A decision in words, and whether it counts."""

    id: str
    kind: Literal["role", "hierarchy", "generalize", "suppress", "protect", "recode"]
    text: Words
    active: bool
    void: bool
    superseded: bool
    at: str
    attribute: str | None = None
    level: int | None = None
    k: int | None = None
    role: RoleName | None = None
    model: str | None = None
    threshold: float | None = None


class PresetJudgement(ResponseModel):
    """Whether the data is safe enough for one purpose, and what is missing."""

    name: str
    title: Words
    met: bool
    sentences: list[Words]


class Safety(ResponseModel):
    """The strictest purpose that the data is safe enough for, and what to do for more."""

    verdict: Literal["safe", "almost", "unsafe"]
    preset: str | None
    sentences: list[Words]
    presets: list[PresetJudgement]


class ProtectionView(ResponseModel):
    """What every published class must hold of a sensitive attribute once k is 2 or more."""

    attribute: str
    model: str
    threshold: float


class DatasetView(ResponseModel):
    """All that the page shows first."""

    id: str
    name: str
    rows: int
    revision: int
    attributes: list[AttributeView]
    k: int
    protections: list[ProtectionView]
    risk: Risk | None = Field(description="null as long as no column is a quasi-identifier")
    decisions: list[DecisionView]
    redoable: list[DecisionView]
    advice: Safety | None

    @classmethod
    def of(cls, view: View) -> DatasetView:
        """Serialise a view; the risk has the keys of the command line."""
        return cls(
            id=view.id,
            name=view.name,
            rows=view.rows,
            revision=view.revision,
            attributes=[AttributeView.model_validate(attribute) for attribute in view.attributes],
            k=view.k,
            protections=[
                ProtectionView.model_validate(protection) for protection in view.protections
            ],
            risk=None if view.risk is None else Risk.of(view.risk),
            decisions=[DecisionView.model_validate(decision) for decision in view.decisions],
            redoable=[DecisionView.model_validate(item) for item in view.redoable],
            advice=None if view.advice is None else Safety.model_validate(view.advice),
        )


class Bar(ResponseModel):
    """Rows that share a value."""

    label: str
    rows: int


class ColumnView(ResponseModel):
    """A column, the role that was guessed and the one it has."""

    name: str
    kind: str
    role: RoleName
    guessed_role: RoleName
    reason: Words
    meaning: str | None
    rows: int
    missing: int
    distinct: int
    examples: list[str]
    histogram: list[Bar]


class RowsColumn(ResponseModel):
    """A column of the page of rows; its level is null where every row is recoded in its own way."""

    name: str
    role: RoleName
    level: int | None
    height: int


class RowView(ResponseModel):
    """A row as it is published."""

    row: int
    suppressed: bool
    risk: float | None
    cells: list[str | None]
    changed: list[bool]


class RowsPage(ResponseModel):
    """Some rows, and how many there are in all."""

    total: int
    offset: int
    columns: list[RowsColumn]
    rows: list[RowView]


class RiskyRow(ResponseModel):
    """A row in a small class, and the fewest attributes that give it away, if looked for."""

    row: int
    size: int
    risk: float
    cells: dict[str, str | None]
    giveaway: list[str] | None
    smallest: bool
    reason: Words


class ComparedAttribute(ResponseModel):
    """A quasi-identifier before and after; its level is null where rows are recoded one by one."""

    name: str
    level: int | None
    title: Words
    loss: float
    before: list[Bar]
    after: list[Bar]


class Comparison(ResponseModel):
    """The table before and after."""

    attributes: list[ComparedAttribute]
    before: Risk
    after: Risk

    @classmethod
    def of(cls, found: ServiceComparison) -> Comparison:
        """Serialise a comparison."""
        return cls(
            attributes=[
                ComparedAttribute.model_validate(attribute) for attribute in found.attributes
            ],
            before=Risk.of(found.before),
            after=Risk.of(found.after),
        )


class HistoryEvent(ResponseModel):
    """An event in words."""

    revision: int
    kind: Literal["decide", "undo", "redo"]
    text: Words
    at: str
    active: bool
    void: bool
    decision_id: str


class HistoryState(Gauges):
    """A state that the data set was in."""

    revision: int
    label: Words
    k: int
    current: bool


class History(ResponseModel):
    """What happened, and the states visited."""

    events: list[HistoryEvent]
    states: list[HistoryState]
