"""Counting combinations: one GROUP BY, the same whatever the source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from engine_rows import Opener, Writer
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines import ROWS, connect
from incrowd.errors import EngineError, InvalidParameter, UnknownAttribute

ROWS_OF_PEOPLE = [("f", "39"), ("m", None), ("f", "39"), (None, "5"), ("f", "40")]


@pytest.fixture
def people(opened: Opener) -> object:
    sex, age = zip(*ROWS_OF_PEOPLE, strict=True)
    return opened(pa.table({'se"x': list(sex), "age": list(age)}))


def test_counts_of_combinations(people: object) -> None:
    tally = people.tally(["age", 'se"x'])
    assert tally.column_names == ["age", 'se"x', ROWS]
    assert [tally.column(place).type.value_type for place in (0, 1)] == [pa.string()] * 2
    assert tally.column(ROWS).type == pa.int64()
    rows = {tuple(row.values()) for row in tally.to_pylist()}
    assert rows == {("39", "f", 2), (None, "m", 1), ("5", None, 1), ("40", "f", 1)}


def test_counts_of_nothing_are_the_rows(people: object) -> None:
    assert people.tally([]).to_pydict() == {ROWS: [5]}


def test_columns_that_are_not_there(people: object) -> None:
    with pytest.raises(UnknownAttribute, match="no column 'aeg'") as caught:
        people.tally(["aeg"])
    assert "'age'" in caught.value.hint
    with pytest.raises(InvalidParameter, match="'age' is asked for more than once"):
        people.tally(["age", 'se"x', "age"])


def test_a_closed_source(written: Writer) -> None:
    source = connect(written("a,b\nx,1\n"))
    source.close()
    source.close()
    with pytest.raises(EngineError, match="has been closed"):
        source.tally(["a"])
    assert (source.name, source.rows) == ("people.csv", 1)


CELL = st.none() | st.sampled_from(["f", "m", "39", "40", "x y", "é", ";"])


@settings(max_examples=scaled(15))
@given(rows=st.lists(st.tuples(CELL, CELL), min_size=1, max_size=40))
def test_every_source_agrees_with_counting_by_hand(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str | None, str | None]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("sources")
    table = pa.table(
        {
            "a": pa.array([a for a, _ in rows], pa.string()),
            "b": pa.array([b for _, b in rows], pa.string()),
        }
    )
    pq.write_table(table, folder / "f.parquet")
    lines = [",".join(cell or "" for cell in row) for row in rows]
    (folder / "f.csv").write_text("a,b\n" + "\n".join(lines) + "\n")
    for thing in (table, folder / "f.parquet", folder / "f.csv"):
        source = connect(thing, **({"delimiter": ","} if thing == folder / "f.csv" else {}))
        found = source.tally(["a", "b"]).to_pydict()
        counts = dict(zip(zip(found["a"], found["b"], strict=True), found[ROWS], strict=True))
        assert counts == Counter(rows)
        source.close()
