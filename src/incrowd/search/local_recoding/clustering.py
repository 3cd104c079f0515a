"""Local recoding that spares what matters: rows are clustered so that the weighted loss is small.

Clusters of tuples are merged until each is safe, then parts move to better classes and pools of
neighbouring classes are divided anew while that pays. Every class ends with k rows or more and
holds the protections; each is published as the least regions that cover it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.search.feasibility import check_protections, check_request
from incrowd.search.local_recoding.nesting import (
    Nesting,
    covered,
    ranked_groups,
    set_settled_apart,
)
from incrowd.search.local_recoding.refinement import Demands, Partition, Safe, Step, refine, within
from incrowd.search.local_recoding.weighing import CellCosts, Weighed, additive_objectives
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding
from incrowd.search.strength import LINEAR, STRICT, STRONG

UTILITY = "information"
"""What is lost as little of as possible, unless something else is asked for."""
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
    step: Step = lambda done: None,
    safe: Safe = lambda rows: None,
    *,
    utility: str = UTILITY,
    strength: str = STRONG.name,
) -> Recoded:
    """Recode so that every class has k rows and the attributes that matter most lose least.

    Without ranks the measure asked for is what counts. Tuples of a crowd with sensitive values are
    never split, so that what each class holds of them is known. `step` hears of the share done and
    may raise to cancel.
    """
    check_request(crowd, k, priorities)
    check_protections(crowd, protections)
    step(0.0)
    cells, whole = CellCosts.of(crowd, utility), Partition.whole(crowd)
    at_once = priorities.are_equal or strength == LINEAR.name
    first = within(step, 0.0, 1.0 if at_once else UNRANKED_SHARE)
    demands = Demands(k, tuple(protections), first, safe)
    if at_once and not priorities.are_equal:
        weighed = Weighed.by_rank(crowd, cells, priorities)
        recoding = _recoding(crowd, cells, refine(crowd, weighed, whole, demands).partition)
        step(1.0)
        return Recoded(recoding, None)
    everything = list(range(len(crowd.domains)))
    base = Nesting(crowd, cells, demands).refine(whole, everything, first).partition.joined()
    if priorities.are_equal:
        unranked = _recoding(crowd, cells, base)
        step(1.0)
        return Recoded(unranked, unranked)
    start = Partition(base.tuples, base.rows, np.zeros_like(base.classes))
    if strength != STRICT.name:
        start = set_settled_apart(crowd, Weighed.equally(cells), base)
    nesting = Nesting(crowd, cells, Demands(k, tuple(protections), within(step, UNRANKED_SHARE, 1)))
    result = nesting.divide(start, base, ranked_groups(crowd, priorities.groups))
    step(1.0)
    return Recoded(_recoding(crowd, cells, result), _recoding(crowd, cells, base))


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
        listeners.progress,
        listeners.safe_rows,
        utility=problem.utility or UTILITY,
        strength=problem.strength or STRONG.name,
    )
    unranked = recoded.unranked
    shares = {} if unranked is None else unranked.entropy_per_attribute
    return Solution(recoded.recoding, unranked=shares)


PRIORITY = Method(
    name="priority",
    title="By priority",
    explanation="Row by row, each as exact as possible, sparing what is ranked highest.",
    citation="Gionis, Tassa, k-Anonymization with Minimal Loss of Information, IEEE Transactions "
    "on Knowledge and Data Engineering 21(2), 2009.",
    recoding="local",
    options=("priority", "strength", "utility"),
    run=solve,
    utility=UTILITY,
    utilities=additive_objectives(),
    strengths=(STRONG.name, LINEAR.name, STRICT.name),
)
