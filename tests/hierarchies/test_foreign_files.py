"""Hierarchy files as other programs write them: headers, tops of any name or none, and notes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hierarchy_domains import make_domain, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import HierarchyError
from incrowd.hierarchies import from_csv, to_csv
from incrowd.hierarchies.csv_lines import Line
from incrowd.hierarchies.csv_repair import check_circle

ABC = make_domain(["a", "b", "c"], name="letter")
PLAIN = "a;vowel;*\nb;consonant;*\nc;consonant;*\n"
TOP = "Its last level has a single group, 'Any': it is the top, published as '*'."
ADDED = "It had no top: '*' was added above its last level."


def header(line: str) -> str:
    return f"Its first line, '{line}', was skipped because it is a header."


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (PLAIN.replace("*", "Any"), [TOP]),
        (PLAIN.replace(";*", ""), [ADDED]),
        ("value;level1;level2\n" + PLAIN, [header("value;level1;level2")]),
        ("Letter;kind;all letters\n" + PLAIN, [header("Letter;kind;all letters")]),
        ("character;kind;all letters\n" + PLAIN, [header("character;kind;all letters")]),
        ("Letter;kind\n" + PLAIN.replace(";*", ""), [header("Letter;kind"), ADDED]),
        ("x;Level-0;Level-1\n" + PLAIN.replace("*", "Any"), [header("x;Level-0;Level-1"), TOP]),
        (PLAIN.replace("*", "*;"), []),
        (PLAIN, []),
    ],
    ids=["top", "no top", "levels", "name", "end", "name, no top", "levels, top", "end", "plain"],
)
def test_what_other_programs_write_is_read_and_said(
    text: str, notes: list[str], delimiter: str
) -> None:
    hierarchy = from_csv(text.replace(";", delimiter), ABC)
    assert to_csv(hierarchy) == PLAIN
    assert [*hierarchy.notes] == notes
    assert hierarchy.reason == " ".join(["Read from the given text.", *notes])


def test_a_value_of_the_data_is_never_a_header() -> None:
    domain = make_domain(["value", "a", "b"], name="value")
    hierarchy = from_csv("value;level1;*\na;x;*\nb;x;*\n", domain)
    assert path(hierarchy, "value") == ["level1", "*"]
    assert hierarchy.notes == ()


def test_a_value_that_the_data_lacks_is_no_header() -> None:
    hierarchy = from_csv("z;consonant;*\n" + PLAIN, ABC)
    assert path(hierarchy, "z") == ["consonant", "*"]
    assert hierarchy.notes == ()


def test_commas_in_values_do_not_win_over_the_delimiter_without_a_top() -> None:
    domain = make_domain(["a, b", "c, d"])
    hierarchy = from_csv("a, b;x, y, z;all\nc, d;x, y, w;all\n", domain)
    assert path(hierarchy, "a, b") == ["x, y, z", "*"]


def test_the_only_group_stays_where_a_text_says_what_words_stand_for() -> None:
    hierarchy = from_csv("French;European\nGerman;European\n", make_domain([]))
    assert path(hierarchy, "French") == ["European", "*"]
    assert hierarchy.notes == (ADDED,)


def test_a_name_that_stays_the_same_on_its_way_up_is_no_circle() -> None:
    assert path(from_csv("a;a;x;*\nb;x;x;*\nc;x;x;*\n", ABC), "a") == ["a", "x", "*"]


Names = st.sampled_from("abcde")


@given(st.lists(st.tuples(Names, Names, Names), min_size=1, max_size=6))
def test_circles_are_found_as_by_climbing_long_enough(rows: list[tuple[str, ...]]) -> None:
    """The twin climbs from each name as often as there are names: who comes back is in a circle."""
    above = {(row[i], row[i + 1]) for row in rows for i in (0, 1) if row[i] != row[i + 1]}
    reach = set(above)
    for _ in "abcde":
        reach |= {(low, high) for low, middle in reach for start, high in above if start == middle}
    lines = [Line(number, (*row, "*")) for number, row in enumerate(rows, 1)]
    if any(low == high for low, high in reach):
        with pytest.raises(HierarchyError, match="form a circle"):
            check_circle(lines, "x")
    else:
        check_circle(lines, "x")


@pytest.mark.parametrize("name", ["AGE", "EDUCATION", "MARRIAGE", "PAY_0", "BILL_AMT1", "SEX"])
def test_a_benchmark_of_arx_is_read_as_it_is(adult: Path, name: str) -> None:
    folder = adult.parent / "creditcard"
    if not folder.is_dir():
        pytest.skip("the credit card data is not here")
    file = folder / f"creditcard_hierarchy_{name}.csv"
    rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines(), delimiter=";"))
    hierarchy = from_csv(file, make_domain([row[0] for row in rows], name=name))
    assert hierarchy.height == len(rows[0]) - 1
    assert hierarchy.labels[-1] == ("*",)
    assert f"a single group, '{rows[0][-1]}'" in hierarchy.reason
