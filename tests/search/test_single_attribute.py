"""The least that one attribute can lose, against every division of a few rows."""

from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import crowd_of

from incrowd.search.local_recoding.nesting import EXACT_WORK, covered, least_loss, most_kept
from incrowd.search.local_recoding.refinement import Partition
from incrowd.search.regions import Regions


def divisions(values: list[str], k: int) -> list[list[list[str]]]:
    """Every way to divide values into groups of k or more."""
    if not values:
        return [[]]
    first, *rest = values
    found = []
    for mask in range(1 << len(rest)):
        group = [first, *(rest[place] for place in range(len(rest)) if mask >> place & 1)]
        others = [rest[place] for place in range(len(rest)) if not mask >> place & 1]
        if len(group) >= k and (not others or len(others) >= k):
            found += [[group, *groups] for groups in divisions(others, k)]
    return found


def slow_least(crowd, values: list[str], k: int) -> float:
    """Bits lost by the best division, each group published as the least region that covers it."""
    hierarchy, counts = crowd.hierarchies[0], Counter(values)

    def bits(group: list[str]) -> float:
        members = set(group)
        region = members
        for groups in hierarchy.groups if len(members) > 1 else ():
            at = {groups[hierarchy.values.index(value)] for value in members}
            if len(at) == 1:
                numbers = zip(hierarchy.values, groups, strict=True)
                region = {value for value, number in numbers if number in at}
                break
        rows = sum(counts[value] for value in region)
        return sum(log2(rows / counts[value]) for value in group)

    return min(sum(bits(group) for group in groups) for groups in divisions(values, k))


def lost_bits(crowd, partition: Partition) -> float:
    known = Regions.of(crowd)
    values, regions = covered(crowd, known, partition, [0])
    return float((known.bits[regions] - known.bits[values])[:, 0] @ partition.rows)


@settings(max_examples=scaled(60), deadline=None)
@given(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=9), st.integers(1, 4))
def test_no_division_loses_less(values: list[str], k: int) -> None:
    k = min(k, len(values))
    crowd = crowd_of([(value,) for value in values], 1)
    found = least_loss(crowd, Regions.of(crowd), Partition.whole(crowd), 0, k)
    assert found is not None
    assert int(found.partition.rows.sum()) == len(values)
    assert found.partition.sizes.min() >= k
    assert lost_bits(crowd, found.partition) == pytest.approx(slow_least(crowd, values, k))


@given(
    st.lists(st.tuples(*[st.sampled_from("abcdefgh")] * 2), min_size=8, max_size=60),
    st.integers(1, 5),
)
def test_classes_are_divided_each_by_itself(rows: list[tuple[str, str]], k: int) -> None:
    crowd = crowd_of(rows, 2)
    halves = (crowd.codes[1] >= np.median(crowd.codes[1])).astype(np.int32)
    sizes = np.bincount(halves, crowd.counts, minlength=2)
    if min(sizes) < k:
        return
    whole = Partition.whole(crowd)
    start = Partition(whole.tuples, whole.rows, halves)
    found = least_loss(crowd, Regions.of(crowd), start, 0, k)
    assert found is not None
    assert found.partition.sizes.min() >= k
    rows_of = np.bincount(found.partition.tuples, found.partition.rows)
    assert rows_of.tolist() == crowd.counts.tolist()
    assert np.array_equal(found.origins, halves[found.partition.tuples])


def test_where_it_is_too_much_work_a_bound_is_given() -> None:
    rows = [(value,) for value in "aaaabbbc" * 40]
    crowd = crowd_of(rows, 1)
    exact = most_kept(crowd, 50)["q0"]
    assert 0 < exact < 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("incrowd.search.local_recoding.nesting.EXACT_WORK", 0)
        assert least_loss(crowd, Regions.of(crowd), Partition.whole(crowd), 0, 50) is None
        assert most_kept(crowd, 50)["q0"] >= exact
    assert EXACT_WORK > 0
