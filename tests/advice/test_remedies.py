"""Steps that remove leaks, compared with counting every state by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, published, tables

from incrowd.advice import remedies as module
from incrowd.advice.giveaways import Giveaways
from incrowd.advice.remedies import SmallGroups, StandingAlone, find_levels


def smallest_group(crowd, rows, levels, places) -> int:
    shown = [published(crowd, row, levels) for row in rows]
    return min(Counter(tuple(one[place] for place in places) for one in shown).values())


def stands_out(crowd, rows, levels, mine, k, max_size) -> bool:
    shown = [published(crowd, row, levels) for row in rows]
    own = published(crowd, mine, levels)
    return any(
        sum(all(one[p] == own[p] for p in places) for one in shown) < k
        for size in range(1, max_size + 1)
        for places in combinations(range(len(own)), size)
    )


@given(rows=tables(3, 12), k=st.integers(2, 4), most=st.sampled_from([0, 400]))
def test_groups_of_a_pair_become_large_enough_by_the_fewest_steps(rows, k, most):
    crowd = crowd_of(rows, 3)
    places = (0, 2)
    with patch.object(module, "MOST_TRIED", most):
        found = find_levels(SmallGroups(crowd.at(crowd.bottom), places, k))
    states = [
        levels
        for levels in product(*(range(crowd.heights[place] + 1) for place in places))
        if smallest_group(crowd, rows, (levels[0], 0, levels[1]), places) >= k
    ]
    if found is None:
        assert not states
        return
    assert found in states
    if most:
        fewest = min(sum(level > 0 for level in levels) for levels in states)
        assert sum(level > 0 for level in found) == fewest
    for place, level in enumerate(found):  # nothing is raised without need
        lower = {
            tuple(one if p != place else low for p, one in enumerate(found)) for low in range(level)
        }
        assert not lower & set(states)


@given(rows=tables(3, 10), k=st.integers(2, 3), max_size=st.integers(1, 3), data=st.data())
def test_a_row_stands_out_no_more(rows, k, max_size, data):
    crowd = crowd_of(rows, 3)
    classes = crowd.at(crowd.bottom)
    mine = data.draw(st.sampled_from(rows))
    index = Giveaways(classes).class_of(mine)
    found = find_levels(StandingAlone(classes, index, k, max_size))
    if found is None:
        assert stands_out(crowd, rows, crowd.heights, mine, k, max_size)
        return
    assert not stands_out(crowd, rows, found, mine, k, max_size)
    if any(found):
        assert stands_out(crowd, rows, crowd.bottom, mine, k, max_size)
