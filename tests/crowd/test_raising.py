"""One attribute through all its levels gives the classes that the crowd has at these levels."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, slow_classes, tables

from incrowd.crowd.raising import raise_attribute


@given(tables(3), st.data())
def test_every_level_equals_the_twin(rows, data):
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    index = data.draw(st.integers(0, 2))
    raised = list(raise_attribute(crowd, levels, index))
    expected = range(levels[index] + 1, crowd.heights[index] + 1)
    assert [classes.levels[index] for classes in raised] == list(expected)
    for classes in raised:
        twin = slow_classes(crowd, rows, classes.levels)
        found = {
            tuple(classes.describe(number).values()): size
            for number, size in enumerate(classes.sizes.tolist())
        }
        shown = {tuple(v or "*missing*" for v in key): size for key, size in twin.items()}
        assert found == shown


@given(tables(4), st.data())
def test_members_and_sensitive_values_fit_the_classes(rows, data):
    crowd = crowd_of(rows, 3, sensitive=1)
    levels = data.draw(any_levels(crowd))
    for classes in raise_attribute(crowd, levels, data.draw(st.integers(0, 2))):
        weights = np.bincount(classes.members, weights=crowd.counts, minlength=classes.count)
        assert weights.tolist() == classes.sizes.tolist()
        assert classes.members[classes.representatives].tolist() == list(range(classes.count))
        values = classes.values_of("s0")
        totals = np.add.reduceat(values.counts, values.starts[:-1])
        assert totals.tolist() == classes.sizes.tolist()


def test_an_attribute_at_the_top_has_nothing_above():
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    assert list(raise_attribute(crowd, crowd.heights, 0)) == []
