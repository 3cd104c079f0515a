"""Levels above what is published, and how much columns give each other away."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import attribute

from incrowd.hierarchies import from_csv
from incrowd.hierarchies.hierarchy import Domain
from incrowd.linking.joins.joined_rows import cramers_v
from incrowd.linking.values.coarsening import levels_above
from incrowd.linking.values.published_value import covers

TEXT = "French;European;*\nThai;Asian;*\nLao;Asian;*\n"


def above(texts: list[str], **more) -> list[dict[str, str]]:
    return [dict(level.texts) for level in levels_above(dict.fromkeys(texts, 1), **more)]


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["130**", "131**", "15***"], [["13***", "13***", "15***"], ["1****"] * 3, ["*"] * 3]),
        (["20-30", "30-40", ">=40"], [["20-40", "20-40", ">=40"], ["*"] * 3]),
        (["20", "21", "25", "30"], [["20-21", "20-21", "25-30", "25-30"], ["*"] * 4]),
        (["m", "f"], [["*", "*"]]),
        (["*"], []),
        (["*", "a"], [["*", "*"]]),
    ],
)
def test_levels(texts: list[str], wanted: list[list[str]]) -> None:
    found = [list(level.values()) for level in above(texts)]
    # a level that leaves one text is `*`
    assert [level for level in found if len(set(level)) > 1] == [
        level for level in wanted if len(set(level)) > 1
    ]
    assert not wanted or found[-1] == ["*"] * len(texts)


def test_least_and_most_frequent_go_together() -> None:
    (first, *_) = levels_above({"a": 9, "b": 1, "c": 5, "d": 4})
    assert first.texts["a"] == first.texts["b"] == "{a, b}"
    assert first.texts["c"] == "{c, d}"


def test_levels_of_a_hierarchy() -> None:
    known = from_csv(TEXT, Domain(attribute("origin"), (), np.zeros(0, np.int64)))
    assert above(["French", "Thai", "Lao"], hierarchy=known) == [
        {"French": "European", "Thai": "Asian", "Lao": "Asian"},
        {"French": "*", "Thai": "*", "Lao": "*"},
    ]
    mixed = above(["French", "Asian"], hierarchy=known)
    assert mixed[-1] == {"French": "*", "Asian": "*"}


TEXTS = st.one_of(
    st.lists(st.sampled_from(["130**", "131**", "14***", "*"]), min_size=1, unique=True),
    st.lists(st.sampled_from(["1-5", "6-9", "10", ">=20", "12-15"]), min_size=1, unique=True),
    st.lists(st.sampled_from(["a", "b", "c", "{d, e}", "*"]), min_size=1, unique=True),
)


@given(texts=TEXTS, data=st.data())
def test_every_level_covers_the_one_below(texts: list[str], data: st.DataObject) -> None:
    rows = {text: data.draw(st.integers(1, 9)) for text in texts}
    below = {text: text for text in texts}
    for level in levels_above(rows):
        for text in texts:
            assert covers(level.texts[text], text)
            assert covers(level.texts[text], below[text])
        assert len(set(level.texts.values())) <= len(set(below.values()))
        below = dict(level.texts)
    assert set(below.values()) == {"*"}


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(1, 6)), min_size=2, max_size=30
    )
)
def test_association_against_the_whole_table(cells: list[tuple[int, int, int]]) -> None:
    left = np.array([cell[0] for cell in cells], np.int32)
    right = np.array([cell[1] for cell in cells], np.int32)
    rows = np.array([cell[2] for cell in cells], np.int64)
    table = np.zeros((4, 5))
    for one, two, count in cells:
        table[one, two] += count
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    height, width, n = *table.shape, table.sum()
    if min(height, width) < 2:
        assert cramers_v(left, right, rows) == 0
        return
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / n
    phi = ((table - expected) ** 2 / expected).sum() / n
    phi = max(0, phi - (height - 1) * (width - 1) / (n - 1))
    narrow = min(height - (height - 1) ** 2 / (n - 1), width - (width - 1) ** 2 / (n - 1)) - 1
    wanted = min(1.0, math.sqrt(phi / narrow)) if narrow > 0 else 0.0
    # Squares: near 0 a root turns a rounding error of 1e-16 into 1e-8.
    assert cramers_v(left, right, rows) ** 2 == pytest.approx(wanted**2, abs=1e-12)
    assert cramers_v(right, left, rows) ** 2 == pytest.approx(wanted**2, abs=1e-12)


def test_unrelated_columns_have_no_association() -> None:
    random = np.random.default_rng(1)
    left, right = random.integers(0, 30, (2, 2000)).astype(np.int32)
    assert cramers_v(left, right, np.ones(2000, np.int64)) < 0.05
