"""The figures of any local recoding against their slow twins, row by row and cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recoded_rows import any_recoding, published_rows, slow_covering, slow_entropy, slow_sizes
from recoded_rows import slow_values as slow_class_values
from small_crowds import crowd_of, tables

from incrowd.errors import InvalidParameter
from incrowd.search.local_recoding.match_risk import count_covering, count_exposed
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding


def recoded(rows, levels, quasi, sensitive=0) -> Recoding:
    """Every tuple whole and published at the same levels."""
    crowd = crowd_of(rows, quasi, sensitive)
    count = len(crowd.counts)
    return Recoding(
        crowd,
        np.arange(count, dtype=np.int32),
        crowd.counts,
        np.repeat(np.array(levels, np.uint8)[:, None], count, axis=1),
        np.ones(count, np.bool_),
    )


@given(st.data())
def test_classes_and_figures(data) -> None:
    recoding = data.draw(any_recoding(crowd_of(data.draw(tables(3)), 3)))
    sizes = slow_sizes(recoding)
    assert sorted(recoding.class_sizes.tolist()) == sizes
    assert recoding.k == min(sizes, default=0)
    assert recoding.suppressed_rows == recoding.crowd.rows - sum(sizes)
    shares = slow_entropy(recoding)
    assert recoding.entropy_per_attribute == pytest.approx(shares)
    ranked = Priorities.parse("q1", recoding.crowd.names)
    weighted = (0.5 * shares["q0"] + shares["q1"] + 0.5 * shares["q2"]) / 2
    assert recoding.entropy_weighted(ranked) == pytest.approx(weighted)


@given(st.data())
def test_people_covered(data) -> None:
    recoding = data.draw(any_recoding(crowd_of(data.draw(tables(3, most=25)), 3)))
    covering = slow_covering(recoding)
    assert count_covering(recoding).tolist() == covering
    people = zip(recoding.crowd.counts.tolist(), covering, strict=True)
    assert count_exposed(recoding, 3) == sum(count for count, cover in people if 0 < cover < 3)


@given(st.data())
def test_sensitive_values_of_classes(data) -> None:
    rows = data.draw(tables(3))
    crowd = crowd_of(rows, 2, 1)
    levels = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    recoding = recoded(rows, levels, 2, 1)
    found = recoding.values_of("s0")
    texts = found.sensitive.domain.values
    counted = [
        {texts[found.values[i]]: int(found.counts[i]) for i in range(start, end)}
        for start, end in zip(found.starts, found.starts[1:], strict=False)
    ]
    expected = [dict(one) for one in slow_class_values(recoding, rows, 2).values()]
    assert sorted(map(repr, (sorted(one.items(), key=repr) for one in counted))) == sorted(
        map(repr, (sorted(one.items(), key=repr) for one in expected))
    )


def test_everything_as_is_and_everything_hidden() -> None:
    rows = [("a", "x"), ("b", "x"), ("a", "x")]
    assert recoded(rows, (0, 0), 2).entropy == 1.0
    hidden = recoded(rows, (1, 1), 2)
    assert hidden.entropy == pytest.approx(0.0)
    assert hidden.entropy_per_attribute == {"q0": pytest.approx(0.0), "q1": 1.0}
    assert hidden.label("q0", 0) == "*"
    assert recoded(rows, (0, 0), 2).label("q0", 1) == "b"


def test_texts_make_classes_and_not_levels() -> None:
    """`*` is `*`, whether a value was always written so or was raised to it."""
    recoding = recoded([("*",), ("a",), ("b",)], (0,), 1)
    recoding.levels[0, 1:] = recoding.crowd.heights[0]
    assert [shown for _, shown in published_rows(recoding)] == [("*",)] * 3
    assert recoding.class_sizes.tolist() == [3]


def test_a_split_tuple_has_no_known_sensitive_values() -> None:
    crowd = crowd_of([("a", "x"), ("a", "y")], 1, 1)
    split = Recoding(
        crowd,
        np.array([0, 0], np.int32),
        np.array([1, 1]),
        np.array([[0, 1]], np.uint8),
        np.ones(2, np.bool_),
    )
    with pytest.raises(InvalidParameter, match="before they are written"):
        split.values_of("s0")


def test_the_example_of_prioprivacy(golden) -> None:
    """`{*, 20, *}` is called 2-anonymous there, yet the man from Austria matches one row only."""
    lines = (golden / "prio_suppression_example.csv").read_text().split()[1:]
    crowd = crowd_of([tuple(line.split(",")) for line in lines], 3)
    lonely = int(np.flatnonzero(crowd.counts == 1)[0])
    levels = np.zeros((3, len(crowd.counts)), np.uint8)
    levels[0, lonely], levels[2, lonely] = crowd.heights[0], crowd.heights[2]
    everyone = np.arange(len(crowd.counts), dtype=np.int32)
    recoding = Recoding(crowd, everyone, crowd.counts, levels, np.ones(len(everyone), np.bool_))
    assert recoding.k == 1
    assert count_covering(recoding)[lonely] == 1
    assert count_exposed(recoding, 2) == 1


@given(tables(3))
def test_nothing_is_kept_where_all_values_are_hidden(rows) -> None:
    crowd = crowd_of(rows, 3)
    shares = recoded(rows, crowd.heights, 3).entropy_per_attribute
    assert set(shares.values()) <= {0.0, 1.0}  # 1 where there is one value, and nothing to lose
    for index, share in enumerate(shares.values()):
        assert share == (len({row[index] for row in rows}) <= 1)
