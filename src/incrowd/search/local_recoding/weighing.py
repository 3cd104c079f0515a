"""What a row costs that is published as a region: the measure asked for, weighed by attribute.

weighed = Weighed.by_rank(crowd, "information", priorities)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.measures.registry import objectives
from incrowd.search.local_recoding.neighbours import Tree
from incrowd.search.priorities import Priorities
from incrowd.search.regions import Figures, Regions


def additive_objectives() -> tuple[str, ...]:
    """The measures that add up over cells.

    >>> additive_objectives()
    ('precision', 'loss', 'entropy', 'information', 'exactness')
    """
    return tuple(name for name, objective in objectives().items() if objective.cell_cost)


STAND_INS: Final[Mapping[str, str]] = {
    "geometric_mean": "loss",
    "squared_sizes": "information",
    "class_count": "information",
}
"""By the form of a measure that does not add up over cells: what decides between cells instead."""


def is_about_sizes(utility: str) -> bool:
    """Whether a measure looks at the sizes of classes alone."""
    objective = objectives().get(utility)
    return objective is not None and not objective.per_attribute


def in_cells(utility: str) -> str:
    """The measure itself where it adds up over cells, or the one that stands in for it.

    >>> in_cells("entropy"), in_cells("discernibility")
    ('entropy', 'information')
    """
    objective = objectives().get(utility)
    if objective is None or objective.cell_cost is not None:
        return utility
    return STAND_INS[objective.form]


@dataclass(frozen=True, eq=False)
class CellCosts:
    """What a row costs as each region, and what each attribute costs when all of it is `*`."""

    regions: Regions
    costs: Figures
    totals: Figures
    weights: Figures
    """How much each attribute counts, which costs and totals are multiplied by."""

    @classmethod
    def of(cls, crowd: Crowd, utility: str, weights: Figures | None = None) -> CellCosts:
        """Work out the costs of a measure, which must add up over cells."""
        objective = objectives().get(utility)
        if objective is None or objective.cell_cost is None:
            raise InvalidParameter(
                say("'{utility}' does not add up over cells.", utility=utility),
                say("Choose one of: {names}.", names=", ".join(additive_objectives())),
            )
        costs, totals = [], []
        for ladder, domain in zip(crowd.ladders, crowd.domains, strict=True):
            counts, rows = domain.counts.astype(np.float64), float(crowd.rows)
            top = len(ladder.radices) - 1
            costs += [objective.cell_cost(ladder, level, counts, rows) for level in range(top + 1)]
            totals.append(objective.level_cost(ladder, top, counts, rows)[0])
        regions = Regions.of(crowd)
        weights = np.ones(len(totals)) if weights is None else weights
        return cls(
            regions,
            np.concatenate([*costs, np.empty(0)]) * weights[regions.attributes],
            np.array(totals, np.float64) * weights,
            weights,
        )


def attribute_weights(crowd: Crowd, weights: Mapping[str, float]) -> Figures:
    """How much each attribute counts, 1 where nothing is said of it."""
    for name, weight in weights.items():
        if name not in crowd.names:
            raise UnknownAttribute.among(name, crowd.names)
        if not (weight >= 0 and isfinite(weight)):
            raise InvalidParameter(
                say("The weight of '{name}' is {weight:g}.", name=name, weight=weight),
                say("Choose 0 or more."),
            )
    result = np.array([weights.get(name, 1.0) for name in crowd.names], np.float64)
    if not result.sum() > 0:
        raise InvalidParameter(
            say("All weights are 0."), say("Give at least one attribute a weight.")
        )
    return result


@dataclass(frozen=True, eq=False)
class Weighed:
    """The regions of a crowd, and what a row that is published as each of them costs."""

    regions: Regions
    order: list[int]
    """Attributes whose loss costs most come first: they end most searches soonest."""
    tree: Tree

    @classmethod
    def equally(cls, cells: CellCosts) -> Weighed:
        """All attributes count as the measure has it."""
        totals = cells.totals
        return cls._of(cells, np.full(len(totals), 1 / max(float(totals.sum()), 1e-12)))

    @classmethod
    def by_rank(cls, crowd: Crowd, cells: CellCosts, priorities: Priorities) -> Weighed:
        """With ranks, an attribute's share of its own cost counts by the weight of its rank."""
        if priorities.are_equal:
            return cls.equally(cells)
        weights = np.array([priorities.weight(name) for name in crowd.names], np.float64)
        return cls._of(cells, weights * cells.weights / _nonzero(cells.totals))

    @classmethod
    def only(cls, cells: CellCosts, chosen: Sequence[int]) -> Weighed:
        """Some attributes count as the measure has it, the others do not count."""
        weights = np.zeros(len(cells.totals))
        weights[list(chosen)] = 1 / max(float(cells.totals[list(chosen)].sum()), 1e-12)
        weighed = cls._of(cells, weights)
        return cls(
            weighed.regions, [index for index in weighed.order if index in chosen], weighed.tree
        )

    @classmethod
    def _of(cls, cells: CellCosts, weights: Figures) -> Weighed:
        known = cells.regions
        order = np.argsort(-weights * cells.totals, kind="stable").tolist()
        tree = Tree(known.parents, known.levels, cells.costs * weights[known.attributes])
        return cls(known, order, tree)


def _nonzero(totals: Figures) -> Figures:
    return np.where(totals > 0, totals, 1.0)
