"""Local recoding: rows with the same values that are published in different ways."""

from __future__ import annotations

import csv
import tempfile
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from stored_rows import Keeper, keep

from incrowd.engines.stored.page import Filter, KeptTuples, Labels, PageRequest, Parts
from incrowd.engines.stored.writing import write
from incrowd.errors import InvalidParameter

NAMES = ["age", "sex", "note"]
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["20", "30", None]), st.sampled_from(["f", "m"]), st.sampled_from("xyz")
    ),
    min_size=1,
    max_size=20,
)
AGES = ("20", "20-30", "*", None)


@st.composite
def recoded(draw: st.DrawFn, rows: list[tuple[str | None, str, str]]) -> KeptTuples:
    """Split the rows of each combination of age and sex, and publish any age of each part."""
    tuples = list(dict.fromkeys(row[:2] for row in rows))
    places, sizes, codes, kept = [], [], [], []
    for place, each in enumerate(tuples):
        left = sum(row[:2] == each for row in rows)
        while left:
            taken = draw(st.integers(1, left))
            places.append(place)
            sizes.append(taken)
            codes.append(draw(st.integers(0, len(AGES) - 1)))
            kept.append(draw(st.booleans()))
            left -= taken
    parts = pa.table(
        {
            "tuple": pa.array(places, pa.int64()),
            "rows": pa.array(sizes, pa.int64()),
            "kept": pa.array(kept, pa.bool_()),
            "size": pa.array([10 + code for code in codes], pa.int64()),
        }
    )
    columns = [pa.array([each[place] for each in tuples], pa.string()) for place in (0, 1)]
    labels = {"age": Labels(pa.array(codes, pa.int32()), AGES)}
    return KeptTuples(("age", "sex"), pa.table(columns, ["age", "sex"]), Parts(parts, labels))


def expected(
    rows: list[tuple[str | None, str, str]], kept: KeptTuples
) -> list[tuple[int, bool, int, tuple[str | None, ...], bool]]:
    """Walk through the rows and use up the parts of each combination in turn."""
    assert kept.parts is not None
    tuples = list(zip(*(column.to_pylist() for column in kept.table.columns), strict=True))
    parts = kept.parts.table.to_pylist()
    codes = kept.parts.labels["age"].codes.to_pylist()
    queues: dict[tuple[str | None, str], list[int]] = {each: [] for each in tuples}
    for number, part in enumerate(parts):
        queues[tuples[part["tuple"]]] += [number] * part["rows"]
    found = []
    for number, row in enumerate(rows, 1):
        part = queues[row[:2]].pop(0)
        age = AGES[codes[part]]
        shown = (age, *row[1:])
        found.append((number, not parts[part]["kept"], parts[part]["size"], shown, age != row[0]))
    return found


@pytest.mark.slow
@settings(max_examples=scaled(40))
@given(data=st.data(), rows=ROWS)
def test_rows_show_what_their_part_shows(
    data: st.DataObject, rows: list[tuple[str | None, str, str]]
) -> None:
    kept = data.draw(recoded(rows))
    wanted = expected(rows, kept)
    published = [one for one in wanted if not one[1]]
    with tempfile.TemporaryDirectory() as folder, closing(keep(Path(folder), rows, NAMES)) as table:
        page = table.page(PageRequest(kept=kept, include_suppressed=True))
        shown = [
            (one.row, one.suppressed, one.size, one.cells, one.changed[0]) for one in page.rows
        ]
        assert shown == wanted
        page = table.page(PageRequest(kept=kept))
        assert [one.row for one in page.rows] == [one[0] for one in published]
        older = table.page(PageRequest(kept=kept, filters=(Filter("age", "at_least", "20-30"),)))
        assert [one.row for one in older.rows] == [
            one[0] for one in published if one[3][0] in ("20-30", "*")
        ]
        by_age = table.page(PageRequest(kept=kept, sort="age"))
        order = sorted(published, key=lambda one: (AGES.index(one[3][0]), one[0]))
        assert [one.row for one in by_age.rows] == [one[0] for one in order]
        if published:
            target = Path(folder) / "out.csv"
            write(table, target, "csv", ["age", "note"], {}, kept)
            with target.open(newline="") as file:
                assert list(csv.reader(file))[1:] == [
                    [one[3][0] or "", str(one[3][2])] for one in published
                ]


def test_parts_of_other_rows_are_refused(kept: Keeper) -> None:
    rows = [("20", "f", "x"), ("20", "f", "y")]
    parts = pa.table({"tuple": [0], "rows": [3], "kept": [True], "size": [3]})
    labels = {"age": Labels(pa.array([0], pa.int32()), AGES)}
    tuples = pa.table({"age": ["20"], "sex": ["f"]})
    table = kept(rows, NAMES)
    with pytest.raises(InvalidParameter, match="other rows than the table has"):
        table.page(PageRequest(kept=KeptTuples(("age", "sex"), tuples, Parts(parts, labels))))
