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


def runs(items):
    """Every way to cut items, in their order, into groups of neighbours."""
    for cuts in range(2 ** (len(items) - 1)):
        groups = [[items[0]]]
        for place, item in enumerate(items[1:]):
            if cuts >> place & 1:
                groups.append([])
            groups[-1].append(item)
        yield groups


def least_error(values, weights, k, groupings):
    best = np.inf
    for groups in groupings:
        if min(sum(weights[one] for one in group) for group in groups) < k:
            continue
        numbered = np.empty(len(values), int)
        for number, group in enumerate(groups):
            numbered[group] = number
        best = min(best, squared_error(values, weights, numbered))
    return best


numbers = st.lists(st.integers(-20, 20) | st.floats(-9, 9), min_size=1, max_size=8)


def found_by(find, values, weights, k):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(univariate, "best_starts", find)
        groups = group_optimally(values, weights, k)
    assert np.bincount(groups, weights).min() >= k
    return squared_error(values, weights, groups)


@given(numbers, st.data())
@settings(deadline=None)
@pytest.mark.parametrize("find", [best_starts, best_starts_of_many])
def test_no_grouping_of_rows_is_better(find, values, data):
    k = data.draw(st.integers(1, len(values)))
    values, weights = np.array(values, float), np.ones(len(values), np.int64)
    best = least_error(values, weights, k, partitions(list(range(len(values)))))
    assert found_by(find, values, weights, k) == pytest.approx(best, abs=1e-7)


@given(numbers, st.data())
@settings(deadline=None)
@pytest.mark.parametrize("find", [best_starts, best_starts_of_many])
def test_no_runs_of_whole_tuples_are_better(find, values, data):
    """Tuples of several rows that stay whole are divided in the order of their values."""
    weights = np.array([data.draw(st.integers(1, 4)) for _ in values], np.int64)
    k = data.draw(st.integers(1, int(weights.sum())))
    values = np.array(values, float)
    order = np.argsort(values, kind="stable").tolist()
    best = least_error(values, weights, k, runs(order))
    assert found_by(find, values, weights, k) == pytest.approx(best, abs=1e-7)


def test_whole_tuples_need_not_be_grouped_in_order():
    """The promise of the best of all groupings is one about rows, as this one shows."""
    values, weights = np.array([0, 0.1, 0.21]), np.array([1, 5, 1])
    everything = least_error(values, weights, 2, partitions([0, 1, 2]))
    assert everything < least_error(values, weights, 2, runs([0, 1, 2]))


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
