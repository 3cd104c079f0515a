"""What the use cases answer: values for Python, `to_dict()` for JSON (keys are a contract)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from incrowd.advice.gauges import Band, Gauges, band
from incrowd.advice.recommending import Effect, Generalization, LevelChoice, Suppression
from incrowd.measures.risk.distribution import Bucket

__all__ = ["Advice", "Band", "Check", "Effect", "FailingClass", "Figure", "Gauges", "Risk", "band"]


@dataclass(frozen=True)
class Figure:
    """A measure that was asked for; None where it is not defined."""

    name: str
    title: str
    explanation: str
    unit: str
    value: float | None


@dataclass(frozen=True)
class Risk:
    """The risk of a table in a state; percentages from 0 to 100, shares from 0 to 1."""

    rows: int
    """Rows that are published."""
    original_rows: int
    classes: int
    uniques: int
    gauges: Gauges
    suppressed_rows: int
    k: int
    class_sizes: dict[int, int]
    distribution: tuple[Bucket, ...]
    state: dict[str, int]
    roles: dict[str, str]
    reasons: dict[str, str]
    hierarchies: dict[str, str]
    figures: tuple[Figure, ...]
    explanation: tuple[str, ...]

    @property
    def average_risk(self) -> float:
        """Chance in percent to find the average person."""
        return self.gauges.average_risk

    @property
    def highest_risk(self) -> float:
        """Chance in percent to find the person who stands out most."""
        return self.gauges.highest_risk

    @property
    def utility_loss(self) -> float:
        """What generalisation and suppression have cost, in percent."""
        return self.gauges.utility_loss

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        left_out = ("gauges", "figures")
        answer = {key: value for key, value in asdict(self).items() if key not in left_out}
        answer.update(asdict(self.gauges))
        answer["measures"] = {figure.name: figure.value for figure in self.figures}
        answer["class_sizes"] = {str(size): count for size, count in self.class_sizes.items()}
        return answer


@dataclass(frozen=True)
class Advice:
    """Ranked next steps, with the state they start from."""

    now: Risk
    generalizations: tuple[Generalization, ...]
    suppressions: tuple[Suppression, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "state": self.now.state,
            "k": self.now.k,
            "now": {**asdict(self.now.gauges), "score": self.now.gauges.score},
            "generalizations": [_generalization(one) for one in self.generalizations],
            "suppression": [{"k": one.k, **_effect(one.effect)} for one in self.suppressions],
            "roles": self.now.roles,
            "hierarchies": self.now.hierarchies,
            "explanation": list(self.now.explanation),
        }


def _generalization(one: Generalization) -> dict[str, Any]:
    return {
        "attribute": one.attribute,
        "best_level": one.best.level,
        "levels": [_level(choice) for choice in one.levels],
    }


def _level(choice: LevelChoice) -> dict[str, Any]:
    return {"level": choice.level, "label": choice.label, **_effect(choice.effect)}


def _effect(effect: Effect) -> dict[str, Any]:
    figures = {key: value for key, value in asdict(effect).items() if key != "gauges"}
    return {**asdict(effect.gauges), "score": effect.gauges.score, **figures}


@dataclass(frozen=True)
class FailingClass:
    """A class that does not hold what is asked for."""

    values: dict[str, str]
    size: int
    l: int | None
    t: float | None


@dataclass(frozen=True)
class Check:
    """Whether a table holds k, l and t."""

    holds: bool
    why: str
    k: int
    l: int | None
    t: float | None
    asked: dict[str, float]
    failing_classes: tuple[FailingClass, ...]
    failing_count: int
    failing_rows: int
    roles: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return asdict(self)
