"""The kernels of the search against the crowd and the measures of the registry."""

from __future__ import annotations

from math import prod
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, tables

from incrowd.crowd.crowd import Crowd, State
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.measures.utility.columns import rows_per_value
from incrowd.search.global_recoding import bounds as appraising
from incrowd.search.global_recoding.class_merging import (
    allocate_buffers,
    allocate_groups,
    count_lost,
    group_at,
)
from incrowd.search.global_recoding.lattice import LIMB, arrange, lay_out
from incrowd.search.goal import Goal, known_objectives, settle


def grouped(crowd: Crowd, levels: tuple[int, ...]) -> tuple[list[int], np.ndarray]:
    count, lattice = len(crowd.counts), lay_out(crowd)
    groups, buffers = allocate_groups(count), allocate_buffers(lattice, count)
    found = group_at(lattice, np.array(levels), lattice.numbers, crowd.counts, groups, buffers)
    assert np.array_equal(groups[2][groups[0][:found]], np.arange(found))
    return groups[1][:found].tolist(), groups[2]


@given(st.integers(1, 4).flatmap(tables), st.data())
def test_groups_are_the_classes_of_a_state(rows, data):
    crowd = crowd_of(rows, len(rows[0]))
    levels = data.draw(any_levels(crowd))
    sizes, group_of = grouped(crowd, levels)
    assert sorted(sizes) == sorted(crowd.at(levels).sizes.tolist())
    assert np.array_equal(group_of, crowd.class_of_tuples(levels))


def test_keys_that_do_not_fit_into_64_bits():
    draw = Random(3)
    rows = [tuple(f"{draw.randrange(9)}" for _ in range(40)) for _ in range(50)] * 2
    crowd = crowd_of(rows, 40)
    assert prod(ladder.radices[0] for ladder in crowd.ladders) > 2**64
    for levels in (crowd.bottom, (0, 1) * 20, (3,) * 38 + (0, 0), crowd.heights):
        sizes, group_of = grouped(crowd, levels)
        assert sorted(sizes) == sorted(crowd.at(levels).sizes.tolist())
        assert np.array_equal(group_of, crowd.class_of_tuples(levels))


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=30))
def test_limbs_hold_every_attribute_once(domains):
    limbs = arrange(domains)
    assert sorted(a for limb in limbs for a in limb) == list(range(len(domains)))
    for limb in limbs:
        assert len(limb) == 1 or prod(domains[a] for a in limb) <= LIMB


@given(tables(4), st.data())
def test_lost_rows_per_value(rows, data):
    crowd = crowd_of(rows, 4)
    gone = np.array(data.draw(st.lists(st.booleans(), min_size=len(crowd.counts))))
    gone = gone[: len(crowd.counts)]
    lattice = lay_out(crowd)
    lost = np.zeros(lattice.starts[-1], np.int64)
    rows_lost = count_lost(lattice, lattice.numbers, crowd.counts, gone, lost)
    classes = crowd.at(crowd.bottom).keeping(~gone)
    assert rows_lost == classes.suppressed_rows
    expected = [rows_per_value(classes, a, kept=False) for a in range(4)]
    assert np.array_equal(lost, np.concatenate(expected))


@given(tables(3), st.integers(1, 4), st.sampled_from(list(known_objectives())), st.data())
def test_bounds_and_scores_of_a_block(rows, k, utility, data):
    """The highest state scores what the registry says, and no state of the block scores less."""
    crowd, k = crowd_of(rows, 3), min(k, len(rows))
    pairs = [sorted(data.draw(st.tuples(*[st.integers(0, h)] * 2))) for h in crowd.heights]
    low, high = (tuple(pair[side] for pair in pairs) for side in (0, 1))
    appraiser = appraising.appraiser(crowd, settle(crowd, Goal(k, utility=utility)))
    whole, _ = appraiser.whole(crowd.bottom, crowd.heights)
    assert whole is not None
    lower, candidate = appraiser.lower(whole, high, None)
    classes = enforce(crowd, State(high, k))
    if lower is None or candidate is None:
        assert not classes.kept_rows
        return
    assert candidate.score == pytest.approx(score(utility, classes))
    assert (candidate.suppressed, candidate.classes) == (
        classes.suppressed_rows,
        len(classes.kept_sizes),
    )
    part = appraiser.upper(lower, low)
    for levels in np.ndindex(*[b - a + 1 for a, b in pairs]):
        one = enforce(crowd, State(tuple(np.add(low, levels).tolist()), k))
        assert one.suppressed_rows >= part.suppressed
        assert score(utility, one) >= part.bound * (1 - 1e-9) - 1e-12


def score(utility, classes):
    if utility == "height":
        return sum(classes.levels)
    return measure(utility).compute(Question(classes))
