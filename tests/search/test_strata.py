"""Which rows may share a group: gaps stay apart, and categories are refined where that pays."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, in_numbers, tables

from incrowd.search.microaggregation.grouping import (
    common_levels,
    group_units,
    loss_of_groups,
)
from incrowd.search.microaggregation.mdav import group_by_distance
from incrowd.search.microaggregation.strata import split_by_categories, split_by_missing
from incrowd.search.microaggregation.units import Units


@given(tables(3), st.integers(1, 4), st.integers(1, 3))
def test_every_part_keeps_enough_rows(rows, k, columns) -> None:
    crowd = in_numbers(crowd_of(rows, 3))
    if crowd.rows < k:
        return
    units = Units.of(crowd, crowd.names[:columns])
    strata = split_by_missing(units, k)
    assert np.bincount(strata, units.weights).min() >= min(k, crowd.rows)
    for least in (k, 2 * k):
        if crowd.rows < least:
            continue
        refined = split_by_categories(units, strata, least)
        sizes, before = (np.bincount(each, units.weights) for each in (refined, strata))
        assert sizes.min() >= min(least, before.min())
        assert len({*zip(refined.tolist(), strata.tolist(), strict=True)}) == len(sizes)


@given(tables(3), st.integers(1, 4))
def test_the_compromise_loses_no_more_than_numbers_alone(rows, k) -> None:
    crowd = in_numbers(crowd_of(rows, 3))
    if crowd.rows < k:
        return
    units = Units.of(crowd, crowd.names[:2])
    groups = group_units(units, k)
    assert np.bincount(groups, units.weights).min() >= k
    found, numbers = loss_of_groups(units, groups), Units.of(crowd, crowd.names[:2])
    alone = group_by_distance(numbers.points, numbers.weights, split_by_missing(numbers, k), k)
    assert found <= loss_of_groups(numbers, alone) + 1e-9


@given(tables(2), st.data())
def test_a_group_is_published_at_the_lowest_level_at_which_it_agrees(rows, data) -> None:
    crowd = in_numbers(crowd_of(rows, 2))
    units = Units.of(crowd, crowd.names[:1])
    drawn = st.lists(st.integers(0, 2), min_size=len(units.tuples), max_size=len(units.tuples))
    groups = np.unique(data.draw(drawn), return_inverse=True)[1].astype(np.int32)
    levels = common_levels(units, groups, 1)
    for number in np.unique(groups):
        inside = groups == number
        agreeing = [
            level
            for level in range(crowd.heights[1] + 1)
            if len(np.unique(units.codes(1, level)[inside])) == 1
        ]
        assert set(levels[inside].tolist()) == {min(agreeing)}
