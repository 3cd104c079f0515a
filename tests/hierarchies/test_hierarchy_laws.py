"""What holds for every hierarchy, whoever built it; the registry; editing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

import incrowd.hierarchies as room
from incrowd.errors import HierarchyError, InvalidParameter, UnknownName
from incrowd.hierarchies import (
    BUILT_IN,
    Domain,
    Hierarchy,
    add_level,
    build,
    candidates,
    choose,
    drop_level,
    from_csv,
    merge_groups,
    rename_group,
)
from incrowd.table import Kind

MEANINGS = [
    None,
    "age",
    "year",
    "date",
    "postcode",
    "code",
    "country",
    "icd10",
    "ip_address",
    "email",
    "income",
]
values = st.one_of(
    st.none(),
    st.text(max_size=6),
    st.integers(-200, 3000).map(str),
    st.decimals(-50, 50, places=2).map(str),
    st.dates().map(str),
    st.datetimes().map(str),
    st.ip_addresses().map(str),
    st.emails(),
    st.sampled_from(["*", "*missing*", "?", "other", "Peru", "Spain", "E11.9", "C50", "[0, 5["]),
    st.sampled_from(["0-4", "2024-03", "{a, b}", "1e300", "SW1A 1AA", "M1 1AE", "\0", "1,5"]),
)


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    pool = draw(st.sampled_from([values, st.integers(0, 400).map(str), st.dates().map(str)]))
    found = draw(st.lists(pool, max_size=25, unique=True))
    counts = draw(st.lists(st.integers(1, 9), min_size=len(found), max_size=len(found)))
    return make_domain(
        found,
        draw(st.sampled_from(Kind)),
        draw(st.sampled_from(MEANINGS)),
        counts,
        decimal_comma=draw(st.booleans()),
        date_format=draw(st.sampled_from([None, None, "%d.%m.%Y"])),
    )


def check_laws(hierarchy: Hierarchy, domain: Domain) -> None:
    assert hierarchy.values == domain.values
    assert hierarchy.height == len(hierarchy.labels) == len(hierarchy.titles) >= 1
    assert hierarchy.labels[-1] == (hierarchy.titles[-1],) == ("*",)
    for level, labels in enumerate(hierarchy.labels, start=1):
        assert len(set(labels)) == len(labels)
        if domain.values:
            assert set(hierarchy.groups[level - 1].tolist()) == set(range(len(labels)))
        assert hierarchy.leaves(level).sum() == len(domain.values)
    for level in range(1, hierarchy.height):
        fine, coarse = partition(hierarchy, level), partition(hierarchy, level + 1)
        assert all(any(small <= large for large in coarse) for small in fine)


@pytest.mark.slow
@settings(deadline=None, max_examples=scaled(300))
@given(domains())
def test_every_automatic_hierarchy_obeys_the_laws(domain: Domain) -> None:
    hierarchy = choose(domain)
    check_laws(hierarchy, domain)
    assert hierarchy.reason.endswith(".")
    assert hierarchy.builder == candidates(domain)[0][0].name


@pytest.mark.parametrize("name", [builder.name for builder in BUILT_IN])
@settings(deadline=None, max_examples=scaled(60))
@given(domains())
def test_every_builder_obeys_the_laws_on_any_values(name: str, domain: Domain) -> None:
    hierarchy = build(name, domain)
    check_laws(hierarchy, domain)
    assert hierarchy.builder == name
    assert hierarchy.reason.startswith("Chosen by you: ")
    if name not in ("interval", "frequency"):
        sizes = [len(domain.values), *(len(labels) for labels in hierarchy.labels[:-1])]
        assert all(fine > coarse > 1 for fine, coarse in pairwise(sizes))


def test_builders_describe_themselves() -> None:
    for builder in BUILT_IN:
        assert builder.name.isidentifier()
        assert builder.title
        assert builder.citation
        assert builder.explanation.endswith(".")
        assert builder.explanation.count(".") == 1
    assert len({builder.name for builder in BUILT_IN}) == len(BUILT_IN)


def test_candidates_are_told_with_reasons() -> None:
    domain = make_domain([str(age) for age in range(18, 80)], Kind.INTEGER, "age")
    told = [(builder.name, reason) for builder, reason in candidates(domain)]
    assert told == [
        ("age", "its values are ages"),
        ("interval", "its values are numbers"),
        ("frequency", "all we know about its values is how often they occur"),
    ]


def test_an_unknown_builder_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        build("intervall", make_domain(["1"]))
    assert caught.value.hint == "Did you mean 'interval'?"


def test_exports() -> None:
    assert all(hasattr(room, name) for name in room.__all__)
    assert sorted(room.__all__) == room.__all__


@pytest.mark.parametrize("levels", [[[0, 0, 1], [0, 1, 1]], [[0, 1, 1], [0, 0, 0], [0, 1, 1]]])
def test_no_refinement_chain_is_refused(levels: list[list[int]]) -> None:
    with pytest.raises(HierarchyError, match=r"'[abc]' and '[abc]' are together at"):
        make_hierarchy([*levels, [0, 0, 0]])


def test_the_values_that_break_the_chain_are_named() -> None:
    with pytest.raises(HierarchyError, match="'b' and 'c' are together at level 1 but apart at"):
        make_hierarchy([[0, 1, 1], [0, 0, 1], [0, 0, 0]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": (("x", "y"), ("all",))}, r"does not end in '\*'"),
        ({"labels": (("x", "x"), ("*",))}, "has, at level 1, two groups called 'x'"),
        ({"values": ("a", "b", "a")}, "repeats the value 'a'"),
        ({"values": ("a", "b")}, "is uneven"),
        ({"titles": ("two",)}, "is uneven"),
        ({"labels": (("x",), ("*",))}, "is uneven"),
    ],
)
def test_broken_hierarchies_are_refused(change: dict[str, object], message: str) -> None:
    sound = {
        "attribute": "letter",
        "values": ("a", "b", "c"),
        "groups": (np.array([0, 1, 1], np.int32), np.zeros(3, np.int32)),
        "labels": (("x", "y"), ("*",)),
        "titles": ("two", "*"),
        "builder": "csv",
        "reason": "",
    }
    assert Hierarchy(**sound).height == 2
    with pytest.raises(HierarchyError, match=message):
        Hierarchy(**(sound | change))


def make_hierarchy(levels: list[list[int]]) -> Hierarchy:
    return Hierarchy(
        attribute="letter",
        values=("a", "b", "c"),
        groups=tuple(np.array(codes, np.int32) for codes in levels),
        labels=tuple(
            ("*",) if codes is levels[-1] else tuple(f"g{n}" for n in range(max(codes) + 1))
            for codes in levels
        ),
        titles=tuple("level" for _ in levels),
        builder="csv",
        reason="",
    )


@pytest.fixture
def letters() -> Hierarchy:
    text = "a;1;x;*\nb;2;x;*\nc;3;y;*\nd;4;y;*\n"
    return from_csv(text, make_domain(list("abcd"), name="letter"))


def test_merging_groups(letters: Hierarchy) -> None:
    merged = merge_groups(letters, 1, ["1", "2"], "low")
    assert path(merged, "a") == path(merged, "b") == ["low", "x", "*"]
    assert path(merged, "d") == ["4", "y", "*"]
    assert merged.titles == ("3 groups", "2 groups", "*")
    assert merged.reason == "Read from the given text. Edited by you."
    assert path(letters, "a") == ["1", "x", "*"]


def test_merging_groups_of_different_parents_is_refused(letters: Hierarchy) -> None:
    with pytest.raises(HierarchyError, match="'2' and '3' are in different groups of level 2"):
        merge_groups(letters, 1, ["2", "3"], "middle")


def test_merging_needs_two_groups(letters: Hierarchy) -> None:
    with pytest.raises(InvalidParameter, match="at least two"):
        merge_groups(letters, 1, ["1", "1"], "one")


def test_renaming_a_group(letters: Hierarchy) -> None:
    renamed = rename_group(rename_group(letters, 1, "1", "first"), 2, "x", "left")
    assert path(renamed, "a") == ["first", "left", "*"]
    assert renamed.reason.count("Edited by you.") == 1


def test_a_name_that_is_taken_is_refused(letters: Hierarchy) -> None:
    with pytest.raises(HierarchyError, match="two groups called '2'"):
        rename_group(letters, 1, "1", "2")
    with pytest.raises(HierarchyError, match="two groups called '3'"):
        merge_groups(letters, 1, ["1", "2"], "3")


def test_an_unknown_group_is_refused(letters: Hierarchy) -> None:
    with pytest.raises(UnknownName, match="no group at level 2 of 'letter' 'z'"):
        rename_group(letters, 2, "z", "w")


def test_a_level_is_added_and_filled_by_merging(letters: Hierarchy) -> None:
    longer = add_level(letters, 1)
    assert path(longer, "a") == ["1", "1", "x", "*"]
    assert longer.titles == ("4 groups", "4 groups", "2 groups", "*")
    filled = merge_groups(longer, 2, ["1", "2"], "low")
    assert path(filled, "a") == ["1", "low", "x", "*"]
    assert path(drop_level(filled, 2), "a") == path(letters, "a")


def test_a_level_is_added_between_the_values_and_the_first_groups(letters: Hierarchy) -> None:
    assert path(add_level(letters, 0), "a") == ["a", "1", "x", "*"]


def test_nothing_is_above_the_top(letters: Hierarchy) -> None:
    with pytest.raises(HierarchyError, match="There can be nothing"):
        add_level(letters, 3)
    with pytest.raises(InvalidParameter, match="has no level"):
        add_level(letters, 4)


def test_dropping_a_level(letters: Hierarchy) -> None:
    assert path(drop_level(letters, 1), "a") == ["x", "*"]
    assert path(drop_level(letters, 2), "a") == ["1", "*"]


@pytest.mark.parametrize("level", [0, 3])
def test_the_data_and_the_top_stay(letters: Hierarchy, level: int) -> None:
    with pytest.raises(HierarchyError, match="cannot be changed"):
        drop_level(letters, level)


@pytest.mark.parametrize("level", [-1, 4])
def test_levels_that_do_not_exist(letters: Hierarchy, level: int) -> None:
    with pytest.raises(InvalidParameter, match="has no level"):
        drop_level(letters, level)
