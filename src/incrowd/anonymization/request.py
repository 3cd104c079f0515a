"""What an automatic anonymisation is asked for: `AnonymizationRequest(k=5, method="priority")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, get_args

from incrowd.anonymization.sampling import check_sampling
from incrowd.answers import part, shape
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.promises import read_attack, read_promises
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.measures.enforcement import closeness_model
from incrowd.measures.registry import (
    DiversityName,
    ObjectiveName,
    diversities,
    objectives,
    promises,
)
from incrowd.search.aggregation.choosing import choose_functions, order_functions
from incrowd.search.method import Method, SuppressionReading
from incrowd.search.methods import MethodName, method
from incrowd.search.priorities import Priorities
from incrowd.search.strength import StrengthName, strength

__all__ = [
    "AnonymizationRequest",
    "DiversityName",
    "MethodName",
    "ObjectiveName",
    "StrengthName",
    "SuppressionReading",
]

DEFAULT_LIMIT: Final = 0.05
PATIENCE: Final = 30.0
"""Seconds for which a local recoding is improved, unless something else is asked for."""
Ranks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AnonymizationRequest:
    """What every published row must hold, and what matters in getting there."""

    k: int
    l: int | None = None
    """Diversity of the values of each sensitive attribute in every class; None as it is set."""
    diversity: DiversityName = "distinct"
    """How l is counted: different values, entropy of log l, or (c, l) with the usual c."""
    t: float | None = None
    """Largest distance of a class from the whole table, for each sensitive attribute; None as it
    is set."""
    method: MethodName = "optimal"
    priority: Ranks = ()
    """Groups of equally important attributes, the most important first."""
    strength: StrengthName | None = None
    """How much a rank counts; None as the method has it."""
    max_suppression: float = DEFAULT_LIMIT
    """Share of the rows that `optimal` may remove."""
    utility: ObjectiveName | None = None
    """The measure of detail to preserve; None means the method's default."""
    weights: Mapping[str, float] = field(default_factory=dict, metadata=shape(hidden=True))
    lowest: Mapping[str, int] = field(default_factory=dict, metadata=shape(hidden=True))
    """Levels below which `optimal` must not publish an attribute."""
    highest: Mapping[str, int] = field(default_factory=dict, metadata=shape(hidden=True))
    suppression: SuppressionReading = "strict"
    """How `priority-greedy` counts a suppressed cell; `published` is for study only."""
    aggregate: tuple[tuple[str, str], ...] = field(default=(), metadata=shape(hidden=True))
    """Numeric columns, each with the function (mean, median, mode) of the numbers of a group that
    all rows of the group show in place of a range. A mapping will do, too."""
    promises: tuple[str, ...] = field(default=(), repr=False, metadata=shape(optional=True))
    """Further promises, written as for `--promise`: `average_risk=0.05`, `income:beta_basic=2`."""
    population_size: int | None = field(default=None, repr=False, metadata=shape(optional=True))
    """People of the population that the rows were drawn from, for promises about it; None as it is
    known of the table."""
    attack_gain: float | None = field(default=None, repr=False, metadata=shape(optional=True))
    """What somebody gains who finds a person, for promises about the profit of an attack."""
    attack_cost: float | None = field(default=None, repr=False, metadata=shape(optional=True))
    """What an attempt to find a person costs; None as it is known of the table."""
    seconds: float | None = field(default=None, repr=False, metadata=shape(hidden=True))
    """How long to look for something better; the best so far is the result then. None as the method
    has it. No part of what a kept result is known by."""
    epsilon: float | None = field(default=None, repr=False, metadata=shape(optional=True))
    """How much `safepub` may let the file depend on one person; None as the method has it."""
    delta: float | None = field(default=None, repr=False, metadata=shape(optional=True))
    """The probability by which that may fail; None as the method has it."""

    def __post_init__(self) -> None:
        chosen = method(self.method)  # refuses one that does not exist
        object.__setattr__(self, "method", chosen.name)  # which other names stand for
        object.__setattr__(self, "aggregate", order_functions(self.aggregate))
        if self.seconds is not None and not self.seconds >= 0:
            raise InvalidParameter(
                say("{seconds:g} seconds cannot be spent.", seconds=self.seconds),
                say("Give 0, for the first result there is, or more."),
            )
        check_sampling(chosen, self.epsilon, self.delta)
        if self.utility is not None:
            _check_utility(chosen, self.utility)
        if self.strength is not None:
            _check_strength(chosen, self.strength)
        if self.diversity not in diversities():
            raise UnknownName.among("kind of diversity", self.diversity, tuple(diversities()))
        if not 0 <= self.max_suppression <= 1:
            raise InvalidParameter(
                say(
                    "A share of {share:g} of the rows cannot be removed.",
                    share=self.max_suppression,
                ),
                say("Give a share from 0 (none) to 1 (all, if necessary)."),
            )
        if self.k < 1:
            raise InvalidParameter(
                say("k = {k} is not possible.", k=self.k), say("Choose a k of 2 or more.")
            )

    @property
    def objective(self) -> str:
        """The measure that is made as small as possible."""
        return self.utility or method(self.method).utility

    @property
    def rank_strength(self) -> str | None:
        """How much a rank counts; None where the method knows nothing of it."""
        return self.strength or next(iter(method(self.method).strengths), None)

    @property
    def patience(self) -> float:
        """Seconds after which the best so far is taken."""
        if self.seconds is not None:
            return self.seconds
        return PATIENCE if method(self.method).recoding == "local" else inf

    @property
    @part("aggregate", optional=True)
    def functions(self) -> dict[str, str] | None:
        """Columns that show a number of each group, each with the function that it is."""
        return dict(self.aggregate) or None

    def aggregation(self, table: OpenTable) -> dict[str, str]:
        """The function of each quasi-identifier that shows numbers of groups; refuses what cannot.

        A method that groups by numbers shows the mean of each, unless something else is asked for.
        """
        for name, _ in self.aggregate:
            table.table.attribute(name)  # refuses one that does not exist
        implied = method(self.method).aggregate
        return choose_functions(table.protected_crowd.by_rows, dict(self.aggregate), implied)

    def priorities(self, attributes: Sequence[str]) -> Priorities:
        """How important each attribute is; those not named share the last rank."""
        return Priorities.ranked(self.priority, attributes)

    def protections(self, table: OpenTable) -> tuple[Protection, ...]:
        """What each sensitive attribute must hold: l and t as requested, all else as it is set.

        Whoever asks for l only is still given the closeness that the table asks for. Further
        promises take the place of what an attribute is protected by.
        """
        if self.promises:
            attack = read_attack(self.attack_gain, self.attack_cost)
            asked = read_promises(table, self.promises, self.population_size, attack)
            table = table.with_guards({**table.guards, **asked}, table.guard_reasons)
        requested = {kind for kind, value in (("l", self.l), ("t", self.t)) if value is not None}
        others = [
            protection
            for protection in table.protections(self.k)
            if protection_kind(protection) not in requested
        ]
        if not requested:
            return tuple(others)
        sensitive = table.protected_crowd.sensitive
        if not sensitive:
            raise InvalidParameter(
                say("l and t are about sensitive attributes, and the table has none."),
                say("Name the sensitive columns."),
            )
        wanted: list[Protection] = []
        for attribute in sensitive:
            if self.l is not None:
                model = diversities()[self.diversity]
                wanted.append(Protection(attribute.name, model, self.l))
            if self.t is not None:
                wanted.append(Protection(attribute.name, closeness_model(attribute), self.t))
            wanted += [other for other in others if other.attribute == attribute.name]
        return (*wanted, *(other for other in others if other.attribute == WHOLE_RELEASE))


