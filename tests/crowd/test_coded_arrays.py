"""Columns as engines hand them over: slices, chunks, dictionaries; the same crowd from each."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import attribute

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.engines.contract import ROWS
from incrowd.table import Role

ROWS_OF = list[tuple[str | None, str | None, int]]


def table(rows: ROWS_OF) -> pa.Table:
    columns = list(zip(*rows, strict=True)) if rows else [(), (), ()]
    return pa.table(
        {
            "q": pa.array(columns[0], pa.string()),
            "s": pa.array(columns[1], pa.string()),
            ROWS: pa.array(columns[2], pa.int64()),
        }
    )


def sliced(rows: ROWS_OF) -> pa.Table:
    """The rows in the middle of a longer table, so that buffers start elsewhere."""
    return table([("z", None, 9), (None, "y", 9), *rows, ("z", "z", 9)]).slice(2, len(rows))


def chunked(rows: ROWS_OF) -> pa.Table:
    half = len(rows) // 2
    return pa.concat_tables([table(rows[:half]), table(rows[half:])])


def encoded(rows: ROWS_OF) -> pa.Table:
    plain = table(rows)
    return pa.table(
        {
            "q": plain["q"].dictionary_encode(),
            "s": plain["s"].dictionary_encode(),
            ROWS: plain[ROWS],
        }
    )


def encoded_chunks(rows: ROWS_OF) -> pa.Table:
    """Each chunk with a dictionary of its own."""
    half = len(rows) // 2
    return pa.concat_tables([encoded(rows[:half]), encoded(rows[half:])])


def crowd_of(columns: pa.Table) -> Crowd:
    return build_crowd(columns, [attribute("q")], [attribute("s", Role.SENSITIVE)])


def contents(crowd: Crowd) -> object:
    """Everything that a crowd says, by value."""
    domain, sensitive = crowd.domains[0], crowd.sensitive[0]
    tuples = [domain.values[code] for code in crowd.codes[0].tolist()]
    entries = zip(sensitive.tuples.tolist(), sensitive.values.tolist(), strict=True)
    counted: dict[tuple[str | None, str | None], int] = {}
    for (place, value), rows in zip(entries, sensitive.counts.tolist(), strict=True):
        key = tuples[place], sensitive.domain.values[value]
        counted[key] = counted.get(key, 0) + rows
    return (
        domain.values,
        domain.counts.tolist(),
        sensitive.domain.values,
        sensitive.domain.counts.tolist(),
        dict(zip(tuples, crowd.counts.tolist(), strict=True)),
        counted,
    )


values = st.sampled_from(["a", "b", "ñ", "", None])
rows_of_any = st.lists(st.tuples(values, values, st.integers(1, 5)), min_size=2, max_size=20)


@pytest.mark.parametrize("arrange", [sliced, chunked, encoded, encoded_chunks])
@given(rows_of_any)
def test_however_a_column_comes_the_crowd_is_the_same(
    arrange: Callable[[ROWS_OF], pa.Table], rows: ROWS_OF
) -> None:
    assert contents(crowd_of(arrange(rows))) == contents(crowd_of(table(rows)))


def test_a_crowd_says_what_its_rows_say() -> None:
    rows: ROWS_OF = [("b", "flu", 2), ("a", None, 3), ("b", "hiv", 1), ("a", None, 1)]
    assert contents(crowd_of(table(rows))) == (
        ("a", "b"),
        [4, 3],
        ("flu", "hiv", None),
        [2, 1, 4],
        {"b": 3, "a": 4},
        {("b", "flu"): 2, ("a", None): 4, ("b", "hiv"): 1},
    )


def test_an_empty_text_is_a_value_and_a_missing_one_comes_last() -> None:
    crowd = crowd_of(table([("", "x", 1), (None, "x", 2), ("a", "x", 3)]))
    assert crowd.domains[0].values == ("", "a", None)
    assert crowd.domains[0].counts.tolist() == [1, 3, 2]
