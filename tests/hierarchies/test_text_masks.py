"""Codes, addresses and balanced sets: what is published of each value, level by level."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from itertools import pairwise

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import Hierarchy, build
from incrowd.hierarchies.builders.frequency import count_levels
from incrowd.table import Kind


def build_from(
    builder: str, values: list[str | None], counts: list[int] | None = None
) -> Hierarchy:
    return build(builder, make_domain(values, Kind.TEXT, counts=counts))


CODES = st.lists(st.text("012", min_size=4, max_size=4), min_size=1, max_size=30, unique=True)


@given(CODES)
def test_masked_codes_are_together_exactly_when_they_begin_alike(codes: list[str]) -> None:
    hierarchy = build_from("mask", [*codes])
    for level, title in enumerate(hierarchy.titles[:-1], start=1):
        kept = 1 if title == "first character" else int(title.split()[1])
        beginnings = {code[:kept] for code in codes}
        assert partition(hierarchy, level) == {
            frozenset(code for code in codes if code.startswith(start)) for start in beginnings
        }
        assert set(hierarchy.labels[level - 1]) == {start.ljust(4, "*") for start in beginnings}


@given(CODES)
def test_every_useful_mask_of_four_characters_is_offered(codes: list[str]) -> None:
    sizes = [len({code[:kept] for code in codes}) for kept in (3, 2, 1)]
    useful = [size for before, size in pairwise([len(codes), *sizes]) if 1 < size < before]
    assert [len(labels) for labels in build_from("mask", [*codes]).labels[:-1]] == useful


@given(st.lists(st.text("01", min_size=9, max_size=9), min_size=2, max_size=60, unique=True))
def test_long_codes_have_at_most_four_masks_each_coarser_than_the_last(codes: list[str]) -> None:
    hierarchy = build_from("mask", [*codes])
    sizes = [len(codes), *(len(labels) for labels in hierarchy.labels)]
    assert len(sizes) <= 1 + 4 + 1
    assert all(fine > coarse for fine, coarse in pairwise(sizes))
    useful = {len({code[:kept] for code in codes}) for kept in range(1, 9)} - {1, len(codes)}
    assert set(sizes[1:-1]) <= useful
    assert (len(sizes) > 2) is bool(useful)


def test_masks_of_long_codes_fall_evenly() -> None:
    # All 2^9 codes: four masks at 4/5, 3/5, 2/5, 1/5 of nine bits, hence 7, 5, 4 and 2 kept
    hierarchy = build_from("mask", [f"{number:09b}" for number in range(512)])
    assert [len(labels) for labels in hierarchy.labels] == [128, 32, 16, 4, 1]
    assert hierarchy.titles[0] == "first 7 characters"


def test_masks_of_british_postcodes_are_named_by_what_they_hide() -> None:
    hierarchy = build_from("mask", ["M1 1AE", "M1 1AF", "SW1A 1AA", "SW1A 2AB"])
    assert hierarchy.titles == ("last character masked", "last 3 characters masked", "*")


@pytest.mark.parametrize(
    ("values", "value", "labels"),
    [
        (["10", "11", "20"], "10", ["1*", "*"]),
        (["10", "20", "30"], "10", ["*"]),
        (["10"], "10", ["*"]),
        (["ñu1", "ñu2", "os1"], "ñu1", ["ñu*", "*"]),
        (["A1", "A12", "B1"], "A1", ["A1*", "*"]),
        (["M1 1AE", "M1 1AF", "SW1A 1AA", "SW1A 2AB"], "M1 1AE", ["M1 1A*", "M1 ***", "*"]),
    ],
    ids=["pair", "all differ at once", "one value", "unicode", "lengths", "british"],
)
def test_masks(values: list[str], value: str, labels: list[str]) -> None:
    assert path(build_from("mask", [*values]), value) == labels


def test_missing_codes_stay_apart() -> None:
    assert path(build_from("mask", ["10", "11", "20", None]), None) == ["*missing*", "*"]
    assert build_from("mask", [None]).titles == ("*",)


@pytest.mark.parametrize(
    ("addresses", "titles"),
    [
        (["10.0.0.1", "10.0.0.2", "10.0.1.1", "10.1.0.1", "11.0.0.1"], ("/24", "/16", "/8")),
        (["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8:1::1"], ("/64", "/48")),
        (["2001:db8::1", "2001:db8::2", "2001:db8:1::1", "2001:db9::1"], ("/64", "/32")),
        (["10.0.0.1", "10.0.0.2"], ()),
    ],
)
def test_networks_that_join_addresses_are_offered(
    addresses: list[str], titles: tuple[str, ...]
) -> None:
    hierarchy = build_from("ip_address", [*addresses])
    assert hierarchy.titles == (*(f"{title} networks" for title in titles), "*")


@given(st.lists(st.ip_addresses().map(str), min_size=1, max_size=20, unique=True))
def test_an_address_lies_in_its_network_and_in_no_other(addresses: list[str]) -> None:
    hierarchy = build_from("ip_address", [*addresses])
    for address in addresses:
        for level, label in enumerate(path(hierarchy, address)[:-1], start=1):
            mine = [name for name in hierarchy.labels[level - 1] if _holds(name, address)]
            assert mine == [label]


def _holds(network: str, address: str) -> bool:
    return ip_address(address) in ip_network(network)


def test_both_versions_stand_side_by_side() -> None:
    hierarchy = build_from("ip_address", ["10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::2"])
    assert hierarchy.titles == ("/24 and /64 networks", "*")
    assert hierarchy.labels[0] == ("10.0.0.0/24", "2001:db8::/64")


@pytest.mark.parametrize("odd", ["10.0.0", "10.0.0.256", "host", "", "1" * 65])
def test_what_is_no_address_stays_apart(odd: str) -> None:
    hierarchy = build_from("ip_address", ["10.0.0.1", "10.0.0.2", odd])
    assert path(hierarchy, odd) == [odd, "*"]


@pytest.mark.parametrize(
    ("address", "labels"),
    [
        ("ann@mail.example.org", ["*@mail.example.org", "*@*.org", "*"]),
        ("bob@EXAMPLE.ORG", ["*@example.org", "*@*.org", "*"]),
        (" cat@example.org ", ["*@example.org", "*@*.org", "*"]),
        ("dan@example.de", ["*@example.de", "*@*.de", "*"]),
        ("none", ["none", "none", "*"]),
        (None, ["*missing*", "*missing*", "*"]),
    ],
)
def test_mail_addresses_lose_the_person_then_the_house(
    address: str | None, labels: list[str]
) -> None:
    crowd = ["ann@mail.example.org", "eve@mail.example.org", "bob@EXAMPLE.ORG"]
    others = [" cat@example.org ", "dan@example.de", "fay@example.de", "none", None]
    assert path(build_from("email", [*crowd, *others]), address) == labels


@pytest.mark.parametrize(
    ("values", "levels"),
    [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (15, 3), (16, 4), (100, 4)],
)
def test_balanced_sets_have_as_many_levels_as_the_thesis_says(values: int, levels: int) -> None:
    # DESIGN.md: L = max(1, min(⌊log2|V|⌋, 4))
    assert count_levels(values) == levels


@pytest.mark.parametrize(
    ("counts", "labels"),
    [
        # least + most, second least + second most
        ({"a": 1, "b": 2, "c": 3, "d": 4}, {"{a, d}", "{b, c}"}),
        # ties by value order
        ({"a": 1, "b": 1, "c": 1, "d": 1}, {"{a, d}", "{b, c}"}),
        # an odd number: the two least frequent with the most frequent
        ({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, {"{a, b, e}", "{c, d}"}),
        ({"e": 1, "d": 2, "c": 3, "b": 4, "a": 5}, {"{a, d, e}", "{b, c}"}),
    ],
)
def test_rare_values_join_frequent_ones(counts: dict[str, int], labels: set[str]) -> None:
    hierarchy = build_from("frequency", [*counts], [*counts.values()])
    assert set(hierarchy.labels[0]) == labels


def test_sets_join_sets_at_the_next_level() -> None:
    # Eight values of 1 … 8 rows: pairs of nine rows each, hence by smallest member: ah, bg, cf, de
    counts = {letter: rows for rows, letter in enumerate("abcdefgh", start=1)}
    hierarchy = build_from("frequency", [*counts], [*counts.values()])
    assert hierarchy.labels[0] == ("{a, h}", "{b, g}", "{c, f}", "{d, e}")
    assert hierarchy.labels[1] == ("{a, d, e, h}", "{b, c, f, g}")


def test_missing_is_paired_like_a_value() -> None:
    hierarchy = build_from("frequency", ["a", "b", "c", None], [4, 3, 2, 1])
    assert path(hierarchy, None) == ["{a, *missing*}", "*"]


def test_values_of_two_or_fewer_are_shown_or_hidden() -> None:
    for values in ([], ["a"], ["a", "b"]):
        assert build_from("suppress", [*values]).titles == ("*",)
