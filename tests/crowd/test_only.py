"""Classes alone, without the others: the same values as among all of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, tables

from incrowd.crowd.crowd import Protection, State
from incrowd.crowd.raising import raise_attribute
from incrowd.measures.enforcement import protected, suppress


@given(tables(4), st.data())
def test_values_of_some_classes_are_those_among_all(rows, data):
    crowd = crowd_of(rows, 3, sensitive=1)
    classes = crowd.at(data.draw(any_levels(crowd)))
    flags = st.lists(st.booleans(), min_size=classes.count, max_size=classes.count)
    mask = np.array(data.draw(flags))
    some = classes.only(mask)
    assert some.sizes.tolist() == classes.sizes[mask].tolist()
    every, alone = classes.values_of("s0"), some.values_of("s0")
    for place, index in enumerate(np.flatnonzero(mask)):
        mine = slice(alone.starts[place], alone.starts[place + 1])
        theirs = slice(every.starts[index], every.starts[index + 1])
        assert alone.values[mine].tolist() == every.values[theirs].tolist()
        assert alone.counts[mine].tolist() == every.counts[theirs].tolist()


@given(tables(4), st.integers(1, 4), st.integers(1, 3), st.data())
def test_passing_over_what_is_left_out_changes_nothing(rows, k, l, data):
    crowd = crowd_of(rows, 3, sensitive=1)
    levels = data.draw(any_levels(crowd))
    state = State(levels, k, (Protection("s0", "distinct_l", l), Protection("s0", "t_equal", 0.4)))
    raised = raise_attribute(crowd, levels, data.draw(st.integers(0, 2)))
    for classes in (crowd.at(levels), *raised):
        expected = (classes.sizes >= k) & protected(classes, state.protections)
        assert suppress(classes, state).kept.tolist() == expected.tolist()


def test_some_of_some() -> None:
    crowd = crowd_of([("a", "x"), ("b", "y"), ("c", "x"), ("c", "z")], quasi=1, sensitive=1)
    classes = crowd.at(crowd.bottom)
    some = classes.only(np.array([False, True, True])).only(np.array([True, False]))
    assert some.count == 1
    assert sorted(some.members.tolist()) == [-1, -1, 0]
    assert some.values_of("s0").counts.tolist() == [1]
