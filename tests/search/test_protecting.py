"""What protections make every state of a block lose, against all states below, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, halving_hierarchy, tables

from incrowd.crowd.crowd import Crowd, Protection, State
from incrowd.measures.enforcement import enforce, suppress
from incrowd.search.global_recoding import protections as protecting
from incrowd.search.global_recoding.blocks import BlockClasses
from incrowd.search.global_recoding.protections import ProtectionCheck, protect_classes
from incrowd.search.goal import Goal

PROMISES = [
    ("distinct_l", 2),
    ("entropy_l", 1.8),
    ("recursive_l", 2),
    ("t_equal", 0.1),
    ("t_equal", 0.3),
    ("t_hierarchical", 0.1),
    ("t_hierarchical", 0.25),
    ("t_ordered", 0.2),
    ("alpha_k", 0.5),
    ("beta_likeness", 0.5),
    ("enhanced_beta_likeness", 0.5),
    ("delta_disclosure", 0.6),
    ("certainty", 0.5),
]


def with_hierarchy(crowd: Crowd) -> Crowd:
    """The crowd with hierarchies also for what is sensitive."""
    hierarchies = {one.attribute: one for one in crowd.hierarchies}
    hierarchies |= {one.name: halving_hierarchy(one.domain) for one in crowd.sensitive}
    return crowd.with_hierarchies(hierarchies)


@given(tables(3), st.integers(1, 4), st.sampled_from(PROMISES), st.data())
def test_every_state_below_loses_it(rows, k, promise, data):
    crowd = with_hierarchy(crowd_of(rows, 2, 1))
    protections = (Protection("s0", *promise),)
    high = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    found = ProtectionCheck.of(crowd, BlockClasses(crowd), Goal(k, protections)).protect(high)
    expected = suppress(crowd.at(high), State(high, k, protections))
    assert found.classes.suppressed_rows == expected.suppressed_rows
    assert sorted(found.classes.kept_sizes.tolist()) == sorted(expected.kept_sizes.tolist())
    small = crowd.at(high).sizes
    least = int(small[small < k].sum()) + found.surely_lost
    for low in np.ndindex(*[level + 1 for level in high]):
        assert enforce(crowd, State(low, k, protections)).suppressed_rows >= least


@given(
    tables(4),
    st.integers(1, 4),
    st.sampled_from(["t_equal", "t_hierarchical"]),
    st.sampled_from([0.05, 0.1, 0.25, 0.4]),
    st.data(),
)
def test_closeness_judged_at_once(rows, k, model, t, data):
    """The same classes and the same rows lost below as class by class, two attributes at a time."""
    crowd = with_hierarchy(crowd_of(rows, 2, 2))
    protections = (Protection("s0", model, t), Protection("s1", "t_equal", 0.3))
    levels = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    block_classes = BlockClasses(crowd)
    check = ProtectionCheck.of(crowd, block_classes, Goal(k, protections))
    found = check.protect(levels)
    expected = protect_classes(block_classes.classes_at(crowd, levels), k, protections)
    assert len(check.closeness) == 2
    assert found.surely_lost == expected.surely_lost
    assert np.array_equal(found.classes.kept, expected.classes.kept)
    assert np.array_equal(found.classes.sizes, expected.classes.sizes)
    assert np.array_equal(found.classes.representatives, expected.classes.representatives)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protecting, "MOST_CELLS", 0)
        assert np.array_equal(check.protect(levels).classes.kept, expected.classes.kept)


@pytest.mark.parametrize(
    ("promise", "lost"),
    [(("t_equal", 0.2), 4), (("t_hierarchical", 0.2), 4), (("alpha_k", 0.6), 5)],
)
def test_what_is_surely_lost(promise, lost):
    """Half of all rows have u; in class x eight of ten do, in class y eight have v.

    Two rows with v let no more than 2 · 0.7 / 0.3 rows with u be published at t = 0.2, and three at
    α = 0.6.
    """
    rows = [("x", "u")] * 8 + [("x", "v")] * 2 + [("y", "u")] * 2 + [("y", "v")] * 8
    crowd = with_hierarchy(crowd_of(rows, 1, 1))
    classes = BlockClasses(crowd).classes_at(crowd, (0,))
    assert protect_classes(classes, 1, [Protection("s0", *promise)]).surely_lost == 2 * lost
