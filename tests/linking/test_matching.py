"""Who matches which published rows, against a walk through all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_crowds import attribute, halving_hierarchy

from incrowd.hierarchies.hierarchy import Domain
from incrowd.linking import identifying
from incrowd.linking.identifying import Listed, identify, table_of_matches
from incrowd.linking.intervals import Interval, as_interval
from incrowd.linking.meaning import covers, overlaps


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
    found = table_of_matches(["a", "g1", "*", "g9", "{a, c}"], domain.values, hierarchy)
    assert found.tolist() == [
        [True, False, False, False],
        [False, False, True, True],
        [True] * 4,
        [False] * 4,
        [True, False, True, False],
    ]


WAYS = [
    "*",
    "**",
    "a",
    "b",
    "{a, b}",
    "1*",
    "10-19",
    ">=15",
    "17",
    "17.0",
    "017",
    None,
    "*missing*",
]


def may_be(text: str | None, value: str | None) -> bool:
    """Whether a published text and a known value may stand for the same."""
    if text is None or text == "*missing*":
        return value in (None, "*missing*", "*", "**")
    if value is None:
        return text in ("*", "**")
    return overlaps(text, value)


def test_texts_and_values_that_fit() -> None:
    found = table_of_matches(WAYS, WAYS)
    assert found.tolist() == [[may_be(text, value) for value in WAYS] for text in WAYS]
    plain = ["a", "b", "17", "12", None]
    told = [[covers(text, value) for value in plain] for text in WAYS if text != "**"]
    again = table_of_matches([text for text in WAYS if text != "**"], plain)
    # a text that is missing as a word is missing, too
    assert again.tolist()[:-1] == told[:-1]


TEXTS = ["*", "a", "b", "c", "{a, b}"]
VALUES = ["a", "b", "c", None]


@settings(max_examples=60)
@given(
    published=st.lists(st.tuples(*[st.integers(0, 4)] * 3, st.integers(1, 5)), max_size=150),
    people=st.lists(st.tuples(*[st.integers(0, 3)] * 3, st.integers(1, 5)), max_size=20),
    block=st.sampled_from([1, 1 << 20]),
)
def test_who_is_behind_whom_against_all_pairs(
    published: list[tuple[int, ...]], people: list[tuple[int, ...]], block: int
) -> None:
    def fit(row: tuple[int, ...], person: tuple[int, ...]) -> bool:
        return all(may_be(TEXTS[t], VALUES[v]) for t, v in zip(row[:3], person[:3], strict=True))

    behind = [sum(one[3] for one in people if fit(row, one)) for row in published]
    about = [sum(row[3] for row in published if fit(row, one)) for one in people]
    fewest = [
        min((n for row, n in zip(published, behind, strict=True) if fit(row, one)), default=0)
        for one in people
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identifying, "BLOCK", block)  # 64 rows at once, or all of them
        found = identify([table_of_matches(TEXTS, VALUES)] * 3, _listed(published), _listed(people))
    assert found.people_of_rows.tolist() == behind
    assert found.rows_of_people.tolist() == about
    assert found.fewest.tolist() == fewest


def _listed(rows: list[tuple[int, ...]]) -> Listed:
    cells = np.array(rows, np.int64).reshape(-1, 4)
    codes = tuple(np.ascontiguousarray(cells[:, place].astype(np.int32)) for place in range(3))
    return Listed(codes, np.ascontiguousarray(cells[:, 3]))
