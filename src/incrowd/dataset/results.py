"""What risk, advice and a check answer: values for Python, `to_dict()` for JSON."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from incrowd.advice.gauges import NOTHING_LEFT, Band, Gauges, ScoredGauges, band
from incrowd.advice.recommending import Effect, Generalization, Suppression
from incrowd.advice.suppression_words import explain_causes
from incrowd.answers import Answer, Words, part, shape
from incrowd.dataset.population import PopulationRisk
from incrowd.dataset.promises import Safeguard
from incrowd.language import say
from incrowd.measures.enforcement import SuppressedBy
from incrowd.measures.promise_names import in_words, is_about_release, promise_name
from incrowd.measures.risk.distribution import Bucket
from incrowd.table import RoleName

__all__ = [
    "NOTHING_LEFT",
    "Advice",
    "Band",
    "Check",
    "Effect",
    "FailingClass",
    "Figure",
    "Gauges",
    "Risk",
    "band",
    "explain_causes",
    "in_words",
    "is_about_release",
    "promise_name",
]

NO_SENSITIVE: Final = say(
    "No column is sensitive, so this shows who can be found, not what can be learned about them."
)
"""Said once where nothing is named that must stay secret."""


@dataclass(frozen=True)
class Figure:
    """A measure that was asked for; None where it is not defined."""

    name: str
    title: str
    explanation: str
    unit: str
    value: float | None


@dataclass(frozen=True)
class Risk(Answer):
    """The risk of a table in a state; percentages from 0 to 100, shares from 0 to 1."""

    rows: int
    """Rows that are published."""
    original_rows: int
    classes: int
    uniques: int
    gauges: Gauges = field(metadata=shape(inline=True))
    suppressed_rows: int
    suppressed_by: SuppressedBy
    """Which rows are left out for k, and which for each protection in force."""
    k: int
    class_sizes: dict[int, int]
    distribution: tuple[Bucket, ...]
    state: dict[str, int]
    roles: dict[str, RoleName]
    reasons: dict[str, Words]
    hierarchies: dict[str, Words]
    figures: tuple[Figure, ...] = field(metadata=shape(hidden=True))
    explanation: tuple[Words, ...]
    protections: tuple[Safeguard, ...] = ()
    """What each sensitive attribute is protected by, and why; a default one from k = 2 on."""
    persons: int | None = field(default=None, metadata=shape(optional=True))
    """Persons who are published; this and what follows only where there is a person key."""
    original_persons: int | None = field(default=None, metadata=shape(optional=True))
    suppressed_persons: int | None = field(default=None, metadata=shape(optional=True))
    population: PopulationRisk | None = field(default=None, metadata=shape(optional=True))
    """What it means for the population, where that is known."""
    advice: tuple[Words, ...] = field(default=(), metadata=shape(hidden=True))
    """What the explanation says to do next, where nobody said for whom the data is meant."""

    @property
    def without_advice(self) -> Risk:
        """The same where the verdict on a goal says what to do next."""
        told = tuple(words for words in self.explanation if words not in self.advice)
        return replace(self, explanation=told, advice=())

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

    @property
    @part()
    def measures(self) -> dict[str, float | None]:
        """The value of every measure that was asked for, by its name."""
        return {figure.name: figure.value for figure in self.figures}


@dataclass(frozen=True)
class Advice(Answer):
    """Every next step with its exact effect, best first, and the state they start from."""

    now: Risk = field(metadata=shape(hidden=True))
    generalizations: tuple[Generalization, ...]
    suppressions: tuple[Suppression, ...] = field(metadata=shape(key="suppression"))

    @property
    @part()
    def state(self) -> dict[str, int]:
        """The level of each attribute now."""
        return self.now.state

    @property
    @part()
    def k(self) -> int:
        """Groups with fewer rows are removed now."""
        return self.now.k

    @property
    @part("now")
    def scores(self) -> ScoredGauges:
        """The gauges of now, and their sum."""
        gauges = self.now.gauges
        return ScoredGauges(gauges.average_risk, gauges.highest_risk, gauges.utility_loss)

    @property
    @part()
    def roles(self) -> dict[str, RoleName]:
        """The role of each attribute."""
        return self.now.roles

    @property
    @part()
    def hierarchies(self) -> dict[str, Words]:
        """How each attribute is generalised."""
        return self.now.hierarchies

    @property
    @part()
    def explanation(self) -> tuple[Words, ...]:
        """The current risk in words."""
        return self.now.explanation


@dataclass(frozen=True)
class FailingClass:
    """A class that does not hold what is asked for."""

    values: dict[str, str]
    size: int
    l: int | None
    t: float | None


@dataclass(frozen=True)
class Check(Answer):
    """Whether a table holds k, l and t."""

    holds: bool
    why: Words
    k: int
    l: int | None
    t: float | None
    asked: dict[str, float]
    failing_classes: tuple[FailingClass, ...]
    failing_count: int
    failing_rows: int
    roles: dict[str, RoleName]
    failing_persons: int | None = field(default=None, metadata=shape(optional=True))
    """Persons in classes that fail, where there is a person key."""
