"""MDAV against a slow, obvious twin; exchanges never make it worse."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from incrowd.search.microaggregation.mdav import cut_blocks, exchange, group_by_distance, mdav


def squared_error(points, weights, groups):
    total = 0.0
    for number in np.unique(groups):
        own, rows = points[groups == number], weights[groups == number]
        center = (own * rows[:, None]).sum(0) / rows.sum()
        total += float((rows[:, None] * (own - center) ** 2).sum())
    return total


def slow_mdav(points, k):
    """As the paper tells it, with lists: one row at a time."""
    left, groups = list(range(len(points))), []

    def apart(one, center):
        return float(((points[one] - center) ** 2).sum())

    def farthest(center):
        return max(left, key=lambda one: apart(one, center))

    def take(one):
        nearest = sorted(left, key=lambda other: (other != one, apart(other, points[one])))[:k]
        groups.append(nearest)
        for each in nearest:
            left.remove(each)

    while len(left) >= 3 * k:
        first = farthest(points[left].mean(0))
        take(first)
        take(farthest(points[first]))
    if len(left) >= 2 * k:
        take(farthest(points[left].mean(0)))
    groups.append(left)
    numbered = np.empty(len(points), int)
    for number, group in enumerate(groups):
        numbered[group] = number
    return numbered


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(1, 4), st.integers(0, 60))
@settings(deadline=None)
def test_mdav_is_its_twin(seed, k, columns, more):
    random = np.random.default_rng(seed)
    points = random.normal(size=(k + more, columns))
    groups = np.empty(len(points), np.int32)
    count = mdav(points, np.ones(len(points), np.int64), k, groups)
    twin = slow_mdav(points, k)
    assert count == twin.max() + 1
    same = {(a, b) for a, b in zip(groups.tolist(), twin.tolist(), strict=True)}
    assert len(same) == count


@given(st.integers(0, 2**32 - 1), st.integers(2, 7), st.integers(1, 3), st.booleans())
@settings(deadline=None)
def test_exchanges_never_lose_and_keep_k(seed, k, columns, heavy):
    random = np.random.default_rng(seed)
    points = np.round(random.normal(size=(120, columns)), 2)
    weights = random.integers(1, 4, 120) if heavy else np.ones(120, np.int64)
    groups = np.empty(120, np.int32)
    count = mdav(points, weights, k, groups)
    assert set(groups.tolist()) == set(range(count))
    assert np.bincount(groups, weights).min() >= k
    before = squared_error(points, weights, groups)
    exchange(points, weights, k, count, groups, 5, 4)
    assert np.bincount(groups, weights, minlength=count).min() >= k
    assert squared_error(points, weights, groups) <= before + 1e-9


def test_exchanges_pay_on_random_points():
    points = np.random.default_rng(2).normal(size=(3000, 2))
    weights, strata = np.ones(3000, np.int64), np.zeros(3000, np.int32)
    plain = squared_error(points, weights, group_by_distance(points, weights, strata, 5, rounds=0))
    better = squared_error(points, weights, group_by_distance(points, weights, strata, 5))
    assert better < 0.97 * plain


@given(st.integers(0, 2**32 - 1), st.integers(2, 40))
@settings(deadline=None)
def test_blocks_stay_within_strata_and_hold_k(seed, k):
    random = np.random.default_rng(seed)
    points, weights = random.normal(size=(6000, 2)), np.ones(6000, np.int64)
    strata = random.integers(0, 3, 6000).astype(np.int32)
    order, starts = cut_blocks(points, weights, strata, k)
    assert sorted(order.tolist()) == list(range(6000))
    assert np.diff(starts).min() >= k
    for a, b in pairwise(starts):
        assert len(set(strata[order[a:b]].tolist())) == 1
    groups = group_by_distance(points, weights, strata, k)
    assert np.bincount(groups).min() >= k
    pairs = {(g, s) for g, s in zip(groups.tolist(), strata.tolist(), strict=True)}
    assert len(pairs) == groups.max() + 1


def test_the_same_points_give_the_same_groups():
    points = np.random.default_rng(3).normal(size=(5000, 3))
    weights, strata = np.ones(5000, np.int64), np.zeros(5000, np.int32)
    first = group_by_distance(points, weights, strata, 4)
    assert np.array_equal(first, group_by_distance(points, weights, strata, 4))
