"""One hierarchy as others read it: labels, titles, leaves, places of values; what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hierarchy_domains import make_domain
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import HierarchyError, InvalidParameter
from incrowd.hierarchies import Hierarchy, from_csv
from incrowd.hierarchies.hierarchy import find_split
from incrowd.table import MISSING

LINES = "Lima;Peru;America;*\nCusco;Peru;America;*\nRome;Italy;Europe;*\n"


@pytest.fixture
def cities() -> Hierarchy:
    return from_csv(LINES, make_domain(["Lima", "Cusco", "Rome", None], name="city"))


def test_a_level_is_called_by_its_title(cities: Hierarchy) -> None:
    assert [cities.title(level) for level in range(4)] == ["as is", "3 groups", "3 groups", "*"]


@pytest.mark.parametrize(
    ("level", "code", "label"),
    [
        (0, 0, "Lima"),
        (0, 3, MISSING),
        (1, 0, "Peru"),
        (1, 1, "Italy"),
        (2, 1, "Europe"),
        (3, 0, "*"),
    ],
)
def test_values_and_groups_have_a_published_text(
    cities: Hierarchy, level: int, code: int, label: str
) -> None:
    assert cities.label(level, code) == label


@pytest.mark.parametrize(
    ("level", "leaves"), [(0, [1, 1, 1, 1]), (1, [2, 1, 1]), (2, [2, 1, 1]), (3, [4])]
)
def test_leaves_are_the_values_under_each_group(
    cities: Hierarchy, level: int, leaves: list[int]
) -> None:
    assert cities.leaves(level).tolist() == leaves


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_level_that_exists_is_returned(cities: Hierarchy, level: int) -> None:
    assert cities.check_level(level) == level


@pytest.mark.parametrize("level", [-1, 4, 99])
def test_a_level_that_does_not_exist_is_named_with_those_that_do(
    cities: Hierarchy, level: int
) -> None:
    with pytest.raises(InvalidParameter) as caught:
        cities.check_level(level)
    assert str(caught.value) == f"'city' has no level {level}."
    assert caught.value.hint == "Its levels are 0 (as is) to 3 ('*')."


def test_values_of_the_data_are_found_in_any_order(cities: Hierarchy) -> None:
    places = cities.locate([None, "Rome", "Rome", "Lima"])
    assert places.tolist() == [3, 2, 2, 0]
    assert places.dtype == np.int32
    assert cities.locate([]).tolist() == []


@pytest.mark.parametrize(
    ("values", "shown"), [(["Rome", "Oslo", "Bern"], "'Oslo'"), (["rome"], "'rome'"), ([""], "''")]
)
def test_the_first_value_that_a_hierarchy_misses_is_named(
    cities: Hierarchy, values: list[str], shown: str
) -> None:
    with pytest.raises(HierarchyError) as caught:
        cities.locate(values)
    assert str(caught.value) == f"The hierarchy of 'city' lacks the value {shown}."
    assert caught.value.hint == "Add a line for it: value;level1;…;*."


def test_a_missing_value_that_a_hierarchy_misses_is_named_as_such() -> None:
    whole = from_csv(LINES, make_domain(["Lima"], name="city"))
    with pytest.raises(HierarchyError, match=r"lacks the value \*missing\*\."):
        whole.locate([None])


def hierarchy(groups: list[list[int]], labels: list[tuple[str, ...]], values: str) -> Hierarchy:
    return Hierarchy(
        "letter",
        tuple(values),
        tuple(np.array(codes, np.int32) for codes in groups),
        tuple(labels),
        tuple("level" for _ in labels),
        "csv",
        "",
    )


@pytest.mark.parametrize(
    ("groups", "labels", "values", "message", "hint"),
    [
        ([], [], "ab", "does not end in '*'.", "Give every value '*' as its last level."),
        ([[0, 1]], [("a", "b")], "ab", "does not end in '*'.", "Give every value '*' as its"),
        ([[0, 2], [0, 0]], [("x", "y"), ("*",)], "ab", "is uneven.", "Give every value one group"),
        ([[0, -1], [0, 0]], [("x", "y"), ("*",)], "ab", "is uneven.", "Give every value one group"),
        ([[0], [0, 0]], [("x",), ("*",)], "ab", "is uneven.", "Give every value one group"),
        (
            [[0, 1], [0, 0]],
            [("x", "x"), ("*",)],
            "ab",
            "has, at level 1, two groups called 'x'.",
            "Every value and every group of a level needs its own name.",
        ),
        (
            [[0, 0, 1], [0, 1, 1], [0, 0, 0]],
            [("x", "y"), ("u", "v"), ("*",)],
            "abc",
            "'a' and 'b' are together at level 1 but apart at level 2.",
            "Put both in the same group at level 2, too, or apart at level 1.",
        ),
    ],
    ids=["no level", "no top", "code too high", "code below 0", "too short", "name twice", "split"],
)
def test_a_hierarchy_that_does_not_fit_together_is_refused_in_words(
    groups: list[list[int]], labels: list[tuple[str, ...]], values: str, message: str, hint: str
) -> None:
    with pytest.raises(HierarchyError) as caught:
        hierarchy(groups, labels, values)
    assert str(caught.value).startswith(
        ("The hierarchy of 'letter' ", "In the hierarchy of 'letter'")
    )
    assert str(caught.value).endswith(message)
    assert caught.value.hint
    assert caught.value.hint.startswith(hint)


def test_a_hierarchy_of_no_values_is_sound() -> None:
    empty = hierarchy([[]], [("*",)], "")
    assert (empty.height, empty.leaves(0).tolist(), empty.leaves(1).tolist()) == (1, [], [0])


def together_then_apart(fine: list[int], coarse: list[int]) -> set[tuple[int, int]]:
    """Every pair of values that a level joins and the next one separates."""
    places = range(len(fine))
    return {
        (one, other)
        for one in places
        for other in places
        if one < other and fine[one] == fine[other] and coarse[one] != coarse[other]
    }


CODES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8)


@given(CODES)
def test_a_split_is_a_pair_that_a_slow_search_finds_too(pairs: list[tuple[int, int]]) -> None:
    fine, coarse = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    slow = together_then_apart(fine, coarse)
    fast = find_split([np.array(fine, np.int32), np.array(coarse, np.int32)])
    assert (fast is None) == (not slow)
    if fast is not None:
        assert fast[0] == 1
        assert fast[1:] in slow
