"""Local recoding that spares what matters: rows are clustered so that the weighted loss is small.

Clusters of tuples are merged until each is safe, then parts move to better classes and pools of
neighbouring classes are divided anew while that pays. Every class ends with k rows or more and
holds the protections; each is published as the least regions that cover it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.measures.registry import objectives
from incrowd.measures.utility.loss import granularity_lost
from incrowd.measures.utility.loss_geometric import LOSS_GEOMETRIC
from incrowd.search.feasibility import check_protections, check_request
from incrowd.search.local_recoding.division import Demands, within
from incrowd.search.local_recoding.nesting import (
    Nesting,
    covered,
    ranked_groups,
    set_settled_apart,
)
from incrowd.search.local_recoding.refinement import Partition, refine
from incrowd.search.local_recoding.weighing import (
    CellCosts,
    Weighed,
    attribute_weights,
    in_cells,
    is_about_sizes,
)
from incrowd.search.method import NOBODY, Listeners, Method, Problem, Solution
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding
from incrowd.search.regions import Figures
from incrowd.search.strength import LINEAR, STRICT, STRONG

UTILITY = "information"
"""What is lost as little of as possible, unless something else is asked for."""
FEW_TUPLES = 5_000
"""A table of so few tuples is also recoded by `information`, which may happen to do better."""
UNRANKED_SHARE = 0.6
"""The part of the time that it takes to recode without ranks first, for the progress shown."""


@dataclass(frozen=True, eq=False)
class Recoded:
    """What was found with ranks, and without."""

    recoding: Recoding
    unranked: Recoding | None
    """None where it was not needed."""


def recode_by_priority(
    crowd: Crowd,
    k: int,
    priorities: Priorities,
    protections: Sequence[Protection] = (),
    listeners: Listeners = NOBODY,
    *,
    utility: str = UTILITY,
    strength: str = STRONG.name,
    weights: Mapping[str, float] = MappingProxyType({}),
) -> Recoded:
    """Recode so that every class has k rows and the attributes that matter most lose least.

    Without ranks the measure asked for is what counts. Tuples of a crowd with sensitive values are
    never split, so that what each class holds of them is known. Listeners
    may cancel it, or find it enough: what is there by then is the result.
    """
    check_request(crowd, k, priorities)
    check_protections(crowd, protections)
    step = listeners.progress
    step(0.0)
    plain = attribute_weights(crowd, weights)
    counting = plain
    if utility == LOSS_GEOMETRIC.name:
        counting = plain * _marginal_weights(crowd, k, protections, weights)
    cells, whole = CellCosts.of(crowd, in_cells(utility), counting), Partition.whole(crowd)
    at_once = priorities.are_equal or strength == LINEAR.name
    first = within(step, 0.0, 1.0 if at_once else UNRANKED_SHARE)
    demands = Demands(
        k,
        tuple(protections),
        first,
        listeners.safe_rows,
        listeners.enough,
        is_about_sizes(utility),
    )
    if at_once and not priorities.are_equal:
        weighed = Weighed.by_rank(crowd, cells, priorities)
        recoding = _recoding(crowd, cells, refine(crowd, weighed, whole, demands).partition)
        step(1.0)
        return Recoded(recoding, None)
    everything = list(range(len(crowd.domains)))
    base = Nesting(crowd, cells, demands).refine(whole, everything, first).partition.joined()
    if priorities.are_equal:
        unranked = _or_by_information(_recoding(crowd, cells, base), cells, utility, plain, demands)
        step(1.0)
        return Recoded(unranked, unranked)
    start = Partition(base.tuples, base.rows, np.zeros_like(base.classes))
    if strength != STRICT.name:
        start = set_settled_apart(crowd, Weighed.equally(cells), base)
    rest = replace(demands, step=within(step, UNRANKED_SHARE, 1), safe=lambda rows: None)
    result = Nesting(crowd, cells, rest).divide(
        start, base, ranked_groups(crowd, priorities.groups)
    )
    step(1.0)
    return Recoded(_recoding(crowd, cells, result), _recoding(crowd, cells, base))


def _or_by_information(
    found: Recoding, cells: CellCosts, utility: str, plain: Figures, demands: Demands
) -> Recoding:
    """What `information` finds where that does better, which is tried for few tuples.

    Its costs differ from value to value, and so tell most apart.
    """
    crowd = found.crowd
    if utility == UTILITY or len(crowd.counts) > FEW_TUPLES:
        return found
    demands = replace(demands, small=False, safe=lambda rows: None)
    other, everything = CellCosts.of(crowd, UTILITY, plain), list(range(len(crowd.domains)))
    nesting = Nesting(crowd, other, demands)
    refined = nesting.refine(Partition.whole(crowd), everything, demands.step)
    return _least(cells, utility, [found, _recoding(crowd, other, refined.partition)])


def _least(cells: CellCosts, utility: str, found: Sequence[Recoding]) -> Recoding:
    """The recoding that loses least in the measure asked for; the first of several alike."""
    objective = objectives()[utility]

    def loss(recoding: Recoding) -> float:
        if objective.cell_cost is None:
            return objective.of_recoding(recoding)
        return float(sum(recoding.counts @ cells.costs[regions] for regions in recoding.regions))

    return min(found, key=loss)


def _marginal_weights(
    crowd: Crowd, k: int, protections: Sequence[Protection], weights: Mapping[str, float]
) -> Figures:
    """What a little more loss of each attribute adds to the geometric mean of all.

    Reckoned where a quick recoding by the plain loss leads.
    """
    quick = recode_by_priority(
        crowd,
        k,
        Priorities.equal(crowd.names),
        protections,
        Listeners(enough=lambda: True),
        utility="loss",
        weights=weights,
    )
    return np.asarray(1 / (1 + granularity_lost(quick.recoding)), np.float64)


def _recoding(crowd: Crowd, cells: CellCosts, partition: Partition) -> Recoding:
    """Spell the classes out; parts of one tuple that ended in one class become one again."""
    partition = partition.joined()
    everything = list(range(len(crowd.domains)))
    _, regions = covered(crowd, cells.regions, partition, everything)
    levels = np.ascontiguousarray(cells.regions.levels[regions].T)
    kept = np.ones(len(partition.tuples), np.bool_)
    return Recoding(crowd, partition.tuples, partition.rows, levels, kept, partition.cut_short)


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Cluster the rows of a problem, sorted, so that the same data always gives the same result."""
    recoded = recode_by_priority(
        problem.crowd.in_order(),
        problem.k,
        problem.priorities,
        problem.protections,
        listeners,
        utility=problem.utility or UTILITY,
        strength=problem.strength or STRONG.name,
        weights=problem.weights,
    )
    unranked = recoded.unranked
    shares = {} if unranked is None else unranked.entropy_per_attribute
    return Solution(recoded.recoding, unranked=shares)


PRIORITY = Method(
    name="priority",
    title="By priority",
    explanation="Row by row, each as exact as possible, changing what is ranked highest last.",
    citation="Gionis, Tassa, k-Anonymization with Minimal Loss of Information, IEEE Transactions "
    "on Knowledge and Data Engineering 21(2), 2009.",
    recoding="local",
    options=("priority", "strength", "utility", "weights"),
    run=solve,
    utility=UTILITY,
    utilities=tuple(objectives()),
    strengths=(STRONG.name, LINEAR.name, STRICT.name),
)
