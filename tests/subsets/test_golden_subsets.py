"""Pairs, merges and leaf orders of the golden tables, for every linkage that is offered."""

from __future__ import annotations

import numpy as np
import pytest
from golden_trees import LINKAGES, facts_of, small_golden

from incrowd.subsets.columns import Columns
from incrowd.subsets.hact import build_tree, flip
from incrowd.subsets.matrix import build_matrix
from incrowd.subsets.maximal import find_maximal
from incrowd.subsets.releasing import closest, cut

TABLES = ["adult.csv", "odd_table1a", "toy16"]


@pytest.fixture(params=TABLES)
def table(request, golden):
    name = request.param
    if name == "adult.csv":
        crowd = request.getfixturevalue("adult_crowd")
    else:
        crowd = small_golden(golden, name)
    return facts_of(golden, name), Columns.of(crowd.at(crowd.bottom))


def test_every_attribute_and_every_pair(table):
    facts, columns = table
    matrix = build_matrix(columns)
    assert matrix.k.tolist() == facts["pairwise_k"]
    assert matrix.rows == facts["rows"]
    assert matrix.whole_k == facts["whole_k"]
    classes = matrix.figures[:, :, 0]
    assert dict(zip(matrix.names, np.diagonal(classes).tolist(), strict=True)) == facts["distinct"]


@pytest.mark.parametrize("linkage", LINKAGES)
def test_merges_and_order(table, linkage):
    facts, columns = table
    matrix = build_matrix(columns)
    tree = build_tree(columns, matrix, linkage)
    expected = facts["trees"][LINKAGES[linkage]]
    names = columns.names
    assert len(tree.merges) == len(expected["merges"])
    for node, fact in zip(tree.merges, expected["merges"], strict=True):
        left, right = (tree.nodes[child].members for child in node.children)
        assert [names[a] for a in left] == fact["left"]
        assert [names[a] for a in right] == fact["right"]
        assert node.k == fact["union_k"]
        assert node.value == pytest.approx(fact["linkage"], abs=1e-6)
    assert [names[a] for a in flip(tree, matrix)] == expected["uncle_order"]


def test_toy_by_hand(golden):
    crowd = small_golden(golden, "toy16")
    columns = Columns.of(crowd.at(crowd.bottom))
    matrix = build_matrix(columns, below=3)
    tree = build_tree(columns, matrix)
    (pair, c) = cut(columns, tree, 3)
    assert ([columns.names[a] for a in pair.members], pair.k) == (["A", "B"], 4)
    assert ([columns.names[a] for a in c.members], c.k) == (["C"], 4)
    # A, B and C together: each of the eight groups has two rows
    assert (pair.next.k, pair.next.groups, pair.next.rows) == (2, 8, 16)
    assert [columns.names[a] for a in pair.next.added] == ["C"]
    assert pair.next.examples[0].values == {"C": "c0", "A": "a0", "B": "b0"}
    assert pair.next.examples[0].rows == 2
    found = find_maximal(columns, matrix, 3)
    # A and C can go together, too, which the greedy tree misses
    assert [one.members for one in found.subsets] == [(0, 1), (0, 2)]
    assert found.complete
    assert cut(columns, tree, 9) == ()
    assert closest(matrix) == (0, 8)


def test_the_largest_triples_of_adult(golden, adult_crowd):
    facts = facts_of(golden, "adult.csv")
    columns = Columns.of(adult_crowd.at(adult_crowd.bottom))
    matrix = build_matrix(columns)
    named = [
        (one.k, [columns.names[a] for a in one.members])
        for one in find_maximal(columns, matrix, 4).subsets
    ]
    best = [(k, members) for k, members in map(tuple, facts["top_triples"]) if k >= 4]
    assert [one for one in named if len(one[1]) == 3] == sorted(
        best, key=lambda one: [columns.names.index(name) for name in one[1]]
    )
    assert not [one for one in named if len(one[1]) > 3]
