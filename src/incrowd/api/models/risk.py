"""Risk and recommendations, with the keys of `incrowd risk --json` and `incrowd recommend`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from incrowd.api.models.shape import RequestModel, ResponseModel, Words
from incrowd.dataset.results import Risk as RiskResult
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.service.datasets.one_request import turn_rows

RoleName = Literal["identifier", "quasi", "sensitive", "insensitive"]
Cell = Annotated[str | int | float | bool | None, Field(description="A value of any plain type")]


class Bucket(ResponseModel):
    """The rows whose risk lies in one band."""

    range: str
    rows: int
    share: float


class Gauges(ResponseModel):
    """The three gauges, in percent."""

    average_risk: float
    highest_risk: float
    utility_loss: float


class Risk(Gauges):
    """The risk of a state."""

    rows: int
    original_rows: int
    classes: int
    uniques: int
    suppressed_rows: int
    k: int
    class_sizes: dict[str, int]
    distribution: list[Bucket]
    state: dict[str, int]
    roles: dict[str, RoleName]
    reasons: dict[str, Words]
    hierarchies: dict[str, Words]
    measures: dict[str, float | None]
    explanation: list[Words]

    @classmethod
    def of(cls, risk: RiskResult) -> Risk:
        """The same keys as on the command line."""
        return cls.model_validate(risk.to_dict())


class Preview(ResponseModel):
    """What a state would look like; nothing is applied."""

    risk: Risk


class Effect(Gauges):
    """What a step leads to."""

    score: float
    rows: int
    classes: int
    uniques: int
    suppressed_rows: int
    distribution: list[Bucket]


class LevelChoice(Effect):
    """An attribute raised to a level."""

    level: int
    label: Words


class Generalization(ResponseModel):
    """The levels of an attribute above its present one."""

    attribute: str
    best_level: int
    levels: list[LevelChoice]


class Suppression(Effect):
    """The rows of small classes left out."""

    k: int


class ScoredGauges(Gauges):
    """The gauges and their sum."""

    score: float


class Recommendations(ResponseModel):
    """Every next step with its exact effect, best first."""

    state: dict[str, int]
    k: int
    now: ScoredGauges
    generalizations: list[Generalization]
    suppression: list[Suppression]
    roles: dict[str, RoleName]
    hierarchies: dict[str, Words]
    explanation: list[Words]


class RiskQuestion(RequestModel):
    """A table with roles and hierarchies; give `columns` or `rows`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "columns": {"age": [30, 30, 41], "sex": ["f", "f", "m"]},
                    "roles": {"age": "quasi", "sex": "quasi"},
                    "hierarchies": {"age": "30;young;*\n41;old;*\n"},
                    "levels": {"age": 1},
                    "k": 1,
                }
            ]
        },
    )
    columns: dict[str, list[Cell]] | None = None
    rows: list[dict[str, Cell]] | None = None
    roles: dict[str, RoleName] = Field(default_factory=dict)
    hierarchies: dict[str, str] = Field(default_factory=dict, description="CSV per attribute")
    levels: dict[str, int] = Field(default_factory=dict)
    k: int = 1

    def table(self) -> dict[str, list[Cell]]:
        """The data by columns."""
        if self.columns is not None and self.rows is None:
            return self.columns
        if self.rows is not None and self.columns is None:
            return turn_rows(self.rows)
        raise InvalidParameter(
            say("Give the data as columns or as rows."), say("One of them, not both.")
        )


def recommendations(told: dict[str, Any]) -> Recommendations:
    """The same keys as `incrowd recommend --json`."""
    return Recommendations.model_validate(told)
