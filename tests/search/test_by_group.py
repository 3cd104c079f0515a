"""What each group of rows loses, against rows spelled out one by one."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recoded_rows import any_recoding, original, text
from small_crowds import crowd_of, tables

from incrowd.errors import InvalidParameter
from incrowd.measures.utility.by_group import (
    Entries,
    entries_by_attribute,
    entries_by_sensitive,
    losses_by_group,
)
from incrowd.search.recoding import Recoding

Cells = list[tuple[bool, list[float], int]]
"""Of each row whether it is kept, how far each cell moved, and how many of them are untouched."""


def slow_losses(cells: Cells) -> tuple[int, int, float, float]:
    """Rows, removed ones, and the means over all cells, row by row."""
    width = len(cells[0][1])
    lost = sum(sum(moved) if kept else width for kept, moved, _ in cells)
    exact = sum(untouched if kept else 0 for kept, _, untouched in cells)
    removed = sum(not kept for kept, _, _ in cells)
    return len(cells), removed, lost / len(cells) / width, exact / len(cells) / width


def spell_out(recoding: Recoding, part: int) -> tuple[bool, list[float], int]:
    levels = recoding.levels[:, part].tolist()
    heights = recoding.crowd.heights
    moved = [level / height for level, height in zip(levels, heights, strict=True)]
    return bool(recoding.kept[part]), moved, levels.count(0)


def check(recoding: Recoding, entries: Entries, labels: list[str | None], cells: dict) -> None:
    found = losses_by_group(recoding, entries, len(labels))
    for place, label in enumerate(labels):
        if label not in cells:
            assert found.rows[place] == found.lost[place] == 0
            continue
        rows, removed, lost, exact = slow_losses(cells[label])
        assert (found.rows[place], found.removed[place]) == (rows, removed)
        assert found.lost[place] == pytest.approx(lost)
        assert found.exact[place] == pytest.approx(exact)
    whole = float(found.rows @ found.lost) / recoding.crowd.rows
    assert whole == pytest.approx(recoding.utility["precision"])


@given(st.data())
def test_groups_by_a_quasi_identifier_at_any_level(data: st.DataObject) -> None:
    crowd = crowd_of(data.draw(tables(3)), 3)
    recoding: Recoding = data.draw(any_recoding(crowd))
    index = data.draw(st.integers(0, 2))
    level = data.draw(st.integers(0, crowd.heights[index]))
    cells = defaultdict(list)
    for part, count in enumerate(recoding.counts.tolist()):
        value = original(crowd, int(recoding.tuples[part]))[index]
        cells[text(crowd, index, value, level)] += [spell_out(recoding, part)] * count
    hierarchy = crowd.hierarchies[index]
    labels = list(hierarchy.labels[level - 1]) if level else list(crowd.domains[index].values)
    shown = [None if label == "*missing*" else label for label in labels]
    check(recoding, entries_by_attribute(recoding, index, level), shown, cells)


@given(st.data())
def test_groups_by_a_sensitive_value(data: st.DataObject) -> None:
    rows = data.draw(tables(3))
    crowd = crowd_of(rows, 2, 1)
    tuples = np.arange(len(crowd.counts), dtype=np.int32)

    def draw(each: st.SearchStrategy[int]) -> list[int]:
        return data.draw(st.lists(each, min_size=len(tuples), max_size=len(tuples)))

    levels = [draw(st.integers(0, height)) for height in crowd.heights]
    kept = np.array(draw(st.booleans()), np.bool_)
    recoding = Recoding(crowd, tuples, crowd.counts, np.array(levels, np.uint8), kept)
    part_of = {original(crowd, part): part for part in range(len(tuples))}
    cells = defaultdict(list)
    for row in rows:
        cells[row[2]].append(spell_out(recoding, part_of[tuple(row[:2])]))
    attribute = crowd.sensitive[0]
    entries = entries_by_sensitive(recoding, attribute.name)
    check(recoding, entries, list(attribute.domain.values), cells)


def test_rows_of_one_tuple_that_part_say_nothing_of_secrets() -> None:
    crowd = crowd_of([("a", "x"), ("a", "y")], 1, 1)
    halves = Recoding(
        crowd,
        np.zeros(2, np.int32),
        np.ones(2, np.int64),
        np.array([[0, 1]], np.uint8),
        np.ones(2, np.bool_),
    )
    with pytest.raises(InvalidParameter, match="not known which"):
        entries_by_sensitive(halves, crowd.sensitive[0].name)
