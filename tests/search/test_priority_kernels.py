"""The searches behind local recoding against all pairs, one by one."""

from __future__ import annotations

from math import inf, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, tables

from incrowd.search.local_recoding.assignment import Assignment, Parts
from incrowd.search.local_recoding.merging import Clusters, find_partners, merge_until_safe
from incrowd.search.local_recoding.neighbours import (
    Sorted,
    Tree,
    link_prefixes,
    nearest_parts,
    skip,
    sort_lexically,
)
from incrowd.search.local_recoding.reassignment import look_around, reassign
from incrowd.search.local_recoding.regrouping import Near, regroup
from incrowd.search.regions import NARROW, WIDE, Regions

NO_LIMIT = 1 << 60
widths = pytest.mark.parametrize("width", [NARROW, WIDE])


def ignore(done: float) -> None:
    pass


def prepared(rows, width, weights=(1.0, 0.3, 2.0)):
    crowd = crowd_of(rows, 3)
    known = Regions.of(crowd)
    tree = Tree(known.parents, known.levels, known.bits * np.array(weights)[known.attributes])
    return crowd, tree, known.of_tuples(crowd, [2, 0, 1]).astype(width)


def numbers(count: int):
    return np.arange(count, dtype=np.int32)


def slow_common(tree, one: int, other: int) -> int:
    above = {one}
    while tree.parents[one] != one:
        one = tree.parents[one]
        above.add(one)
    while other not in above:
        other = tree.parents[other]
    return other


def slow_cost(tree, one, rows: int, other, others: int) -> float:
    worth = tree.worth
    return sum(
        rows * (worth[slow_common(tree, a, b)] - worth[a])
        + others * (worth[slow_common(tree, a, b)] - worth[b])
        for a, b in zip(one, other, strict=True)
    )


def slow_loss(now: Assignment) -> float:
    """Publish every class as the common regions of its parts, taken pair by pair."""
    loss, values, worth = 0.0, now.parts.values, now.tree.worth
    for number in range(len(now.sizes)):
        inside = np.flatnonzero(now.classes == number)
        for column in range(values.shape[1]):
            region = values[inside[0], column]
            for part in inside:
                region = slow_common(now.tree, region, values[part, column])
            for part in inside:
                loss += now.parts.rows[part] * (worth[region] - worth[values[part, column]])
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


grids = st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=30)


@widths
@given(grids)
def test_sorted_regions(width, rows) -> None:
    regions = np.array(rows, width).reshape(-1, 3)
    order, room = numbers(len(rows)), numbers(len(rows))
    sort_lexically(regions, order, room)
    assert order.tolist() == sorted(range(len(rows)), key=lambda index: rows[index])


@widths
@given(grids)
def test_the_next_place_that_differs(width, rows) -> None:
    rows = sorted(rows)
    shared, beyond = numbers(len(rows)), numbers(len(rows))
    link_prefixes(np.array(rows, width).reshape(-1, 3), shared, beyond)
    for place, row in enumerate(rows):
        for depth in range(3):
            differing = [
                other
                for other in range(place + 1, len(rows))
                if rows[other][: depth + 1] != row[: depth + 1]
            ]
            assert skip(shared, beyond, place, depth) == min(differing, default=len(rows))


@widths
@given(tables(3), st.lists(st.integers(0, 9), min_size=1))
def test_some_regions_sorted_again(width, rows, chosen) -> None:
    """Room that held all clusters is used for some of them."""
    _, _, values = prepared(rows, width)
    some = np.unique([one % len(values) for one in chosen]).astype(np.int32)
    order, regions, shared, _ = Sorted(values).sort(values, some)
    texts = [tuple(values[one].tolist()) for one in order]
    assert sorted(order.tolist()) == some.tolist()
    assert texts == sorted(texts)
    assert regions.tolist() == [list(text) for text in texts]
    for place in range(1, len(texts)):
        alike = [a == b for a, b in zip(texts[place - 1], texts[place], strict=True)]
        assert shared[place] == [*alike, False].index(False)


