"""Optimal groups of one column: no grouping at all is better, for small inputs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incrowd.search.microaggregation import univariate
from incrowd.search.microaggregation.univariate import (
    best_starts,
    best_starts_of_many,
    group_optimally,
)


def squared_error(values, weights, groups):
    total = 0.0
    for number in np.unique(groups):
        own, rows = values[groups == number], weights[groups == number]
        total += float(rows @ (own - np.average(own, weights=rows)) ** 2)
    return total


def partitions(items):
    """Every way to put items into groups, in any order: the slow, obvious twin."""
    if not items:
        yield []
        return
    first, *rest = items
    for smaller in partitions(rest):
        for place in range(len(smaller)):
            yield [*smaller[:place], [first, *smaller[place]], *smaller[place + 1 :]]
        yield [[first], *smaller]


def least_error(values, weights, k):
    best = np.inf
    for groups in partitions(list(range(len(values)))):
        if min(sum(weights[one] for one in group) for group in groups) < k:
            continue
        numbered = np.empty(len(values), int)
        for number, group in enumerate(groups):
            numbered[group] = number
        best = min(best, squared_error(values, weights, numbered))
    return best


numbers = st.lists(st.integers(-20, 20) | st.floats(-9, 9), min_size=1, max_size=8)


@given(numbers, st.data())
@settings(deadline=None)
@pytest.mark.parametrize("find", [best_starts, best_starts_of_many])
def test_no_grouping_is_better(find, values, data):
    heavy = data.draw(st.booleans())
    drawn = [data.draw(st.integers(1, 4)) if heavy else 1 for _ in values]
    weights = np.array(drawn, np.int64)
    k = data.draw(st.integers(1, int(weights.sum())))
    values = np.array(values, float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(univariate, "best_starts", find)
        groups = group_optimally(values, weights, k)
    assert np.bincount(groups, weights).min() >= k
    best = least_error(values, weights, k)
    assert squared_error(values, weights, groups) == pytest.approx(best, abs=1e-7)


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.booleans())
@settings(deadline=None)
def test_both_ways_agree_on_many_rows(seed, k, ties):
    random = np.random.default_rng(seed)
    values = random.normal(size=400)
    values = np.round(values, 1) if ties else values
    weights = random.integers(1, 3, 400)
    order = np.argsort(values)
    values, weights = values[order], weights[order]
    costs = []
    for find in (best_starts, best_starts_of_many):
        starts, end, groups, number = find(values, weights, k), 400, np.empty(400, int), 0
        while end > 0:
            groups[starts[end] : end] = number
            end, number = int(starts[end]), number + 1
        assert np.bincount(groups, weights).min() >= k
        costs.append(squared_error(values, weights, groups))
    assert costs[0] == pytest.approx(costs[1], abs=1e-8)


def test_equal_values_may_be_divided_where_that_is_better():
    groups = group_optimally(np.array([1.0, 1, 1, 2]), np.ones(4, np.int64), 2)
    assert squared_error(np.array([1.0, 1, 1, 2]), np.ones(4), groups) == 0.5


def test_groups_of_unit_weights_have_k_to_2k_minus_1_rows():
    values = np.random.default_rng(1).exponential(size=5000)
    sizes = np.bincount(group_optimally(values, np.ones(5000, np.int64), 7))
    assert sizes.min() >= 7
    assert sizes.max() <= 13
