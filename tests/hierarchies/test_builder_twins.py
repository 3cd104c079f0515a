"""Builders beside slow, obvious twins on random values, and readers on random texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import date, datetime
from ipaddress import IPv4Address, IPv6Address, ip_network
from pathlib import Path

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import example, given
from hypothesis import strategies as st

from incrowd.errors import HierarchyError
from incrowd.hierarchies import Hierarchy, build, from_csv, to_csv
from incrowd.table import Kind

Partition = set[frozenset[str | None]]


def split_by(values: list[str], key: Callable[[str], Hashable]) -> Partition:
    """Group values by a key, one after the other."""
    groups: dict[Hashable, set[str | None]] = {}
    for value in values:
        groups.setdefault(key(value), set()).add(value)
    return {frozenset(members) for members in groups.values()}


def partitions(hierarchy: Hierarchy) -> list[Partition]:
    return [partition(hierarchy, level) for level in range(1, hierarchy.height + 1)]


def distinct_steps(values: list[str], steps: list[Partition]) -> list[Partition]:
    """Leave out what changes nothing, and end with everything together."""
    kept, size = [], len(values)
    for step in steps:
        if 1 < len(step) < size:
            kept.append(step)
            size = len(step)
    return [*kept, {frozenset(values)}]


@given(st.lists(st.text("01ab", min_size=1, max_size=5), min_size=1, max_size=40, unique=True))
def test_masks_group_what_begins_alike(values: list[str]) -> None:
    steps = [split_by(values, lambda value, n=kept: value[:n]) for kept in range(4, 0, -1)]
    hierarchy = build("mask", make_domain(values))
    assert partitions(hierarchy) == distinct_steps(values, steps)


@given(
    st.lists(st.text("0123456789", min_size=9, max_size=9), min_size=1, max_size=60, unique=True)
)
def test_masked_labels_fit_their_values(values: list[str]) -> None:
    hierarchy = build("mask", make_domain(values))
    assert hierarchy.height <= 5
    for value in values:
        for label in path(hierarchy, value)[:-1]:
            kept = label.rstrip("*")
            assert len(label) == 9
            assert 0 < len(kept) < 9
            assert value.startswith(kept)


def quarter(day: date) -> tuple[int, int]:
    return day.year, (day.month + 2) // 3


@given(
    st.lists(st.dates(date(1995, 1, 1), date(2005, 12, 31)), min_size=1, max_size=40, unique=True)
)
def test_dates_group_by_the_calendar(days: list[date]) -> None:
    values = [day.strftime("%d/%m/%Y") for day in days]
    of = dict(zip(values, days, strict=True))
    keys: list[Callable[[str], Hashable]] = [
        lambda value: of[value],
        lambda value: (of[value].year, of[value].month),
        lambda value: quarter(of[value]),
        lambda value: of[value].year,
        lambda value: of[value].year // 10,
    ]
    hierarchy = build("date", make_domain(values, Kind.DATE, date_format="%d/%m/%Y"))
    assert partitions(hierarchy) == distinct_steps(values, [split_by(values, key) for key in keys])


@given(st.lists(st.datetimes(), min_size=1, max_size=30, unique=True))
def test_labels_of_timestamps_are_their_beginnings(moments: list[datetime]) -> None:
    values = [moment.isoformat(" ") for moment in moments]
    hierarchy = build("date", make_domain(values, Kind.TIMESTAMP))
    for value in values:
        for title, label in zip(hierarchy.titles, path(hierarchy, value), strict=True):
            if title in ("hour", "day", "month", "year"):
                assert value.startswith(label.removesuffix("h"))
            elif title == "decade":
                assert value.startswith(label[:3])


@given(st.lists(st.ip_addresses(), min_size=1, max_size=30, unique=True))
def test_networks_hold_their_addresses(addresses: list[IPv4Address | IPv6Address]) -> None:
    hierarchy = build("ip_address", make_domain([str(address) for address in addresses]))
    for address in addresses:
        for label in path(hierarchy, str(address))[:-1]:
            assert address in ip_network(label)


@given(st.lists(st.integers(2**32 - 2**18, 2**32 - 1), min_size=1, max_size=30, unique=True))
def test_networks_group_by_their_bits(numbers: list[int]) -> None:
    values = [str(IPv4Address(number)) for number in numbers]
    steps = [
        split_by(values, lambda value, n=bits: int(IPv4Address(value)) >> (32 - n))
        for bits in (24, 16, 8)
    ]
    assert partitions(build("ip_address", make_domain(values))) == distinct_steps(values, steps)


@given(st.lists(st.integers(0, 120), min_size=1, max_size=60, unique=True))
def test_ages_group_by_division(ages: list[int]) -> None:
    values = [str(age) for age in ages]
    steps = [split_by(values, lambda value, n=width: int(value) // n) for width in (5, 10, 20)]
    hierarchy = build("age", make_domain(values, Kind.INTEGER))
    assert partitions(hierarchy) == distinct_steps(values, steps)


@given(st.lists(st.integers(1000, 2100), min_size=1, max_size=60, unique=True))
def test_years_lie_in_the_bands_that_name_them(years: list[int]) -> None:
    hierarchy = build("year", make_domain([str(year) for year in years], Kind.INTEGER))
    for year in years:
        for label in path(hierarchy, str(year))[:-1]:
            if label.endswith("s"):
                assert year // 10 == int(label[:-1]) // 10
            else:
                low, high = map(int, label.split("-"))
                assert low <= year <= high


def read_or_refuse(source: Path | str) -> Hierarchy | HierarchyError:
    try:
        return from_csv(source, make_domain(["a"]))
    except HierarchyError as error:
        return error


cells = st.text(st.sampled_from('ab;,\t|"*\n\r 1'), max_size=30)


@given(cells)
@example('"')
@example('a;"*"')
@example("a;*\rb;*")
@example(";*\n;*")
def test_any_text_is_read_or_refused(text: str) -> None:
    outcome = read_or_refuse(text)
    if isinstance(outcome, HierarchyError):
        assert outcome.message.startswith("The hierarchy of 'x'")
        assert outcome.hint
    else:
        assert "a" in outcome.values
        assert outcome.labels[-1] == ("*",)


@given(st.binary(max_size=60))
@example(b"\xff\xfea")
@example(b"\xef\xbb\xbf")
@example(b"a;\x81;*")
@example(b"a;\x00;*")
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(raw)
    outcome = read_or_refuse(file)
    if isinstance(outcome, HierarchyError):
        assert "any.csv" in outcome.message
    else:
        assert "a" in outcome.values


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz"), st.sampled_from("12")),
        min_size=1,
        max_size=8,
    )
)
def test_a_file_is_accepted_exactly_when_it_is_a_chain(rows: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{value};{fine};{coarse};*\n" for value, fine, coarse in rows)
    paths = {value: {row[1:] for row in rows if row[0] == value} for value, _, _ in rows}
    parents = {fine: {row[2] for row in rows if row[1] == fine} for _, fine, _ in rows}
    sound = all(len(one) == 1 for one in (*paths.values(), *parents.values()))
    domain = make_domain(sorted(paths))
    if sound:
        hierarchy = from_csv(text, domain)
        assert from_csv(to_csv(hierarchy), domain).values == hierarchy.values
    else:
        with pytest.raises(HierarchyError, match=r"appears twice|are together at level 1"):
            from_csv(text, domain)


def test_a_written_file_is_read_again(tmp_path: Path) -> None:
    domain = make_domain(["1", "5", "9", "?", None], Kind.INTEGER)
    written = build("interval", domain)
    file = tmp_path / "x.csv"
    file.write_text(to_csv(written), encoding="utf-8")
    read = from_csv(file, domain)
    assert all(path(read, value) == path(written, value) for value in domain.values)
