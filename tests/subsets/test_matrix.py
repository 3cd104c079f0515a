"""Figures of attributes, pairs and subsets by hand, and which attributes are compared at all."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.subsets.columns import Columns
from incrowd.subsets.matrix import (
    SIZE_MEASURES,
    build_matrix,
    compared,
    pair_figures,
    subset_classes,
)
from incrowd.subsets.maximal import find_maximal
from incrowd.subsets.minimal import find_minimal

PEOPLE: list[Row] = [
    ("17", "f", "Rome"),
    ("17", "f", "Rome"),
    ("17", "m", "Rome"),
    ("50", "m", "Oslo"),
    ("50", "m", "Oslo"),
    ("50", "m", "Rome"),
]


def columns_of(rows: list[Row], levels: tuple[int, ...] | None = None, k: int = 1) -> Columns:
    crowd = crowd_of(rows, len(rows[0]))
    classes = crowd.at(levels or crowd.bottom)
    return Columns.of(classes.keeping(classes.sizes >= k))


def test_k_of_every_attribute_and_pair_by_hand() -> None:
    matrix = build_matrix(columns_of(PEOPLE), below=3)
    assert matrix.k.tolist() == [[3, 1, 1], [1, 2, 2], [1, 2, 2]]
    assert (matrix.rows, matrix.whole_k) == (6, 1)
    # age and sex: f 17 twice, m 17 once, m 50 three times
    assert matrix.figures[0, 1].tolist() == [3, 1, 1, 3]


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("k", 1),
        ("uniques", 1),
        ("average_risk", 100 * 3 / 6),
        ("highest_risk", 100),
        ("below_k", 100 * 3 / 6),
    ],
)
def test_measures_of_a_pair_by_hand(name: str, figure: float) -> None:
    matrix = build_matrix(columns_of(PEOPLE), below=3)
    assert SIZE_MEASURES[name](matrix.figures, matrix.rows)[0, 1] == pytest.approx(figure)


def test_measures_of_nothing_are_finite() -> None:
    empty = build_matrix(columns_of(PEOPLE, k=7))
    for measure in SIZE_MEASURES.values():
        assert np.isfinite(measure(empty.figures, empty.rows)).all()


def test_rows_that_are_left_out_do_not_count() -> None:
    columns = columns_of(PEOPLE, k=2)
    assert (columns.rows, columns.width) == (4, 3)
    assert build_matrix(columns).k.tolist() == [[2, 2, 2]] * 3


def test_progress_of_the_matrix_counts_pairs() -> None:
    progress: list[float] = []
    build_matrix(columns_of(PEOPLE), step=progress.append)
    assert progress == [pair / 6 for pair in range(6)]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5)), min_size=1),
    st.integers(1, 6),
)
def test_figures_of_two_columns_equal_counting(
    entries: list[tuple[int, int, int]], below: int
) -> None:
    sizes: Counter[tuple[int, int]] = Counter()
    for first, second, rows in entries:
        sizes[first, second] += rows
    first, second, rows = (np.array(column) for column in zip(*entries, strict=True))
    figures = pair_figures(
        first.astype(np.int32), second.astype(np.int32), (4, 4), rows.astype(np.int64), below
    )
    small = [size for size in sizes.values() if size < below]
    alone = sum(size == 1 for size in sizes.values())
    assert figures.tolist() == [len(sizes), min(sizes.values()), alone, sum(small)]


@pytest.mark.parametrize(
    ("places", "sizes"), [([], [6]), ([0], [3, 3]), ([2], [2, 4]), ([0, 2], [1, 2, 3])]
)
def test_a_subset_hides_all_other_attributes(places: list[int], sizes: list[int]) -> None:
    columns = columns_of(PEOPLE)
    classes = subset_classes(columns, places)
    assert sorted(classes.sizes.tolist()) == sizes
    hidden = [name for place, name in enumerate(columns.names) if place not in places]
    assert all(classes.describe(0)[name] == "*" for name in hidden)


def test_groups_can_be_split_by_one_more_attribute() -> None:
    columns = columns_of(PEOPLE)
    age = columns.group([0])
    assert (age.count, age.k) == (2, 3)
    both = columns.extend(age, 1)
    assert (both.count, both.k) == (3, 1)
    assert sorted(both.sizes.tolist()) == sorted(columns.group([0, 1]).sizes.tolist())
    assert columns.group([]).sizes.tolist() == [6]


def test_some_attributes_alone_keep_their_names_and_rows() -> None:
    columns = columns_of(PEOPLE).only([2, 0])
    assert (columns.names, columns.places, columns.rows) == (("q2", "q0"), (2, 0), 6)
    assert len(columns.sizes) == 3
    assert {tuple(columns.published(entry, [0, 1]).values()) for entry in range(3)} == {
        ("Rome", "17"),
        ("Oslo", "50"),
        ("Rome", "50"),
    }


def test_nothing_published_has_no_smallest_group() -> None:
    assert columns_of(PEOPLE, k=7).group([0]).k == 0


@pytest.mark.parametrize(
    ("most_attributes", "most_work", "places"),
    [
        (120, 10**9, [0, 1, 2]),
        (3, 10**9, [0, 1, 2]),
        (2, 10**9, [0, 1]),
        (1, 10**9, [0]),
        # four entries and three pairs of two attributes and themselves: 12 are looked at
        (120, 12, [0, 1]),
        (120, 23, [0, 1]),
        (120, 24, [0, 1, 2]),
        (120, 0, [0, 1]),
    ],
)
def test_the_attributes_with_the_largest_k_are_compared(
    most_attributes: int, most_work: int, places: list[int]
) -> None:
    columns = columns_of(PEOPLE)
    assert len(columns.sizes) == 4
    assert compared(columns, most_attributes, most_work) == places


def test_attributes_are_compared_in_column_order_whatever_their_k() -> None:
    rows: list[Row] = [("a", "x", "u"), ("b", "x", "u"), ("c", "y", "u"), ("d", "y", "u")]
    assert compared(columns_of(rows), most_attributes=2) == [1, 2]


@given(tables(4, 30), st.integers(1, 5))
def test_maximal_subsets_do_not_contain_each_other(rows: list[Row], threshold: int) -> None:
    columns = columns_of(rows)
    subsets = find_maximal(columns, build_matrix(columns), threshold).subsets
    members = [set(subset.members) for subset in subsets]
    assert not any(one < other for one in members for other in members)
    lengths = [len(subset.members) for subset in subsets]
    assert lengths == sorted(lengths, reverse=True)


@given(tables(4, 30), st.integers(2, 4))
def test_who_is_singled_out_by_a_subset_is_below_k_there(rows: list[Row], k: int) -> None:
    columns = columns_of(rows)
    for combination in find_minimal(columns, k, 4).combinations:
        groups = columns.group(combination.attributes)
        assert (groups.sizes[groups.of[combination.entries]] < k).all()
        for left_out in combination.attributes:
            rest = columns.group([a for a in combination.attributes if a != left_out])
            assert (rest.sizes[rest.of[combination.entries]] >= k).all()
