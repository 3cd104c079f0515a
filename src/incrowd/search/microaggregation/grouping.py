"""Group rows by their numbers, within equal categories as far as that loses less.

Categories are published at the lowest level at which the rows of a group agree, so a grouping by
numbers alone costs categories, and one within equal categories costs numbers. Several compromises
are tried, on a sample where there are many rows, and the one that loses least is taken: the mean
over the attributes of the share of squared error, or of information, that is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.aggregation.aggregate import aggregate
from incrowd.search.microaggregation.mdav import group_by_distance
from incrowd.search.microaggregation.strata import number, split_by_categories, split_by_missing
from incrowd.search.microaggregation.units import Units
from incrowd.search.microaggregation.univariate import group_optimally
from incrowd.search.recoding import Recoding

LEAST: Final = (1, 4, 16, 64)
"""How many times k rows a stratum of equal categories may be asked to have."""
TRIED: Final = 20_000
"""Units on which compromises are compared."""


def group_units(units: Units, k: int) -> Positions:
    """The group of each unit; neighbouring numbers are neighbouring groups."""
    if len(units.places) == len(units.crowd.names):
        return _group(units, split_by_missing(units, k), k)
    step = max(len(units.tuples) // TRIED, 1)
    order = np.lexsort(units.points.T)
    sample = units if step == 1 else units.take(np.sort(order[::step]))
    choices = [None, *LEAST] if int(sample.weights.sum()) >= 2 * k else [None]
    best = min(
        choices,
        key=lambda least: loss_of_groups(sample, _group(sample, _strata(sample, k, least), k)),
    )
    return _group(units, _strata(units, k, best), k)


def _strata(units: Units, k: int, least: int | None) -> Positions:
    strata = split_by_missing(units, k)
    return strata if least is None else split_by_categories(units, strata, least * k)


def _group(units: Units, strata: Positions, k: int) -> Positions:
    """Optimal groups where there is one column of numbers, close ones where there are several."""
    if len(units.places) > 1:
        return group_by_distance(units.points, units.weights, strata, k)
    groups = np.empty(len(strata), np.int32)
    order = np.argsort(strata, kind="stable")
    first = 0
    for inside in np.split(order, np.flatnonzero(np.diff(strata[order])) + 1):
        own = group_optimally(units.points[inside, 0], units.weights[inside], k)
        groups[inside] = first + own
        first += int(own.max()) + 1
    return groups


def loss_of_groups(units: Units, groups: Positions) -> float:
    """What is lost: the mean of the shares of squared error, or of information, of the columns."""
    lost = 0.0
    for place in range(len(units.crowd.names)):
        if place in units.places:
            lost += _error(units, groups, units.places.index(place))
        else:
            lost += _hidden(units, groups, place) / max(_hidden(units, groups * 0, place), 1e-12)
    return lost / len(units.crowd.names)


def _error(units: Units, groups: Positions, column: int) -> float:
    """The share of squared error of a column of standardised numbers."""
    weights, points = units.weights.astype(np.float64), units.points[:, column]
    rows = np.bincount(groups, weights)
    means = np.bincount(groups, weights * points) / np.maximum(rows, 1)
    total = float(weights @ points**2)
    return float(weights @ (points - means[groups]) ** 2) / total if total else 0.0


def _hidden(units: Units, groups: Positions, place: int) -> float:
    """Bits that a column hides where each group shows the lowest level at which it agrees."""
    codes = units.codes(place)
    levels = common_levels(units, groups, place)
    hidden = 0.0
    ladder = units.crowd.by_rows.ladders[place]
    known = np.bincount(codes, units.weights, minlength=ladder.radices[0])
    for level in np.unique(levels).tolist():
        at = levels == level
        under = np.bincount(ladder.codes[level], known, minlength=ladder.radices[level])
        shown = under[ladder.codes[level][codes[at]]]
        hidden += float(units.weights[at] @ np.log2(shown / known[codes[at]]))
    return hidden


def common_levels(units: Units, groups: Positions, place: int) -> Sizes:
    """The lowest level of an attribute at which all units of a group agree, for each unit."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(groups[order]) != 0))
    height = units.crowd.heights[place]
    levels = np.full(len(starts), height, np.int64)
    for level in range(height - 1, -1, -1):
        codes = units.codes(place, level)[order]
        same = np.minimum.reduceat(codes, starts) == np.maximum.reduceat(codes, starts)
        levels[same] = level
        if not same.any():
            break
    result = np.empty(len(groups), np.int64)
    result[order] = np.repeat(levels, np.diff(np.append(starts, len(groups))))
    return result


def to_recoding(units: Units, groups: Positions, functions: Mapping[str, str]) -> Recoding:
    """Spell groups out: the parts of each tuple, their levels, and the numbers of the groups."""
    keys = units.tuples.astype(np.int64) * (int(groups.max(initial=0)) + 1) + groups
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    counts = np.bincount(inverse.reshape(-1), units.weights).astype(np.int64)
    levels = [common_levels(units, groups, place)[first] for place in range(len(units.crowd.names))]
    recoding = Recoding(
        units.crowd,
        units.tuples[first],
        counts,
        np.ascontiguousarray(np.stack(levels).astype(np.uint8)),
        np.ones(len(first), np.bool_),
        groups=number(groups[first]),
    )
    return aggregate(recoding, functions, units.values)
