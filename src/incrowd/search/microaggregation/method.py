"""Microaggregation as a method: groups by numbers, merged until they hold what is promised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Protection
from incrowd.kernels.grouping import Positions
from incrowd.measures.enforcement import protected
from incrowd.measures.release_promises import split_promises
from incrowd.search.feasibility import check_protections, check_request, joined_tuples
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.microaggregation.grouping import group_units, to_recoding
from incrowd.search.microaggregation.strata import number
from incrowd.search.microaggregation.units import Units

FUNCTION: Final = "mean"


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Group the rows of a problem by their numbers, and publish the numbers of the groups."""
    crowd = problem.crowd.in_order()
    check_request(crowd, problem.k, problem.priorities)
    check_protections(crowd, problem.protections)
    listeners.progress(0.0)
    functions = problem.aggregate or {
        domain.attribute.name: FUNCTION
        for domain in crowd.by_rows.domains
        if domain.attribute.kind.numeric
    }
    units = Units.of(crowd, list(functions))
    groups = group_units(units, problem.k)
    listeners.progress(0.8)
    single = split_promises(problem.protections)[0]
    if single:
        groups = merge_unprotected(units, groups, single)
    recoding = to_recoding(units, groups, functions)
    listeners.safe_rows(crowd.rows)
    listeners.progress(1.0)
    return Solution(recoding)


def merge_unprotected(
    units: Units, groups: Positions, protections: Sequence[Protection]
) -> Positions:
    """Merge each group that breaks a protection with its closer neighbour, until none does.

    Units are whole tuples here. Groups are numbered along their numbers, so neighbours are close.
    """
    while True:
        count = int(groups.max()) + 1
        members = np.full(len(units.crowd.counts), -1, np.int32)
        members[units.tuples] = groups
        holding = protected(joined_tuples(units.crowd, members, count), list(protections))
        if holding.all() or count == 1:
            return groups
        groups = _merge(units, groups, ~holding)


def _merge(units: Units, groups: Positions, broken: NDArray[np.bool_]) -> Positions:
    """Join each broken group with the one before or after it, whichever is closer."""
    rows = np.bincount(groups, units.weights)
    centers = np.stack(
        [
            np.bincount(groups, units.weights * units.points[:, column]) / rows
            for column in range(units.points.shape[1])
        ],
        axis=1,
    )
    gaps = np.sqrt(((centers[1:] - centers[:-1]) ** 2).sum(axis=1))
    before, after = np.append(np.inf, gaps), np.append(gaps, np.inf)
    backwards = broken & (before <= after)
    forwards = broken & ~backwards
    # a group begins anew unless it, or the one before it, reaches over the border
    begins = np.ones(len(rows), np.bool_)
    begins[backwards] = False
    begins[1:][forwards[:-1]] = False
    return number((np.cumsum(begins) - 1)[groups])


MICROAGGREGATION = Method(
    name="microaggregation",
    title="Groups of close numbers",
    explanation="Rows with close numbers form a group, and all of them show its mean. Numbers stay "
    "numbers.",
    citation="Domingo-Ferrer, Mateo-Sanz, Practical Data-Oriented Microaggregation for Statistical "
    "Disclosure Control, IEEE Transactions on Knowledge and Data Engineering 14(1), 2002; Hansen, "
    "Mukherjee, A Polynomial Algorithm for Optimal Univariate Microaggregation, 15(4), 2003.",
    recoding="local",
    options=(),
    run=solve,
    utility="information",
    aggregate=FUNCTION,
)
