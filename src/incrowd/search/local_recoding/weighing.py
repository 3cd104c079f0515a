"""What a row costs that is published as a region: the measure asked for, weighed by attribute.

weighed = Weighed.by_rank(crowd, "information", priorities)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.registry import objectives
from incrowd.search.local_recoding.neighbours import Tree
from incrowd.search.priorities import Priorities
from incrowd.search.regions import Figures, Regions


def additive_objectives() -> tuple[str, ...]:
    """The measures that local recoding can make small, for they add up over cells.

    >>> additive_objectives()
    ('precision', 'loss', 'entropy', 'information')
    """
    return tuple(name for name, objective in objectives().items() if objective.cell_cost)


@dataclass(frozen=True, eq=False)
class CellCosts:
    """What a row costs as each region, and what each attribute costs when all of it is `*`."""

    regions: Regions
    costs: Figures
    totals: Figures

    @classmethod
    def of(cls, crowd: Crowd, utility: str) -> CellCosts:
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
        return cls(
            Regions.of(crowd),
            np.concatenate([*costs, np.empty(0)]).astype(np.float64),
            np.array(totals, np.float64),
        )


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
        return cls._of(cells, weights / _nonzero(cells.totals))

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
