"""Classes at any state equal those of the slow obvious twin, whatever was asked before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, slow_classes, slow_values, tables

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.kernels import packing
from incrowd.kernels.grouping import group, group_by_address, group_by_hash


def found(classes) -> dict:
    return {
        tuple(classes.describe(index).values()): int(classes.sizes[index])
        for index in range(classes.count)
    }


def shown(counter) -> dict:
    return {tuple("*missing*" if v is None else v for v in key): n for key, n in counter.items()}


@given(tables(3), st.data())
def test_classes_equal_the_twin_after_any_questions(rows, data):
    crowd = crowd_of(rows, 3)
    for _ in range(4):
        levels = data.draw(any_levels(crowd))
        assert found(crowd.at(levels)) == shown(slow_classes(crowd, rows, levels))


@given(tables(3), st.data())
def test_class_numbers_do_not_depend_on_the_path(rows, data):
    levels = data.draw(any_levels(crowd_of(rows, 3)))
    direct, detour = crowd_of(rows, 3), crowd_of(rows, 3)
    for index in range(3):
        detour.at([level if i <= index else 0 for i, level in enumerate(levels)])
    straight, bent = direct.at(levels), detour.at(levels)
    assert straight.sizes.tolist() == bent.sizes.tolist()
    assert straight.representatives.tolist() == bent.representatives.tolist()
    assert straight.members.tolist() == bent.members.tolist()
    totals = np.bincount(bent.members, weights=detour.counts, minlength=bent.count)
    assert totals.tolist() == bent.sizes.tolist()


@given(tables(4), st.data())
def test_sensitive_values_per_class_equal_the_twin(rows, data):
    crowd = crowd_of(rows, 2, sensitive=2)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    for column, name in ((2, "s0"), (3, "s1")):
        values = classes.values_of(name)
        domain = values.sensitive.domain.values
        twin = slow_values(crowd, rows, levels, column)
        for index in range(classes.count):
            part = slice(values.starts[index], values.starts[index + 1])
            codes = values.values[part].tolist()
            assert codes == sorted(set(codes))
            counted = {
                domain[code]: int(n) for code, n in zip(codes, values.counts[part], strict=True)
            }
            key = tuple(classes.describe(index).values())
            assert counted == {
                value: n
                for twin_key, one in twin.items()
                if tuple("*missing*" if v is None else v for v in twin_key) == key
                for value, n in one.items()
            }


@given(tables(3), st.data())
def test_raising_a_level_never_lowers_the_smallest_class(rows, data):
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    higher = tuple(
        data.draw(st.integers(level, height))
        for level, height in zip(levels, crowd.heights, strict=True)
    )
    assert crowd.at(levels).sizes.min() <= crowd.at(higher).sizes.min()
    assert crowd.at(crowd.heights).sizes.tolist() == [len(rows)]


@given(
    st.lists(st.integers(0, 2**61), max_size=60),
    st.lists(st.integers(1, 9), min_size=60, max_size=60),
)
def test_groups_by_hash_and_by_address_equal_a_dictionary(keys, sizes):
    small = np.array([key % 50 for key in keys], np.int64)
    large = np.array(keys, np.int64)
    weights = np.array(sizes[: len(keys)], np.int64)
    for some, space in ((small, 50), (large, 2**62)):
        twin: dict[int, int] = {}
        for key, size in zip(some.tolist(), weights.tolist(), strict=True):
            twin[key] = twin.get(key, 0) + size
        first, totals, group_of = group(some, weights, space)
        assert dict(zip(some[first].tolist(), totals.tolist(), strict=True)) == twin
        assert list(twin) == some[first].tolist()
        assert some[first][group_of].tolist() == some.tolist()


def test_both_ways_of_grouping_number_groups_alike():
    keys, sizes = np.array([5, 2, 5, 9, 2], np.int64), np.ones(5, np.int64)
    answers = []
    for grouping in (group_by_hash, lambda k, s, *rest: group_by_address(k, s, 10, *rest)):
        first, totals, of = np.empty(5, np.int32), np.empty(5, np.int64), np.empty(5, np.int32)
        count = grouping(keys, sizes, first, totals, of)
        answers.append((count, first[:count].tolist(), totals[:count].tolist(), of.tolist()))
    assert answers[0] == answers[1] == (3, [0, 1, 3], [2, 2, 1], [0, 1, 0, 2, 1])


def test_more_attributes_than_fit_into_64_bits():
    width = 150
    rng = np.random.default_rng(3)
    rows = [tuple(rng.choice(list("abcdefgh"), width).tolist()) for _ in range(30)]
    rows += [rows[0], rows[1], (*rows[2][:-1], "z")]
    crowd = crowd_of(rows, width)
    assert found(crowd.at(crowd.bottom)) == shown(slow_classes(crowd, rows, crowd.bottom))
    raised = tuple(2 if index % 3 else 1 for index in range(width))
    assert found(crowd.at(raised)) == shown(slow_classes(crowd, rows, raised))
    assert crowd.at(crowd.heights).count == 1


@given(tables(4), st.data())
def test_renumbering_keys_early_changes_nothing(rows, data):
    levels = data.draw(any_levels(crowd_of(rows, 4)))
    expected = crowd_of(rows, 4).at(levels).sizes.tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "KEY_SPACE", 8)
        assert crowd_of(rows, 4).at(levels).sizes.tolist() == expected


def test_forgets_old_states_but_not_their_classes():
    rows = [(a, b) for a in "abcdefghijklmnop" for b in "abcdefghijklmnop"]
    crowd = crowd_of(rows, 2)
    for _ in range(2):
        for levels in np.ndindex(*[height + 1 for height in crowd.heights]):
            assert crowd.at(levels).sizes.sum() == 256


def test_suppressing_classes():
    classes = crowd_of([("a",), ("a",), ("b",), ("c",)], 1).at((0,))
    kept = classes.keeping(classes.sizes >= 2)
    assert (kept.kept_rows, kept.suppressed_rows, kept.rows) == (2, 2, 4)
    assert kept.keeping(classes.sizes < 2).kept_rows == 0
    assert classes.suppressed_rows == 0


def test_refuses_levels_and_attributes_that_do_not_exist():
    crowd = crowd_of([("a", "b"), ("b", "a")], 2)
    with pytest.raises(InvalidParameter, match="no level 7"):
        crowd.at((7, 0))
    with pytest.raises(InvalidParameter, match="3 levels for 2"):
        crowd.at((0, 0, 0))
    with pytest.raises(UnknownAttribute, match="not a quasi-identifier"):
        crowd.levels_of({"x": 1})
    with pytest.raises(UnknownAttribute, match="no column 's9'"):
        crowd.sensitive_attribute("s9")
    assert crowd.levels_of({"q1": 1}) == (0, 1)
