"""Labels and published rows, against the crowd value by value."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from release_tables import Row, case_of
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.crowd.crowd import State
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter
from incrowd.measures.enforcement import enforce
from incrowd.release.published_rows import kept_tuples, recodings


@given(tables(3), st.data())
def test_labels_are_those_of_the_hierarchies(rows: list[Row], data: st.DataObject) -> None:
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    known = recodings(crowd, levels)
    assert set(known) == {
        name for name, level in zip(crowd.names, levels, strict=True) if level > 0
    }
    for row in rows:
        shown = published(crowd, row, levels)
        for name, value, label in zip(crowd.names, row, shown, strict=True):
            if name in known:
                recoding = known[name]
                assert recoding.labels[recoding.values.index(value)] == label


@given(tables(2), st.integers(1, 4), st.data())
def test_tuples_know_their_class(rows: list[Row], k: int, data: st.DataObject) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    sizes = Counter(published(crowd, row, levels) for row in rows)
    kept = kept_tuples(enforce(crowd, State(levels, k)))
    assert kept.columns == ("q0", "q1")
    found = {(row["q0"], row["q1"]): (row["kept"], row["size"]) for row in kept.table.to_pylist()}
    assert len(found) == kept.table.num_rows
    assert found == {
        row: (sizes[published(crowd, row, levels)] >= k, sizes[published(crowd, row, levels)])
        for row in set(rows)
    }


@settings(max_examples=scaled(15))
@given(tables(3, most=25), st.integers(1, 4), st.data())
def test_pages_show_the_published_rows(rows: list[Row], k: int, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        case = case_of(Path(folder), rows, ["a", "b", "c"], "qqo")
        levels = data.draw(any_levels(case.crowd))
        request = PageRequest(
            recodings=recodings(case.crowd, levels),
            kept=kept_tuples(enforce(case.crowd, State(levels, k))),
            limit=len(rows),
        )
        page = case.source.page(request)
        case.source.close()
    shown = [published_or_missing(case.crowd, row, levels) for row in rows]
    sizes = Counter(shown)
    wanted = [
        (number, sizes[labels], (*labels, row[2]))
        for number, (labels, row) in enumerate(zip(shown, rows, strict=True), 1)
        if sizes[labels] >= k
    ]
    assert page.total == len(wanted)
    assert [(row.row, row.size, row.cells) for row in page.rows] == wanted


def published_or_missing(crowd: object, row: Row, levels: tuple[int, ...]) -> Row:
    """What a row shows; at level 0 a missing value stays missing."""
    labels = published(crowd, row[:2], levels)
    return tuple(
        value if level == 0 else label
        for value, label, level in zip(row, labels, levels, strict=False)
    )


def test_a_level_that_does_not_exist_is_refused() -> None:
    crowd = crowd_of([("a", "b")], 2)
    with pytest.raises(InvalidParameter):
        enforce(crowd, State((9, 0)))
    assert recodings(crowd, crowd.bottom) == {}


def test_many_tuples_are_not_written_out_one_by_one() -> None:
    rows: list[Row] = [(str(n % 100), str(n // 100)) for n in range(5_000)]
    crowd = crowd_of(rows, 2)
    kept = kept_tuples(crowd.at(crowd.bottom))
    column = kept.table.column(0).chunk(0)
    assert np.shares_memory(np.frombuffer(column.indices.buffers()[1], np.int32), crowd.codes[0])
