"""Hierarchies changed by hand: whatever is done in whatever order, the result is one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import HierarchyError, InvalidParameter, ParentsDiffer, UnknownName
from incrowd.hierarchies import (
    Hierarchy,
    add_level,
    drop_level,
    from_csv,
    merge_groups,
    rename_group,
)

DAYS = """\
Mon;work;*
Tue;work;*
Wed;work;*
Sat;weekend;*
Sun;weekend;*
"""


def days() -> Hierarchy:
    return from_csv(DAYS, make_domain(["Mon", "Tue", "Wed", "Sat", "Sun"], name="day"))


@st.composite
def edits(draw: st.DrawFn) -> Callable[[Hierarchy], Hierarchy]:
    """One change that may or may not be possible."""
    level = draw(st.integers(0, 5))
    name = draw(st.sampled_from(["a", "b", "work", "weekend", "Mon"]))
    codes = draw(st.lists(st.integers(0, 4), min_size=1, max_size=3))

    parents = draw(st.booleans())

    def merge(hierarchy: Hierarchy) -> Hierarchy:
        labels = hierarchy.labels[min(max(level, 1), hierarchy.height) - 1]
        chosen = [labels[c % len(labels)] for c in codes]
        return merge_groups(hierarchy, level, chosen, name, parents=parents)

    def rename(hierarchy: Hierarchy) -> Hierarchy:
        labels = hierarchy.labels[min(max(level, 1), hierarchy.height) - 1]
        return rename_group(hierarchy, level, labels[codes[0] % len(labels)], name)

    change = draw(st.sampled_from(["merge", "rename", "add", "drop"]))
    return {
        "merge": merge,
        "rename": rename,
        "add": lambda hierarchy: add_level(hierarchy, level),
        "drop": lambda hierarchy: drop_level(hierarchy, level),
    }[change]


@settings(max_examples=scaled(200))
@given(st.lists(edits(), max_size=8))
def test_any_sequence_of_edits_keeps_a_hierarchy(
    changes: list[Callable[[Hierarchy], Hierarchy]],
) -> None:
    hierarchy = days()
    for change in changes:
        with suppress(HierarchyError, InvalidParameter, UnknownName):
            hierarchy = change(hierarchy)
    assert hierarchy.values == days().values
    assert hierarchy.labels[-1] == ("*",)
    for level in range(1, hierarchy.height):
        finer, coarser = partition(hierarchy, level), partition(hierarchy, level + 1)
        assert all(any(group <= wider for wider in coarser) for group in finer)


def test_a_level_between_is_made_in_three_steps() -> None:
    hierarchy = add_level(days(), 0)
    assert hierarchy.titles == ("5 groups", "2 groups", "*")
    merged = merge_groups(hierarchy, 1, ["Mon", "Tue"], "early")
    assert path(merged, "Mon") == path(merged, "Tue") == ["early", "work", "*"]
    assert path(merged, "Wed") == ["Wed", "work", "*"]
    assert merged.titles == ("4 groups", "2 groups", "*")


def test_the_merged_group_stands_where_the_first_one_stood() -> None:
    hierarchy = merge_groups(add_level(days(), 0), 1, ["Sun", "Sat"], "free")
    assert hierarchy.labels[0] == ("Mon", "Tue", "Wed", "free")
    assert hierarchy.groups[0].tolist() == [0, 1, 2, 3, 3]


YEAR = """\
Jan;Q1;H1;*
Apr;Q2;H1;*
Jul;Q3;H2;*
Oct;Q4;H2;*
"""


def months() -> Hierarchy:
    return from_csv(YEAR, make_domain(["Jan", "Apr", "Jul", "Oct"], name="month"))


def test_groups_with_different_parents_are_merged_only_with_these() -> None:
    with pytest.raises(ParentsDiffer) as caught:
        merge_groups(months(), 1, ["Q1", "Q3"], "odd")
    assert str(caught.value) == "'Q1' and 'Q3' are in different groups of level 2."
    assert caught.value.errors == ("At level 2, 'H1' and 'H2' become 'H1, H2'.",)
    merged = merge_groups(months(), 1, ["Q1", "Q3"], "odd", parents=True)
    assert path(merged, "Jan") == path(merged, "Jul") == ["odd", "H1, H2", "*"]
    assert path(merged, "Apr") == ["Q2", "H1, H2", "*"]
    assert merged.titles == ("3 groups", "1 group", "*")


def test_parents_stay_where_they_are_one() -> None:
    assert path(merge_groups(months(), 1, ["Q1", "Q2"], "early", parents=True), "Apr") == [
        "early",
        "H1",
        "*",
    ]


def test_every_level_above_is_merged_as_far_as_it_differs() -> None:
    higher = add_level(months(), 1)
    merged = merge_groups(higher, 1, ["Q2", "Q3"], "middle", parents=True)
    assert path(merged, "Apr") == ["middle", "Q2, Q3", "H1, H2", "*"]
    assert path(merged, "Oct") == ["Q4", "Q4", "H1, H2", "*"]


def test_a_merged_parent_gets_a_name_that_is_free() -> None:
    text = YEAR.replace("Oct;Q4;H2", "Oct;Q4;H1, H2")
    hierarchy = from_csv(text, make_domain(["Jan", "Apr", "Jul", "Oct"], name="month"))
    merged = merge_groups(hierarchy, 1, ["Q1", "Q3"], "odd", parents=True)
    assert path(merged, "Jan")[1] == "H1, H2 (2)"


@settings(max_examples=scaled(100))
@given(st.data())
def test_merging_with_parents_joins_only_what_it_must(data: st.DataObject) -> None:
    """The twin: two values are together above if they were, or if both meet the merged groups."""
    before = months()
    level = data.draw(st.integers(1, 2))
    chosen = data.draw(st.lists(st.sampled_from(before.labels[level - 1]), min_size=2, unique=True))
    after = merge_groups(before, level, chosen, "new", parents=True)
    for depth in range(level, before.height):
        meeting = {
            path(before, value)[depth - 1]
            for value in before.values
            if path(before, value)[level - 1] in chosen
        }
        for one in before.values:
            for two in before.values:
                was = path(before, one)[depth - 1], path(before, two)[depth - 1]
                together = was[0] == was[1] or set(was) <= meeting
                now = path(after, one)[depth - 1] == path(after, two)[depth - 1]
                assert now is together


def test_a_merged_group_may_keep_the_name_of_one_of_its_parts() -> None:
    hierarchy = merge_groups(add_level(days(), 0), 1, ["Mon", "Tue"], "Mon")
    assert path(hierarchy, "Tue")[0] == "Mon"


def test_a_title_that_says_more_than_a_number_stays() -> None:
    plain = add_level(days(), 0)
    titled = type(plain)(
        plain.attribute,
        plain.values,
        plain.groups,
        plain.labels,
        ("short names", *plain.titles[1:]),
        plain.builder,
        plain.reason,
    )
    assert merge_groups(titled, 1, ["Mon", "Tue"], "early").titles[0] == "short names"


def test_an_edit_leaves_the_hierarchy_it_started_from_alone() -> None:
    before = days()
    rename_group(before, 1, "work", "office")
    drop_level(before, 1)
    assert (path(before, "Mon"), before.reason) == (["work", "*"], "Read from the given text.")


def test_the_reason_tells_once_that_somebody_edited() -> None:
    once = rename_group(days(), 1, "work", "office")
    twice = drop_level(add_level(once, 1), 1)
    assert once.reason == twice.reason == "Read from the given text. Edited by you."


def test_dropping_the_only_level_leaves_the_top() -> None:
    hierarchy = drop_level(days(), 1)
    assert (hierarchy.height, hierarchy.titles) == (1, ("*",))


@pytest.mark.parametrize(
    ("edit", "message", "hint"),
    [
        (
            lambda hierarchy: drop_level(hierarchy, 0),
            "Level 0 of 'day' is the data as it is and cannot be changed.",
            "Choose a level in between.",
        ),
        (
            lambda hierarchy: rename_group(hierarchy, 2, "*", "all"),
            "Level 2 of 'day' is '*' and cannot be changed.",
            "Choose a level in between.",
        ),
        (
            lambda hierarchy: add_level(hierarchy, 2),
            "There can be nothing above level 2 of 'day': it is '*'.",
            "Choose a lower level.",
        ),
        (
            lambda hierarchy: merge_groups(hierarchy, 1, ["work"], "x"),
            "Merging needs at least two groups.",
            "Name two or more groups.",
        ),
        (
            lambda hierarchy: rename_group(hierarchy, 1, "weeknd", "x"),
            "There is no group at level 1 of 'day' 'weeknd'.",
            "Did you mean 'weekend'?",
        ),
        (
            lambda hierarchy: rename_group(hierarchy, 1, "work", "weekend"),
            "The hierarchy of 'day' has, at level 1, two groups called 'weekend'.",
            "Every value and every group of a level needs its own name.",
        ),
    ],
    ids=["the data", "the top", "above the top", "one group", "unknown group", "name taken"],
)
def test_what_cannot_be_done_is_said(
    edit: Callable[[Hierarchy], Hierarchy], message: str, hint: str
) -> None:
    with pytest.raises((HierarchyError, InvalidParameter, UnknownName)) as caught:
        edit(days())
    assert (str(caught.value), caught.value.hint) == (message, hint)
