"""The fast ways against slow obvious ones on random tables, in any state."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.subsets import matrix as matrix_module
from incrowd.subsets import maximal as maximal_module
from incrowd.subsets.columns import Columns
from incrowd.subsets.hact import LINKAGES, build_tree, flip
from incrowd.subsets.matrix import SIZE_MEASURES, build_matrix, subset_classes
from incrowd.subsets.maximal import find_maximal
from incrowd.subsets.releasing import check_threshold, cut

WIDTH = 4


def shown_rows(crowd: Crowd, rows, levels, k):
    """The published rows at some levels, those of classes below k left out."""
    shown = [published(crowd, row[: len(crowd.names)], levels) for row in rows]
    sizes = Counter(shown)
    return [row for row in shown if sizes[row] >= k]


def groups_of(shown, places) -> Counter:
    return Counter(tuple(row[place] for place in places) for row in shown)


def drawn(data, rows, width=WIDTH, sensitive=0):
    """Columns in a state, and the rows that are published there."""
    crowd = crowd_of(rows, width, sensitive)
    levels = data.draw(any_levels(crowd))
    k = data.draw(st.integers(1, 3))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    return Columns.of(classes), shown_rows(crowd, rows, levels, k)


@given(tables(WIDTH), st.integers(1, 5), st.booleans(), st.data())
def test_figures_of_every_pair(rows, below, by_hash, data):
    columns, shown = drawn(data, rows)
    with pytest.MonkeyPatch.context() as patch:
        if by_hash:
            patch.setattr(matrix_module, "DIRECT_LIMIT", 0)
        matrix = build_matrix(columns, below)
    pairs = [(a, b) for a in range(WIDTH) for b in range(WIDTH)]
    for places, figures in [*((pair, matrix.figures[pair]) for pair in pairs)] + [
        (tuple(range(WIDTH)), matrix.whole)
    ]:
        sizes = groups_of(shown, places).values()
        assert figures.tolist() == [
            len(sizes),
            min(sizes, default=0),
            sum(size == 1 for size in sizes),
            sum(size for size in sizes if size < below),
        ]


@given(tables(WIDTH + 1), st.data())
def test_a_subset_is_the_state_with_all_others_hidden(rows, data):
    columns, shown = drawn(data, rows, sensitive=1)
    places = data.draw(st.sets(st.integers(0, WIDTH - 1)).map(sorted))
    classes = subset_classes(columns, places)
    assert sorted(classes.sizes.tolist()) == sorted(groups_of(shown, places).values())
    values = classes.values_of("s0")
    assert values.counts.sum() == classes.kept_rows == len(shown)
    if not shown:
        return
    matrix = build_matrix(columns)
    for name in ("uniques", "average_risk", "highest_risk"):
        for a, b in combinations(range(WIDTH), 2):
            expected = measure(name).compute(Question(subset_classes(columns, [a, b])))
            assert SIZE_MEASURES[name](matrix.figures, matrix.rows)[a, b] == pytest.approx(expected)


def slow_tree(shown, width, linkage):
    """Try every pair of clusters in every round; (left, right, value, k of the union)."""

    def k(members):
        return min(groups_of(shown, members).values(), default=0)

    def value(left, right):
        pairs = [k({i, j}) for i in left for j in right]
        return {
            "union": lambda: k({*left, *right}),
            "average": lambda: sum(pairs) / len(pairs),
            "single": lambda: max(pairs),
            "complete": lambda: min(pairs),
        }[linkage]()

    alive = {place: (place,) for place in range(width)}
    merges = []
    while len(alive) > 1:
        best = max(
            combinations(sorted(alive), 2),
            key=lambda pair: (value(alive[pair[0]], alive[pair[1]]), -pair[0], -pair[1]),
        )
        left, right = alive.pop(best[0]), alive.pop(best[1])
        merges.append((left, right, value(left, right), k({*left, *right})))
        alive[width + len(merges) - 1] = (*left, *right)
    return merges


@given(tables(5, 60), st.sampled_from(LINKAGES), st.data())
def test_trees(rows, linkage, data):
    columns, shown = drawn(data, rows, 5)
    matrix = build_matrix(columns)
    tree = build_tree(columns, matrix, linkage)
    found = [
        (*(tree.nodes[child].members for child in node.children), node.value, node.k)
        for node in tree.merges
    ]
    for mine, slow in zip(found, slow_tree(shown, 5, linkage), strict=True):
        assert mine[:2] == slow[:2]
        assert mine[2:] == pytest.approx(slow[2:])
    assert sorted(flip(tree, matrix)) == list(range(5))


@given(tables(5, 60), st.integers(1, 9), st.data())
def test_every_maximal_subset_is_found(rows, threshold, data):
    columns, shown = drawn(data, rows, 5)
    held = [
        set(places)
        for length in range(1, 6)
        for places in combinations(range(5), length)
        if min(groups_of(shown, places).values(), default=0) >= threshold
    ]
    expected = [one for one in held if not any(one < other for other in held)]
    matrix = build_matrix(columns)
    found = find_maximal(columns, matrix, threshold)
    assert found.complete
    assert sorted(one.members for one in found.subsets) == sorted(map(tuple, map(sorted, expected)))
    for one in found.subsets:
        assert one.k == min(groups_of(shown, one.members).values())
    for linkage in LINKAGES:
        for one in cut(columns, build_tree(columns, matrix, linkage), threshold):
            assert set(one.members) in held
            if one.next is None:
                assert len(one.members) == 5
                continue
            small = [
                (values, size)
                for values, size in groups_of(shown, one.next.members).items()
                if size < threshold
            ]
            assert (one.next.groups, one.next.rows) == (len(small), sum(s for _, s in small))
            assert set(one.next.members) == {*one.members, *one.next.added}
            told = [
                (tuple("*missing*" if cell is None else cell for cell in values), size)
                for values, size in small
            ]
            for example in one.next.examples:
                assert (tuple(example.values.values()), example.rows) in told


def test_a_search_that_is_too_long_says_so(monkeypatch):
    rows = [tuple("ab"[bool(number & 1 << place)] for place in range(6)) for number in range(64)]
    crowd = crowd_of(rows, 6)
    columns = Columns.of(crowd.at(crowd.bottom))
    matrix = build_matrix(columns)
    assert len(find_maximal(columns, matrix, 8).subsets) == 20  # any three of six
    short = find_maximal(columns, matrix, 8, most_work=200_000)
    assert not short.complete
    assert all(one.k >= 8 for one in short.subsets)
    monkeypatch.setattr(maximal_module, "MOST_SUBSETS", 4)
    few = find_maximal(columns, matrix, 8)
    assert (len(few.subsets), few.complete) == (4, False)


def test_one_attribute_and_constant_attributes():
    crowd = crowd_of([("a",), ("a",), ("b",)], 1)
    columns = Columns.of(crowd.at(crowd.bottom))
    matrix = build_matrix(columns)
    tree = build_tree(columns, matrix)
    assert (tree.merges, flip(tree, matrix), matrix.whole_k) == ((), [0], 1)
    assert [one.members for one in cut(columns, tree, 1)] == [(0,)]
    crowd = crowd_of([("a", "b", "c")] * 4, 3)
    columns = Columns.of(crowd.at(crowd.bottom))
    matrix = build_matrix(columns)
    tree = build_tree(columns, matrix)
    assert [(node.members, node.k) for node in tree.merges] == [((0, 1), 4), ((2, 0, 1), 4)]
    (whole,) = cut(columns, tree, 4)
    assert (set(whole.members), whole.next) == ({0, 1, 2}, None)
    assert [one.members for one in find_maximal(columns, matrix, 4).subsets] == [(0, 1, 2)]


def test_nothing_is_published():
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    classes = crowd.at(crowd.bottom)
    columns = Columns.of(classes.keeping(np.zeros(classes.count, np.bool_)))
    matrix = build_matrix(columns)
    assert matrix.k.tolist() == [[0, 0], [0, 0]]
    assert build_tree(columns, matrix).merges[0].k == 0
    assert find_maximal(columns, matrix, 1).subsets == ()


def test_bad_thresholds_and_linkages():
    with pytest.raises(InvalidParameter, match="threshold of 0"):
        check_threshold(0)
    crowd = crowd_of([("a", "x")], 2)
    columns = Columns.of(crowd.at(crowd.bottom))
    with pytest.raises(UnknownName, match="linkage 'unoin'"):
        build_tree(columns, build_matrix(columns), "unoin")
