"""Frequency sets, masks, shown or hidden."""

from __future__ import annotations

from itertools import pairwise
from math import floor, log2

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import build, choose
from incrowd.table import Kind

counted = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3), st.integers(1, 6), min_size=1, max_size=40
)


def frequency_twin(counts: dict[str, int]) -> list[set[frozenset[str]]]:
    """The definition, taking the least and the most frequent set out one after the other."""
    height = max(1, min(floor(log2(len(counts))), 4))
    sets = [frozenset([value]) for value in counts]
    levels = []
    for _ in range(height - 1):
        rest = sorted(sets, key=lambda one: (sum(counts[value] for value in one), min(one)))
        sets = []
        while rest:
            joined = rest.pop(0) | rest.pop(-1)
            if not sets and len(rest) % 2:
                joined |= rest.pop(0)
            sets.append(joined)
        levels.append(set(sets))
    return levels


@given(counted)
def test_frequency_agrees_with_the_definition(counts: dict[str, int]) -> None:
    hierarchy = build("frequency", make_domain(list(counts), counts=list(counts.values())))
    expected = frequency_twin(counts)
    assert hierarchy.height == len(expected) + 1
    assert [partition(hierarchy, level + 1) for level in range(len(expected))] == expected


@given(counted, st.randoms())
def test_frequency_does_not_depend_on_the_order_of_values(
    counts: dict[str, int], random: object
) -> None:
    pairs = list(counts.items())
    random.shuffle(pairs)
    first = build("frequency", make_domain(list(counts), counts=list(counts.values())))
    second = build("frequency", make_domain([v for v, _ in pairs], counts=[n for _, n in pairs]))
    assert all(path(first, value) == path(second, value) for value in counts)


def test_odd_number_of_values() -> None:
    hierarchy = build("frequency", make_domain(list("abcde"), counts=[1, 2, 3, 4, 5]))
    assert hierarchy.labels == (("{a, b, e}", "{c, d}"), ("*",))
    assert hierarchy.titles == ("2 groups", "*")


def test_ties_are_broken_by_value() -> None:
    hierarchy = build("frequency", make_domain(list("dcba"), counts=[1, 1, 1, 1]))
    assert set(hierarchy.labels[0]) == {"{a, d}", "{b, c}"}


def test_missing_is_generalised_with_the_rest() -> None:
    hierarchy = build("frequency", make_domain(["a", "b", "c", None], counts=[4, 3, 2, 1]))
    assert path(hierarchy, None) == ["{a, *missing*}", "*"]


def test_labels_stay_apart_where_values_contain_commas() -> None:
    hierarchy = build("frequency", make_domain(["a", "a, b", "b, c", "c"], counts=[1, 4, 4, 1]))
    assert sorted(hierarchy.labels[0]) == ["{a, b, c}", "{a, b, c} (2)"]


def test_postcodes() -> None:
    values = ["47677", "47678", "47602", "47905", "42905", "13053", "13068", "14850", "53711"]
    hierarchy = choose(make_domain(values, Kind.INTEGER, "postcode"))
    assert path(hierarchy, "47677") == ["4767*", "476**", "47***", "4****", "*"]
    assert hierarchy.titles == (
        "first 4 characters",
        "first 3 characters",
        "first 2 characters",
        "first character",
        "*",
    )
    assert hierarchy.reason == "Its values are postcodes: characters masked from the right."


def test_masks_that_change_nothing_are_left_out() -> None:
    hierarchy = choose(make_domain(["47677", "47602", "47678", "47905"], meaning="postcode"))
    assert hierarchy.labels[:2] == (("4760*", "4767*", "4790*"), ("476**", "479**"))
    assert hierarchy.height == 3


def test_short_codes_join_those_that_begin_with_them() -> None:
    values = ["01", "01.1", "01.2", "02", "02.1", "1"]
    hierarchy = choose(make_domain(values, meaning="code"))
    assert path(hierarchy, "01") == ["01**", "01**", "0***", "*"]
    assert path(hierarchy, "01.2") == ["01.*", "01**", "0***", "*"]
    assert path(hierarchy, "1") == ["1***", "1***", "1***", "*"]


def test_british_postcodes_lose_their_inner_part_first() -> None:
    values = ["SW1A 1AA", "SW1A 1AB", "SW1A 2AA", "M1 1AE", "M1 1AF", "M1 2BC"]
    hierarchy = choose(make_domain(values, meaning="postcode"))
    assert path(hierarchy, "M1 1AE") == ["M1 1A*", "M1 ***", "*"]
    assert path(hierarchy, "SW1A 1AA") == ["SW1A 1A*", "SW1A ***", "*"]
    assert hierarchy.titles[1] == "last 3 characters masked"


def test_long_codes_get_few_levels_whose_groups_fall_evenly() -> None:
    values = [f"{i * 7919 % 10**7:012d}" for i in range(10**4)]
    hierarchy = choose(make_domain(values))
    assert hierarchy.builder == "mask"
    sizes = [len(labels) for labels in hierarchy.labels]
    assert len(sizes) == 5
    assert all(2 * coarse < fine for fine, coarse in pairwise(sizes))


@pytest.mark.parametrize(
    "values",
    [
        ["Bachelors", "Masters", "10th", "11th"],
        ["20-24", "25-29", "30-34", "35-39"],
        ["apple", "berry", "cocoa", "dates"],
        ["A1", "B2", "C3", "D4"],
        ["x" * 100 + str(i) for i in range(100, 110)],
    ],
)
def test_other_texts_are_not_taken_for_codes(values: list[str]) -> None:
    assert choose(make_domain(values)).builder == "frequency"


def test_numbers_of_different_lengths_are_not_masked() -> None:
    codes = [str(i) for i in range(1, 120)]
    assert choose(make_domain(codes, Kind.INTEGER, "code")).builder == "interval"


@pytest.mark.parametrize(
    ("values", "kind", "reason"),
    [
        (["M", "F"], Kind.TEXT, "It has two values: shown or hidden."),
        (["M", None], Kind.TEXT, "It has one value: shown or hidden."),
        ([None], Kind.TEXT, "All its values are missing: shown or hidden."),
        (["1990", "1991"], Kind.INTEGER, "It has two values: shown or hidden."),
        (["yes", "no", "YES"], Kind.BOOLEAN, "Its values are yes or no: shown or hidden."),
    ],
)
def test_few_values_are_shown_or_hidden(values: list[str | None], kind: Kind, reason: str) -> None:
    hierarchy = choose(make_domain(values, kind))
    assert (hierarchy.height, hierarchy.labels, hierarchy.reason) == (1, (("*",),), reason)