@widths
@given(tables(3), st.lists(st.integers(0, 4), min_size=1))
def test_an_assignment(width, rows, given_classes) -> None:
    """Gaps in the numbers are closed, the classes stand in the order of their regions."""
    crowd, tree, values = prepared(rows, width)
    classes = np.resize(given_classes, len(values)).astype(np.int32)
    now = Assignment(tree, Parts(values, crowd.counts), classes.copy())
    together = {frozenset(np.flatnonzero(classes == one).tolist()) for one in set(classes.tolist())}
    found = [now.members[now.starts[one] : now.starts[one + 1]] for one in range(len(now.sizes))]
    assert {frozenset(inside.tolist()) for inside in found} == together
    texts = [tuple(regions) for regions in now.regions.tolist()]
    assert texts == sorted(texts)
    for number, inside in enumerate(found):
        assert (now.classes[inside] == number).all()
        assert now.sizes[number] == crowd.counts[inside].sum()
        for column in range(3):
            region = values[inside[0], column]
            for part in inside:
                region = slow_common(tree, region, values[part, column])
            assert now.regions[number, column] == region
    assert np.isclose(now.loss, slow_loss(now))


@widths
@given(tables(3), st.integers(1, 5), st.booleans())
def test_the_cheapest_partner(width, rows, k, split) -> None:
    crowd, tree, values = prepared(rows, width)
    clusters = Clusters.of_tuples(tree, values.copy(), crowd.counts, k, split)
    count = len(values)
    seekers = np.arange(count, dtype=np.int32)
    cut = find_partners(
        tree,
        Sorted(values).places,
        clusters.supply,
        seekers,
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


@widths
@given(tables(3), st.integers(1, 4), st.integers(1, 3))
def test_the_nearest_parts(width, rows, most, apart) -> None:
    _, tree, values = prepared(rows, width)
    seekers = numbers(len(values))[::apart].copy()
    near = nearest_parts(tree, values, seekers, most, NO_LIMIT, ignore)
    assert len(near) == len(seekers)
    for place, one in enumerate(seekers):
        costs = sorted(
            slow_cost(tree, values[one], 1, values[other], 1)
            for other in range(len(values))
            if other != one
        )
        found = [
            slow_cost(tree, values[one], 1, values[other], 1) for other in near[place] if other >= 0
        ]
        assert np.allclose(found, costs[:most])
        assert one not in near[place]


@widths
@given(tables(3), st.integers(2, 5), st.booleans())
def test_improving_only_ever_loses_less(width, rows, k, split) -> None:
    crowd, tree, values = prepared(rows, width)
    if k > len(rows):
        return
    clusters = Clusters.of_tuples(tree, values.copy(), crowd.counts, k, split)
    merge_until_safe(clusters, k, lambda now: (now.sizes > 0) & (now.sizes < k), ignore)
    assert clusters.sizes.sum() == len(rows)
    if clusters.transfers:
        return
    now = Assignment(tree, Parts(values, crowd.counts), clusters.roots().copy())
    seekers = numbers(len(values))[::2].copy()
    known = np.full(len(values), -1, np.int32)
    known[seekers] = numbers(len(seekers))
    near = Near(known, nearest_parts(tree, values, seekers, 3, NO_LIMIT, ignore))
    for turn in range(4):
        before = now.loss
        if turn % 2:
            regroup(now, near, k, None, ignore)
        else:
            reassign(now, k, ignore)
        assert now.loss <= before + 1e-9
        assert np.isclose(now.loss, slow_loss(now))
        assert now.sizes.min() >= k
        assert now.sizes.sum() == len(rows)


@widths
@given(tables(3), st.integers(1, 3))
def test_the_class_that_a_part_would_join(width, rows, k) -> None:
    """Where a part finds a class, none is cheaper."""
    crowd, tree, values = prepared(rows, width)
    parts = Parts(values, crowd.counts)
    now = Assignment(tree, parts, numbers(len(values)) % np.int32(3))
    better = look_around(now, now.worst_first, k, ignore)
    for part, goal in enumerate(better):
        if goal < 0:
            continue
        costs = {
            number: slow_cost(
                tree, values[part], parts.rows[part], now.regions[number], now.sizes[number]
            )
            for number in range(len(now.sizes))
            if number != now.classes[part]
        }
        assert np.isclose(costs[goal], min(costs.values()))
