"""A data set as it would be published at other levels, against rows that are recoded one by one."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row, open_rows

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import ROWS
from incrowd.engines.joins.join import Column
from incrowd.linking.repair.steps import LevelledRelease, LevelledTally, Steps
from incrowd.measures.enforcement import enforce
from incrowd.release.published_rows import published_labels

NAMES = ["zip", "age", "ill"]
ZIPS = "1301;130*;*\n1302;130*;*\n1401;140*;*\n"
AGES = "20;young;adult;*\n25;young;adult;*\n70;old;adult;*\n"
LABELS = {
    "zip": {"1301": ["130*", "*"], "1302": ["130*", "*"], "1401": ["140*", "*"]},
    "age": {
        "20": ["young", "adult", "*"],
        "25": ["young", "adult", "*"],
        "70": ["old", "adult", "*"],
    },
}


def release(rows: list[Row], levels: dict[str, int], k: int) -> LevelledRelease:
    """Rows with hierarchies, of which classes smaller than k are left out at any levels."""
    table: OpenTable = open_rows(rows, NAMES, ["zip", "age"]).with_hierarchies(
        {"zip": ZIPS, "age": AGES}
    )
    crowd = table.crowd
    return LevelledRelease(
        name="clinic",
        source=table.source,
        crowd=crowd,
        levels=levels,
        heights=dict(zip(crowd.names, crowd.heights, strict=True)),
        classes_at=lambda chosen: enforce(crowd, table.state(chosen, k)),
        labels_at=lambda place, level: published_labels(crowd, place, level),
    )


def recoded(rows: list[Row], levels: dict[str, int], k: int) -> Counter[Row]:
    """The published rows, one by one."""

    def shown(row: Row) -> Row:
        cells = zip(NAMES, row, strict=True)
        return tuple(
            LABELS[name][cell][levels[name] - 1] if levels.get(name) else cell
            for name, cell in cells
        )

    published = [shown(row) for row in rows]
    sizes = Counter(row[:2] for row in published)
    return Counter(row for row in published if sizes[row[:2]] >= k)


CELLS = st.tuples(
    st.sampled_from(["1301", "1302", "1401"]),
    st.sampled_from(["20", "25", "70"]),
    st.sampled_from(["flu", "hiv", None]),
)


@settings(max_examples=scaled(40))
@given(
    rows=st.lists(CELLS, min_size=1, max_size=12),
    zip_level=st.integers(0, 2),
    age_level=st.integers(0, 3),
    k=st.integers(1, 3),
)
def test_any_levels_are_those_of_rows_recoded_one_by_one(
    rows: list[Row], zip_level: int, age_level: int, k: int
) -> None:
    levels = {"zip": zip_level, "age": age_level}
    k = min(k, len(rows))
    source = LevelledTally(release(rows, {}, k), NAMES).at(levels)
    assert source.name == "clinic"
    assert source.rows == sum(recoded(rows, levels, k).values())
    told: Counter[Row] = Counter()
    for row in source.tally(NAMES).to_pylist():
        told[tuple(row[name] for name in NAMES)] += row[ROWS]
    assert told == recoded(rows, levels, k)


ROWS_OF = [("1301", "20", "flu"), ("1302", "25", "hiv"), ("1401", "70", "flu")]


def test_only_the_columns_in_use_are_counted() -> None:
    tally = LevelledTally(release(ROWS_OF, {}, 1), ["ill"])
    source = tally.at({"zip": 2, "age": 3})
    assert source.tally(["ill"]).to_pylist() == [
        {"ill": "flu", ROWS: 2},
        {"ill": "hiv", ROWS: 1},
    ]
    assert tally.rows == [1, 1, 1]
    assert tally.shown("zip", {"zip": 1}) == ["130*", "130*", "140*"]


@pytest.fixture
def steps() -> Steps:
    """Steps that are not tried; of an analysis no more is needed than its ranges and keys."""
    columns = [Column(0, "zip"), Column(0, "age"), Column(0, "ill"), Column(1, "zip")]
    analysis = SimpleNamespace(sources=SimpleNamespace(ranges=(), persons={}))
    return Steps(analysis, [release(ROWS_OF, {"age": 1}, 1), None], columns)


@pytest.mark.parametrize(
    ("column", "possible"),
    [(Column(0, "zip"), True), (Column(0, "ill"), False), (Column(1, "zip"), False)],
    ids=["a quasi-identifier", "a column without levels", "a release without levels"],
)
def test_what_can_be_tried(steps: Steps, column: Column, possible: bool) -> None:
    assert steps.can_try(column) is possible


def test_steps_go_up_from_the_level_of_now(steps: Steps) -> None:
    found = list(steps.of(Column(0, "age")))
    assert [(step.level, step.steps) for step in found] == [(2, 1), (3, 2)]
    assert found[0].texts == {"young": "adult", "old": "adult"}
    assert found[1].texts == {"young": "*", "old": "*"}
    (first, _) = steps.of(Column(0, "zip"))
    assert first.texts == {"1301": "130*", "1302": "130*", "1401": "140*"}
