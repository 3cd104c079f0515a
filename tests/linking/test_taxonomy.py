"""What words stand for, against walks through all that hierarchies say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import attribute

from incrowd.hierarchies import build, from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.linking.scan.facts import matching
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.taxonomy import Taxonomy, generalised, is_readable, together

NOTHING = Domain(attribute("x"), (), np.zeros(0, np.int64))
WORDS = ["a", "b", "c", "d", "e", "f", "*", "{a, b}", "{c, e}", "{b, d, f}"]


def hierarchy(paths: dict[str, list[str]]) -> Hierarchy:
    lines = [";".join([value, *labels, "*"]) for value, labels in paths.items()]
    return from_csv("\n".join(lines), NOTHING)


@st.composite
def hierarchies(draw: st.DrawFn) -> dict[str, list[str]]:
    """One level of groups, and one above it: chains that fit together by construction.

    Names rise in an order of their own: no group lies under itself.
    """
    order = draw(st.permutations("abcdef"))
    values = draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=5, unique=True))
    group = {value: draw(st.sampled_from(order[order.index(value) :])) for value in values}
    upper = {
        label: draw(st.sampled_from(order[order.index(label) :]))
        for label in sorted(set(group.values()))
    }
    return {value: [group[value], upper[group[value]]] for value in values}


def slow_leaves(given: list[dict[str, list[str]]], text: str) -> set[str] | None:
    """All values that can be reached from a text; None where no hierarchy has it."""
    below = {(label, value) for one in given for value, path in one.items() for label in path}
    values = {value for one in given for value in one}
    if text not in values | {label for label, _ in below}:
        return None
    reached = {value for label, value in below if label == text} | ({text} & values)
    while len(given) > 1:  # within one hierarchy every label tells its values itself
        more = reached | {value for label, value in below if label in reached}
        if more == reached:
            break
        reached = more
    return reached


def slow_goes(condition: str, given: list[dict[str, list[str]]], one: str, other: str) -> bool:
    if "*" in (one, other):
        return one == "*" or (condition == "overlaps" and other == "*")

    def goes(left: set[str], right: set[str]) -> bool:
        return right <= left if condition == "covers" else bool(left & right)

    parts = [set(text.strip("{}").split(", ")) for text in (one, other)]
    known = [{part: slow_leaves(given, part) for part in each} for each in parts]
    left, right = ({x for part in each for x in each[part] or {part}} for each in known)
    both = all(values is not None for each in known for values in each.values())
    return goes(left, right) or (goes(*parts) and not both)


@pytest.mark.slow
@settings(max_examples=scaled(300), deadline=None)
@given(st.lists(hierarchies(), min_size=1, max_size=3))
def test_words_against_a_walk(given: list[dict[str, list[str]]]) -> None:
    taxonomy = together([hierarchy(one) for one in given])
    assert taxonomy is not None
    for text in WORDS[:-1]:
        assert set(taxonomy.leaves.get(text, ())) == (slow_leaves(given, text) or set())
    for condition in ("overlaps", "covers"):
        left, right = matching_pairs(condition, WORDS, WORDS, taxonomy)
        found = {(WORDS[one], WORDS[two]) for one, two in zip(left, right, strict=True)}
        assert found == {
            (one, two) for one in WORDS for two in WORDS if slow_goes(condition, given, one, two)
        }


def test_a_hierarchy_alone_says_what_it_said_before() -> None:
    alone = hierarchy({"French": ["European"], "German": ["European"], "Thai": ["Asian"]})
    for condition in ("overlaps", "covers"):
        texts = ["French", "European", "Asian", "*"]
        one, two = (
            matching_pairs(condition, texts, texts, alone),
            matching_pairs(condition, texts, texts, Taxonomy.of(alone)),
        )
        assert [each.tolist() for each in one] == [each.tolist() for each in two]


def test_two_hierarchies_know_more_than_each() -> None:
    nations = hierarchy({"French": ["European"], "Thai": ["Asian"]})
    parts = hierarchy({"European": ["Northern"], "American": ["Northern"]})
    told = together([nations, None, parts])
    assert set(told.leaves["Northern"]) == {"European", "American", "French"}
    assert matching(["Northern", "Southern"], "French", told).tolist() == [True, False]
    assert generalised(["French", "European", "Northern"], told) == [False, True, True]
    assert together([None]) is None
    assert together([told, nations]).parts == (nations, parts)


@pytest.mark.parametrize(
    ("builder", "values", "readable"),
    [
        ("mask", ("13012", "13099", "14001"), True),
        ("frequency", ("a", "b", "c", "d"), True),
        ("suppress", ("a", "b"), True),
    ],
)
def test_what_is_written_needs_no_taxonomy(builder, values, readable) -> None:
    domain = Domain(attribute("x"), values, np.ones(len(values), np.int64))
    assert is_readable(build(builder, domain)) is readable


def test_words_need_one() -> None:
    assert not is_readable(hierarchy({"French": ["European"], "Thai": ["Asian"]}))
    assert not is_readable(hierarchy({"1": ["1-2"], "2": ["3-4"], "3": ["3-4"]}))
    many = hierarchy({str(number): ["1-9999" if number else "none"] for number in range(6000)})
    assert not is_readable(many)
