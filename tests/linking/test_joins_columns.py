"""Columns of several sources as people name them: pairs, facts and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines.joins.join import Column, Range
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName
from incrowd.linking.joins.columns import (
    Columns,
    Pair,
    joined_groups,
    parse_facts,
    parse_pairs,
    parse_ranges,
    split_on,
)

COLUMNS = Columns((("zip", "age", "a=b", "2.age"), ("zip", "plz", "x:y"), ("plz", "sex", "zip")))


def column(label: str) -> Column:
    """`1.zip` as a column."""
    return Column(int(label[0]) - 1, label[2:])


def pair(left: str, right: str, condition: str = "equal") -> Pair:
    return Pair(column(left), column(right), condition)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("zip", ["1.zip", "2.zip", "3.zip"]),
        ("2.zip", ["2.zip"]),
        ("age", ["1.age"]),
        ("1.plz", []),
        ("4.zip", []),
        ("0.zip", []),
        ("2.age", ["1.2.age"]),
        ("1.2.age", ["1.2.age"]),
        ("Zip", []),
        ("", []),
    ],
)
def test_a_name_means_every_column_that_is_called_so(name: str, labels: list[str]) -> None:
    assert COLUMNS.find(name) == [column(label) for label in labels]


def test_the_shortest_label_still_says_which_column_is_meant() -> None:
    assert COLUMNS.all == [
        *("1.zip", "age", "a=b", "2.age"),
        *("2.zip", "2.plz", "x:y"),
        *("3.plz", "sex", "3.zip"),
    ]


NAMES = st.lists(st.sampled_from(["a", "b", "1.a", "2.a", "1.2.a", "2.b"]), unique=True, max_size=5)


@given(st.lists(NAMES, min_size=1, max_size=3))
def test_a_label_finds_its_column_and_no_other(names: list[list[str]]) -> None:
    columns = Columns(tuple(map(tuple, names)))
    for source, each in enumerate(names):
        for name in each:
            assert columns.find(columns.label(Column(source, name))) == [Column(source, name)]


def test_an_unknown_column_is_named_with_the_likely_one() -> None:
    with pytest.raises(UnknownAttribute, match="No source has a column 'sexx'") as refusal:
        COLUMNS.require(" sexx ")
    assert refusal.value.hint == "Did you mean 'sex'?"


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("zip", [pair("1.zip", "2.zip"), pair("1.zip", "3.zip")]),
        ("zip=plz", [pair("1.zip", "2.plz"), pair("1.zip", "3.plz")]),
        ("1.zip=3.zip:overlaps", [pair("1.zip", "3.zip", "overlaps")]),
        ("zip:covers", [pair("1.zip", "2.zip", "covers"), pair("1.zip", "3.zip", "covers")]),
        (" age = plz:covers", [pair("1.age", "2.plz", "covers"), pair("1.age", "3.plz", "covers")]),
        ("a=b=x:y", [pair("1.a=b", "2.x:y")]),
        ("age=x:y:covers", [pair("1.age", "2.x:y", "covers")]),
        ("plz=sex", [pair("2.plz", "3.sex")]),
    ],
)
def test_pairs_of_columns(text: str, pairs: list[Pair]) -> None:
    assert parse_pairs(COLUMNS, [text]) == pairs


@pytest.mark.parametrize(
    "given",
    [
        {"zip": "plz:covers"},
        [("zip", "plz", "covers")],
        [("zip", "plz:covers")],
        ["zip=plz:covers"],
        "zip=plz:covers",
    ],
    ids=["mapping", "three parts", "two parts", "list of texts", "text"],
)
def test_every_way_to_give_a_pair_means_the_same(given: object) -> None:
    assert parse_pairs(COLUMNS, given) == parse_pairs(COLUMNS, [("zip", "plz", "covers")])


def test_a_pair_that_is_given_twice_is_joined_once() -> None:
    assert parse_pairs(COLUMNS, ["1.zip=2.zip", "1.zip=2.zip:equal"]) == [pair("1.zip", "2.zip")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("age", "'age' does not join two sources"),
        ("sex=age", "'sex=age' does not join two sources"),
        ("=plz", "'=plz' is not a pair of columns"),
        ("zip=", "'zip=' is not a pair of columns"),
        ("zip=:covers", "'zip=:covers' is not a pair of columns"),
    ],
)
def test_what_joins_nothing_is_said_with_an_example(text: str, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        parse_pairs(COLUMNS, [text])
    assert "zip=postcode" in refusal.value.hint


@pytest.mark.parametrize("given", ["zip=plz:overlap", ("zip", "plz", "overlap")])
def test_a_condition_that_does_not_exist_is_named(given: str | tuple[str, ...]) -> None:
    with pytest.raises(UnknownName, match="no condition 'overlap'") as refusal:
        parse_pairs(COLUMNS, [given])
    assert refusal.value.hint == "Did you mean 'overlaps'?"


def test_the_side_that_is_not_known_is_named() -> None:
    for text in ("zipp=plz", "plz=zipp", "zipp"):
        with pytest.raises(UnknownAttribute, match="'zipp'"):
            split_on(COLUMNS, text)


def test_columns_joined_one_after_the_other_are_one_group() -> None:
    pairs = [pair("1.a", "2.a"), pair("3.c", "4.c"), pair("2.a", "3.c"), pair("1.z", "2.z")]
    assert joined_groups(pairs) == [
        tuple(map(column, ("1.a", "2.a", "3.c", "4.c"))),
        tuple(map(column, ("1.z", "2.z"))),
    ]
    assert joined_groups([]) == []


@pytest.mark.parametrize(
    ("given", "labels", "value"),
    [
        ("age=39", ["1.age"], "39"),
        ("zip=", ["1.zip", "2.zip", "3.zip"], ""),
        ("a=b=c", ["1.a=b"], "c"),
        ("1.zip,3.plz=13012", ["1.zip", "3.plz"], "13012"),
        (" 1.zip , 2.plz = 1 ", ["1.zip", "2.plz"], "1"),
        (("age", "a=b"), ["1.age"], "a=b"),
        (("1.zip,2.plz", "1"), ["1.zip", "2.plz"], "1"),
    ],
)
def test_facts(given: str | tuple[str, str], labels: list[str], value: str) -> None:
    assert parse_facts(COLUMNS, [given]) == [([column(label) for label in labels], value)]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("age", InvalidParameter, "'age' is not a fact"),
        ("agee=3", UnknownAttribute, "'agee'"),
        (("agee", "3"), UnknownAttribute, "'agee'"),
        ("1.zip,1.age=3", UnknownAttribute, "'1.zip,1.age'"),
    ],
    ids=["no value", "unknown", "unknown pair", "two columns of one source"],
)
def test_facts_that_are_none(given: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_facts(COLUMNS, [given])


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["1.age"], "age"),
        (["1.zip"], "1.zip"),
        (["1.zip", "2.zip", "3.zip"], "zip"),
        (["1.zip", "2.zip"], "1.zip,2.zip"),
        (["1.zip", "2.plz"], "1.zip,2.plz"),
    ],
)
def test_the_name_of_a_fact_finds_its_columns_again(labels: list[str], name: str) -> None:
    columns = [column(label) for label in labels]
    assert COLUMNS.shortest_name(columns) == name
    assert COLUMNS.find_together(name) == columns


ENDS = [["low", "high", "age=to"], ["low", "high"], ["high"]]


@pytest.mark.parametrize(
    ("given", "ranges"),
    [
        ("age=low:high", [Range(0, "age", "low", "high"), Range(1, "age", "low", "high")]),
        ("2.age=low:high", [Range(1, "age", "low", "high")]),
        (("age", "low", "high"), [Range(0, "age", "low", "high"), Range(1, "age", "low", "high")]),
        (("2.age", "low:high"), [Range(1, "age", "low", "high")]),
        ("a=low:age=to", [Range(0, "a", "low", "age=to")]),
        ("age=1.low:high", [Range(0, "age", "low", "high")]),
    ],
)
def test_ranges_of_two_columns(given: str | tuple[str, ...], ranges: list[Range]) -> None:
    assert parse_ranges(ENDS, [given]) == ranges


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("age=low", "'age=low' is not a range"),
        ("low:high", "'low:high' is not a range"),
        ("age=:high", "'age=:high' is not a range"),
        ("3.age=low:high", "No source has both ends of '3.age=low:high'"),
        ("7.age=low:high", "No source has both ends of '7.age=low:high'"),
        ("low=low:high", "Source 1 has a column 'low' already"),
        (("age", "low"), "'age=low' is not a range"),
    ],
)
def test_ranges_that_are_none(given: str | tuple[str, ...], message: str) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        parse_ranges(ENDS, [given])
    assert refusal.value.hint


def test_an_end_that_no_source_has_is_named() -> None:
    with pytest.raises(UnknownAttribute, match="'lower'"):
        parse_ranges(ENDS, ["age=lower:high"])
