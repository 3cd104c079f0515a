"""Classes that break a protection join others until none does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from recoded_rows import published_rows, slow_sizes, slow_values
from small_crowds import crowd_of, tables

from incrowd.crowd.crowd import Protection
from incrowd.search.local_recoding.greedy import recode_greedily, widen_until_safe
from incrowd.search.priorities import Priorities


@settings(max_examples=scaled(60))
@given(tables(3), st.integers(1, 4), st.integers(1, 3))
def test_classes_grow_until_they_hold(rows, k, l) -> None:
    crowd = crowd_of(rows, 2, 1)
    if k > len(rows):
        return
    ranked = Priorities.equal(crowd.names)
    before = recode_greedily(crowd, k, ranked)
    after = widen_until_safe(before, k, ranked, [Protection("s0", "distinct_l", l)])
    assert after.kept.tolist() == before.kept.tolist()
    assert (after.levels >= before.levels).all()
    assert not after.kept.any() or min(slow_sizes(after)) >= k
    held = [len(values.keys() - {None}) >= l for values in slow_values(after, rows, 2).values()]
    shown_before = [shown for _, shown in published_rows(before)]
    values_before = slow_values(before, rows, 2)
    # where not even all rows together hold it, they end in one class
    assert all(held) or len(held) == 1
    assert sum(Counter(shown_before).values()) == sum(slow_sizes(after))
    if all(len(values.keys() - {None}) >= l for values in values_before.values()):
        assert after.levels.tolist() == before.levels.tolist()


@settings(max_examples=scaled(60))
@given(tables(3), st.integers(2, 4))
def test_rows_that_were_left_out_join_others(rows, k) -> None:
    crowd = crowd_of(rows, 3)
    if k > len(rows):
        return
    ranked = Priorities.equal(crowd.names)
    before = recode_greedily(crowd, k, ranked)
    after = widen_until_safe(replace(before, kept=np.ones_like(before.kept)), k, ranked, [])
    assert sum(slow_sizes(after)) == len(rows)
    assert min(slow_sizes(after)) >= k


def test_nothing_to_hold() -> None:
    crowd = crowd_of([("a", "b", "x")] * 3, 2, 1)
    ranked = Priorities.equal(crowd.names)
    before = recode_greedily(crowd, 2, ranked)
    assert widen_until_safe(before, 2, ranked, []) is before
