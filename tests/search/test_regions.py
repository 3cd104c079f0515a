"""Regions, what published cells cover: a tree per attribute, its bits, the smallest in common."""

from __future__ import annotations

from itertools import pairwise
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.crowd.crowd import Crowd
from incrowd.search import regions as module
from incrowd.search.regions import Regions, common, either_width, hidden_bits


def labels_of(crowd: Crowd, index: int) -> list[tuple[int, str]]:
    """Level and text of every region of an attribute, in the order in which they are numbered."""
    hierarchy, ladder = crowd.hierarchies[index], crowd.ladders[index]
    return [
        (level, hierarchy.label(level, code))
        for level, radix in enumerate(ladder.radices)
        for code in range(radix)
    ]


def ancestors(regions: Regions, region: int) -> list[int]:
    """A region and all above it, up to the root."""
    path = [region]
    while regions.parents[path[-1]] != path[-1]:
        path.append(int(regions.parents[path[-1]]))
    return path


def test_the_regions_of_three_values_by_hand() -> None:
    # a, b, c; then {a, b} and {c}; then *
    crowd = crowd_of([("a",), ("a",), ("b",), ("c",)], 1)
    regions = Regions.of(crowd)
    assert labels_of(crowd, 0) == [(0, "a"), (0, "b"), (0, "c"), (1, "g0"), (1, "g1"), (2, "*")]
    assert regions.parents.tolist() == [3, 3, 4, 5, 5, 5]
    assert regions.levels.tolist() == [0, 0, 0, 1, 1, 2]
    assert regions.bits.tolist() == pytest.approx([1, 0, 0, log2(3), 0, 2])
    assert [starts.tolist() for starts in regions.starts] == [[0, 3, 5]]


def test_attributes_follow_on_each_other() -> None:
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    regions = Regions.of(crowd)
    assert regions.count == 6
    assert regions.attributes.tolist() == [0, 0, 0, 1, 1, 1]
    assert regions.parents.tolist() == [2, 2, 2, 5, 5, 5]


@given(tables(3))
def test_every_path_leads_to_the_root_of_its_attribute(rows: list[Row]) -> None:
    regions = Regions.of(crowd_of(rows, 3))
    for region in range(regions.count):
        path = ancestors(regions, region)
        levels = [int(regions.levels[place]) for place in path]
        assert all(low < high for low, high in pairwise(levels))
        assert len({int(regions.attributes[place]) for place in path}) == 1
        bits = [float(regions.bits[place]) for place in path]
        assert bits == sorted(bits)
        assert bits[-1] == pytest.approx(log2(len(rows)))


@given(tables(2), st.data())
def test_the_smallest_common_region_is_the_first_shared_ancestor(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    regions = Regions.of(crowd)
    attribute = data.draw(st.integers(0, 1))
    mine = np.flatnonzero(regions.attributes == attribute).tolist()
    occurring = [r for r in mine if regions.bits[r] > 0 or regions.levels[r] == 0]
    one, other = (data.draw(st.sampled_from(occurring)) for _ in range(2))
    shared = [place for place in ancestors(regions, one) if place in ancestors(regions, other)]
    assert common(regions.parents, regions.levels, one, other) == shared[0]


@given(tables(2), st.data())
def test_a_cell_is_published_as_the_region_of_its_level(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    regions = Regions.of(crowd)
    index = data.draw(st.integers(0, 1))
    count = len(crowd.counts)
    levels = np.array(
        [data.draw(st.integers(0, crowd.heights[index])) for _ in range(count)], np.uint8
    )
    tuples = np.arange(count, dtype=np.int32)
    published = regions.published(crowd, index, tuples, levels)
    assert regions.levels[published].tolist() == levels.tolist()
    for place, region in enumerate(published.tolist()):
        start = int(regions.starts[index][levels[place]])
        text = crowd.hierarchies[index].label(int(levels[place]), region - start)
        shown = [0, 0]
        shown[index] = int(levels[place])
        if levels[place]:
            assert text == crowd.describe(place, shown)[f"q{index}"]


def test_tuples_are_laid_out_in_the_order_asked_for() -> None:
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    regions = Regions.of(crowd)
    straight, reverse = regions.of_tuples(crowd, [0, 1]), regions.of_tuples(crowd, [1, 0])
    assert straight.tolist() == reverse[:, ::-1].tolist() == [[0, 3], [1, 4]]


def test_grids_are_as_narrow_as_the_number_of_regions_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    regions = Regions.of(crowd)
    assert regions.of_tuples(crowd, [0, 1]).dtype == np.uint16
    assert regions.as_grid(np.array([[1, 2]], np.int32)).dtype == np.uint16
    monkeypatch.setattr(module, "FIT_NARROW", regions.count)
    assert regions.of_tuples(crowd, [0, 1]).dtype == np.uint16
    monkeypatch.setattr(module, "FIT_NARROW", regions.count - 1)
    assert regions.of_tuples(crowd, [0, 1]).dtype == np.int32


def test_a_kernel_is_compiled_for_both_widths() -> None:
    assert either_width("void(grid[:, ::1], int64)") == (
        "void(uint16[:, ::1], int64)",
        "void(int32[:, ::1], int64)",
    )


@pytest.mark.parametrize(
    ("rows", "bits"),
    [
        # each of four different values takes two bits to tell
        ([("a",), ("b",), ("c",), ("d",)], [8]),
        ([("a",), ("a",), ("b",), ("b",)], [4]),
        ([("a",)] * 4, [0]),
        ([("a",)], [0]),
        ([("a", "x"), ("b", "x")], [2, 0]),
    ],
)
def test_bits_that_are_hidden_when_nothing_is_told(rows: list[Row], bits: list[float]) -> None:
    assert hidden_bits(crowd_of(rows, len(rows[0]))).tolist() == pytest.approx(bits)
