"""Trees of attributes by hand, leaf orders against a slow recursive rule, where trees are cut."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import Row, crowd_of, tables

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.subsets.columns import Columns
from incrowd.subsets.hact import LINKAGES, Tree, build_tree, flip
from incrowd.subsets.matrix import Matrix, build_matrix
from incrowd.subsets.releasing import MOST_EXAMPLES, check_threshold, closest, cut


def columns_of(rows: list[Row]) -> Columns:
    crowd = crowd_of(rows, len(rows[0]))
    return Columns.of(crowd.at(crowd.bottom))


def tree_of(rows: list[Row], linkage: str = "union") -> tuple[Columns, Matrix, Tree]:
    columns = columns_of(rows)
    matrix = build_matrix(columns)
    return columns, matrix, build_tree(columns, matrix, linkage)


TWINS: list[Row] = [("a", "x", "u"), ("a", "x", "v"), ("b", "y", "u"), ("b", "y", "v")]
"""The first two columns say the same: k is 2 alone, 2 together, and 1 with the third."""


def test_columns_that_say_the_same_are_merged_first() -> None:
    _, _, tree = tree_of(TWINS)
    assert [(node.members, node.k) for node in tree.merges] == [((0, 1), 2), ((2, 0, 1), 1)]
    assert [node.children for node in tree.merges] == [(0, 1), (2, 3)]
    assert tree.parents == {0: 3, 1: 3, 2: 4, 3: 4}
    assert tree.leaves(4) == [2, 0, 1]


@pytest.mark.parametrize(
    ("linkage", "value"), [("union", 1), ("average", 1.0), ("single", 1.0), ("complete", 1.0)]
)
def test_the_value_of_the_last_merge(linkage: str, value: float) -> None:
    _, _, tree = tree_of(TWINS, linkage)
    assert tree.merges[0].value == 2
    assert tree.merges[-1].value == value


def test_linkages_differ_where_pairs_do() -> None:
    # k of the pairs: q0 q1 = 3, q0 q2 = 1, q1 q2 = 2
    rows: list[Row] = [
        *[("a", "x", "u")] * 3,
        *[("a", "x", "v")] * 2,
        ("b", "x", "u"),
        *[("b", "y", "v")] * 3,
        *[("b", "x", "v")] * 3,
    ]
    pairs = {(a, b): int(tree_of(rows)[1].k[a, b]) for a, b in combinations(range(3), 2)}
    values = {linkage: tree_of(rows, linkage)[2].merges[-1].value for linkage in LINKAGES}
    first = tree_of(rows)[2].merges[0].members
    rest = next(place for place in range(3) if place not in first)
    between = [pairs[tuple(sorted((rest, member)))] for member in first]
    assert values["average"] == pytest.approx(sum(between) / 2)
    assert values["single"] == max(between)
    assert values["complete"] == min(between)
    assert values["union"] <= values["complete"]


def test_equal_values_go_to_the_lowest_numbers() -> None:
    _, _, tree = tree_of([("a", "x", "u", "p")] * 2)
    assert [node.children for node in tree.merges] == [(0, 1), (2, 3), (4, 5)]
    assert [node.k for node in tree.nodes] == [2] * 7


def test_an_unknown_linkage_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        tree_of(TWINS, "avrage")
    assert str(caught.value) == "There is no linkage 'avrage'."
    assert caught.value.hint == "Did you mean 'average'?"


def test_progress_ends_at_one() -> None:
    columns = columns_of(TWINS)
    progress: list[float] = []
    build_tree(columns, build_matrix(columns), step=progress.append)
    assert progress == [0.5, 1.0]


def slow_flip(
    tree: Tree, k: np.ndarray, number: int, uncle: list[int] | None, left: bool
) -> list[int]:
    """The rule of golden/README.md, node by node from the root."""
    children = tree.nodes[number].children
    if children is None:
        return [number]

    def likeness(child: int) -> float:
        leaves = list(tree.nodes[child].members)
        others = leaves if uncle is None else uncle
        return float(np.mean([k[a, b] for a in leaves for b in others]))

    first, second = children
    if likeness(first) > likeness(second) if left else likeness(first) < likeness(second):
        first, second = second, first
    return [
        *slow_flip(tree, k, first, list(tree.nodes[second].members), True),
        *slow_flip(tree, k, second, list(tree.nodes[first].members), False),
    ]


@given(tables(5, 40), st.sampled_from(LINKAGES))
def test_leaves_turn_towards_their_uncle(rows: list[Row], linkage: str) -> None:
    _, matrix, tree = tree_of(rows, linkage)
    order = flip(tree, matrix)
    assert order == slow_flip(tree, matrix.k, len(tree.nodes) - 1, None, True)


@given(tables(4, 40), st.sampled_from(LINKAGES))
def test_a_merged_node_is_never_safer_than_its_parts(rows: list[Row], linkage: str) -> None:
    _, _, tree = tree_of(rows, linkage)
    for node in tree.merges:
        left, right = (tree.nodes[child] for child in node.children or ())
        assert node.k <= min(left.k, right.k)
        assert set(node.members) == {*left.members, *right.members}


@given(tables(4, 40), st.integers(1, 6))
def test_what_is_cut_holds_the_threshold_and_nothing_larger_does(
    rows: list[Row], threshold: int
) -> None:
    columns, _, tree = tree_of(rows)
    parts = cut(columns, tree, threshold)
    released = [place for part in parts for place in part.members]
    assert len(released) == len(set(released))
    for part in parts:
        assert part.k == columns.group(part.members).k >= threshold
        if part.next is not None:
            assert part.next.k < threshold
            assert columns.group(part.next.members).k == part.next.k
            assert {*part.members, *part.next.added} == set(part.next.members)
            assert len(part.next.examples) == min(part.next.groups, MOST_EXAMPLES)
    sizes = [(len(part.members), part.k) for part in parts]
    assert sizes == sorted(sizes, reverse=True)


def test_a_cut_says_what_breaks_the_next_merge() -> None:
    columns, _, tree = tree_of(TWINS)
    pair, third = cut(columns, tree, 2)
    assert (pair.members, pair.k, third.members, third.k) == ((0, 1), 2, (2,), 2)
    assert pair.next is not None
    assert (pair.next.added, pair.next.k, pair.next.groups, pair.next.rows) == ((2,), 1, 4, 4)
    assert pair.next.examples[0].values == {"q2": "u", "q0": "a", "q1": "x"}
    assert pair.next.examples[0].rows == 1


def test_a_threshold_that_everything_holds_leaves_nothing_to_add() -> None:
    columns, _, tree = tree_of(TWINS)
    (whole,) = cut(columns, tree, 1)
    assert (sorted(whole.members), whole.next) == ([0, 1, 2], None)


def test_examples_of_small_groups_come_smallest_first() -> None:
    rows: list[Row] = [("a", "x")] * 3 + [("a", "y")] * 2 + [("b", "x")] + [("b", "y")] * 4
    columns, _, tree = tree_of(rows)
    part = cut(columns, tree, 5)[0]
    assert part.next is not None
    assert [example.rows for example in part.next.examples] == [1, 2, 3, 4]


def test_the_safest_attribute_is_told_with_its_k() -> None:
    _, matrix, _ = tree_of([("a", "x"), ("a", "y"), ("a", "x"), ("b", "y")])
    assert closest(matrix) == (1, 2)


@pytest.mark.parametrize("threshold", [1, 5, 10**6])
def test_a_threshold_of_one_or_more_is_possible(threshold: int) -> None:
    assert check_threshold(threshold) == threshold


@pytest.mark.parametrize("threshold", [0, -3])
def test_a_threshold_below_one_is_refused(threshold: int) -> None:
    with pytest.raises(InvalidParameter) as caught:
        check_threshold(threshold)
    assert str(caught.value) == f"A threshold of {threshold} is not possible."
    assert caught.value.hint == "Choose 1 or more, for example 5."
