"""The searches behind local recoding against all pairs, one by one."""

from __future__ import annotations

from math import inf, log2

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, tables

from incrowd.search.assignment import Assignment
from incrowd.search.merging import Clusters, find_partners, merge_until_safe
from incrowd.search.neighbours import nearest_parts, sort_regions
from incrowd.search.reassigning import look_around, reassign
from incrowd.search.regions import Regions
from incrowd.search.regrouping import regroup

NO_LIMIT = 1 << 60


def ignore(done: float) -> None:
    pass


def prepared(rows, weights=(1.0, 0.3, 2.0)):
    crowd = crowd_of(rows, 3)
    known = Regions.of(crowd)
    tree = (known.parents, known.levels, known.bits * np.array(weights)[known.attributes])
    return crowd, tree, known.of_tuples(crowd, [2, 0, 1])


def slow_common(tree, one: int, other: int) -> int:
    above = {one}
    while tree[0][one] != one:
        one = tree[0][one]
        above.add(one)
    while other not in above:
        other = tree[0][other]
    return other


def slow_cost(tree, one, rows: int, other, others: int) -> float:
    worth = tree[2]
    return sum(
        rows * (worth[slow_common(tree, a, b)] - worth[a])
        + others * (worth[slow_common(tree, a, b)] - worth[b])
        for a, b in zip(one, other, strict=True)
    )


def slow_loss(now: Assignment) -> float:
    """Publish every class as the common regions of its parts, taken pair by pair."""
    loss = 0.0
    for number in range(len(now.sizes)):
        inside = np.flatnonzero(now.classes == number)
        for column in range(now.values.shape[1]):
            region = now.values[inside[0], column]
            for part in inside:
                region = slow_common(now.tree, region, now.values[part, column])
            for part in inside:
                lost = now.tree[2][region] - now.tree[2][now.values[part, column]]
                loss += now.rows[part] * lost
    return loss


@given(tables(3))
def test_regions_count_their_rows(rows) -> None:
    crowd = crowd_of(rows, 3)
    known = Regions.of(crowd)
    for index, hierarchy in enumerate(crowd.hierarchies):
        values = [row[index] for row in rows]
        for code, value in enumerate(crowd.domains[index].values):
            region = known.starts[index][0] + code
            for level in range(hierarchy.height + 1):
                label = crowd.ladders[index].codes[level][code]
                alike = sum(
                    crowd.ladders[index].codes[level][crowd.domains[index].values.index(other)]
                    == label
                    for other in values
                )
                assert known.levels[region] == level
                assert known.bits[region] == log2(alike), (value, level)
                region = known.parents[region]


@given(tables(3), st.integers(1, 5), st.booleans())
def test_the_cheapest_partner(rows, k, split) -> None:
    crowd, tree, values = prepared(rows)
    clusters = Clusters.of_tuples(tree, values.copy(), crowd.counts, k, split)
    count = len(values)
    seekers = np.arange(count, dtype=np.int32)
    cut = find_partners(
        tree,
        sort_regions(values).places,
        clusters.sizes,
        clusters.spare,
        clusters.regions,
        seekers,
        0,
        count,
        k,
        NO_LIMIT,
        clusters.costs,
        clusters.partners,
    )
    assert cut == 0
    for one in range(count):
        costs = [inf]
        for other in range(count):
            need = k - crowd.counts[one]
            amount = crowd.counts[other]
            if split and 0 < need <= amount - k:
                amount = need
            if other != one:
                costs.append(slow_cost(tree, values[one], crowd.counts[one], values[other], amount))
        assert np.isclose(clusters.costs[one], min(costs))


@given(tables(3), st.integers(1, 4))
def test_the_nearest_parts(rows, most) -> None:
    _, tree, values = prepared(rows)
    near = nearest_parts(tree, values, most, NO_LIMIT, ignore)
    for one in range(len(values)):
        costs = sorted(
            slow_cost(tree, values[one], 1, values[other], 1)
            for other in range(len(values))
            if other != one
        )
        found = [
            slow_cost(tree, values[one], 1, values[other], 1) for other in near[one] if other >= 0
        ]
        assert np.allclose(found, costs[:most])
        assert one not in near[one]


@given(tables(3), st.integers(2, 5), st.booleans())
def test_improving_only_ever_loses_less(rows, k, split) -> None:
    crowd, tree, values = prepared(rows)
    if k > len(rows):
        return
    clusters = Clusters.of_tuples(tree, values.copy(), crowd.counts, k, split)
    merge_until_safe(clusters, k, lambda now: (now.sizes > 0) & (now.sizes < k), ignore)
    assert clusters.sizes.sum() == len(rows)
    roots = clusters.roots()
    now = Assignment.of(tree, values, crowd.counts, roots) if not clusters.taken else None
    if now is None:
        return
    near = nearest_parts(tree, values, 3, NO_LIMIT, ignore)
    for turn in range(4):
        better = regroup(now, near, k, None, ignore) if turn % 2 else reassign(now, k, ignore)
        assert better.loss <= now.loss + 1e-9
        assert np.isclose(better.loss, slow_loss(better))
        assert better.sizes.min() >= k
        assert better.sizes.sum() == len(rows)
        now = better


@given(tables(3), st.integers(1, 3))
def test_the_class_that_a_part_would_join(rows, k) -> None:
    """Where a part finds a class, none is cheaper."""
    crowd, tree, values = prepared(rows)
    now = Assignment.of(tree, values, crowd.counts, np.arange(len(values)) % 3)
    better = look_around(now, now.worst_first, k, ignore)
    for part, goal in enumerate(better):
        if goal < 0:
            continue
        costs = {
            number: slow_cost(
                tree, values[part], now.rows[part], now.regions[number], now.sizes[number]
            )
            for number in range(len(now.sizes))
            if number != now.classes[part]
        }
        assert np.isclose(costs[goal], min(costs.values()))