def _check_utility(chosen: Method, utility: str) -> None:
    if utility not in objectives():
        raise UnknownName.among("measure of utility", utility, tuple(objectives()))
    if "utility" in chosen.options and utility not in chosen.utilities:
        raise InvalidParameter(
            say("'{method}' cannot aim at '{utility}'.", method=chosen.name, utility=utility),
            say("Choose one of: {names}.", names=", ".join(chosen.utilities)),
        )


def _check_strength(chosen: Method, name: str) -> None:
    strength(name)  # refuses one that does not exist
    if not chosen.strengths:
        raise InvalidParameter(
            say("'{method}' goes by the order of ranks alone.", method=chosen.name),
            say("Do not give a strength, or choose the method 'priority'."),
        )
    if name not in chosen.strengths:
        raise InvalidParameter(
            say(
                "'{method}' does not know the strength '{strength}'.",
                method=chosen.name,
                strength=name,
            ),
            say(
                "Choose {names}, or the method 'priority'.",
                names=" or ".join(f"'{known}'" for known in chosen.strengths),
            ),
        )


def protection_kind(protection: Protection) -> str:
    """Whether a protection is about diversity (l), about closeness (t), or of another kind.

    >>> protection_kind(Protection("income", "t_ordered", 0.5))
    't'
    >>> protection_kind(Protection("religion", "entropy_l", 2))
    'l'
    """
    promise = promises().get(protection.model)
    return promise.letter or protection.model if promise else protection.model


def parse_ranks(text: str) -> Ranks:
    """Read priorities.

    >>> parse_ranks("age,sex=race")
    (('age',), ('sex', 'race'))
    """
    groups = [group for group in text.split(",") if group.strip()]
    return tuple(tuple(name.strip() for name in group.split("=")) for group in groups)


def parse_request(priority: str, options: Mapping[str, Any]) -> AnonymizationRequest:
    """A request from what was typed: names of methods and readings are checked."""
    known = get_args(SuppressionReading)
    if options.get("suppression", "strict") not in known:
        raise UnknownName.among("kind of suppression", options["suppression"], known)
    return AnonymizationRequest(priority=parse_ranks(priority), **options)
