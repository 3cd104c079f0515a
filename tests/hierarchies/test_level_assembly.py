"""Putting levels together, reading lines, and telling whether a builder can read a column."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies.builder import (
    Level,
    Understood,
    assemble,
    count_title,
    everything,
    group_by_key,
    group_by_number,
    mostly,
    show,
    top,
    understood_where,
)
from incrowd.hierarchies.builders.numerals import cut_bands, name_band, read_numbers
from incrowd.hierarchies.csv_lines import Line, split_lines
from incrowd.hierarchies.hierarchy import find_split
from incrowd.table import Kind


def level(title: str, codes: list[int], labels: str) -> Level:
    return Level(title, np.array(codes, np.int32), tuple(labels.split()))


def test_groups_by_key_come_in_order_of_appearance() -> None:
    found = group_by_key("first letter", (word[0] for word in ["pear", "fig", "plum"]), str.upper)
    assert found.groups.tolist() == [0, 1, 0]
    assert found.labels == ("P", "F")
    assert found.title == "first letter"


def test_groups_by_number_come_in_order_of_the_numbers() -> None:
    found = group_by_number("tens", np.array([31, 12, 38]) // 10, lambda n: f"{n}0s")
    assert found.groups.tolist() == [1, 0, 1]
    assert found.labels == ("10s", "30s")


def test_groups_by_numbers_beyond_64_bits() -> None:
    large = np.array([10**30, 1, 10**30], dtype=object)
    found = group_by_number("large", large, str)
    assert found.groups.tolist() == [1, 0, 1]
    assert found.labels == ("1", str(10**30))


@given(st.lists(st.integers(-5, 5)))
def test_both_ways_of_grouping_agree(numbers: list[int]) -> None:
    one = group_by_key("", numbers, str)
    other = group_by_number("", np.array(numbers, dtype=np.int64), str)
    assert [one.labels[code] for code in one.groups] == [str(n) for n in numbers]
    assert [other.labels[code] for code in other.groups] == [str(n) for n in numbers]


def test_the_top_is_one_group() -> None:
    assert top(3).groups.tolist() == [0, 0, 0]
    assert top(0).groups.tolist() == []
    assert top(3).labels == ("*",)


def test_levels_that_change_nothing_are_left_out() -> None:
    domain = make_domain(list("abcd"))
    levels = [
        level("as is", [0, 1, 2, 3], "A B C D"),
        level("pairs", [0, 0, 1, 1], "AB CD"),
        level("the same", [1, 1, 0, 0], "cd ab"),
        level("all", [0, 0, 0, 0], "abcd"),
    ]
    hierarchy = assemble(everything(domain), levels, "test", "Why.")
    assert hierarchy.titles == ("pairs", "*")
    kept = assemble(everything(domain), levels, "test", "Why.", keep_all=True)
    assert kept.titles == ("as is", "pairs", "the same", "all", "*")
    assert (kept.builder, kept.reason, kept.attribute) == ("test", "Why.", "x")


def test_what_is_not_understood_stays_apart_until_the_top() -> None:
    domain = make_domain(["a", "?", "b", None, "c"])
    understood = Understood(domain, np.array([0, 2, 4]))
    assert understood.apart.tolist() == [1, 3]
    levels = [level("two", [0, 0, 1], "ab c"), level("one", [0, 0, 0], "abc")]
    hierarchy = assemble(understood, levels, "test", "")
    assert path(hierarchy, "?") == ["?", "?", "*"]
    assert path(hierarchy, None) == ["*missing*", "*missing*", "*"]
    assert path(hierarchy, "b") == ["ab", "abc", "*"]
    assert partition(hierarchy, 2) == {frozenset("abc"), frozenset("?"), frozenset([None])}


def test_a_value_that_reads_like_a_group_gets_a_number() -> None:
    domain = make_domain(["a", "b", "ab", "ab (2)", "c"])
    understood = understood_where(domain, [True, True, False, False, False])
    hierarchy = assemble(understood, [level("two", [0, 0], "ab")], "test", "")
    assert hierarchy.labels[0] == ("ab", "ab (3)", "ab (2)", "c")


def test_a_text_that_reads_like_missing_is_told_apart_from_it() -> None:
    domain = make_domain(["a", "b", "*missing*", None])
    understood = understood_where(domain, [True, True, False, False])
    hierarchy = assemble(understood, [level("two", [0, 0], "ab")], "test", "")
    assert len(set(hierarchy.labels[0])) == 3


def test_nothing_understood_leaves_only_the_top() -> None:
    domain = make_domain(["a", "b"])
    nothing = understood_where(domain, [False, False])
    hierarchy = assemble(nothing, [level("none", [], "")], "test", "")
    assert hierarchy.labels == (("*",),)


@pytest.mark.parametrize(("groups", "title"), [(1, "1 group"), (2, "2 groups"), (20, "20 groups")])
def test_titles_by_count(groups: int, title: str) -> None:
    assert count_title(groups) == title


def test_missing_is_shown_by_name() -> None:
    assert (show(None), show(""), show("a")) == ("*missing*", "", "a")


@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=4))
def test_a_split_is_found_exactly_where_there_is_one(levels: list[list[int]]) -> None:
    found = find_split([np.array(codes, np.int32) for codes in levels])
    splits = [
        (number, first, second)
        for number, (fine, coarse) in enumerate(pairwise(levels), start=1)
        for second in range(6)
        for first in range(second)
        if fine[first] == fine[second] and coarse[first] != coarse[second]
    ]
    assert (found in splits) if splits else (found is None)


def test_mostly_counts_only_values_that_are_there() -> None:
    assert mostly(["1", "2", "3", "4", "x", None, None], str.isdigit)
    assert not mostly(["1", "2", "3", "x"], str.isdigit)
    assert mostly(["1", "2", "3", "x"], str.isdigit, 0.75)
    assert not mostly([None, None], str.isdigit)
    assert not mostly([], str.isdigit)


def test_mostly_refuses_after_a_glance() -> None:
    asked: Counter[str] = Counter()

    def refuse(value: str) -> bool:
        asked[value] += 1
        return False

    assert not mostly([str(i) for i in range(100_000)], refuse)
    assert asked.total() < 1000


@given(st.lists(st.sampled_from(["1", "x"]), max_size=2000))
def test_mostly_agrees_with_counting(values: list[str]) -> None:
    if mostly(values, str.isdigit):
        assert values.count("1") >= 0.8 * len(values)
    elif values:
        # a glance at every nth value may only refuse what is clearly no match
        assert values.count("1") < 0.8 * len(values) or len(values) > 400


def test_bands_nest() -> None:
    numbers = read_numbers(make_domain([str(i) for i in range(-30, 130)], Kind.INTEGER))
    widths = {5: "5", 10: "10", 20: "20"}
    levels = cut_bands(numbers, widths, name_band)
    assert find_split([one.groups for one in levels]) is None
    assert [one.title for one in levels] == ["5", "10", "20"]
    assert levels[0].labels[:2] == ("-30 to -26", "-25 to -21")
    assert levels[2].labels[-1] == "120-139"


@given(st.integers(-1000, 1000), st.sampled_from([5, 10, 20]))
def test_a_band_holds_its_number(number: int, width: int) -> None:
    numbers = read_numbers(make_domain([str(number)], Kind.INTEGER))
    (found,) = cut_bands(numbers, {width: ""}, lambda w, start: f"{start} {start + w}")
    low, high = map(int, found.labels[0].split())
    assert low <= number < high
    assert low % width == 0


def test_lines_keep_their_numbers() -> None:
    lines = split_lines('a;*\n\n"b\nb";*\nc;*\n', "here")
    assert lines == [Line(1, ("a", "*")), Line(3, ("b\nb", "*")), Line(5, ("c", "*"))]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a;b,c;*", ("a", "b,c", "*")),
        ("a,b;c,*", ("a", "b;c", "*")),
        ("a\tb;c\t*", ("a", "b;c", "*")),
        ("a|b, c|*", ("a", "b, c", "*")),
        ("a;b", ("a", "b")),
        ("a", ("a",)),
        ("'a';*", ("'a'", "*")),
        (" a ; b ;*", (" a ", " b ", "*")),
        ("a\x0cb;*", ("a\x0cb", "*")),
        ("a\u2028b;*", ("a\u2028b", "*")),
    ],
)
def test_delimiters(text: str, cells: tuple[str, ...]) -> None:
    assert [line.cells for line in split_lines(text, "here")] == [cells]
