"""Who matches which published rows, against a walk through all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_crowds import attribute, halving_hierarchy

from incrowd.hierarchies.hierarchy import Domain
from incrowd.linking.intervals import Interval, as_interval
from incrowd.linking.matching import count_matches
from incrowd.linking.meaning import covers, table_of_covers


@pytest.mark.parametrize(
    ("published", "inside", "outside"),
    [
        ("*", ["5", "x", None], []),
        ("x", ["x"], ["y", "*", None]),
        (None, [None], ["x", ""]),
        ("130**", ["13012", "13099"], ["14012", "1301", "130123", None]),
        ("20-29", ["20", "25", "29"], ["19", "30", "x", None]),
        ("[20-39[", ["20", "38.5"], ["39", "40"]),
        ("[20, 30]", ["20", "30"], ["31"]),
        ("]20;30[", ["21"], ["20", "30"]),
        ("20 to 30", ["20", "30"], ["31"]),
        ("-10--5", ["-10", "-7", "-5"], ["-4"]),
        (">=65", ["65", "90"], ["64"]),
        (">65", ["66"], ["65"]),
        ("<18", ["17"], ["18"]),
        ("≤18", ["18"], ["19"]),
        ("65+", ["65", "99"], ["64"]),
        ("1,5-2,5", ["2", "1,5"], ["2.6"]),
        ("{a, b}", ["a", "b"], ["c", "{a"]),
    ],
)
def test_what_a_text_stands_for(
    published: str | None, inside: list[str | None], outside: list[str | None]
) -> None:
    assert [value for value in inside if not covers(published, value)] == []
    assert [value for value in outside if covers(published, value)] == []


def test_intervals() -> None:
    assert as_interval("30-20") is None
    assert as_interval("abc") is None
    assert as_interval("2020-01-05") is None
    assert 5 in Interval(5, 5)
    assert 5 not in Interval(5, 5, with_high=False)


def test_a_hierarchy_knows_best() -> None:
    domain = Domain(attribute("x"), ("a", "b", "c", "d"), np.ones(4, np.int64))
    hierarchy = halving_hierarchy(domain)
    found = table_of_covers(["a", "g1", "*", "g9", "{a, c}"], domain.values, hierarchy)
    assert found.tolist() == [
        [True, False, False, False],
        [False, False, True, True],
        [True] * 4,
        [False] * 4,
        [True, False, True, False],
    ]


TEXTS = ["*", "a", "b", "c", "{a, b}"]
VALUES = ["a", "b", "c", None]


@settings(max_examples=60)
@given(
    published=st.lists(st.tuples(*[st.integers(0, 4)] * 3, st.integers(1, 5)), max_size=150),
    people=st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=20),
)
def test_matches_against_all_pairs(
    published: list[tuple[int, ...]], people: list[tuple[int, ...]]
) -> None:
    wanted = [
        sum(
            rows
            for *texts, rows in published
            if all(covers(TEXTS[t], VALUES[v]) for t, v in zip(texts, person, strict=True))
        )
        for person in people
    ]
    tables = [table_of_covers(TEXTS, VALUES)] * 3
    columns = np.array(published, np.int64).reshape(-1, 4)
    values = np.array(people, np.int32).reshape(-1, 3)
    found = count_matches(
        tables,
        [columns[:, place].astype(np.int32) for place in range(3)],
        np.ascontiguousarray(columns[:, 3]),
        [values[:, place] for place in range(3)],
    )
    assert found.tolist() == wanted
